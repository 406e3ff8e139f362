import { seed } from '../../../sandbox';
import { clientOf, errorOf } from '../../support/publishingClient';
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
		await times(121, async () => await client.posts.create(post));
		expect(client.waits).toEqual([60_000]);
		expect(sandbox().posts()).toHaveLength(121);
	});

	test('are reported with their tier and wait (P98, P103, P106)', async () => {
		const { posts } = impatient();
		await times(120, async () => await posts.create(post));
		expect(await errorOf(posts.create(post))).toMatchObject({
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
		await client.posts.create(post);
		expect(client.waits).toEqual([]);
		await client.me();
		expect(client.waits).toEqual([60_000]);
	});
});

describe('idempotency', () => {
	const key = { idempotencyKey: 'one' };

	test('returns the same post in its current state for the same key and body (P71, P86, P107)', async () => {
		const { posts } = clientWith();
		const first = await posts.create(post, key);
		await posts.update(first.id, { caption: 'Changed' });
		expect(await posts.create(post, key)).toMatchObject({
			id: first.id,
			caption: 'Changed',
			routed: 'draft',
		});
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('rejects the same key with another body without a retry (P100, P102, P107)', async () => {
		const client = clientWith();
		await client.posts.create(post, key);
		expect(await errorOf(client.posts.create({ ...post, caption: 'Other' }, key))).toMatchObject({
			name: 'IdempotencyMismatchError',
			statusCode: 422,
		});
		expect(client.waits).toEqual([]);
	});

	test('frees the key after 24 hours (P107)', async () => {
		const { posts } = clientWith();
		const { id } = await posts.create(post, key);
		sandbox().clock.advance(86_400_000);
		expect((await posts.create(post, key)).id).not.toBe(id);
	});

	test('continues with the saved draft of a failed create (P71)', async () => {
		const { posts } = clientWith();
		const broken = { ...post, accounts: [channels.linkedinBroken.id], delivery: { mode: 'now' } as const };
		const { postId } = (await errorOf(posts.create(broken, key))) as { postId?: string };
		sandbox().channels.reconnect(channels.linkedinBroken.id);
		expect(await posts.create(broken, key)).toMatchObject({ id: postId, routed: 'enacted' });
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('ignores an empty key (P68)', async () => {
		const { posts } = clientWith();
		await posts.create(post, { idempotencyKey: '' });
		await posts.create(post, { idempotencyKey: '' });
		expect(sandbox().posts()).toHaveLength(2);
	});
});
