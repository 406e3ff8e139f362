import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { createRunData } from '../../support/n8nWorkflow';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();

const { channels } = seed;

const node = () => nodeFor(sandbox());

const create: IDataObject = {
	channels: [channels.facebook.id],
	caption: '={{ $json.text ?? "Hi" }}',
	delivery: 'now',
};

const draft = { ...create, delivery: 'draft' };

/** Turns the check off. The first request is then the write. */
const unchecked = { options: { checkFirst: false } };

const execution = { executionId: 'the same', runIndex: 0 };

const keysSent = () =>
	sandbox()
		.requests.filter(({ method }) => method === 'POST')
		.map(({ headers }) => headers['idempotency-key']);

describe('Retry On Fail in the same execution', () => {
	test('creates only the failed item and finds the others (D4, P71)', async () => {
		const items = itemsOf({ text: 'One' }, { text: 'Two' }, { text: 'Three' });
		await node().json('post:create', create, { ...execution, items: items.slice(0, 2) });
		const all = await node().json('post:create', create, { ...execution, items });
		expect(all.map(({ caption }) => caption)).toEqual(['One', 'Two', 'Three']);
		expect(sandbox().posts()).toHaveLength(3);
	});
});

describe('a retry whose content has changed', () => {
	/** Runs of one execution, each with the run data of the previous ones. */
	const execution = (items: INodeExecutionData[]) => ({
		items,
		executionId: 'one',
		runData: createRunData(items),
	});
	const time = (hour: number) => `2035-01-01T0${hour}:00:00.000+00:00`;
	const at = (hour: number): IDataObject => ({ ...draft, delivery: 'at', publishAt: time(hour) });
	const scheduled = () =>
		sandbox()
			.posts()
			.map(({ caption, scheduledAt }) => [caption, scheduledAt])
			.sort();

	test('keeps completed items and uses the new time for the rest (P71, P102)', async () => {
		const run = execution(itemsOf({ text: 'One' }, { text: 'Two' }, { text: 'Three' }));
		// The service refuses the second item before it saves a draft.
		const failing = { ...at(1), channels: `={{ $itemIndex === 1 ? [] : ["${channels.facebook.id}"] }}` };
		await node().error('post:create', failing, run);
		const posts = await node().json('post:create', at(2), run);
		expect(posts.map(({ caption }) => caption)).toEqual(['One', 'Two', 'Three']);
		expect(scheduled()).toEqual([
			['One', time(1)],
			['Three', time(2)],
			['Two', time(2)],
		]);
		expect(keysSent()).toHaveLength(3);
	});

	test('finds work whose response was lost (P54, P71, P102)', async () => {
		const run = execution(itemsOf({ text: 'One' }));
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'cut' });
		// The search for the post is refused. Only the next try finds it.
		sandbox().faults.add({ path: /./, method: 'GET', kind: 'status', status: 401 });
		await node().error('post:create', { ...at(1), ...unchecked }, run);
		const [post] = await node().json('post:create', at(2), run);
		expect(scheduled()).toEqual([['One', time(1)]]);
		expect(post).toMatchObject({ caption: 'One', status: 'scheduled' });
	});

	/** With a text that changes with each try, and a lost response to the first. */
	test.each<[operation: string, options: IDataObject]>([
		['create', {}],
		['create', { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'row 7' } } }],
		['create', { ifRunAgain: { settings: { send: 'content' } } }],
		['upsert', {}],
		['syncCalendar', {}],
	])(
		'gives the draft of the first try the text of the second in %s with %j (P54, P102)',
		async (operation, options) => {
			const run = execution(itemsOf({ text: 'One' }));
			const parameters = (attempt: number) => ({
				...draft,
				caption: `={{ $json.text }} ${attempt}`,
				options: { ...options, ...unchecked.options },
			});
			sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'cut' });
			// Rows without an ID look for their post before the first request.
			if (operation !== 'create')
				sandbox().faults.add({ path: /./, method: 'GET', kind: 'stall', ms: 0, times: 2 });
			sandbox().faults.add({ path: /./, method: 'GET', kind: 'status', status: 401 });
			await node().error(`post:${operation}`, parameters(1), run);
			await node().json(`post:${operation}`, parameters(2), run);
			expect(scheduled().map(([caption]) => caption)).toEqual(['One 2']);
		},
	);

	test.each(['create', 'upsert', 'syncCalendar'])(
		'updates a draft that %s saved with the new content and the new time (P53, P54, P102)',
		async (operation) => {
			const run = execution(itemsOf({ text: 'One' }));
			const broken = { ...at(1), channels: [channels.linkedinBroken.id], ...unchecked };
			const { context } = await node().error(`post:${operation}`, broken, run);
			const [post] = await node().json(`post:${operation}`, at(2), run);
			expect(post).toMatchObject({ id: (context.facts as IDataObject).postId, status: 'scheduled' });
			expect(sandbox().posts()).toHaveLength(1);
			expect(scheduled()).toEqual([['One', time(2)]]);
		},
	);

	test('leaves a draft that Create saved for other content, and that someone has scheduled since, as it is', async () => {
		const run = execution(itemsOf({ text: 'One' }));
		const { linkedinBroken, facebook } = channels;
		const broken = { ...at(1), channels: [linkedinBroken.id], ...unchecked };
		const { context } = await node().error('post:create', broken, run);
		const { postId } = context.facts as IDataObject;
		const change = { postId: byId(String(postId)), updateFields: { channels: [facebook.id] } };
		await node().json('post:update', change);
		await node().json('post:schedule', { postId: byId(String(postId)), delivery: 'at', publishAt: time(5) });
		sandbox().requests.length = 0;
		const [post] = await node().json('post:create', at(2), run);
		expect(post).toMatchObject({ id: postId, status: 'scheduled' });
		expect(scheduled()).toEqual([['One', time(5)]]);
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('continues with a draft that Create saved for other content, if that is refused, too', async () => {
		const run = execution(itemsOf({ text: 'One' }));
		const broken = { ...at(1), channels: [channels.linkedinBroken.id], ...unchecked };
		const { context } = await node().error('post:create', broken, run);
		const [post] = await node().json(
			'post:create',
			{ ...broken, publishAt: time(2), options: { ...unchecked.options, onSavedDraft: 'continue' } },
			run,
		);
		const { postId: id } = context.facts as IDataObject;
		expect(post).toMatchObject({ id, status: 'draft', deliveryError: { statusCode: 422 } });
	});

	test.each<[string, IDataObject, object]>([
		['delete', {}, { deleted: true }],
		['update', { updateFields: { caption: 'New' }, ...unchecked }, { caption: 'New' }],
		['cancel', {}, { status: 'draft' }],
	])("doesn't repeat %s of a completed item (P77, P80)", async (operation, parameters, expected) => {
		const [one, two] = await node().json(
			'post:create',
			{ ...draft, delivery: 'queue' },
			{ items: itemsOf({}, {}) },
		);
		if (operation === 'update') {
			await node().run(
				'post:cancel',
				{ postId: byId('={{ $json.id }}') },
				{ items: itemsOf({ id: one?.id }, { id: two?.id }) },
			);
		}
		const items = itemsOf({ id: one?.id }, { id: two?.id });
		const run = execution(items);
		const values = { postId: byId('={{ $json.id }}'), ...parameters };
		sandbox().requests.length = 0;
		const path = `/api/v1/posts/${String(two?.id)}${operation === 'cancel' ? '/cancel' : ''}`;
		sandbox().faults.add({ path, kind: 'status', status: 401 });
		await node().error(`post:${operation}`, values, run);
		const done = await node().json(`post:${operation}`, values, run);
		expect(done).toMatchObject([expected, expected]);
		const writes = sandbox().requests.filter(({ method }) => method !== 'GET');
		expect(writes.map(({ status }) => status)).toEqual([expect.any(Number), 401, expect.any(Number)]);
	});
});

describe('remembered results', () => {
	test('are forgotten after a successful run, to keep a loop from filling the execution data (P71)', async () => {
		const items = itemsOf({ text: 'One' }, { text: 'Two' });
		const runData = createRunData(items);
		await node().run('post:create', draft, { items, runData });
		const kept = JSON.stringify(runData.executionData?.contextData);
		expect(kept).toContain('origin');
		expect(kept).not.toMatch(/"id"|One/);
	});
});
