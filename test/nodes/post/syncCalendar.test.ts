import type { IDataObject } from 'n8n-workflow';
import { seed, type Post } from '../../../sandbox';
import { createMany } from '../../support/manyRequests';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;
const { facebook } = channels;

const node = (key = keys.full) => nodeFor(sandbox(), { key });

/** A row of a calendar. */
interface Row extends IDataObject {
	postId?: string;
	text: string;
	time?: string;
}

const day = (number: number): string => `2026-01-${String(number).padStart(2, '0')}T09:00:00+00:00`;
const rowOf = (number: number, more: Partial<Row> = {}): Row => ({
	text: `Post ${number}`,
	time: day(number),
	...more,
});

const form = {
	postId: byId('={{ $json.postId }}'),
	channels: [facebook.id],
	caption: '={{ $json.text }}',
	delivery: 'at',
	publishAt: '={{ $json.time }}',
};
const removing = { removeMissing: true, removeFrom: day(1), removeTo: day(31), removalsDryRun: false };

const sync = async (rows: Row[], parameters: IDataObject = {}, run: IDataObject = {}) =>
	await node().json('post:syncCalendar', { ...form, ...parameters }, { items: itemsOf(...rows), ...run });

/** Runs the list and writes the IDs back, like a workflow. */
async function syncBack(rows: Row[], parameters: IDataObject = {}): Promise<IDataObject[]> {
	const outputs = await sync(rows, parameters);
	for (const [index, row] of rows.entries()) row.postId = String(outputs[index]?.id);
	return outputs;
}

const captions = (): string[] =>
	sandbox()
		.posts()
		.map(({ caption }) => caption)
		.sort();
const actions = (outputs: IDataObject[]): unknown[] => outputs.map(({ action }) => action);
const writesSince = (start: number): string[] =>
	sandbox()
		.requests.slice(start)
		.filter(({ method }) => method !== 'GET')
		.map(({ method }) => method);

test('updates every post to match its row, and changes nothing the next time', async () => {
	const rows = [rowOf(10), rowOf(11), rowOf(12)];
	expect(actions(await syncBack(rows))).toEqual(['created', 'created', 'created']);
	rows[0] = { ...(rows[0] as Row), text: 'Changed' };
	rows[1] = { ...(rows[1] as Row), time: day(20) };
	rows.push(rowOf(13));
	expect(actions(await syncBack(rows))).toEqual(['updated', 'rescheduled', 'unchanged', 'created']);
	const start = sandbox().requests.length;
	const again = await node().result('post:syncCalendar', form, { items: itemsOf(...rows) });
	expect(actions(again.outputs[0]?.map(({ json }) => json) ?? [])).toEqual(Array(4).fill('unchanged'));
	expect(again.hints).toMatchObject([{ message: 'Unchanged: 4 posts.', type: 'info' }]);
	expect(writesSince(start)).toEqual([]);
	expect(captions()).toEqual(['Changed', 'Post 11', 'Post 12', 'Post 13']);
});

test('lists each post with its action and its changes in a plan', async () => {
	const rows = [rowOf(10)];
	await syncBack(rows);
	rows[0] = { ...(rows[0] as Row), text: 'Changed' };
	const outputs = await sync([...rows, rowOf(11)], { options: { dryRun: true } });
	const columns = outputs.map((output) => Object.keys(output).slice(0, 5));
	expect(columns).toEqual([
		['message', 'id', 'status', 'urls', 'channels'],
		['message', 'id', 'caption', 'action', 'changes'],
	]);
});

test('plans no removals if a row is invalid, like the run (P16)', async () => {
	await sync([rowOf(10), rowOf(11)]);
	const options = { dryRun: true };
	const outputs = await sync([rowOf(12, { text: 'x'.repeat(70_000) })], { ...removing, options });
	expect(outputs).toMatchObject([
		{ action: 'invalid' },
		{ action: 'skipped', reason: 'itemFailed', message: expect.stringContaining('because an item failed') },
		{ action: 'skipped', reason: 'itemFailed', message: expect.stringContaining('because an item failed') },
	]);
});

test('reads a list instead of each post', async () => {
	const rows = Array.from({ length: 120 }, (_, index) => rowOf(10, { text: `Row ${index}` }));
	await syncBack(rows);
	const start = sandbox().requests.length;
	expect(new Set(actions(await sync(rows)))).toEqual(new Set(['unchanged']));
	expect(sandbox().requests.slice(start)).toHaveLength(2);
});

test('reads posts one by one if a list would need more requests', async () => {
	const rows = [rowOf(10), rowOf(11)];
	await syncBack(rows);
	const delivery = { mode: 'at', at: day(10) };
	await createMany(sandbox().url, 250, { proposedPublishAt: day(10), delivery });
	const start = sandbox().requests.length;
	expect(actions(await sync(rows))).toEqual(['unchanged', 'unchanged']);
	expect(sandbox().requests.slice(start).length).toBeLessThanOrEqual(4);
});

test('reads a post missing from the list only once, even if it changes the post', async () => {
	const rows = [rowOf(10)];
	await syncBack(rows);
	rows[0] = { ...(rows[0] as Row), text: 'Changed' };
	const start = sandbox().requests.length;
	expect(actions(await sync(rows))).toEqual(['updated']);
	const reads = sandbox()
		.requests.slice(start)
		.filter(({ method, path }) => method === 'GET' && path.includes('/posts/'));
	expect(reads).toHaveLength(1);
});

test('reads a post again before changing it, because lists can be outdated', async () => {
	const rows = [rowOf(10), rowOf(11)];
	await syncBack(rows);
	const id = String(rows[0]?.postId);
	sandbox().faults.add({
		method: 'GET',
		path: '/posts/',
		kind: 'body',
		body: {
			data: sandbox().posts(),
			nextCursor: null,
			serverTime: day(5),
		},
	});
	await node().json('post:publish', { postId: byId(id) });
	rows[0] = { ...(rows[0] as Row), text: 'Changed' };
	expect(await sync(rows)).toMatchObject([
		{ action: 'conflict', reason: 'status', message: expect.stringContaining('Its status is Publishing') },
		{ action: 'unchanged' },
	]);
});

test('leaves a post unchanged that someone scheduled and an outdated list shows as a draft', async () => {
	const rows = [rowOf(10), rowOf(11)];
	const [{ updatedAt } = {}] = await syncBack(rows);
	const id = String(rows[0]?.postId);
	sandbox().clock.advance(1000);
	await node().json('post:cancel', { postId: byId(id) });
	const data = sandbox().posts();
	await node().json('post:submit', { postId: byId(id), delivery: 'at', publishAt: day(20) });
	const body = { data, nextCursor: null, serverTime: day(5) };
	sandbox().faults.add({ method: 'GET', path: '/posts/', kind: 'body', body });
	const options = { knownUpdatedAt: updatedAt };
	expect(await sync(rows, { options })).toMatchObject([{ action: 'conflict' }, {}]);
	expect(sandbox().post(id)).toMatchObject({
		status: 'scheduled',
		scheduledAt: '2026-01-20T09:00:00.000+00:00',
	});
});

test('rejects all items with the same post and changes nothing, whichever is the copy', async () => {
	const rows = [rowOf(10), rowOf(11)];
	await syncBack(rows);
	const [first, second] = rows as [Row, Row];
	const copies = [{ ...first, text: 'Copied row' }, second, { ...first, text: 'Changed row' }];
	const items = itemsOf(...copies);
	const outputs = await node().json('post:syncCalendar', form, { items, continueOnFail: true });
	expect(outputs).toMatchObject([
		{ action: 'failed', error: expect.stringContaining('Item 2 has the same post ID') },
		{ action: 'unchanged' },
		{ action: 'failed', error: expect.stringContaining('Item 0 has the same post ID') },
	]);
	expect(captions()).toEqual(['Post 10', 'Post 11']);
});

describe('a create with an unknown result', () => {
	/** The service does all the work, returns an error, and can't be read from the first create on. */
	const failUnread = () => {
		sandbox().faults.add({ path: /posts/, method: 'POST', kind: 'statusAfter', status: 500, times: 1_000 });
		sandbox().faults.add({ path: /posts/, method: 'GET', kind: 'stall', ms: 0 });
		sandbox().faults.add({ path: /posts/, method: 'GET', kind: 'status', status: 500, times: 1_000 });
	};

	test('is looked for by the next execution before it creates the post (P54)', async () => {
		const rows = [rowOf(10), rowOf(11)];
		const staticData = {};
		failUnread();
		await sync(rows, {}, { staticData, continueOnFail: true });
		sandbox().faults.clear();
		const made = sandbox()
			.posts()
			.map(({ id }) => id);
		expect(made).toHaveLength(2);
		sandbox().clock.advance(600_000);
		const start = sandbox().requests.length;
		const outputs = await sync(rows, {}, { staticData });
		expect(outputs.map(({ action, id }) => [action, made.includes(String(id))])).toEqual([
			['unchanged', true],
			['unchanged', true],
		]);
		expect(writesSince(start)).toEqual([]);
	});

	test('is created by the next execution if the service has no such post (P54)', async () => {
		const staticData = {};
		sandbox().faults.add({ path: /posts/, kind: 'status', status: 500, times: 1_000 });
		await sync([rowOf(10)], {}, { staticData, continueOnFail: true });
		sandbox().faults.clear();
		expect(sandbox().posts()).toEqual([]);
		expect(actions(await sync([rowOf(10)], {}, { staticData }))).toEqual(['created']);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test('is forgotten after a day, and a refusal is never taken for one (N43)', async () => {
		const staticData: IDataObject = {};
		sandbox().faults.add({ path: '/posts/', method: 'POST', kind: 'status', status: 422 });
		await sync([rowOf(10)], {}, { staticData, continueOnFail: true });
		expect(JSON.stringify(staticData)).not.toContain('unconfirmedCreates');
		failUnread();
		await sync([rowOf(20)], {}, { staticData, continueOnFail: true });
		sandbox().faults.clear();
		expect(JSON.stringify(staticData)).toContain('isKeyReleased');
		sandbox().clock.advance(25 * 3_600_000);
		failUnread();
		await sync([rowOf(21)], {}, { staticData, continueOnFail: true });
		const [notes] = Object.values((staticData.notes ?? {}) as Record<string, { tables: IDataObject }>);
		expect(Object.keys(notes?.tables.unconfirmedCreates ?? {})).toHaveLength(1);
	});
});

describe('an invalid post ID', () => {
	test.each<[string, unknown, string]>([
		['a number', 12345, '12345'],
		['a text other than a UUID', 'row-7', "'row-7'"],
		['an object', { id: 1 }, '{"id":1}'],
	])('fails only its own row and shows the value: %s', async (_title, postId, told) => {
		const rows = [rowOf(10), rowOf(11), { ...rowOf(12), postId } as Row, rowOf(13)];
		const outputs = await sync(rows, {}, { continueOnFail: true });
		expect(actions(outputs)).toEqual(['created', 'created', 'failed', 'created']);
		expect(outputs[2]).toMatchObject({ caption: 'Post 12', error: `'Post' of item 2 can't be ${told}` });
		expect(captions()).toEqual(['Post 10', 'Post 11', 'Post 13']);
	});

	test.each<[string, unknown]>([
		['nothing', null],
		['an empty text', ''],
		['blanks', '  '],
	])('is not %s, which creates the post', async (_title, postId) => {
		expect(actions(await sync([{ ...rowOf(10), postId } as Row]))).toEqual(['created']);
	});
});

test('reads a calendar once if the service refuses it, and fails each row', async () => {
	const rows = Array.from({ length: 20 }, (_, index) => rowOf(10, { text: `Row ${index}` }));
	sandbox().faults.add({ method: 'GET', path: /./, kind: 'status', status: 403, times: 1000 });
	const outputs = await sync(rows, removing, { continueOnFail: true });
	expect(outputs.filter(({ error }) => typeof error === 'string')).toHaveLength(20);
	expect(sandbox().requests).toHaveLength(1);
});

describe('posts without a row', () => {
	const prepare = async (count = 3): Promise<Row[]> => {
		const rows = Array.from({ length: count }, (_, index) => rowOf(10 + index));
		await syncBack(rows);
		return rows;
	};

	test('are kept by default', async () => {
		const [first] = await prepare();
		expect(actions(await sync([first as Row]))).toEqual(['unchanged']);
		expect(captions()).toHaveLength(3);
	});

	test('are only listed at first', async () => {
		const [first] = await prepare();
		const start = sandbox().requests.length;
		const { removalsDryRun: _off, ...asking } = removing;
		const outputs = await sync([first as Row], asking);
		expect(outputs).toMatchObject([
			{ action: 'unchanged' },
			{ action: 'wouldRemove', dryRun: true, caption: 'Post 12' },
			{ action: 'wouldRemove', dryRun: true, caption: 'Post 11' },
		]);
		expect(writesSince(start)).toEqual([]);
	});

	test('are removed and listed on request', async () => {
		const [first] = await prepare();
		const outputs = await sync([first as Row], removing);
		expect(outputs).toMatchObject([
			{ action: 'unchanged' },
			{ action: 'removed', caption: 'Post 12', status: 'deleted' },
			{ action: 'removed', caption: 'Post 11' },
		]);
		expect(captions()).toEqual(['Post 10']);
		expect(actions(await sync([first as Row], removing))).toEqual(['unchanged']);
	});

	test('have nothing that was found for an item, and a hint counts them', async () => {
		const [first] = await prepare();
		const { id: _unknown, ...withoutId } = first as Row & IDataObject;
		const items = itemsOf(withoutId as Row);
		const { outputs, hints } = await node().result('post:syncCalendar', { ...form, ...removing }, { items });
		const removed = outputs.flat().filter(({ json }) => json.action === 'removed');
		expect(removed.map(({ json }) => json.findings)).toEqual(removed.map(() => undefined));
		expect(hints).toContainEqual(
			expect.objectContaining({
				message: `“Post 12” was deleted. ${removed.length} posts that aren't in the input were deleted.`,
				type: 'warning',
			}),
		);
	});

	test('are all kept, and nothing else changes, if there are more than the limit', async () => {
		const [first] = await prepare(8);
		const start = sandbox().requests.length;
		const items = itemsOf({ ...(first as Row), text: 'Changed' });
		const error = await node().error('post:syncCalendar', { ...form, ...removing }, { items });
		expect(error.message).toBe('7 posts would be removed, which is more than 5');
		expect(error.description).toContain("'Post 17'");
		expect(writesSince(start)).toEqual([]);
		expect(actions(await sync([first as Row], { ...removing, removalsMax: 7 }))).toHaveLength(8);
	});

	const createWith = async (key: string, parameters: IDataObject): Promise<Post> => {
		const [created] = await node(key).json('post:create', {
			channels: [facebook.id],
			caption: 'Other',
			...parameters,
		});
		return sandbox().post(String(created?.id));
	};
	const atTime = (publishAt: string): IDataObject => ({ delivery: 'at', publishAt });

	test.each<[string, () => Promise<unknown>]>([
		['of another key', async () => await createWith(keys.noAnalytics, atTime(day(10)))],
		['scheduled before the period', async () => await createWith(keys.full, atTime('2026-01-07T08:59:00Z'))],
		['scheduled at the end of the period or later', async () => await createWith(keys.full, atTime(day(20)))],
		['in a queue', async () => await createWith(keys.full, { delivery: 'queue' })],
		['without a time', async () => await createWith(keys.full, { delivery: 'draft' })],
		['published', async () => await createWith(keys.full, { delivery: 'now' })],
		['in review', async () => await createWith(keys.drafts, atTime(day(10)))],
		['on hold', async () => sandbox().review.hold((await createWith(keys.full, atTime(day(10)))).id)],
	])('are kept if they are %s', async (_title, create) => {
		await create();
		const rows = [rowOf(10)];
		const period = { removeFrom: '2026-01-07T09:00:00Z', removeTo: day(20) };
		expect(actions(await sync(rows, { ...removing, ...period }))).toEqual(['created']);
		expect(captions()).toEqual(['Other', 'Post 10']);
	});

	test('are removed if they are drafts proposed for a time in the period', async () => {
		await createWith(keys.full, { delivery: 'draft', additionalFields: { proposedPublishAt: day(10) } });
		expect(actions(await sync([rowOf(11)], removing))).toEqual(['created', 'removed']);
		expect(captions()).toEqual(['Post 11']);
	});

	test('are kept, with the reason, if they start in less than a minute', async () => {
		const [first] = await prepare(2);
		sandbox().clock.set('2026-01-11T08:59:30Z');
		const outputs = await sync([first as Row], removing);
		expect(outputs[1]).toMatchObject({
			action: 'skipped',
			reason: 'startsSoon',
			message: expect.stringContaining('The post is published in less than a minute'),
		});
		expect(captions()).toHaveLength(2);
	});

	test('are kept if an item failed, because its post could be one of them', async () => {
		const [first] = await prepare(2);
		const rows = [first as Row, rowOf(15, { time: 'no time' })];
		const outputs = await sync(rows, removing, { continueOnFail: true });
		expect(outputs).toMatchObject([
			{ action: 'unchanged' },
			{ error: expect.any(String) },
			{ action: 'skipped', reason: 'itemFailed', message: expect.stringContaining('because an item failed') },
		]);
		expect(captions()).toHaveLength(2);
	});

	test.each<[string, (postId: string) => Promise<unknown>, reason: string, sentence: string]>([
		[
			'someone has moved out of the period',
			async (postId) =>
				await node().json('post:schedule', {
					postId: byId(postId),
					delivery: 'at',
					publishAt: '2026-03-01T09:00:00Z',
				}),
			'outsidePeriod',
			"The post isn't in the period anymore",
		],
		[
			'someone has edited',
			async (postId) =>
				await node().json('post:update', {
					postId: byId(postId),
					updateFields: { caption: 'Edited' },
					options: { ifScheduled: 'reschedule' },
				}),
			'changed',
			'Someone changed this post in the service',
		],
		[
			'someone has published',
			async (postId) => await node().json('post:publish', { postId: byId(postId) }),
			'status',
			'Its status is Publishing',
		],
	])('are kept if %s since the list was read', async (_title, act, reason, sentence) => {
		const [first, second] = await prepare(2);
		sandbox().clock.advance(1_000);
		const body = { data: sandbox().posts(), nextCursor: null, serverTime: day(5) };
		await act(String(second?.postId));
		sandbox().faults.add({ method: 'GET', path: '/posts/', kind: 'body', body, times: 2 });
		const outputs = await sync([first as Row], removing);
		expect(outputs[1]).toMatchObject({
			id: second?.postId,
			action: 'skipped',
			reason,
			message: expect.stringContaining(sentence),
		});
		expect(sandbox().posts()).toHaveLength(2);
	});

	describe("of which one can't be removed", () => {
		const refuse = (post: unknown, times: number) =>
			sandbox().faults.add({
				method: 'DELETE',
				path: new RegExp(String(post)),
				kind: 'status',
				status: 403,
				times,
			});

		test('are listed individually in the output', async () => {
			const rows = await prepare(4);
			refuse(rows[2]?.postId, 9);
			const outputs = await sync([rows[0] as Row], removing, { continueOnFail: true });
			expect(outputs).toMatchObject([
				{ action: 'unchanged' },
				{ action: 'removed', id: rows[3]?.postId },
				{ action: 'removed', id: rows[1]?.postId },
				{ error: expect.any(String) },
			]);
			expect(captions()).toEqual(['Post 10', 'Post 12']);
		});

		test('are listed in the error of a run that stops', async () => {
			const rows = await prepare(4);
			refuse(rows[2]?.postId, 9);
			const error = await node().error(
				'post:syncCalendar',
				{ ...form, ...removing },
				{ items: itemsOf(rows[0] as Row) },
			);
			expect(error.description).toContain(`These posts were removed: ${rows[3]?.postId}`);
			expect(captions()).toEqual(['Post 10', 'Post 11', 'Post 12']);
		});
	});

	describe('of which an interrupted run created more than the limit', () => {
		const lost = (count: number): Row[] => Array.from({ length: count }, (_, index) => rowOf(10 + index));

		test("don't count as removals, because their rows find them again", async () => {
			await prepare(8);
			const outputs = await sync(lost(8), removing);
			expect(new Set(actions(outputs))).toEqual(new Set(['unchanged']));
			expect(sandbox().posts()).toHaveLength(8);
		});

		test('count as removals if they were created more than 35 days ago', async () => {
			const times = { removeFrom: day(1), removeTo: '2026-03-31T09:00:00+00:00' };
			const late = lost(8).map((row) => ({ ...row, time: '2026-03-01T09:00:00+00:00' }));
			await sync(late);
			sandbox().clock.advance(36 * 24 * 3_600_000);
			const error = await node().error(
				'post:syncCalendar',
				{ ...form, ...removing, ...times },
				{ items: itemsOf(...late) },
			);
			expect(error.message).toBe('8 posts would be removed, which is more than 5');
			expect(sandbox().posts()).toHaveLength(8);
		});

		test('count as removals if their rows have other content', async () => {
			await prepare(8);
			const others = lost(8).map((row) => ({ ...row, text: `Other ${row.text}` }));
			const error = await node().error(
				'post:syncCalendar',
				{ ...form, ...removing },
				{ items: itemsOf(...others) },
			);
			expect(error.description).toContain('Nothing was changed.');
			expect(sandbox().posts()).toHaveLength(8);
		});
	});

	test.each(['false', 'FALSE', ' no ', '0', 0, ''])(
		'are kept if an expression turns their removal off as %j',
		async (removeMissing) => {
			const [first] = await prepare();
			const text = JSON.stringify(removeMissing);
			const outputs = await sync([first as Row], { ...removing, removeMissing: `={{ ${text} }}` });
			expect(actions(outputs)).toEqual(['unchanged']);
			expect(captions()).toHaveLength(3);
		},
	);

	test.each(['true', 'yes', '', null])(
		'are only listed if an expression returns %j for the dry run of removals',
		async (removalsDryRun) => {
			const [first] = await prepare();
			const text = JSON.stringify(removalsDryRun);
			const outputs = await sync([first as Row], { ...removing, removalsDryRun: `={{ ${text} }}` });
			expect(outputs.filter(({ dryRun }) => dryRun === true)).toHaveLength(2);
			expect(captions()).toHaveLength(3);
		},
	);

	test('are kept if a row created them before a crash', async () => {
		await sync([rowOf(10)]);
		expect(await sync([rowOf(10)], removing)).toMatchObject([{ action: 'unchanged' }]);
		expect(captions()).toEqual(['Post 10']);
	});

	test("are listed by ID without changing the rows' posts, whatever fields are selected", async () => {
		const rows = [rowOf(20)];
		const selected = { ...removing, output: 'fields', fields: ['caption'], draftsAndReviewOnly: false };
		const removed = (await sync([rowOf(10)]))[0]?.id;
		const [created] = await sync(rows);
		const outputs = await sync(rows, selected, { isTool: true });
		expect(outputs).toMatchObject([
			{ id: created?.id, action: 'unchanged', caption: 'Post 20' },
			{ id: removed, action: 'removed', caption: 'Post 10' },
		]);
		expect(captions()).toEqual(['Post 20']);
	});

	test('are paired with all items rather than with one row', async () => {
		const rows = await prepare();
		const items = itemsOf(rows[0] as Row, rows[1] as Row);
		const outputs = await node().run('post:syncCalendar', { ...form, ...removing }, { items });
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			[{ item: 0 }, { item: 1 }],
		]);
	});
});

describe('settings of removals', () => {
	test.each<[string, string, string]>([
		['Remove Missing Posts', 'removeMissing', '={{ $json.text === "Post 11" }}'],
		['Dry Run of Removals', 'removalsDryRun', '={{ $json.text === "Post 11" }}'],
		['Stop If More Than', 'removalsMax', '={{ $json.text === "Post 11" ? 5 : 500 }}'],
		['From', 'removeFrom', '={{ $json.time }}'],
		['To', 'removeTo', '={{ $json.text === "Post 11" ? "2026-01-30T09:00:00Z" : "2026-01-31T09:00:00Z" }}'],
	])('are refused if %s differs between items', async (label, name, expression) => {
		await syncBack([rowOf(10)]);
		const outputs = await sync(
			[rowOf(11), rowOf(12)],
			{ ...removing, [name]: expression },
			{ continueOnFail: true },
		);
		expect(outputs.map(({ error }) => error)).toEqual(
			Array(2).fill(`'${label}' isn't the same for all items`),
		);
		expect(captions()).toEqual(['Post 10']);
	});

	test('can differ for blank rows, and a period by seconds, of which the narrowest counts', async () => {
		await syncBack([rowOf(10), { text: 'At the end', time: '2026-01-20T08:59:30Z' }]);
		const rows = [rowOf(15), { text: '' }, rowOf(16)];
		const removeTo = '={{ $json.text === "Post 16" ? "2026-01-20T08:59:15Z" : "2026-01-20T09:00:00Z" }}';
		const removeMissing = '={{ $json.text !== "" }}';
		const outputs = await sync(rows, { ...removing, removeTo, removeMissing });
		expect(actions(outputs)).toEqual(['created', 'skipped', 'created', 'removed']);
		expect(captions()).toEqual(['At the end', 'Post 15', 'Post 16']);
	});
});

test.each([
	['no start', { ...removing, removeFrom: '' }, "'Remove Missing Posts > From' is empty"],
	['an end before its start', { ...removing, removeTo: day(1) }, "'From' must be before 'To'"],
	['no valid limit', { ...removing, removalsMax: '={{ "many" }}' }, "'Stop If More Than' is 'many'"],
])('rejects a removal with %s before anything is sent', async (_title, parameters, message) => {
	await syncBack([rowOf(10)]);
	const error = await node().error(
		'post:syncCalendar',
		{ ...form, ...parameters },
		{ items: itemsOf(rowOf(11)) },
	);
	expect(error.message).toBe(message);
	expect(captions()).toEqual(['Post 10']);
});
