import { createRunMemory } from '../../../../client/publishing/posts/memory';
import type { CreatePost } from '../../../../client/publishing/requests';
import { seed, type FaultSpec } from '../../../../sandbox';
import { fetchSend } from '../../../support/fetchSend';
import { callsOf, clientFor, failCreate, idsOf, post } from './lostAnswers';
import { clientOf, errorOf, type ClientTarget, wishOf } from '../../../support/publishingClient';
import { sampleIds, samplePost } from '../../../support/sampleAnswers';
import { useRecordingServer } from '../../../support/useRecordingServer';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox();
const lagging = useSandbox({ visibilityLagMs: 60_000 });
const server = useRecordingServer();

const { channels, keys, media } = seed;
const now = { mode: 'now' } as const;
const key = { idempotencyKey: 'one' };
const clientWith = (more: Partial<ClientTarget> = {}) => clientFor(sandbox(), more);
const calls = () => callsOf(sandbox());
const fail = (kind: FaultSpec['kind'], more: Partial<FaultSpec> = {}) => failCreate(sandbox(), kind, more);

describe('a create with a lost response', () => {
	test.each<[string, FaultSpec['kind'], Partial<FaultSpec>, string[]]>([
		['the connection drops before the work', 'drop', {}, ['POST 0', 'POST 201']],
		['the connection drops after the work', 'dropAfter', {}, ['POST 0', 'POST 201']],
		[
			'the first request is still running',
			'status',
			{ status: 409, body: { error: 'idempotency_in_flight', detail: 'x' } },
			['POST 409', 'POST 201'],
		],
		['too many requests', 'status', { status: 429, retryAfter: 5 }, ['POST 429', 'POST 201']],
		['a 500 after the work', 'statusAfter', {}, ['POST 500', 'GET 200', 'GET 200']],
		['a 503 after the work', 'statusAfter', { status: 503 }, ['POST 503', 'GET 200', 'GET 200']],
		['a 504 after the work', 'statusAfter', { status: 504 }, ['POST 504', 'GET 200', 'GET 200']],
		['a truncated response', 'cut', {}, ['POST 201', 'GET 200', 'GET 200']],
	])(
		'creates one post under a key: %s (P54, P71, P86, P100, P103, P104, D4)',
		async (_title, kind, fault, expected) => {
			fail(kind, fault);
			const created = await clientWith().posts.create(wishOf({ ...post, delivery: now }), key);
			expect(created).toMatchObject({ status: 'publishing', routed: 'enacted' });
			expect(idsOf(sandbox().posts())).toEqual([created.id]);
			expect(calls()).toEqual(expected);
		},
	);

	test.each([500, 502, 503, 504])(
		'is searched for a minute after a %i before the work, then sent again under its key (P54, P104)',
		async (status) => {
			fail('status', { status });
			const client = clientWith();
			const created = await client.posts.create(wishOf({ ...post, delivery: now }), key);
			expect(idsOf(sandbox().posts())).toEqual([created.id]);
			expect(calls()).toEqual([`POST ${status}`, ...Array.from({ length: 6 }, () => 'GET 200'), 'POST 201']);
			expect(client.waits.slice(0, -1).reduce((sum, wait) => sum + wait, 0)).toBe(60_000);
			const sent = sandbox().requests.filter(({ method }) => method === 'POST');
			expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one']);
		},
	);

	test('finds a post that appears only after a minute (P67, P104)', async () => {
		lagging().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'statusAfter', status: 500 });
		const created = await clientFor(lagging()).posts.create(wishOf({ ...post, delivery: now }), key);
		expect(idsOf(lagging().posts())).toEqual([created.id]);
		expect(callsOf(lagging()).filter((call) => call.startsWith('POST'))).toEqual(['POST 500']);
	});

	test('submits a post that was only saved under a separate key (P54)', async () => {
		const send = fetchSend(keys.full);
		let isBroken = true;
		const client = clientWith({
			// Saves the draft and fails before the delivery.
			send: async (request) => {
				if (!isBroken || request.method !== 'POST') return await send(request);
				isBroken = false;
				const { delivery: _, ...draft } = JSON.parse(request.body as string) as CreatePost;
				await send({ ...request, body: JSON.stringify(draft) });
				return { status: 502, headers: {}, body: '' };
			},
		});
		const created = await client.posts.create(wishOf({ ...post, delivery: now }), key);
		expect(created).toMatchObject({ status: 'publishing', routed: 'enacted' });
		expect(idsOf(sandbox().posts())).toEqual([created.id]);
		expect(sandbox().requests.at(-1)).toMatchObject({
			path: `/api/v1/posts/${created.id}/submit`,
			headers: { 'idempotency-key': 'one-submit' },
		});
	});

	test("doesn't deliver a draft again that the first request delivers meanwhile (P54)", async () => {
		server().answerWith(
			{ status: 500, body: { error: 'internal', detail: 'x', post_id: sampleIds.post } },
			{ body: samplePost() },
			{ status: 409, body: { error: 'conflict', detail: 'Not a draft' } },
			{ body: samplePost({ status: 'publishing' }) },
		);
		const { posts } = clientOf({ baseUrl: server().url });
		expect(await posts.create(wishOf({ ...post, delivery: now }), key)).toMatchObject({
			status: 'publishing',
		});
	});

	test.each<[string, FaultSpec['kind'], number]>([
		['before the work', 'drop', 0],
		['after the work', 'dropAfter', 1],
	])('is searched for and never sent again without a key: %s (D4)', async (_title, kind, stored) => {
		fail(kind);
		const created = clientWith().posts.create(wishOf(post));
		if (stored === 0) expect(await errorOf(created)).toMatchObject({ name: 'NetworkError' });
		else expect(await created).toMatchObject({ caption: 'Hi' });
		expect(sandbox().posts()).toHaveLength(stored);
		expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST 0']);
	});

	const own = (caption: string) => ({ perAccount: { [channels.facebook.id]: { caption } } });
	test.each<[string, Partial<CreatePost>, Partial<CreatePost>, string]>([
		['another caption', {}, { caption: 'Ho' }, keys.full],
		['other channels', {}, { accounts: [channels.linkedin.id] }, keys.full],
		['other media', {}, { mediaAssetIds: [media.image] }, keys.full],
		['another title', { title: 'A' }, { title: 'B' }, keys.full],
		['another link', { linkUrl: 'https://a.example' }, { linkUrl: 'https://b.example' }, keys.full],
		['another override', own('A'), own('B'), keys.full],
		['another key', {}, {}, keys.noAnalytics],
	])("isn't mistaken for a post with %s (P54, N45)", async (_title, wanted, other, otherKey) => {
		await clientWith({ key: otherKey }).posts.create(wishOf({ ...post, ...other }));
		fail('status');
		await clientWith().posts.create(wishOf({ ...post, ...wanted }), key);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test("isn't mistaken for an earlier post (P54)", async () => {
		await clientWith().posts.create(wishOf(post));
		sandbox().clock.advance(31_000);
		fail('status');
		await clientWith().posts.create(wishOf(post), key);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test("isn't mistaken for a post of another item of this run (P54)", async () => {
		const { posts } = clientWith();
		const first = await posts.create(wishOf(post), { idempotencyKey: 'first' });
		fail('status');
		const second = await posts.create(wishOf(post), { idempotencyKey: 'second' });
		expect(idsOf(sandbox().posts()).sort()).toEqual([first.id, second.id].sort());
	});

	test("reports that two equal posts of a run can't be distinguished (P54)", async () => {
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'statusAfter', status: 500 });
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'status', status: 500 });
		const { posts } = clientWith();
		const both = ['first', 'second'].map(
			async (idempotencyKey) => await errorOf(posts.create(wishOf(post), { idempotencyKey })),
		);
		for (const error of await Promise.all(both)) {
			expect(error).toMatchObject({ name: 'SamePostsError', postIds: [sandbox().posts()[0]?.id] });
		}
		expect(sandbox().posts()).toHaveLength(1);
		// Each item has its own key, which the watcher can't know.
		expect(sandbox().takeFindings()).toMatchObject([{ rule: 'another-key' }]);
	});

	test("isn't sent again if the post can't be read, and the next try searches first (P54, P98)", async () => {
		const memory = createRunMemory();
		sandbox().faults.add({ path: /./, kind: 'statusAfter', status: 500, times: 6 });
		const failed = errorOf(clientWith({ memory }).posts.create(wishOf({ ...post, delivery: now }), key));
		expect(await failed).toMatchObject({ statusCode: 500 });
		sandbox().faults.clear();
		sandbox().requests.length = 0;
		const created = await clientWith({ memory }).posts.create(wishOf({ ...post, delivery: now }), key);
		expect(idsOf(sandbox().posts())).toEqual([created.id]);
		expect(calls()).toEqual(['GET 200', 'GET 200']);
	});
});

describe('a refused create without post_id', () => {
	const silent = useSandbox({ variants: { createErrors: 'without post_id' }, dailyCaps: { bluesky: 1 } });
	const bluesky: CreatePost = { accounts: [channels.bluesky.id], caption: 'Hi', delivery: now };
	/** A draft of another execution with the same key, texts and channels. */
	const draftOfOther = async (caption = 'Hi') =>
		await clientFor(silent()).posts.create(wishOf({ ...bluesky, caption, delivery: undefined }));

	test('saved nothing, so the error shows no similar draft (P55, N43)', async () => {
		const caption = 'x'.repeat(301);
		await draftOfOther(caption);
		silent().requests.length = 0;
		const error = await errorOf(clientFor(silent()).posts.create(wishOf({ ...bluesky, caption }), key));
		expect(error).toMatchObject({ statusCode: 422, postId: undefined });
		expect(callsOf(silent())).toEqual(['POST 422']);
		expect(silent().posts()).toHaveLength(1);
	});

	test('for a daily limit is followed by a create for another time, not by a similar draft (P110, N43)', async () => {
		const { posts } = clientFor(silent());
		await posts.create(wishOf({ ...bluesky, caption: 'First' }));
		const other = await draftOfOther();
		const moved = await posts.create(wishOf(bluesky), { ...key, fitsDailyLimit: true });
		expect(moved).toMatchObject({ status: 'scheduled' });
		expect(moved.id).not.toBe(other.id);
		expect(silent().post(other.id)).toMatchObject({ status: 'draft' });
		expect(silent().posts()).toHaveLength(3);
		expect(silent().requests.at(-1)).toMatchObject({
			path: '/api/v1/posts/',
			headers: { 'idempotency-key': 'one-move-1' },
		});
	});
});
