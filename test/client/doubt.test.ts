import { seed, type FaultSpec } from '../../sandbox';
import { clientOf, errorOf, type ClientUnderTest } from '../support/publishingClient';
import { sampleIds, samplePost } from '../support/sampleAnswers';
import { useRecordingServer } from '../support/useRecordingServer';
import { useSandbox } from '../support/useSandbox';

const sandbox = useSandbox();
const server = useRecordingServer();
const { channels, keys } = seed;
const clientWith = () => clientOf({ baseUrl: sandbox().url, key: keys.full });
const post = { accounts: [channels.facebook.id], caption: 'Hi' };
const now = { mode: 'now' } as const;
const key = { idempotencyKey: 'one' };
type Posts = ClientUnderTest['posts'];
const statuses = () => sandbox().requests.map(({ method, status }) => `${method} ${status}`);

describe('an answer that is lost, under a key', () => {
	test.each<[string, FaultSpec['kind'], Partial<FaultSpec>, string[]]>([
		['P104 the connection drops before the work', 'drop', {}, ['POST 0', 'POST 201']],
		['P71 the connection drops after the work', 'dropAfter', {}, ['POST 0', 'POST 201']],
		['P104 the service is away', 'status', { status: 503 }, ['POST 503', 'POST 201']],
		['P71 the service fails after the work', 'statusAfter', { status: 503 }, ['POST 503', 'POST 201']],
		[
			'P100 the first request still runs',
			'status',
			{ status: 409, body: { error: 'idempotency_in_flight', detail: 'x' } },
			['POST 409', 'POST 201'],
		],
		['P103 too many requests', 'status', { status: 429, retryAfter: 5 }, ['POST 429', 'POST 201']],
	])('P86 D4 %s: the post exists once', async (_title, kind, fault, expected) => {
		sandbox().faults.add({ path: '/api/v1/posts/', kind, ...fault });
		const created = await clientWith().posts.create({ ...post, delivery: now }, { idempotencyKey: 'one' });
		expect(created).toMatchObject({ status: 'publishing', routed: 'enacted' });
		expect(
			sandbox()
				.posts()
				.map(({ id }) => id),
		).toEqual([created.id]);
		expect(statuses()).toEqual(expected);
		// Until a create looks at the posts after a 5xx before it is sent again, the watcher is right to complain.
		sandbox().takeFindings();
	});

	test.each<[string, typeof now | undefined, (posts: Posts, id: string) => Promise<unknown>, object]>([
		[
			'duplicate',
			undefined,
			async (posts, id) => await posts.duplicate(id, key),
			{ status: 'draft', routed: 'draft' },
		],
		[
			'submit',
			undefined,
			async (posts, id) => await posts.submit(id, now, key),
			{ status: 'publishing', routed: 'enacted' },
		],
		[
			'schedule',
			undefined,
			async (posts, id) => await posts.schedule(id, { mode: 'queue' }, key),
			{ status: 'queued' },
		],
		[
			'publish',
			undefined,
			async (posts, id) => await posts.publish(id, key),
			{ status: 'publishing', routed: 'enacted' },
		],
		[
			'cancel',
			{ mode: 'queue' } as never,
			async (posts, id) => await posts.cancel(id, key),
			{ status: 'draft' },
		],
	])('P80 P86 D4 %s is done once when its answer is lost', async (name, delivery, run, expected) => {
		const { posts } = clientWith();
		const { id } = await posts.create({ ...post, delivery });
		sandbox().faults.add({ path: `/${name}`, kind: 'dropAfter' });
		expect(await run(posts, id)).toMatchObject(expected);
		expect(sandbox().posts()).toHaveLength(name === 'duplicate' ? 2 : 1);
	});
});

describe('an answer that is lost, without a key', () => {
	test.each<[string, FaultSpec['kind'], number]>([
		['before the work', 'drop', 0],
		['after the work', 'dropAfter', 1],
	])('D4 a create is not repeated: %s', async (_title, kind, posts) => {
		sandbox().faults.add({ path: '/api/v1/posts/', kind });
		expect(await errorOf(clientWith().posts.create(post))).toMatchObject({ name: 'NetworkError' });
		expect(sandbox().posts()).toHaveLength(posts);
		expect(statuses()).toEqual(['POST 0']);
	});

	test.each(['drop', 'dropAfter'] as const)('P86 D4 an update is not repeated (%s)', async (kind) => {
		const client = clientWith();
		const { id } = await client.posts.create(post);
		sandbox().requests.length = 0;
		sandbox().faults.add({ path: id, kind });
		await errorOf(client.posts.update(id, { caption: 'New' }));
		expect(statuses()).toEqual(['PATCH 0']);
		expect(client.waits).toEqual([]);
	});

	test('P77 D4 a delete is looked after: what is gone is deleted', async () => {
		const client = clientWith();
		const { id } = await client.posts.create(post);
		sandbox().requests.length = 0;
		sandbox().faults.add({ path: id, kind: 'dropAfter' });
		await client.posts.delete(id);
		expect(statuses()).toEqual(['DELETE 0', 'GET 404']);
	});

	test('P77 D4 a page in place of an answer does not say that a post is deleted', async () => {
		const client = clientWith();
		const { id } = await client.posts.create(post);
		sandbox().faults.add({ path: id, method: 'DELETE', kind: 'body', body: '<h1>Log in</h1>' });
		expect(await errorOf(client.posts.delete(id))).toMatchObject({ name: 'UnreadableWriteError' });
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('P77 D4 a delete that was not done is not repeated', async () => {
		const client = clientWith();
		const { id } = await client.posts.create(post);
		sandbox().requests.length = 0;
		sandbox().faults.add({ path: id, kind: 'drop' });
		expect(await errorOf(client.posts.delete(id))).toMatchObject({ name: 'NetworkError' });
		expect(statuses()).toEqual(['DELETE 0', 'GET 200']);
		expect(sandbox().posts()).toHaveLength(1);
	});
});

describe('a create that fails with 5xx may have gone ahead', () => {
	const failure = { status: 500, body: { error: 'internal', detail: 'Oops', post_id: sampleIds.post } };
	const create = async (delivery?: typeof now) => {
		const { posts } = clientOf({ baseUrl: server().url });
		return await posts.create({ ...post, delivery }, { idempotencyKey: 'k' });
	};
	const sent = () => server().requests.map(({ method, target }) => `${method} ${target}`);
	const looked = ['POST /api/v1/posts/', `GET /api/v1/posts/${sampleIds.post}`];

	test.each([
		['on its way', 'scheduled', 'enacted'],
		['in Review', 'pending_approval', 'pending_approval'],
		['out', 'published', 'enacted'],
	])('P54 the post is read, and when it is %s the create went well', async (_title, status, routed) => {
		server().answerWith(failure, { body: samplePost({ status }) });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status, routed });
		expect(sent()).toEqual(looked);
	});

	test('P54 P45 a draft is all that was asked for', async () => {
		server().answerWith(failure, { body: samplePost() });
		expect(await create()).toMatchObject({ id: sampleIds.post, status: 'draft', routed: 'draft' });
	});

	test.each<[string, object]>([
		['not to be read either', { status: 404 }],
		['not to be read, the service is down', { status: 500 }],
	])('P54 P98 when it is %s, the first error holds and names the post', async (_title, answer) => {
		server().answerWith(failure, answer);
		expect(await errorOf(create(now))).toMatchObject({
			statusCode: 500,
			detail: 'Oops',
			postId: sampleIds.post,
		});
		expect([...new Set(sent())]).toEqual(looked);
	});

	test('P54 a draft that is to go out is submitted under a key of its own', async () => {
		server().answerWith(failure, { body: samplePost() }, { body: samplePost({ status: 'scheduled' }) });
		expect(await create(now)).toMatchObject({ id: sampleIds.post, status: 'scheduled' });
		expect(sent()).toEqual([...looked, `POST /api/v1/posts/${sampleIds.post}/submit`]);
		const keys = server().requests.map(({ headers }) => headers['idempotency-key']);
		expect(keys).toEqual(['k', undefined, 'k-submit']);
	});

	test('P54 P98 when the submit fails too, the error names the post', async () => {
		server().answerWith(
			failure,
			{ body: samplePost() },
			{ status: 422, body: { error: 'invalid', detail: 'No' } },
		);
		expect(await errorOf(create(now))).toMatchObject({ statusCode: 422, postId: sampleIds.post });
	});

	test('P53 after a 4xx nothing is read: the draft is there', async () => {
		server().answerWith({ ...failure, status: 422 });
		expect(await errorOf(create(now))).toMatchObject({ statusCode: 422, postId: sampleIds.post });
		expect(sent()).toEqual(looked.slice(0, 1));
	});

	test('P54 without the id of a post there is nothing to read', async () => {
		server().answerWith({ status: 500, body: { error: 'internal', detail: 'Oops' } });
		expect(await errorOf(create(now))).toMatchObject({ statusCode: 500, postId: undefined });
		expect(sent()).toEqual(looked.slice(0, 1));
	});
});
