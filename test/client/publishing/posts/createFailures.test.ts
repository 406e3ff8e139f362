import type { CreatePost } from '../../../../client/publishing/requests';
import { seed } from '../../../../sandbox';
import { clientOf, errorOf } from '../../../support/publishingClient';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ dailyCaps: { bluesky: 1 } });
const { channels, keys, media } = seed;
const at = { mode: 'at', at: '2026-01-06T10:00:00+01:00' } as const;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });
const post = (changes: Partial<CreatePost> = {}): CreatePost => ({
	accounts: [channels.facebook.id],
	caption: 'Hello',
	...changes,
});

describe('a create that fails', () => {
	test.each<[string, Partial<CreatePost>, object]>([
		[
			'media that a channel requires (P17, P102)',
			{ accounts: [channels.instagram.id], delivery: at },
			{ code: 'invalid' },
		],
		[
			'a caption over the limit of the channel (P102, P109)',
			{ accounts: [channels.bluesky.id], caption: 'x'.repeat(301), delivery: at },
			{ code: 'invalid' },
		],
		[
			'an override over the limit (P109)',
			{ perAccount: { [channels.facebook.id]: { caption: 'x'.repeat(63_207) } }, delivery: at },
			{ code: 'invalid' },
		],
		[
			'a title over the limit (P109)',
			{ accounts: [channels.devto.id], title: 'x'.repeat(129), delivery: at },
			{ code: 'invalid' },
		],
	])('%s: a draft is left, and the error names it (P46, P53, P97)', async (_title, fields, expected) => {
		const error = await errorOf(clientWith().posts.create(post(fields)));
		const [saved] = sandbox().posts();
		expect(error).toMatchObject({ name: 'ValidationError', statusCode: 422, postId: saved?.id, ...expected });
		expect(saved?.status).toBe('draft');
	});

	test('such a draft is mended with update and sent with submit (P53)', async () => {
		const { posts } = clientWith();
		const error = await errorOf(posts.create(post({ accounts: [channels.instagram.id], delivery: at })));
		const postId = (error as { postId?: string }).postId ?? '';
		await posts.update(postId, { mediaAssetIds: [media.image] });
		expect(await posts.submit(postId, at)).toMatchObject({
			id: postId,
			status: 'scheduled',
			routed: 'enacted',
		});
		expect(sandbox().posts()).toHaveLength(1);
	});

	test.each<[string, Partial<CreatePost>, object]>([
		[
			'a channel that is not on the key (P92, P99)',
			{ accounts: [channels.approvalFacebook.id] },
			{ name: 'PermissionError', statusCode: 403 },
		],
		[
			'a first comment that a channel cannot take (P69, P102)',
			{ accounts: [channels.googleBusiness.id], firstComment: 'Hi' },
			{ name: 'ValidationError' },
		],
		[
			'a time in the past (P5, P102, N43)',
			{ delivery: { mode: 'at', at: '2026-01-04T09:00:00Z' } },
			{ name: 'ValidationError', code: 'invalid' },
		],
		[
			'options of another network (P18)',
			{ perAccount: { [channels.facebook.id]: { options: { tiktok: { allowDuet: true } } } } },
			{ name: 'ValidationError' },
		],
		[
			'a privacy level this creator may not use (P22)',
			{
				accounts: [channels.tiktok.id],
				perAccount: {
					[channels.tiktok.id]: { options: { tiktok: { privacyLevel: 'FOLLOWER_OF_CREATOR' } } },
				},
			},
			{ name: 'ValidationError' },
		],
		[
			'an asset that is not finished (P26)',
			{ mediaAssetIds: [media.unfinished] },
			{ name: 'ValidationError' },
		],
	])('%s: nothing was saved (P55)', async (_title, fields, expected) => {
		const error = await errorOf(clientWith().posts.create(post({ delivery: at, ...fields })));
		expect(error).toMatchObject({ postId: undefined, ...expected });
		expect(sandbox().posts()).toEqual([]);
	});

	test('a property the service does not know is its 422 (P70)', async () => {
		const call = clientWith().posts.create(post(), { additionalBody: { hashtags: [] } });
		expect(await errorOf(call)).toMatchObject({
			statusCode: 422,
			code: 'invalid_request',
			postId: undefined,
		});
	});

	test('a body over the limit is a 413 (P101)', async () => {
		const error = await errorOf(clientWith().posts.create(post({ caption: 'x'.repeat(1_100_000) })));
		expect(error).toMatchObject({ name: 'PayloadTooLargeError', statusCode: 413, code: 'too_large' });
	});

	test.each([
		['when scheduling it is a 422 (P110)', { mode: 'at', at: '2026-01-05T12:00:00Z' } as const, 422],
		['when publishing now it is a 429 (P103, P110)', { mode: 'now' } as const, 429],
	])('the daily limit: %s with the time that fits (P98)', async (_title, delivery, statusCode) => {
		const client = clientWith();
		await client.posts.create(post({ accounts: [channels.bluesky.id], delivery: { mode: 'now' } }));
		const error = await errorOf(client.posts.create(post({ accounts: [channels.bluesky.id], delivery })));
		expect(error).toMatchObject({
			name: 'PlatformQuotaError',
			statusCode,
			tier: 'platform_quota:bluesky',
			availableAt: '2026-01-06T09:00:00.000+00:00',
			limit: 1,
			remaining: 0,
			postId: sandbox().posts()[0]?.id,
		});
		expect(client.waits).toEqual([]);
	});
});
