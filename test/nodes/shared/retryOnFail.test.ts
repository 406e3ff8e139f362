import type { IDataObject } from 'n8n-workflow';
import { seed, type FaultSpec } from '../../../sandbox';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;
const node = () => nodeFor({ url: sandbox().url, key: keys.full, waits: [] });
const create: IDataObject = {
	channels: [channels.facebook.id],
	caption: '={{ $json.text ?? "Hi" }}',
	delivery: 'now',
};
const execution = { executionId: 'the same', runIndex: 0 };
const fault = (kind: FaultSpec['kind'], more: Partial<FaultSpec> = {}) =>
	sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind, ...more });
const keysSent = () =>
	sandbox()
		.requests.filter(({ method }) => method === 'POST')
		.map(({ headers }) => headers['idempotency-key']);

describe('Retry On Fail: the same execution runs the node again', () => {
	test.each<[string, FaultSpec['kind'], Partial<FaultSpec>, number]>([
		['the work was done, then the service failed (P71)', 'statusAfter', { status: 500 }, 2],
		['the work was done, then the gateway failed (P54)', 'statusAfter', { status: 504 }, 2],
		['the service failed before any work (P54)', 'status', { status: 500 }, 3],
	])('%s: the node settles it itself, one post (D4, P86)', async (_title, kind, more, sent) => {
		fault(kind, more);
		const [created] = await node().json('post:create', create, execution);
		await node().json('post:create', create, execution);
		expect(
			sandbox()
				.posts()
				.map(({ id }) => id),
		).toEqual([created?.id]);
		expect(created).toMatchObject({ status: 'publishing', routed: 'enacted' });
		expect(new Set(keysSent()).size).toBe(1);
		expect(keysSent()).toHaveLength(sent);
	});

	test('the key was refused for a moment: one post (D4, P86, P91)', async () => {
		fault('status', { status: 401 });
		await node().error('post:create', create, execution);
		await node().json('post:create', create, execution);
		expect(sandbox().posts()).toHaveLength(1);
		expect(new Set(keysSent()).size).toBe(1);
	});

	test.each<FaultSpec['kind']>(['drop', 'dropAfter'])(
		'the connection is lost (%s): the node repeats it itself, one post (D4, P86)',
		async (kind) => {
			fault(kind);
			const [created] = await node().json('post:create', create, execution);
			await node().json('post:create', create, execution);
			expect(
				sandbox()
					.posts()
					.map(({ id }) => id),
			).toEqual([created?.id]);
			expect(new Set(keysSent()).size).toBe(1);
		},
	);

	test('too many requests: the node waits as told, one post (D5, P103)', async () => {
		fault('status', { status: 429, retryAfter: 0, times: 2 });
		await node().json('post:create', create, execution);
		expect(sandbox().posts()).toHaveLength(1);
		expect(sandbox().requests.map(({ status }) => status)).toEqual([429, 429, 201]);
	});

	test('only the item that failed is made, the others are found again (D4, P71)', async () => {
		const items = itemsOf({ text: 'One' }, { text: 'Two' }, { text: 'Three' });
		await node().json('post:create', create, { ...execution, items: items.slice(0, 2) });
		const all = await node().json('post:create', create, { ...execution, items });
		expect(all.map(({ caption }) => caption)).toEqual(['One', 'Two', 'Three']);
		expect(sandbox().posts()).toHaveLength(3);
	});

	test.each<[string, IDataObject]>([
		['duplicate', {}],
		['submit', { delivery: 'queue' }],
		['schedule', { delivery: 'queue' }],
		['publish', {}],
	])('%s is done once (D4, P80, P86)', async (operation, parameters) => {
		const [post] = await node().json('post:create', { ...create, delivery: 'draft' });
		const values = { postId: byId(String(post?.id)), ...parameters };
		const first = await node().json(`post:${operation}`, values, execution);
		const second = await node().json(`post:${operation}`, values, execution);
		expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
		expect(sandbox().posts()).toHaveLength(operation === 'duplicate' ? 2 : 1);
	});
});

describe('a write whose outcome nobody knows is looked at before Retry On Fail repeats it', () => {
	const start = async (operation: string, parameters: IDataObject = {}) => {
		const [post] = await node().json('post:create', { ...create, delivery: 'draft' });
		const items = itemsOf({});
		const values = { postId: byId(String(post?.id)), ...parameters };
		const run = { ...execution, items, runData: createRunData(items) };
		sandbox().requests.length = 0;
		// The write, and every try to read what became of it.
		sandbox().faults.add({ path: /./, kind: 'statusAfter', status: 500, times: 6 });
		await node().error(`post:${operation}`, values, run);
		return async () => await node().run(`post:${operation}`, values, run);
	};
	const sent = () => {
		const requests = sandbox().requests.map(({ method, status }) => `${method} ${status}`);
		return requests.filter((request) => request !== 'GET 500');
	};

	test.each<[string, IDataObject, object]>([
		['submit', { delivery: 'queue' }, { status: 'queued', routed: 'enacted' }],
		['schedule', { delivery: 'queue' }, { status: 'queued' }],
		['publish', {}, { status: 'publishing' }],
	])('%s (D4, P54, P80)', async (operation, parameters, expected) => {
		const again = await start(operation, parameters);
		expect((await again())[0]?.json).toMatchObject(expected);
		expect(sent()).toEqual(['POST 500', 'GET 200']);
	});

	test('delete (D4, P77)', async () => {
		const again = await start('delete');
		expect((await again())[0]?.json).toEqual({ deleted: true });
		expect(sent()).toEqual(['DELETE 500', 'GET 404']);
	});

	test('duplicate: the copy is found (D4, P78, N23)', async () => {
		const again = await start('duplicate');
		const [copy] = await again();
		expect(
			sandbox()
				.posts()
				.map(({ id }) => id),
		).toContain(copy?.json.id);
		expect(sandbox().posts()).toHaveLength(2);
		expect(sent().filter((request) => request.startsWith('POST'))).toEqual(['POST 500']);
	});

	test('create: the post is found (D4, P54)', async () => {
		const items = itemsOf({});
		const run = { ...execution, items, runData: createRunData(items) };
		sandbox().faults.add({ path: /./, kind: 'statusAfter', status: 500, times: 6 });
		await node().error('post:create', create, run);
		const [created] = await node().json('post:create', create, run);
		expect(created).toMatchObject({ status: 'publishing' });
		expect(sandbox().posts()).toHaveLength(1);
		expect(keysSent()).toHaveLength(1);
	});
});

describe('the idempotency key', () => {
	const draft = { ...create, delivery: 'draft' };

	test.each<[string, object, object]>([
		['another execution', { executionId: '1' }, { executionId: '2' }],
		['another round of a loop', { ...execution, runIndex: 0 }, { ...execution, runIndex: 1 }],
		['another node', { ...execution, nodeId: 'a' }, { ...execution, nodeId: 'b' }],
	])('differs for %s (D4, P71)', async (_title, first, second) => {
		await node().json('post:create', draft, first);
		await node().json('post:create', draft, second);
		expect(new Set(keysSent()).size).toBe(2);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('differs for each item (D4, P71)', async () => {
		await node().json('post:create', draft, { items: itemsOf({}, {}, {}) });
		expect(new Set(keysSent()).size).toBe(3);
	});

	test('has a fixed length below the limit and tells nothing (P68, P107)', async () => {
		await node().json('post:create', draft, { executionId: 'x'.repeat(500), nodeId: 'a secret name' });
		expect(keysSent()[0]).toMatch(/^n8n-[0-9a-f]{64}$/);
	});

	test('is the one of the user where there is one (D4, P68)', async () => {
		const options = { idempotencyKey: '={{ "order-" + $json.order }}' };
		const items = itemsOf({ order: 7 }, { order: 8 });
		await node().json('post:create', { ...draft, options }, { items });
		await node().json('post:create', { ...draft, options }, { items });
		expect(keysSent()).toEqual(['order-7', 'order-8', 'order-7', 'order-8']);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('of the user for two different posts is refused, with what to do (D4, P102, P107)', async () => {
		const options = { idempotencyKey: 'the same' };
		const items = itemsOf({ text: 'One' }, { text: 'Two' });
		const error = await node().error('post:create', { ...draft, options }, { items });
		expect(error.message).toBe('This idempotency key was used for another request');
		expect(error.description).toContain("leave 'Idempotency Key' empty");
		expect(error.context.itemIndex).toBe(1);
	});

	test.each(['update', 'delete', 'withdraw', 'get'])('is not sent with %s (P86)', async (operation) => {
		const [post] = await node().json('post:create', draft);
		const parameters = { postId: byId(String(post?.id)), updateFields: { caption: 'New' } };
		await node().run(`post:${operation}`, parameters, { continueOnFail: true });
		expect(sandbox().requests.at(-1)?.headers).not.toHaveProperty('idempotency-key');
		expect(sandbox().requests.at(-1)?.body ?? {}).not.toHaveProperty('idempotencyKey');
	});
});
