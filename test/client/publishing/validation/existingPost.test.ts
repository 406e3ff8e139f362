import type { LiveOptions } from '../../../../client/publishing/posts/content';
import type { CreatePost, UpdatePost } from '../../../../client/publishing/requests';
import type { PostToCheck } from '../../../../client/publishing/validation/types';
import { seed } from '../../../../sandbox';
import { clientOf, wishOf } from '../../../support/publishingClient';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox();
const { boards, channels, keys, media } = seed;
const { facebook, pinterest, tiktok, youtube } = channels;
const client = () => clientOf({ baseUrl: sandbox().url, key: keys.full });

const content = {
	accounts: [facebook.id, tiktok.id, pinterest.id],
	caption: 'Caption',
	title: 'Title',
	linkUrl: 'https://example.com/',
	perAccount: {
		[facebook.id]: {
			caption: 'Own',
			firstComment: 'Own comment',
			options: { facebook: { publishAs: 'reel' } },
		},
		[tiktok.id]: { options: { tiktok: { allowComment: true, allowDuet: true } } },
		[pinterest.id]: { boardId: boards.ideas.id },
	},
} satisfies CreatePost;
const create = async () =>
	await client().posts.create(wishOf({ ...content, mediaAssetIds: [media.image, media.gif] }));
/** An override without values equals no override. */
/** What a post has after an update. A proposed time that the update sets is new only before it. */
const withoutIdleOverrides = ({ perAccount, keepsProposal: _new, ...others }: PostToCheck): object => ({
	...others,
	perAccount: JSON.parse(JSON.stringify(perAccount), (_name, value: unknown) =>
		JSON.stringify(value) === '{}' ? undefined : value,
	) as unknown,
});
const own = (id: string, override: object | null): UpdatePost => ({ perAccount: { [id]: override } });

test('checks an existing post with its content, its overrides and one unknown file for each asset (P102)', async () => {
	const post = await create();
	const { checks } = client();
	expect(checks.existingPost(post)).toEqual({ ...content, media: [{}, {}], keepsProposal: true });
	const delivery = { mode: 'now' } as const;
	expect(checks.existingPost(post, delivery)).toEqual({
		...content,
		media: [{}, {}],
		keepsProposal: true,
		delivery,
	});
});

describe('a check before an update equals the updated post if', () => {
	test.each<[string, UpdatePost]>([
		['nothing is changed (P74)', {}],
		['a field is set (P73)', { caption: 'New', title: 'Other' }],
		['a caption is emptied (P73)', { caption: '' }],
		['null clears fields (P74)', { title: null, linkUrl: null }],
		['a proposed time is set (P33)', { proposedPublishAt: '2026-03-01T09:00:00.000+00:00' }],
		['media are replaced (P73)', { mediaAssetIds: [media.gif] }],
		['media are removed (P74)', { mediaAssetIds: [] }],
		['a channel is removed with its override (P73)', { accounts: [facebook.id, pinterest.id] }],
		['a channel is added (P73)', { accounts: [facebook.id, youtube.id] }],
		['a field of an override is set (P75)', own(facebook.id, { caption: 'Other' })],
		['null clears a field of an override (P75)', own(facebook.id, { caption: null })],
		['null clears an override (P75)', own(facebook.id, null)],
		['options are merged one by one (P75)', own(tiktok.id, { options: { tiktok: { allowDuet: false } } })],
		['null clears an option (P75)', own(tiktok.id, { options: { tiktok: { allowDuet: null } } })],
		['null clears the options of a network (P75)', own(tiktok.id, { options: { tiktok: null } })],
	])('%s', async (_title, changes) => {
		sandbox().vary({ times: 'offset' });
		const before = await create();
		const { checks, posts } = client();
		const after = await posts.update(before.id, { content: changes });
		expect(withoutIdleOverrides(checks.updatedPost(before, changes))).toEqual(
			withoutIdleOverrides(checks.existingPost(after)),
		);
	});
});

test("checks new files instead of the post's previous assets (P73)", async () => {
	const { checks } = client();
	const file = { mediaType: 'video', durationSec: 12 } as const;
	expect(checks.updatedPost(await create(), {}, [file]).media).toEqual([file]);
});

test("merges options from a channel's own schema and prefers an override to them (P75)", async () => {
	const liveOptions: LiveOptions = { [tiktok.id]: { tiktok: { allowStitch: true, allowDuet: true } } };
	const changes = { ...own(tiktok.id, { options: { tiktok: { allowDuet: false } } }), liveOptions };
	const { perAccount } = client().checks.updatedPost(await create(), changes);
	expect(perAccount?.[tiktok.id]?.options).toEqual({
		tiktok: { allowComment: true, allowStitch: true, allowDuet: false },
	});
});
