import type { IDataObject } from 'n8n-workflow';
import type { Delivery } from '../../../client/publishing/requests';
import { versionOf } from '../../../nodes/SocialPublishing/approval/version';
import { seed } from '../../../sandbox';
import { createRunData } from '../../support/n8nWorkflow';
import { clientOf } from '../../support/publishingClient';
import { itemsOf, nodeFor, type NodeOptions } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ seed: 'default', publishMs: 1_000 });
const { channels, keys } = seed;
const at = { mode: 'at', at: '2026-01-06T09:00:00+00:00' } as const;

const posts = (key = keys.full) => clientOf({ baseUrl: sandbox().url, key }).posts;
const node = (key = keys.full, own: NodeOptions['own'] = {}) => nodeFor(sandbox(), { key, own });
const submits = () => sandbox().requests.filter(({ path }) => path.endsWith('/submit'));

/** An item of Wait for Approval about a new draft. */
async function approve(delivery: Delivery | undefined = at, key = keys.full): Promise<IDataObject> {
	const post = await posts(key).create({ content: { accounts: [channels.facebook.id], caption: 'Hello' } });
	const decision = { approved: true, decision: 'approved', decidedAt: '2026-01-05T08:00:00.000+00:00' };
	return {
		...decision,
		delivery,
		id: post.id,
		version: versionOf({ posts: posts() }, post, delivery),
		comment: '',
		caption: 'Hello',
	};
}

const asApproved = { delivery: 'approved' };
const submit = async (item: IDataObject, run = {}, under = node()) =>
	await under.json('post:submit', asApproved, { items: itemsOf(item), ...run });
const refuse = async (item: IDataObject, run = {}, under = node()) =>
	await under.error('post:submit', asApproved, { items: itemsOf(item), ...run });
const edit = async ({ id }: IDataObject, caption = 'Other words') =>
	await posts().update(String(id), { content: { caption } });

test.each<[Delivery, string]>([
	[at, 'scheduled'],
	[{ mode: 'at', at: '2026-01-06T09:00:00+01:00', timezone: 'Europe/Berlin' }, 'scheduled'],
	[{ mode: 'queue' }, 'queued'],
	[{ mode: 'prioritise', queueIds: { [channels.facebook.id]: null } }, 'queued'],
	[{ mode: 'now' }, 'publishing'],
])('submits an approved draft with its planned delivery %j', async (delivery, status) => {
	expect(await submit(await approve(delivery))).toMatchObject([
		{ status, routed: 'enacted', caption: 'Hello' },
	]);
	expect(submits()).toMatchObject([{ body: { delivery } }]);
});

test('keeps what was decided and by whom', async () => {
	const decided = { ...(await approve()), decidedBy: 'Ada', comment: 'Fine' };
	expect(await submit(decided)).toMatchObject([
		{ approved: true, submitted: true, decision: 'approved', decidedBy: 'Ada', comment: 'Fine' },
	]);
	expect((await submit(await approve()))[0]).not.toHaveProperty('decidedBy');
});

test("sends to review with a key that can't publish", async () => {
	const item = await approve(at, keys.drafts);
	expect(await submit(item, {}, node(keys.drafts))).toMatchObject([
		{ status: 'pending_approval', routed: 'pending_approval' },
	]);
});

test('passes on what was not approved, and submits the rest', async () => {
	sandbox().vary({ optionalFields: 'sent' });
	const approved = await approve();
	const items = itemsOf(
		{ approved: false, decision: 'rejected', id: approved.id, comment: 'Not now' },
		approved,
		{ approved: false, error: 'The post was not found' },
	);
	const run = { items, timezone: 'UTC' };
	const {
		outputs: [sent = []],
		hints,
	} = await node().result('post:submit', asApproved, run);
	const outputs = sent.map(({ json }) => json);
	expect(outputs).toMatchObject([
		{ approved: false, decision: 'rejected', id: approved.id, comment: 'Not now', submitted: false },
		{ id: approved.id, status: 'scheduled' },
		{ approved: false, failureReason: 'The post was not found', submitted: false },
	]);
	expect(outputs[0]).not.toHaveProperty('clashes');
	expect(hints.map(({ message }) => message)).toEqual([
		'“Hello” was scheduled on Facebook (Acme Studio) for Tue, Jan 6, 2026, 9:00 AM (UTC).',
		"2 items weren't approved, so their posts weren't submitted.",
	]);
	expect(submits()).toHaveLength(1);
});

test.each<[string, (item: IDataObject) => IDataObject, string]>([
	['the input of a waiting node', () => ({ caption: 'Hello' }), "isn't an item of 'Wait for Approval'"],
	['an empty item', () => ({}), "isn't an item of 'Wait for Approval'"],
	['a text that says true', (item) => ({ ...item, approved: 'true' }), "isn't an item of"],
	["another node's approval", () => ({ approved: true }), "without a 'Planned Delivery'"],
	['a plan of None', ({ delivery: _delivery, ...item }) => item, "without a 'Planned Delivery'"],
	['another decision', (item) => ({ ...item, decision: 'rejected' }), "doesn't have what"],
	['no version', ({ version: _version, ...item }) => item, "doesn't have what"],
	['no time of the decision', ({ decidedAt: _decidedAt, ...item }) => item, "doesn't have what"],
	['a time of the decision that is none', (item) => ({ ...item, decidedAt: 'soon' }), "doesn't have what"],
	[
		'a delivery that does not exist',
		(item) => ({ ...item, delivery: { mode: 'soon' } }),
		"doesn't have what",
	],
	[
		'another version of the item',
		(item) => ({ ...item, version: String(item.version).replace('v2', 'v9') }),
		'was made by another version',
	],
	[
		'an item of the version before',
		(item) => ({ ...item, version: String(item.version).split('.').slice(1, -1).join('.') }),
		'was made by another version',
	],
])('refuses %s, and says what to connect', async (_title, change, message) => {
	const error = await refuse(change(await approve()));
	expect(error.message).toContain(message);
	expect(error.description).toMatch(/Wait for Approval|Ask for another approval/);
	expect(submits()).toEqual([]);
});

test.each<[string, (item: IDataObject) => Promise<unknown>, string, string]>([
	['edited', edit, 'The post was changed after it was approved', 'Changed: caption.'],
	[
		'scheduled at another time',
		async ({ id }) => await posts().submit(String(id), { mode: 'at', at: '2026-02-06T09:00:00Z' }),
		"Can't submit a post with the status Scheduled",
		'It was a draft when it was approved',
	],
	[
		'published',
		async ({ id }) => await posts().publish(String(id)),
		"Can't submit a post with the status Publishing",
		'It was a draft when it was approved',
	],
	['deleted', async ({ id }) => await posts().delete(String(id)), "The post wasn't found", 'deleted'],
])('submits nothing for a post that was %s since', async (_title, change, message, description) => {
	const item = await approve();
	await change(item);
	const before = submits().length;
	const error = await refuse(item);
	expect([error.message, error.description]).toEqual([message, expect.stringContaining(description)]);
	expect(submits()).toHaveLength(before);
});

test('reports the status of a post that someone else has scheduled just as planned', async () => {
	const item = await approve();
	await posts().submit(String(item.id), at);
	expect((await refuse(item)).message).toBe("Can't submit a post with the status Scheduled");
	expect(sandbox().post(String(item.id)).status).toBe('scheduled');
});

test('reads the approval from another node, and checks it like any post', async () => {
	const item = await approve({ mode: 'at', at: '2026-01-01T09:00:00Z' });
	const parameters = { ...asApproved, approval: '={{ $json.of }}' };
	const error = await node().error('post:submit', parameters, { items: itemsOf({ of: item }) });
	expect(error.message).toContain('in the past');
	expect(submits()).toEqual([]);
});

describe('an approval publishes its post only once', () => {
	test('in a second Submit, and with pinned data, which return the post', async () => {
		const item = await approve();
		await submit(item);
		expect(await submit(item, { nodeId: 'second' })).toMatchObject([{ id: item.id, status: 'scheduled' }]);
		expect(
			sandbox()
				.posts()
				.filter(({ status }) => status === 'scheduled'),
		).toContainEqual(expect.objectContaining({ id: item.id }));
	});

	test('if someone has returned it to draft since', async () => {
		const item = await approve();
		await submit(item);
		await posts().cancel(String(item.id));
		const error = await refuse(item, { nodeId: 'second' });
		expect(error.message).toBe('The post was submitted before and returned to draft');
		expect(sandbox().post(String(item.id)).status).toBe('draft');
	});

	test('with a key that depends on the post, its version and the time of the decision alone', async () => {
		const item = await approve();
		await submit({ ...item, comment: 'More', channels: [] }, { executionId: 'a', nodeId: 'one' });
		await submit({ ...item, delivery: { at: at.at, mode: 'at' } }, { executionId: 'b', nodeId: 'two' });
		const decidedAt = '2026-01-05T09:00:00+01:00';
		await submit({ ...item, decidedAt, updatedAt: decidedAt }, { executionId: 'c', nodeId: 'three' });
		expect(new Set(submits().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
	});
});

describe('a retry after a lost answer', () => {
	const path = /\/submit$/;
	const lose = (kind: 'drop' | 'dropAfter' | 'statusAfter', times = 1) =>
		sandbox().faults.add({ method: 'POST', path, kind, times });

	test.each(['dropAfter', 'statusAfter'] as const)('gets the result: %s', async (kind) => {
		const item = await approve();
		lose(kind);
		expect(await submit(item)).toMatchObject([{ status: 'scheduled' }]);
	});

	test('sends the same under the same key, whatever has become of the post meanwhile', async () => {
		const item = await approve(at, keys.drafts);
		const runData = createRunData(itemsOf(item));
		lose('dropAfter', 20);
		const own = {
			sleep: async () => sandbox().faults.add({ method: 'GET', path: /\/posts\//, kind: 'drop', times: 20 }),
		};
		await refuse(item, { runData }, node(keys.drafts, own as never));
		sandbox().faults.clear();
		sandbox().review.reject(String(item.id));
		expect(await submit(item, { runData }, node(keys.drafts))).toMatchObject([{ status: 'rejected' }]);
		expect(new Set(submits().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
	});

	test.each<[string, number]>([
		['inside one send', 1],
		['in the next try', 20],
	])('submits nothing if the draft was edited meanwhile: %s', async (_title, times) => {
		const item = await approve();
		const runData = createRunData(itemsOf(item));
		lose('drop', times);
		let isEdited = false;
		const own = {
			sleep: async () => {
				if (!isEdited) await edit(item);
				isEdited = true;
			},
		};
		const first = await refuse(item, { runData }, node(keys.full, own));
		expect(first.message).toBe('The post was changed after it was approved');
		expect(submits()).toHaveLength(1);
		sandbox().faults.clear();
		expect((await refuse(item, { runData })).message).toBe('The post was changed after it was approved');
		expect(submits()).toHaveLength(1);
	});

	test('reports the status if someone else has used the post', async () => {
		const item = await approve();
		const runData = createRunData(itemsOf(item));
		lose('drop', 20);
		await refuse(item, { runData });
		sandbox().faults.clear();
		await posts().submit(String(item.id), { mode: 'queue' });
		expect((await refuse(item, { runData })).message).toBe("Can't submit a post with the status Queued");
		expect(sandbox().post(String(item.id)).status).toBe('queued');
	});
});

test.each<[string, object]>([
	['a tool', { isTool: true }],
	['a review of tool calls', { isHumanReview: true }],
])('refuses to run in %s, where a model could write the approval', async (_title, run) => {
	const error = await refuse(await approve(), run);
	expect(error.message).toContain("A tool can't submit a post 'As Approved'");
	expect(submits()).toEqual([]);
});

test.each<[string, Delivery]>([
	['another time', { ...at, at: '2026-01-07T09:00:00+00:00' }],
	['another way', { mode: 'now' }],
	['another zone', { ...at, timezone: 'Asia/Tokyo' }],
	['another spelling of the time', { ...at, at: '2026-01-06T10:00:00+01:00' }],
	['another queue', { mode: 'queue', queueIds: { [channels.facebook.id]: null } }],
])('refuses a plan that a node between has changed: %s', async (_title, delivery) => {
	const error = await refuse({ ...(await approve()), delivery });
	expect(error.message).toBe('The planned delivery was changed after the approval');
	expect(submits()).toEqual([]);
});

test("names what another approver's edit changed while the decision was made", async () => {
	const item = await approve();
	await edit(item);
	const error = await refuse({ ...item, changedMeanwhile: ['caption'] });
	expect(error.message).toBe('The post was changed while it was approved');
	expect(error.description).toMatch(/Changed: caption\. .*another approver/);
	expect(submits()).toEqual([]);
});

describe('an approval older than 24 hours', () => {
	const later = (ms: number) => sandbox().clock.advance(ms);
	const later24 = () => later(24 * 3_600_000);
	const withTime = async (): Promise<IDataObject> => {
		const item = await approve({ mode: 'queue' });
		return { ...item, updatedAt: sandbox().post(String(item.id)).updatedAt };
	};

	test('submits a draft that nothing has touched since the decision', async () => {
		const item = await withTime();
		later24();
		expect(await submit(item)).toMatchObject([{ status: 'queued' }]);
	});

	test.each<[string, (item: IDataObject) => Promise<IDataObject> | IDataObject]>([
		[
			'the draft was changed and changed back',
			async (item) => {
				await edit(item);
				await edit(item, 'Hello');
				return item;
			},
		],
		[
			'the post was published and returned to draft',
			async (item) => {
				await submit(item);
				await posts().cancel(String(item.id));
				return item;
			},
		],
		["the item doesn't know when the draft was changed last", ({ updatedAt: _time, ...item }) => item],
		['the item has no time there', (item) => ({ ...item, updatedAt: null })],
	])('asks for another approval if %s', async (_title, change) => {
		const item = await withTime();
		later(60_000);
		const changed = await change(item);
		const before = submits().length;
		later24();
		const error = await refuse(changed, { nodeId: 'second' });
		expect(error.message).toBe('The post may have been changed since it was approved');
		expect(error.description).toContain('Ask for another approval');
		expect(submits()).toHaveLength(before);
	});

	test('returns the post that it submitted earlier in the same execution', async () => {
		const item = await withTime();
		const runData = createRunData(itemsOf(item));
		const [first, retry] = [itemsOf(item, { approved: 'broken' }), itemsOf(item)];
		await refuse(item, { runData, items: first });
		expect(submits()).toHaveLength(1);
		later24();
		expect(await submit(item, { runData, items: retry })).toMatchObject([{ id: item.id, routed: 'enacted' }]);
		expect(submits()).toHaveLength(1);
	});
});
