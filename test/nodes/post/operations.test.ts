import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { onlyIn } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default', publishMs: 1_000 });

const { channels, keys, queues, posts } = seed;

const { facebook, linkedin } = channels;

const nodeWith = (key = keys.full) => nodeFor(sandbox(), { key });

const tomorrow = '2026-01-06T09:00:00.000+00:00';

const create = async (delivery = 'draft', key = keys.full, more: IDataObject = {}) => {
	const parameters = { channels: [facebook.id], caption: 'Hi', delivery, publishAt: tomorrow, ...more };
	return String((await nodeWith(key).json('post:create', parameters))[0]?.id);
};

const queued = { queue: [{ channelId: facebook.id, queueId: byId(queues.facebookMornings.id, 'list') }] };

describe('operations on one post', () => {
	type Row = [
		title: string,
		operation: string,
		prepare: () => Promise<string>,
		parameters: IDataObject,
		body: unknown,
		expected: object,
	];
	const at = { mode: 'at', at: '2026-01-06T10:00:00+01:00' };
	const inBerlin = { delivery: 'at', publishAt: '2026-01-06T10:00:00' };
	test.each<Row>([
		['reads a post (P72)', 'get', create, {}, undefined, { status: 'draft', caption: 'Hi' }],
		[
			'submits at a time (P48, P79)',
			'submit',
			create,
			inBerlin,
			{ delivery: at },
			{ status: 'scheduled', routed: 'enacted', scheduledAt: '2026-01-06T10:00:00.000+01:00' },
		],
		[
			'submits to the queue by default (P40, P79)',
			'submit',
			create,
			{},
			{ delivery: { mode: 'queue' } },
			{ status: 'queued', routed: 'enacted' },
		],
		[
			'submits to a chosen queue (P40, P79)',
			'submit',
			create,
			{ delivery: 'prioritise', queues: queued },
			{ delivery: { mode: 'prioritise', queueIds: { [facebook.id]: queues.facebookMornings.id } } },
			{ status: 'queued' },
		],
		[
			'schedules at a time by default (P57, P80)',
			'schedule',
			create,
			{ publishAt: '2026-01-06T10:00:00' },
			at,
			{ status: 'scheduled', routed: 'enacted' },
		],
		[
			'schedules to the queue (P57, P80)',
			'schedule',
			create,
			{ delivery: 'queue', queues: queued },
			{ mode: 'queue', queueIds: { [facebook.id]: queues.facebookMornings.id } },
			{ status: 'queued', routed: 'enacted' },
		],
		[
			'schedules in the time zone from the options (P57, P80)',
			'schedule',
			create,
			{ ...inBerlin, options: { timezone: 'UTC' } },
			{ mode: 'at', at: '2026-01-06T10:00:00+00:00', timezone: 'UTC' },
			{ status: 'scheduled' },
		],
		['publishes (P57, P80)', 'publish', create, {}, {}, { status: 'publishing', routed: 'enacted' }],
		[
			'cancels a scheduled post (P57, P80)',
			'cancel',
			async () => await create('at'),
			{},
			{},
			{ status: 'draft', routed: 'draft', scheduledAt: null },
		],
		[
			'duplicates (P51, P78)',
			'duplicate',
			async () => await create('at'),
			{},
			{},
			{ status: 'draft', routed: 'draft', droppedChannels: [], keptFailedOnly: false },
		],
	])('%s (P42)', async (_title, operation, prepare, parameters, body, expected) => {
		sandbox().vary({ times: 'offset' });
		const id = await prepare();
		const run = { timezone: 'Europe/Berlin' };
		const [result] = await nodeWith().json(
			`post:${operation}`,
			{ postId: byId(id, 'list'), ...parameters },
			run,
		);
		expect(result).toMatchObject(operation === 'duplicate' ? expected : { id, ...expected });
		expect(sandbox().requests.at(-1)?.body).toEqual(body);
	});

	onlyIn('observed', 'no document knows a withdrawal', () => {
		test('withdraws from review (P42, P49)', async () => {
			const id = await create('now', keys.drafts);
			const [result] = await nodeWith().json('post:withdraw', { postId: byId(id, 'list') });
			expect(result).toMatchObject({ id, status: 'draft', routed: 'draft' });
			expect(sandbox().requests.at(-1)?.body).toEqual({});
		});
	});

	test('deletes the post and confirms it (P50, P77)', async () => {
		const id = await create('at');
		expect(await nodeWith().json('post:delete', { postId: byId(` ${id} `) })).toEqual([
			{ message: 'The post was deleted.', id, status: 'deleted', deleted: true },
		]);
		expect(await nodeWith().error('post:get', { postId: byId(id) })).toMatchObject({ httpCode: '404' });
	});

	test.each([
		['names a deleted post by the text of its item', { updatedAt: '2026-01-05T09:00:00Z' }, '“Hello”'],
		['names no text of a table, which can be another one', {}, 'The post'],
	])('%s', async (_title, more, name) => {
		const id = await create('at');
		const items = itemsOf({ id, caption: 'Hello', ...more });
		expect(
			await nodeWith().json('post:delete', { postId: byId('={{ $json.id }}') }, { items }),
		).toMatchObject([{ message: `${name} was deleted.`, id }]);
		const again = { items, continueOnFail: true };
		expect(await nodeWith().json('post:delete', { postId: byId('={{ $json.id }}') }, again)).toMatchObject([
			{ message: expect.stringMatching(/^“Hello”: /), details: { postId: id } },
		]);
	});

	onlyIn('documents', 'the running service deletes no post in review or on hold', () => {
		test.each<[string, () => Promise<string>]>([
			['on hold', async () => sandbox().review.hold(await create('at')).id],
			['in review', async () => await create('now', keys.drafts)],
		])('deletes a post that is %s (P50)', async (_title, make) => {
			const id = await make();
			expect(await nodeWith().json('post:delete', { postId: byId(id) })).toEqual([
				{ message: 'The post was deleted.', id, status: 'deleted', deleted: true },
			]);
			expect(await nodeWith().error('post:get', { postId: byId(id) })).toMatchObject({ httpCode: '404' });
		});
	});

	test('lists what a duplicate leaves out (P51, P52, P78)', async () => {
		const [copy] = await nodeWith().json('post:duplicate', { postId: byId(posts.partiallyPublished) });
		expect(copy).toMatchObject({ keptFailedOnly: true, channels: [{ platform: 'instagram' }] });
		const id = await create('draft', keys.full, { channels: [facebook.id, linkedin.id] });
		sandbox().channels.disconnect(linkedin.id);
		const [other] = await nodeWith().json('post:duplicate', { postId: byId(id) });
		expect(other?.droppedChannels).toEqual([{ ...linkedin, status: 'disconnected' }]);
	});
});

const at = 'at (Schedule at a Time)';
const now = 'now (Publish Now)';
test('says where to enter the time that an expression for the delivery needs (D10)', async () => {
	const parameters = { channels: [facebook.id], caption: 'Hi', delivery: "={{ 'at' }}" };
	expect(await nodeWith().error('post:create', parameters)).toMatchObject({
		message: "'Publish At' is empty",
		description: expect.stringMatching(/^The form shows it only for 'Schedule at a Time'\. /),
	});
});

const inQueue = 'prioritise (Add to Front of Queue), queue (Add to Queue)';

test.each([
	['submit', 'draft', `${at}, ${now}, ${inQueue}`],
	['schedule', 'now', `${at}, ${inQueue}`],
	['create', 'soon', `${at}, draft (Save as Draft), ${now}, ${inQueue}`],
])('rejects %s with the delivery %s from an expression (D7)', async (operation, delivery, choices) => {
	const postId = byId(posts.draft);
	const parameters = { postId, channels: [facebook.id], caption: '', delivery: `={{ '${delivery}' }}` };
	expect(await nodeWith().error(`post:${operation}`, parameters)).toMatchObject({
		message: `'Delivery' can't be '${delivery}' in this operation`,
		description: `Use one of these values: ${choices}. Nothing was sent for this item.`,
	});
	expect(sandbox().requests).toEqual([]);
});
