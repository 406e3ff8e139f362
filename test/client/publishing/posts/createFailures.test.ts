import type { CreatePost } from '../../../../client/publishing/requests';
import { seed } from '../../../../sandbox';
import { profile } from '../../../support/profile';
import { clientOf, errorOf, wishOf } from '../../../support/publishingClient';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ dailyCaps: { bluesky: 1 } });
const { channels, keys } = seed;
const at = { mode: 'at', at: '2026-01-06T10:00:00+01:00' } as const;
const clientWith = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key });
const post = (changes: Partial<CreatePost> = {}): CreatePost => ({
	accounts: [channels.facebook.id],
	caption: 'Hello',
	...changes,
});

/** The contract has them with a 429 only. */
const quota = { tier: 'platform_quota:bluesky', limit: 1, remaining: 0 };

describe('a create that fails', () => {
	test.each<[string, Partial<CreatePost>, object]>([
		[
			'media that a channel requires (P17, P102)',
			{ accounts: [channels.instagram.id], delivery: at },
			{ code: profile === 'observed' ? 'invalid' : 'E1422' },
		],
	])(
		'leaves a draft and returns its ID in the error: %s (P46, P53, P97)',
		async (_title, fields, expected) => {
			const error = await errorOf(clientWith().posts.create(wishOf(post(fields))));
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

	test.each([
		['a 422 when scheduling (P110)', { mode: 'at', at: '2026-01-05T12:00:00Z' } as const, 422],
		['a 429 when publishing now (P103, P110)', { mode: 'now' } as const, 429],
	])(
		'returns for the daily limit %s with the next possible time (P98)',
		async (_title, delivery, statusCode) => {
			const client = clientWith();
			await client.posts.create(wishOf(post({ accounts: [channels.bluesky.id], delivery: { mode: 'now' } })));
			const error = await errorOf(
				client.posts.create(wishOf(post({ accounts: [channels.bluesky.id], delivery }))),
			);
			expect(error).toMatchObject({
				name: 'PlatformQuotaError',
				statusCode,
				...(profile === 'observed' || statusCode === 429 ? quota : {}),
				availableAt: expect.stringContaining('2026-01-06T09:00:00') as string,
				postId: sandbox().posts()[0]?.id,
			});
			expect(client.waits).toEqual([]);
		},
	);
});
