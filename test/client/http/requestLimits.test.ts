import { seed } from '../../../sandbox';
import { clientOf, errorOf, wishOf } from '../../support/publishingClient';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ rateLimits: {} });
const { channels, keys } = seed;
const post = { accounts: [channels.facebook.id], caption: 'Hi' };
const clientWith = (key = keys.full) =>
	clientOf({ baseUrl: sandbox().url, key, onWait: (ms) => sandbox().clock.advance(ms) });

/** A client that reports a limit instead of waiting. */
const impatient = (key = keys.full) =>
	clientOf({ baseUrl: sandbox().url, key, retryPolicy: { rules: [], maxRetries: 0, maxWaitMs: 0 } });

const times = async (count: number, run: () => Promise<unknown>) => {
	for (let index = 0; index < count; index++) await run();
};

describe('request limits', () => {
	test('let the 121st write of a minute wait and happen once (P103, P106)', async () => {
		const client = clientWith();
		await times(121, async () => await client.posts.create(wishOf(post)));
		expect(client.waits).toEqual([60_000]);
		expect(sandbox().posts()).toHaveLength(121);
	});

	test('are reported with their tier and wait (P98, P103, P106)', async () => {
		const { posts } = impatient();
		await times(120, async () => await posts.create(wishOf(post)));
		expect(await errorOf(posts.create(wishOf(post)))).toMatchObject({
			name: 'RateLimitError',
			code: 'rate_limited',
			tier: 'credential_writes',
			limit: 120,
			remaining: 0,
			retryAfter: 60,
			availableAt: null,
		});
	});

	test('let the 301st read of a minute wait, but not writes (P106)', async () => {
		const client = clientWith();
		await times(300, async () => await client.me());
		await client.posts.create(wishOf(post));
		expect(client.waits).toEqual([]);
		await client.me();
		expect(client.waits).toEqual([60_000]);
	});
});
