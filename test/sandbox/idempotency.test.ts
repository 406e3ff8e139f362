import { seed } from '../../sandbox';
import {
	inHours,
	openPublishingApi,
	type CallOptions,
	type Reply,
	type PublishingApi,
} from './publishingApi';

const { channels, keys } = seed;
const draft = { accounts: [channels.facebook.id], caption: 'Hello' };
const tooLong = { accounts: [channels.bluesky.id], caption: 'x'.repeat(301), delivery: { mode: 'now' } };

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const create = (body: object, asked: CallOptions = {}): Promise<Reply> =>
	api.send('POST', '/posts/', { body, ...asked });
const mismatch = { status: 422, body: { error: 'idempotency_mismatch' } };

describe('a repeat with the same key and body (P71, P86)', () => {
	test('of create returns the current post', async () => {
		const first = await create(draft, { once: 'k' });
		await api.send('PATCH', `/posts/${first.body.post?.id}`, { body: { title: 'later' } });
		const again = await create({ caption: 'Hello', accounts: draft.accounts }, { once: 'k' });
		expect(again).toMatchObject({ status: 201, body: { routed: 'draft', post: { title: 'later' } } });
		expect(api.sandbox.posts()).toHaveLength(1);
	});

	test.each(['submit', 'schedule', 'publish', 'cancel', 'duplicate'])(
		'of %s has the first answer',
		async (action) => {
			const delivery = { mode: 'at', at: inHours(api.sandbox, 1) };
			const { id } = await api.create(action === 'cancel' ? { delivery } : {});
			const body = { submit: { delivery }, schedule: { mode: 'queue' } }[action] ?? {};
			const send = () => api.send('POST', `/posts/${id}/${action}`, { body, once: 'k' });
			const first = await send();
			const again = await send();
			expect(first.status).toBe(action === 'duplicate' ? 201 : 200);
			expect(again).toMatchObject({ status: first.status, body: first.body });
			expect(api.sandbox.posts()).toHaveLength(action === 'duplicate' ? 2 : 1);
		},
	);

	test('of create returns 404 once the post is deleted', async () => {
		const { body } = await create(draft, { once: 'k' });
		await api.send('DELETE', `/posts/${body.post?.id}`);
		expect((await create(draft, { once: 'k' })).status).toBe(404);
	});
});

describe('the key that counts (P68, P69, P107)', () => {
	test.each<[string, CallOptions, object, CallOptions, object, number]>([
		[
			'shares one post if the key is in the body or in the header',
			{},
			{ idempotencyKey: 'k' },
			{ once: 'k' },
			{},
			1,
		],
		[
			'is the one in the header if the body has another',
			{ once: 'k' },
			{ idempotencyKey: 'a' },
			{ once: 'k' },
			{ idempotencyKey: 'b' },
			1,
		],
		['is missing if the header is empty', { once: '' }, {}, { once: '' }, {}, 2],
		[
			'is the one in the body if the header is empty',
			{ once: '' },
			{ idempotencyKey: 'k' },
			{},
			{ idempotencyKey: 'k' },
			1,
		],
		['makes two posts of two keys', { once: 'k' }, {}, { once: 'l' }, {}, 2],
		['makes two posts of two credentials', { once: 'k' }, {}, { once: 'k', key: keys.limited }, {}, 2],
		['can have 128 characters', { once: 'k'.repeat(128) }, {}, { once: 'k'.repeat(128) }, {}, 1],
	])('%s', async (_name, firstAsk, firstBody, secondAsk, secondBody, posts) => {
		expect((await create({ ...draft, ...firstBody }, firstAsk)).status).toBe(201);
		expect((await create({ ...draft, ...secondBody }, secondAsk)).status).toBe(201);
		expect(api.sandbox.posts()).toHaveLength(posts);
	});

	test('is refused with 422 if it has 129 characters', async () => {
		const { status, body } = await create(draft, { once: 'k'.repeat(129) });
		expect({ status, detail: body.detail }).toEqual({
			status: 422,
			detail: 'Idempotency-Key: at most 128 characters',
		});
	});

	test('is kept for 24 hours (P107)', async () => {
		await create(draft, { once: 'k' });
		api.sandbox.clock.advance(86_399_999);
		await create(draft, { once: 'k' });
		expect(api.sandbox.posts()).toHaveLength(1);
		api.sandbox.clock.advance(1);
		await create({ ...draft, caption: 'Another' }, { once: 'k' });
		expect(api.sandbox.posts()).toHaveLength(2);
	});
});

describe('the same key with a different request is refused with 422 (P102)', () => {
	test('another body', async () => {
		await create(draft, { once: 'k' });
		expect(await create({ ...draft, title: 'x' }, { once: 'k' })).toMatchObject(mismatch);
	});

	test('another route, and another post', async () => {
		const [one, other] = [await api.create(), await api.create()];
		await api.send('POST', `/posts/${one.id}/duplicate`, { body: {}, once: 'k' });
		for (const path of [`/posts/${one.id}/publish`, `/posts/${other.id}/duplicate`]) {
			expect(await api.send('POST', path, { body: {}, once: 'k' })).toMatchObject(mismatch);
		}
	});
});

test('ignores the key for edit, delete and withdraw (P86, N39)', async () => {
	const { id } = await api.create({ delivery: { mode: 'queue' } }, keys.drafts);
	const once = 'k'.repeat(200);
	const withdraw = () => api.send('POST', `/posts/${id}/withdraw`, { body: { idempotencyKey: 'k' }, once });
	expect((await withdraw()).status).toBe(200);
	expect((await withdraw()).status).toBe(409);
	expect((await api.send('PATCH', `/posts/${id}`, { body: { caption: 'a' }, once })).status).toBe(200);
	expect((await api.send('PATCH', `/posts/${id}`, { body: { caption: 'b' }, once })).status).toBe(200);
	expect((await api.send('DELETE', `/posts/${id}`, { once })).status).toBe(204);
	expect((await api.send('DELETE', `/posts/${id}`, { once })).status).toBe(404);
});

describe('while the first request runs (P100)', () => {
	test('answers the same request with 409 and another with 422, and replays it afterwards', async () => {
		api.sandbox.faults.add({ path: '/posts/', kind: 'stall', ms: 400 });
		const first = create(draft, { once: 'k' });
		while (api.sandbox.requests.length === 0) await new Promise(setImmediate);
		expect(await create(draft, { once: 'k' })).toMatchObject({
			status: 409,
			body: { error: 'idempotency_in_flight' },
		});
		expect(await create({ ...draft, title: 'x' }, { once: 'k' })).toMatchObject(mismatch);
		expect((await first).status).toBe(201);
		expect((await create(draft, { once: 'k' })).status).toBe(201);
		expect(api.sandbox.posts()).toHaveLength(1);
	});

	test('does nothing and releases the key if a client abandons a stalled request', async () => {
		api.sandbox.faults.add({ path: '/posts/', kind: 'stall' });
		await expect(
			fetch(`${api.sandbox.url}/api/v1/posts/`, {
				method: 'POST',
				headers: {
					'User-Agent': 'sandbox-tests/1.0',
					Authorization: `Bearer ${keys.full}`,
					'Content-Type': 'application/json',
					'Idempotency-Key': 'k',
				},
				body: JSON.stringify(draft),
				signal: AbortSignal.timeout(200),
			}),
		).rejects.toThrow();
		expect(api.sandbox.posts()).toEqual([]);
		let reply = await create(draft, { once: 'k' });
		while (reply.status === 409) reply = await create(draft, { once: 'k' });
		expect(reply.status).toBe(201);
	});
});

describe('a failed first attempt (P53, P71)', () => {
	test('releases its key for any request if it saved nothing', async () => {
		await create({ ...draft, mediaAssetIds: [channels.facebook.id] }, { once: 'k' });
		expect((await create(draft, { once: 'k' })).status).toBe(201);
	});

	test('releases its key for other writes, too', async () => {
		const { id } = await api.create(tooLong.accounts ? { ...tooLong, delivery: undefined } : {});
		const publish = () => api.send('POST', `/posts/${id}/publish`, { body: {}, once: 'k' });
		expect((await publish()).status).toBe(422);
		await api.send('PATCH', `/posts/${id}`, { body: { caption: 'Short' } });
		expect((await publish()).status).toBe(200);
	});

	test('keeps a saved draft, continues with it on retry and refuses a changed body', async () => {
		const first = await create(tooLong, { once: 'k' });
		const again = await create(tooLong, { once: 'k' });
		expect(again).toMatchObject({ status: 422, body: { post_id: first.body.post_id } });
		expect(await create({ ...tooLong, caption: 'Short' }, { once: 'k' })).toMatchObject(mismatch);
		await api.send('PATCH', `/posts/${first.body.post_id}`, { body: { caption: 'Short' } });
		expect(await create(tooLong, { once: 'k' })).toMatchObject({
			status: 201,
			body: { routed: 'enacted', post: { id: first.body.post_id, caption: 'Short' } },
		});
		expect(api.sandbox.posts()).toHaveLength(1);
	});

	test("isn't repeated if the work was done before a 5xx (P54)", async () => {
		const body = { ...draft, delivery: { mode: 'queue' } };
		api.sandbox.faults.add({ path: '/posts/', kind: 'statusAfter', status: 500 });
		expect((await create(body, { once: 'k' })).body.error).toBe('internal');
		const [post] = api.sandbox.posts();
		await api.send('POST', `/posts/${post?.id}/cancel`, { body: {} });
		expect(await create(body, { once: 'k' })).toMatchObject({
			status: 201,
			body: { routed: 'enacted', post: { id: post?.id, status: 'draft' } },
		});
		expect(api.sandbox.posts()).toHaveLength(1);
	});

	test('creates a post with every attempt if there is no key', async () => {
		api.sandbox.faults.add({ path: '/posts/', kind: 'statusAfter' });
		await create(draft);
		await create(draft);
		expect(api.sandbox.posts()).toHaveLength(2);
	});
});
