import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { userIdempotencyKey } from '../../../nodes/shared/idempotency';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { profile } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const { channels } = seed;

const node = () => nodeFor(sandbox());

const create: IDataObject = {
	channels: [channels.facebook.id],
	caption: '={{ $json.text ?? "Hi" }}',
	delivery: 'draft',
};

const keysSent = () =>
	sandbox()
		.requests.filter(({ method }) => method === 'POST')
		.map(({ headers }) => headers['idempotency-key']);

const captions = () =>
	sandbox()
		.posts()
		.map(({ caption }) => caption)
		.sort();

const hashed = (text: string) => `n8n-text-${createHash('sha256').update(text).digest('hex')}`;

describe('the idempotency key', () => {
	const execution = { executionId: 'the same', runIndex: 0 };

	test.each<[string, object, object]>([
		['another execution', { executionId: '1' }, { executionId: '2' }],
		['another loop iteration', { ...execution, runIndex: 0 }, { ...execution, runIndex: 1 }],
		['another node', { ...execution, nodeId: 'a' }, { ...execution, nodeId: 'b' }],
	])('differs for %s (D4, P71)', async (_title, first, second) => {
		await node().json('post:create', create, first);
		await node().json('post:create', create, second);
		expect(new Set(keysSent()).size).toBe(2);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('differs for each item (D4, P71)', async () => {
		await node().json('post:create', create, { items: itemsOf({}, {}, {}) });
		expect(new Set(keysSent()).size).toBe(3);
	});

	test('differs for each operation on an item (D4, P71)', async () => {
		const [post] = await node().json('post:create', create, execution);
		const parameters = { postId: byId(String(post?.id)), delivery: 'queue' };
		for (const operation of ['submit', 'cancel', 'publish'])
			await node().json(`post:${operation}`, parameters, execution);
		expect(new Set(keysSent()).size).toBe(4);
	});

	test('has a fixed length below the limit and reveals nothing (P68, P107)', async () => {
		await node().json('post:create', create, { executionId: 'x'.repeat(500), nodeId: 'a secret name' });
		expect(keysSent()[0]).toMatch(/^n8n-[0-9a-f]{64}$/);
	});

	test('is the custom key if there is one (D4, P68)', async () => {
		const options = { ifRunAgain: { settings: { send: 'ownKey', ownKey: '={{ "order-" + $json.order }}' } } };
		const items = itemsOf({ order: 7 }, { order: 8 });
		await node().json('post:create', { ...create, options }, { items });
		await node().json('post:create', { ...create, options }, { items });
		expect(keysSent()).toEqual(['order-7', 'order-8', 'order-7', 'order-8']);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test.each(['', ' ', undefined])('must not be missing if the user chose an own one: %j', async (ownKey) => {
		const options = { ifRunAgain: { settings: { send: 'ownKey', ownKey } } };
		const error = await node().error('post:create', { ...create, options });
		expect([error.message, error.description]).toEqual([
			"'Own Key' is empty",
			"Enter a key, or choose something else in 'If This Runs Again'.",
		]);
		expect(keysSent()).toEqual([]);
	});

	test('differs for other content under the same custom key if the user wants that', async () => {
		const options = { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'order', alsoByContent: true } } };
		const items = itemsOf({ text: 'One' }, { text: 'Two' }, { text: 'One' });
		await node().json('post:create', { ...create, options }, { items });
		expect(new Set(keysSent()).size).toBe(2);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('is rejected, with advice, if a custom key is used for two different posts (D4, P102, P107)', async () => {
		const options = { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'the same' } } };
		const items = itemsOf({ text: 'One' }, { text: 'Two' });
		const error = await node().error('post:create', { ...create, options }, { items });
		// Only the observed service has a code for this.
		expect(error.message).toBe(
			profile === 'observed'
				? "This 'Own Key' was used for another request"
				: 'The service refused the values',
		);
		expect(error.description).toMatch(/use another 'Own Key'/i);
		expect(error.context.itemIndex).toBe(1);
	});

	test.each(['update', 'delete', 'withdraw', 'get'])('is not sent with %s', async (operation) => {
		const [post] = await node().json('post:create', create);
		const parameters = { postId: byId(String(post?.id)), updateFields: { caption: 'New' } };
		await node().run(`post:${operation}`, parameters, { continueOnFail: true });
		expect(sandbox().requests.at(-1)?.headers).not.toHaveProperty('idempotency-key');
		expect(sandbox().requests.at(-1)?.body ?? {}).not.toHaveProperty('idempotencyKey');
	});
});

describe('a custom key', () => {
	test.each<[string, string, string | undefined]>([
		['printable ASCII', 'order-7 / draft~1', 'order-7 / draft~1'],
		['with blanks around it', '  order-7\n', 'order-7'],
		['of 128 characters', 'k'.repeat(128), 'k'.repeat(128)],
		['of 129 characters', 'k'.repeat(129), hashed('k'.repeat(129))],
		['in another script', '東京', hashed('東京')],
		['with an emoji', ' launch 🎉', hashed('launch 🎉')],
		['in Latin-1', 'café', hashed('café')],
		['with a line break', 'a\nb', hashed('a\nb')],
		['of only blanks', ' \t', undefined],
	])('%s (P68)', (_title, text, expected) => {
		expect(userIdempotencyKey(text)).toBe(expected);
	});

	test('keeps keys apart that HTTP would make equal (P68, P71)', async () => {
		const names = ['東京', '大阪', 'launch 🎉', 'launch 🚀', 'Пост 1', 'Фото 1'];
		const items = itemsOf(...names.map((name) => ({ text: `For ${name}`, name })));
		const options = { ifRunAgain: { settings: { send: 'ownKey', ownKey: '={{ $json.name }}' } } };
		await node().run('post:create', { ...create, options }, { items });
		await node().run('post:create', { ...create, options }, { items });
		expect(captions()).toEqual(names.map((name) => `For ${name}`).sort());
		expect(new Set(keysSent())).toEqual(new Set(names.map(hashed)));
	});
});
