import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import type { NodeRun } from '../../support/n8nContexts';
import { useSandbox } from '../../support/useSandbox';

/** Rows whose IDs couldn't be written back, a day and more after their posts were created. */

const sandbox = useSandbox();
const { channels, keys, media } = seed;
const hourMs = 3_600_000;

const node = (key = keys.full) => nodeFor(sandbox(), { key });
const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T09:00:00+00:00`;
const form = {
	postId: byId('={{ $json.postId }}'),
	channels: [channels.facebook.id],
	caption: '={{ $json.text }}',
	delivery: 'at',
	publishAt: '={{ $json.time }}',
};
const row = { text: 'Hello', time: day(20) };
const operations = ['post:syncCalendar', 'post:upsert'];

const run = async (
	operation: string,
	rows: IDataObject[],
	more: IDataObject = {},
	settings: NodeRun & { key?: string } = {},
) => {
	const { key, ...others } = settings;
	return await node(key).json(operation, { ...form, ...more }, { items: itemsOf(...rows), ...others });
};

/** Creates the posts of rows, and lets a day go by. */
const lose = async (
	operation: string,
	rows: IDataObject[],
	more: IDataObject = {},
	settings: NodeRun & { key?: string } = {},
) => {
	const outputs = await run(operation, rows, more, settings);
	expect(outputs.map(({ action }) => action)).toEqual(rows.map(() => 'created'));
	sandbox().clock.advance(25 * hourMs);
	return outputs.map(({ id }) => String(id));
};
const writesSince = (start: number) =>
	sandbox()
		.requests.slice(start)
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path}`);

const captions = () =>
	sandbox()
		.posts()
		.map(({ caption }) => caption)
		.sort();

const times = () =>
	sandbox()
		.posts()
		.map(({ scheduledAt }) => Date.parse(String(scheduledAt)))
		.sort();

describe.each(operations)('a row of %s that has lost its ID', (operation) => {
	test('gets its post again, which stays as it is', async () => {
		const rows = [row, { ...row, text: 'Again' }, { ...row, time: day(21) }];
		const ids = await lose(operation, rows);
		const start = sandbox().requests.length;
		const outputs = await run(operation, rows);
		expect(outputs.map(({ action, id }) => [action, id])).toEqual(ids.map((id) => ['unchanged', id]));
		expect(outputs[0]?.findings).toMatchObject([
			{
				severity: 'warning',
				message: expect.stringContaining(
					`has no ID, although the post ${String(ids[0])} is exactly as this item wants it`,
				),
			},
		]);
		const lists = sandbox()
			.requests.slice(start)
			.filter(({ path }) => /\/posts\/(?:\?|$)/.test(path));
		expect(lists).toHaveLength(1);
		expect(writesSince(start)).toEqual([]);
		const known = await run(
			operation,
			rows.map((one, index) => ({ ...one, postId: ids[index] })),
		);
		expect(known.map(({ action, findings }) => [action, findings])).toEqual(
			ids.map(() => ['unchanged', undefined]),
		);
	});

	test.each(['queue', 'now'])(
		'is a conflict with the delivery %s, which names the post',
		async (delivery) => {
			const [id] = await lose(operation, [row], { delivery });
			const start = sandbox().requests.length;
			const [output] = await run(operation, [row], { delivery });
			expect(output).toMatchObject({
				id: null,
				caption: 'Hello',
				action: 'conflict',
				candidateId: id,
				reason: 'candidate',
				message: expect.stringContaining(String(id)),
			});
			expect(writesSince(start)).toEqual([]);
			const [sent] = await run(operation, [row], { delivery, options: { sendAlthoughOneExists: true } });
			expect(sent).toMatchObject({ action: 'created' });
			expect(sandbox().posts()).toHaveLength(2);
		},
	);

	test('is a conflict if its post was changed since under the same key', async () => {
		const [{ id } = {}] = await run(operation, [row]);
		const later = { ...row, text: 'Changed', postId: id };
		sandbox().clock.advance(2 * 60_000);
		expect(await run(operation, [later])).toMatchObject([{ action: 'updated', id }]);
		sandbox().clock.advance(2 * 60_000);
		const [again] = await run(operation, [row]);
		expect(again).toMatchObject({ action: 'conflict', reason: 'candidate', id: null, candidateId: id });
		expect(again?.message).toContain(
			`The post ${String(id)} was created from this content, but isn't as this item wants it anymore. Its status is Scheduled, and its time is`,
		);
		expect(captions()).toEqual(['Changed']);
		const [other] = await run(operation, [row], { options: { sendAlthoughOneExists: true } });
		expect(other).toMatchObject({ action: 'created', caption: 'Hello' });
		expect(captions()).toEqual(['Changed', 'Hello']);
	});

	test('is a conflict if its post was moved since under the same key', async () => {
		const [{ id } = {}] = await run(operation, [row]);
		sandbox().clock.advance(2 * 60_000);
		const moved = { ...row, time: day(21), postId: id };
		expect(await run(operation, [moved])).toMatchObject([{ action: 'rescheduled', id }]);
		sandbox().clock.advance(2 * 60_000);
		const [again] = await run(operation, [row]);
		expect(again).toMatchObject({ action: 'conflict', reason: 'candidate', id: null, candidateId: id });
		expect(times()).toEqual([day(21)].map(Date.parse));
		const sending = { options: { sendAlthoughOneExists: true } };
		expect(await run(operation, [row], sending)).toMatchObject([{ action: 'created' }]);
		sandbox().clock.advance(2 * 60_000);
		expect(await run(operation, [row], sending)).toMatchObject([{ action: 'unchanged' }]);
		expect(times()).toEqual([day(20), day(21)].map(Date.parse));
	});

	test.each<[string, IDataObject]>([
		['draft', {}],
		['queue', { sendAlthoughOneExists: true }],
		['now', { sendAlthoughOneExists: true }],
	])(
		'stays unchanged with the delivery %s, as long as the service knows its key',
		async (delivery, options) => {
			const [{ id } = {}] = await run(operation, [row], { delivery, options });
			sandbox().clock.advance(2 * 60_000);
			const [again] = await run(operation, [row], { delivery, options });
			expect(again).toMatchObject({ action: 'unchanged', id, findings: [{ code: 'idMissing' }] });
			expect(sandbox().posts()).toHaveLength(1);
		},
	);

	test('is a conflict if its post has failed, until it may be sent although one exists', async () => {
		sandbox().outcomes.add({ platform: 'facebook', outcome: 'fail', error: 'Not today' });
		const [{ id } = {}] = await run(operation, [row], { delivery: 'now' });
		sandbox().clock.advance(2 * 60_000);
		const [again] = await run(operation, [row], { delivery: 'now' });
		expect(again).toMatchObject({ action: 'conflict', candidateId: id });
		expect(again?.message).toContain('Its status is Failed');
		const options = { sendAlthoughOneExists: true };
		expect(await run(operation, [row], { delivery: 'now', options })).toMatchObject([{ action: 'created' }]);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test("doesn't lose it by failing", async () => {
		const [{ id } = {}] = await run(operation, [row]);
		const wrong = { ...row, postId: id, time: 'tomorrow-ish' };
		expect(await run(operation, [wrong], {}, { continueOnFail: true })).toMatchObject([
			{ action: 'failed', caption: 'Hello', details: { postId: id } },
		]);
	});

	test('is told of above the output', async () => {
		const rows = [row, { ...row, text: 'Again' }];
		await lose(operation, rows);
		const { hints } = await node().result(operation, form, { items: itemsOf(...rows) });
		const told = hints.filter(({ message }) => message.includes('Write the IDs back into the rows'));
		expect(told).toHaveLength(1);
	});

	test('is a conflict if its post was moved to the next possible time', async () => {
		const [id] = await lose(operation, [row]);
		const moved = { options: { onDailyLimit: 'reschedule' } };
		const [output] = await run(operation, [{ ...row, time: day(19) }], moved);
		expect(output).toMatchObject({ action: 'conflict', id: null, candidateId: id });
		expect(await run(operation, [row], moved)).toMatchObject([{ action: 'unchanged', id }]);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('shows its post in a dry run', async () => {
		const [id] = await lose(operation, [row]);
		const options = { dryRun: true };
		expect(await run(operation, [row], { options })).toMatchObject([
			{ action: 'unchanged', id, dryRun: true },
		]);
		const queued = { delivery: 'queue', options };
		expect(await run(operation, [row], queued)).toMatchObject([
			{ action: 'conflict', id: null, candidateId: id, dryRun: true },
		]);
	});

	test('fails with both IDs if two posts fit', async () => {
		const ids = await lose(operation, [row, row]);
		const error = await node().error(operation, form, { items: itemsOf(row) });
		for (const id of ids) expect(error.description).toContain(id);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test('gets one of two equal posts if there are two equal rows', async () => {
		const ids = await lose(operation, [row, row]);
		const outputs = await run(operation, [row, row, row]);
		expect(outputs.map(({ action }) => action)).toEqual(['unchanged', 'unchanged', 'created']);
		expect(
			outputs
				.slice(0, 2)
				.map(({ id }) => id)
				.sort(),
		).toEqual([...ids].sort());
		expect(sandbox().posts()).toHaveLength(3);
	});

	test('gets a post of its own if the other one is that of another row', async () => {
		const [postId] = await lose(operation, [row]);
		const outputs = await run(operation, [row, { ...row, postId }]);
		expect(outputs.map(({ action }) => action)).toEqual(['created', 'unchanged']);
		expect(outputs[0]?.id).not.toBe(postId);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['another time', { time: day(21) }, {}],
		['another text', { text: 'Hallo' }, {}],
		['other channels', {}, { channels: [channels.facebook.id, channels.bluesky.id] }],
		['a title', {}, { title: 'Title' }],
		[
			'a text for a channel',
			{},
			{ options: { channelOverridesJson: { [channels.facebook.id]: { caption: 'Own' } } } },
		],
		['media', {}, { media: 'assets', mediaAssetIds: [media.image] }],
	])('is a new row with %s', async (_title, change, more) => {
		await lose(operation, [row]);
		expect(await run(operation, [{ ...row, ...change }], more)).toMatchObject([{ action: 'created' }]);
		await lose(operation, [{ text: 'Other', time: day(25) }]);
		expect(sandbox().posts()).toHaveLength(3);
	});

	test.each<[string, IDataObject, (id: string) => unknown]>([
		['has failed', {}, (id) => sandbox().outcomes.fail(id)],
		['is a draft without a time', { delivery: 'draft' }, () => undefined],
		[
			'was created more than 35 days ago',
			{ delivery: 'queue' },
			() => sandbox().clock.advance(35 * 24 * hourMs),
		],
	])('is a new row if the post %s', async (_title, more, change) => {
		const [id] = await lose(operation, [row], more);
		await change(String(id));
		expect(
			await run(operation, [row], { ...more, ...(more.delivery ? {} : { publishAt: day(20) }) }),
		).toMatchObject([{ action: 'created' }]);
		expect(sandbox().posts()).toHaveLength(2);
	});

	test("fails if the list can't be read, and the other rows go on", async () => {
		const [postId] = await lose(operation, [row]);
		sandbox().faults.add({ method: 'GET', path: /\/posts\/(?:\?|$)/, kind: 'status', status: 403, times: 9 });
		const rows = [
			{ ...row, text: 'New' },
			{ ...row, postId, time: day(22) },
			{ ...row, text: 'Newer' },
		];
		const outputs = await run(operation, rows, {}, { continueOnFail: true });
		expect(outputs.map(({ action }) => action)).toEqual(['failed', 'rescheduled', 'failed']);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('finds the post of a former key', async () => {
		const staticData = {};
		const [id] = await lose(operation, [row], {}, { staticData });
		const outputs = await run(operation, [row], {}, { staticData, key: keys.noAnalytics });
		expect(outputs).toMatchObject([{ action: 'unchanged', id }]);
		const others = await run(operation, [row], {}, { key: keys.noAnalytics });
		expect(others).toMatchObject([{ action: 'created' }]);
	});
});

describe('Remove Missing Posts', () => {
	const removing = { removeMissing: true, removeFrom: day(1), removeTo: day(31), removalsDryRun: false };

	test('keeps the posts of rows that have lost their IDs', async () => {
		const rows = Array.from({ length: 8 }, (_, index) => ({ text: `Post ${index}`, time: day(10 + index) }));
		const ids = await lose('post:syncCalendar', rows);
		const outputs = await run('post:syncCalendar', rows, removing);
		expect(outputs.map(({ action, id }) => [action, id])).toEqual(ids.map((id) => ['unchanged', id]));
	});

	test('keeps the post that a conflict names', async () => {
		const [id] = await lose('post:syncCalendar', [row]);
		const outputs = await run('post:syncCalendar', [row], { ...removing, delivery: 'queue' });
		expect(outputs).toMatchObject([{ action: 'conflict', candidateId: id }]);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('says once that the posts of a former key stay', async () => {
		const staticData = {};
		await lose('post:syncCalendar', [row], {}, { staticData });
		const hintsOf = async () => {
			const settings = { items: itemsOf({ text: 'New', time: day(22) }), staticData };
			const { hints } = await node(keys.noAnalytics).result(
				'post:syncCalendar',
				{ ...form, ...removing },
				settings,
			);
			return hints.filter(({ message }) => message.includes('former API key'));
		};
		expect(await hintsOf()).toHaveLength(1);
		expect(await hintsOf()).toEqual([]);
		expect(
			sandbox()
				.posts()
				.map(({ caption }) => caption)
				.sort(),
		).toEqual(['Hello', 'New']);
	});
});
