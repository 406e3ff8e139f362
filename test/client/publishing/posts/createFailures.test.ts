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
	])(
		'leaves a draft and returns its ID in the error: %s (P46, P53, P97)',
		async (_title, fields, expected) => {
			const error = await errorOf(clientWith().posts.create(post(fields)));
			const [saved] = sandbox().posts();
			expect(error).toMatchObject({
				name: 'ValidationError',
				statusCode: 422,
				postId: saved?.id,
				...expected,
			});
			expect(saved?.status).toBe('draft');
		},
	);

	test('leaves a draft that update corrects and submit delivers (P53)', async () => {
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
			"a channel that the key can't use (P92, P99)",
			{ accounts: [channels.approvalFacebook.id] },
			{ name: 'PermissionError', statusCode: 403 },
		],
		[
			'a first comment on a channel without one (P69, P102)',
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
			"a privacy level this creator can't use (P22)",
			{
				accounts: [channels.tiktok.id],
				perAccount: {
					[channels.tiktok.id]: { options: { tiktok: { privacyLevel: 'FOLLOWER_OF_CREATOR' } } },
				},
			},
			{ name: 'ValidationError' },
		],
		['an unfinished asset (P26)', { mediaAssetIds: [media.unfinished] }, { name: 'ValidationError' }],
	])('saves nothing: %s (P55)', async (_title, fields, expected) => {
		const error = await errorOf(clientWith().posts.create(post({ delivery: at, ...fields })));
		expect(error).toMatchObject({ postId: undefined, ...expected });
		expect(sandbox().posts()).toEqual([]);
	});

	test('returns a 422 for an unknown property (P70)', async () => {
		const call = clientWith().posts.create(post(), { additionalBody: { hashtags: [] } });
		expect(await errorOf(call)).toMatchObject({
			statusCode: 422,
			code: 'invalid_request',
			postId: undefined,
		});
	});

	test('returns a 413 for a body over the limit (P101)', async () => {
		const error = await errorOf(clientWith().posts.create(post({ caption: 'x'.repeat(1_100_000) })));
		expect(error).toMatchObject({ name: 'PayloadTooLargeError', statusCode: 413, code: 'too_large' });
	});

	test.each([
		['a 422 when scheduling (P110)', { mode: 'at', at: '2026-01-05T12:00:00Z' } as const, 422],
		['a 429 when publishing now (P103, P110)', { mode: 'now' } as const, 429],
	])(
		'returns for the daily limit %s with the next possible time (P98)',
		async (_title, delivery, statusCode) => {
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
		},
	);
});
