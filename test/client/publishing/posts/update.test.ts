import type { CreatePost, UpdatePost } from '../../../../client/publishing/requests';
import { seed } from '../../../../sandbox';
import { clientOf, errorOf } from '../../../support/publishingClient';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default' });
const { channels, keys, media, boards, posts: seedPosts } = seed;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });
const { facebook, tiktok, pinterest, linkedin } = channels;

const full: CreatePost = {
	accounts: [facebook.id, tiktok.id, pinterest.id],
	caption: 'Caption',
	title: 'Title',
	linkUrl: 'https://example.com',
	mediaAssetIds: [media.image, media.gif],
	proposedPublishAt: '2026-02-01T09:00:00Z',
	perAccount: {
		[facebook.id]: {
			caption: 'Own',
			firstComment: 'Own comment',
			options: { facebook: { publishAs: 'reel' } },
		},
		[tiktok.id]: { options: { tiktok: { allowComment: true, allowDuet: true } } },
		[pinterest.id]: { boardId: boards.ideas.id },
	},
};
const create = async () => await clientWith().posts.create(full);
const own = (id: string, value: object | null): UpdatePost => ({ perAccount: { [id]: value as never } });

describe('leave, set and clear', () => {
	test.each<[string, UpdatePost, object]>([
		['keeps everything without changes (P74, D8)', {}, {}],
		['sets a caption (P73)', { caption: 'New' }, { caption: 'New' }],
		['empties a caption (P73)', { caption: '' }, { caption: '' }],
		[
			'sets title, comment and link (P73)',
			{ title: 'T', linkUrl: 'https://b.example' },
			{ title: 'T', linkUrl: 'https://b.example' },
		],
		[
			'replaces the media in display order (P73, P26)',
			{ mediaAssetIds: [media.gif, media.image] },
			{ mediaAssetIds: [media.gif, media.image] },
		],
		['removes the media with an empty list (P74)', { mediaAssetIds: [] }, { mediaAssetIds: [] }],
		['clears the title with null (P74, D8)', { title: null }, { title: null }],
		['clears the link with null (P74, D8)', { linkUrl: null }, { linkUrl: null }],
		[
			'clears the proposed time with null (P33, D8)',
			{ proposedPublishAt: null },
			{ proposedPublishAt: null },
		],
		[
			'sets a proposed time (P33)',
			{ proposedPublishAt: '2026-03-01T10:00:00+01:00' },
			{ proposedPublishAt: '2026-03-01T09:00:00.000+00:00' },
		],
	])('%s', async (_title, changes, expected) => {
		const { routed: _routed, updatedAt: _updatedAt, ...before } = await create();
		sandbox().clock.advance(1_000);
		const updated = await clientWith().posts.update(before.id, changes);
		expect(updated).toEqual({
			...before,
			...expected,
			routed: 'draft',
			updatedAt: '2026-01-05T09:00:01.000+00:00',
		});
	});

	test('replaces the channels (P73)', async () => {
		const { id } = await create();
		const { channels: left } = await clientWith().posts.update(id, { accounts: [linkedin.id, facebook.id] });
		expect(left.map(({ accountId }) => accountId)).toEqual([linkedin.id, facebook.id]);
	});
});

describe('overrides', () => {
	test.each<[string, string, UpdatePost, object]>([
		[
			'keep omitted values (P74)',
			facebook.id,
			own(facebook.id, { title: undefined }),
			{ caption: 'Own', firstComment: 'Own comment' },
		],
		[
			'set a field (P75)',
			facebook.id,
			own(facebook.id, { caption: 'Newer' }),
			{ caption: 'Newer', firstComment: 'Own comment' },
		],
		[
			'clear a field with null (P75)',
			facebook.id,
			own(facebook.id, { caption: null }),
			{ caption: null, firstComment: 'Own comment' },
		],
		[
			'keep an empty first comment, which turns it off (P75)',
			facebook.id,
			own(facebook.id, { firstComment: '' }),
			{ firstComment: '' },
		],
		[
			'clear the board with null (P75)',
			pinterest.id,
			own(pinterest.id, { boardId: null }),
			{ boardId: null },
		],
		[
			'merge options field by field (P75)',
			tiktok.id,
			own(tiktok.id, { options: { tiktok: { coverMs: 5 } } }),
			{ options: { tiktok: { allowComment: true, allowDuet: true, coverMs: 5 } } },
		],
		[
			'clear one option with null (P75)',
			tiktok.id,
			own(tiktok.id, { options: { tiktok: { allowDuet: null } } }),
			{ options: { tiktok: { allowComment: true } } },
		],
		[
			'clear the options of a network with null (P75)',
			tiktok.id,
			own(tiktok.id, { options: { tiktok: null } }),
			{ options: null },
		],
		['clear all options with null (P75)', tiktok.id, own(tiktok.id, { options: null }), { options: null }],
		[
			'clear everything of a channel with null (P34, P75)',
			facebook.id,
			own(facebook.id, null),
			{ caption: null, firstComment: null, options: null },
		],
	])('%s', async (_title, channelId, changes, expected) => {
		const { id } = await create();
		const updated = await clientWith().posts.update(id, changes);
		const find = (accountId: string) => updated.channels.find((channel) => channel.accountId === accountId);
		expect(find(channelId)).toMatchObject(expected);
		const untouched = channelId === pinterest.id ? tiktok.id : pinterest.id;
		expect(find(untouched)).toMatchObject(full.perAccount?.[untouched] as object);
	});
});

describe('a refused update', () => {
	test('returns a 409 for a post in review and changes nothing (P49, P76, P100)', async () => {
		const { id } = await clientWith(keys.drafts).posts.create({
			accounts: [facebook.id],
			caption: 'Old',
			delivery: { mode: 'now' },
		});
		const error = await errorOf(clientWith(keys.drafts).posts.update(id, { caption: 'New' }));
		expect(error).toMatchObject({ name: 'ConflictError', statusCode: 409, code: 'conflict' });
		expect(sandbox().post(id)).toMatchObject({ caption: 'Old', status: 'pending_approval' });
		await clientWith(keys.drafts).posts.withdraw(id);
		expect(await clientWith(keys.drafts).posts.update(id, { caption: 'New' })).toMatchObject({
			caption: 'New',
		});
	});

	test.each([
		[
			'a published post (P100)',
			'ConflictError',
			async () => {
				const { id } = await clientWith().posts.create({
					accounts: [facebook.id],
					caption: 'Old',
					delivery: { mode: 'now' },
				});
				return id;
			},
		],
		['a post by someone else (P102)', 'ValidationError', async () => seedPosts.published],
		[
			'a deleted post (P66, P99)',
			'NotFoundError',
			async () => {
				const { id } = await create();
				await clientWith().posts.delete(id);
				return id;
			},
		],
	])('fails for %s', async (_title, name, prepare) => {
		const error = await errorOf(clientWith().posts.update(await prepare(), { caption: 'New' }));
		expect(error).toMatchObject({ name });
	});
});
