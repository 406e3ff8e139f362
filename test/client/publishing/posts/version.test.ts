import { contentOf } from '../../../../client/publishing/posts/version';
import type { Post } from '../../../../client/publishing/schemas';
import { contentParts } from '../../../../client/publishing/values';
import { changedParts, contentVersionOf } from '../../../../nodes/SocialPublishing/approval/version';
import { samplePost } from '../../../support/sampleAnswers';

const versionOf = (post: Post) => contentVersionOf({ posts: { contentOf } } as never, post);

const channel = {
	accountId: 'dddddddd-8b86-4d01-b42d-00c04fc964ff',
	platform: 'tiktok',
	status: 'draft',
	warnings: [],
};
const other = { ...channel, accountId: 'AAAAAAAA-8b86-4d01-b42d-00c04fc964ff' };
const asset = 'bbbbbbbb-8b86-4d01-b42d-00c04fc964ff';
const another = 'cccccccc-8b86-4d01-b42d-00c04fc964ff';

const post = {
	...samplePost(),
	caption: 'One\ntwo',
	title: 'Title',
	firstComment: 'First',
	linkUrl: 'https://acme.example/a/',
	mediaAssetIds: [asset, another],
	channels: [
		{ ...channel, caption: 'Own', boardId: 'b1', options: { tiktok: { a: 1, b: [asset] } } },
		{ ...other, caption: null, title: null, firstComment: null, boardId: null, options: null },
	],
} as unknown as Post;

const withChannels = (first: object, second: object = {}): Partial<Post> => ({
	channels: [
		{ ...post.channels[0], ...first },
		{ ...post.channels[1], ...second },
	] as Post['channels'],
});

test.each<[string, Partial<Post>]>([
	['other line ends and spaces around a text', { caption: ' One\r\ntwo \r' }],
	['the last slash of a link', { linkUrl: 'https://acme.example/a' }],
	['IDs in capitals', { mediaAssetIds: [asset.toUpperCase(), another] }],
	['the ID of a channel in lower case', withChannels({}, { accountId: other.accountId.toLowerCase() })],
	['channels in another order', { channels: [...post.channels].reverse() }],
	['missing values as empty ones', withChannels({}, { boardId: '', options: {} })],
	['missing values that are left out', withChannels({}, { caption: undefined, options: undefined })],
	['options in another order', withChannels({ options: { tiktok: { b: [asset.toUpperCase()], a: 1 } } })],
	[
		'options without values',
		withChannels({ options: { tiktok: { a: 1, b: [asset], c: null }, youtube: {} } }),
	],
	[
		'its status, times and results',
		{
			status: 'scheduled',
			updatedAt: '2099-01-01T00:00:00Z',
			scheduledAt: '2099-01-01T00:00:00Z',
			proposedPublishAt: '2099-01-01T00:00:00Z',
			...withChannels({
				status: 'scheduled',
				scheduledAt: '2099-01-01T00:00:00Z',
				handle: 'renamed',
				url: 'x',
			}),
		},
	],
])('a version stays the same with %s', (_title, change) => {
	expect(versionOf({ ...post, ...change })).toBe(versionOf(post));
});

test.each<[string, Partial<Post>, string[]]>([
	['a letter of the caption', { caption: 'one\ntwo' }, ['caption']],
	['a line', { caption: 'One\n\ntwo' }, ['caption']],
	['no title', { title: null }, ['title']],
	['another first comment', { firstComment: 'Second' }, ['first comment']],
	['another link', { linkUrl: 'https://acme.example/b' }, ['link']],
	['media in another order', { mediaAssetIds: [another, asset] }, ['media']],
	['one file less', { mediaAssetIds: [asset] }, ['media']],
	['one channel less', { channels: post.channels.slice(0, 1) }, ['channels']],
	['another caption of a channel', withChannels({ caption: 'Mine' }), ['texts of single channels']],
	['a title of a channel', withChannels({}, { title: 'Mine' }), ['texts of single channels']],
	['an empty caption of a channel', withChannels({}, { caption: '' }), ['texts of single channels']],
	['an empty title of a channel', withChannels({}, { title: ' ' }), ['texts of single channels']],
	[
		'a first comment that a channel leaves out',
		withChannels({}, { firstComment: '' }),
		['texts of single channels'],
	],
	['another board', withChannels({ boardId: 'b2' }), ['boards']],
	['another option', withChannels({ options: { tiktok: { a: 2, b: [asset] } } }), ['channel options']],
	['a false option', withChannels({}, { options: { tiktok: { a: false } } }), ['channel options']],
	['a text and a link', { caption: '', linkUrl: null }, ['caption', 'link']],
])('a version changes with %s, and says so', (_title, change, parts) => {
	expect(changedParts(versionOf(post), versionOf({ ...post, ...change }))).toEqual(parts);
});

test('texts of two parts are never taken for each other', () => {
	const swapped = { ...post, caption: post.title ?? '', title: post.caption };
	expect(changedParts(versionOf(post), versionOf(swapped))).toEqual(['caption', 'title']);
});

test('a text that is no version differs in all parts', () => {
	expect(changedParts('2026-01-05T08:00:00Z', versionOf(post))).toEqual(contentParts);
	expect(Object.keys(contentOf(post))).toEqual(contentParts);
});
