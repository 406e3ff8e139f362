import type { PublishingClient } from '../../../client/publishing';
import type { Channel, Post, PostChannel } from '../../../client/publishing/schemas';
import type { Notice } from '../../../nodes/SocialPublishing/approval/html';
import { previewViews, type PreviewView } from '../../../nodes/SocialPublishing/approval/previews';
import { withinRoom } from '../../../nodes/SocialPublishing/approval/view';

const postOf = (channels: Array<Partial<PostChannel>>, more: Partial<Post> = {}): Post =>
	({
		...{ id: '1', caption: 'Shared', title: null, linkUrl: null, firstComment: null, mediaAssetIds: [] },
		channels: channels.map((channel) => ({ platform: 'bluesky', handle: 'acme', ...channel })),
		...more,
	}) as Post;

const capabilities = (accountId: string, of: object): Channel =>
	({ id: accountId, capabilities: of }) as Channel;

const viewsOf = async (
	post: Post,
	channels: Channel[] = [],
	noticesFor: (ids: readonly string[]) => Notice[] = () => [],
): Promise<PreviewView[]> =>
	// No post has a board, so that the client isn't called.
	await previewViews(post, { channels, client: {} as PublishingClient, index: 0, noticesFor });

/** The IDs of the channels on each card. */
const groups = (views: PreviewView[]): string[] =>
	views.map(({ channels }) => channels.map(({ id }) => id).join(' '));

test.each<[title: string, channels: Array<Partial<PostChannel>>, more: Partial<Post>, cards: string[]]>([
	['no channel', [], {}, ['']],
	['the same text', [{ accountId: 'a' }, { accountId: 'b' }], {}, ['a b']],
	[
		'an own text',
		[{ accountId: 'a' }, { accountId: 'b', caption: 'Own' }, { accountId: 'c' }],
		{},
		['a c', 'b'],
	],
	['an own text that is the same', [{ accountId: 'a' }, { accountId: 'b', caption: 'Shared' }], {}, ['a b']],
	['an empty own text', [{ accountId: 'a' }, { accountId: 'b', caption: '' }], {}, ['a', 'b']],
	['an own title', [{ accountId: 'a' }, { accountId: 'b', title: 'Own' }], {}, ['a', 'b']],
	['an own first comment', [{ accountId: 'a' }, { accountId: 'b', firstComment: 'Own' }], {}, ['a', 'b']],
	[
		'options',
		[{ accountId: 'a' }, { accountId: 'b', options: { bluesky: { x: true } } } as Partial<PostChannel>],
		{},
		['a', 'b'],
	],
	[
		'networks that cut at another place',
		[{ accountId: 'a' }, { accountId: 'b', platform: 'instagram' }],
		{ caption: 'word '.repeat(100) },
		['a', 'b'],
	],
	[
		'networks that cut, with a short text',
		[{ accountId: 'a' }, { accountId: 'b', platform: 'instagram' }],
		{},
		['a b'],
	],
	[
		'names with a meaning',
		[
			{ accountId: '__proto__', platform: '__proto__' },
			{ accountId: 'constructor', caption: '__proto__' },
		],
		{},
		['__proto__', 'constructor'],
	],
	[
		'options of another kind',
		[{ accountId: 'a', options: 'x' } as Partial<PostChannel>, { accountId: 'b' }],
		{},
		['a b'],
	],
])('groups channels with equal posts: %s', async (_title, channels, more, cards) => {
	expect(groups(await viewsOf(postOf(channels, more)))).toEqual(cards);
});

test('keeps channels apart that show a title or a link differently', async () => {
	const post = postOf(
		['a', 'b', 'c'].map((accountId) => ({ accountId })),
		{ title: 'Title', linkUrl: 'https://acme.example' },
	);
	const channels = [capabilities('a', { title: { supported: false } }), capabilities('b', { link: false })];
	const views = await viewsOf(post, channels);
	expect(views.map(({ title, link }) => [title, link])).toEqual([
		[undefined, 'https://acme.example'],
		['Title', undefined],
		['Title', 'https://acme.example'],
	]);
});

test('asks once for what is wrong with all channels of a card', async () => {
	const asked: Array<readonly string[]> = [];
	const views = await viewsOf(
		postOf([{ accountId: 'a' }, { accountId: 'b' }, { accountId: 'c', caption: 'Own' }]),
		[],
		(ids) => {
			asked.push(ids);
			return [{ kind: 'bad', text: ids.join() }];
		},
	);
	expect(asked).toEqual([['a', 'b'], ['c']]);
	expect(views.map(({ notices }) => notices)).toEqual([
		[{ kind: 'bad', text: 'a,b', anchor: 'preview-0-0' }],
		[{ kind: 'bad', text: 'c', anchor: 'preview-0-1' }],
	]);
});

test('repeats pictures only while the page has room', async () => {
	const previews = await viewsOf(
		postOf([{ accountId: 'a' }, { accountId: 'b', caption: 'Own' }, { accountId: 'c', caption: 'x' }]),
	);
	const media = [{ name: 'a', details: '', picture: { mimeType: 'image/png', data: 'x'.repeat(5_000_000) } }];
	const post = {
		...{ seen: '', notices: [], consequence: '', channels: [], fields: [] },
		previews,
		media,
	};
	const [item] = withinRoom([{ index: 0, post }]);
	expect(item?.post?.previews.map(({ omitsPictures }) => omitsPictures)).toEqual([
		undefined,
		undefined,
		true,
	]);
});
