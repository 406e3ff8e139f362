import type { IDataObject } from 'n8n-workflow';
import { seed, startSandbox, type SandboxOptions } from '../../../sandbox';
import type { Variants } from '../../../sandbox/variants';
import { nodeFor } from '../../support/nodeUnderTest';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const { channels, keys } = seed;

/** Runs Create in a separate execution, of a published workflow with its static data unless the mode says so. */
async function create(
	idempotencyKey: string,
	staticData: IDataObject,
	mode: 'manual' | 'webhook' = 'webhook',
	{ key = keys.full, caption = 'Thank you for your order' } = {},
): Promise<IDataObject> {
	const node = nodeFor(sandbox(), { key });
	const form = { channels: [channels.facebook.id], caption, delivery: 'draft' };
	const parameters = {
		...form,
		options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: idempotencyKey } } },
	};
	const [output = {}] = await node.json('post:create', parameters, {
		mode,
		staticData,
		continueOnFail: true,
	});
	return output;
}

const postIds = (): string[] =>
	sandbox()
		.posts()
		.map(({ id }) => id);

/** The notes in a workflow, by credential. */
const notesOf = ({ notes = {} }: IDataObject): unknown[] => Object.values(notes as IDataObject);

const creates = (): number => sandbox().requests.filter(({ method }) => method === 'POST').length;

describe('a create with an unknown result', () => {
	test.each(['order-1234', 'order 1234', 'Bestellung №5', '__proto__'])(
		'is looked for by the next execution with the same key: %s (P54)',
		async (key) => {
			const staticData = {};
			sandbox().faults.add({ path: /posts/, kind: 'statusAfter', status: 500, times: 1_000 });
			await create(key, staticData);
			sandbox().faults.clear();
			sandbox().clock.advance(600_000);
			const sent = creates();
			expect(await create(key, staticData)).toMatchObject({ id: postIds()[0] });
			expect([creates(), postIds()]).toEqual([sent, [expect.any(String)]]);
		},
	);

	test('is looked for by the next manual execution, for which n8n stores nothing (P54)', async () => {
		sandbox().faults.add({ path: /posts/, kind: 'statusAfter', status: 500, times: 1_000 });
		await create('order-9', {}, 'manual');
		sandbox().faults.clear();
		sandbox().clock.advance(600_000);
		const sent = creates();
		expect(await create('order-9', {}, 'manual')).toMatchObject({ id: postIds()[0] });
		expect([creates(), postIds()]).toEqual([sent, [expect.any(String)]]);
	});

	test('of a row without an ID is looked for before the next manual execution makes its post again (P54)', async () => {
		sandbox().vary({ failedKeys: 'kept' });
		const node = nodeFor(sandbox());
		const rows = { channels: [channels.facebook.id], caption: 'A row', delivery: 'draft' };
		// The look-up before the create can read the list.
		sandbox().faults.add({ method: 'GET', path: /posts/, kind: 'stall', ms: 0 });
		sandbox().faults.add({ path: /posts/, kind: 'statusAfter', status: 500, times: 1_000 });
		await node.error('post:syncCalendar', rows, { staticData: {} });
		sandbox().faults.clear();
		sandbox().clock.advance(600_000);
		expect(await node.json('post:syncCalendar', rows, { staticData: {} })).toMatchObject([
			{ id: postIds()[0] },
		]);
		expect(postIds()).toHaveLength(1);
	});

	test.each([401, 403])(
		'is found if its response is lost and its retry is refused with %d (P54)',
		async (status) => {
			sandbox().faults.add({ method: 'POST', path: /posts/, kind: 'dropAfter' });
			const refusal = { kind: 'status', status, times: 1_000 } as const;
			sandbox().faults.add({ method: 'POST', path: /posts/, ...refusal });
			expect(await create('order-1', {})).toMatchObject({ id: postIds()[0] });
		},
	);

	test.each([401, 403, 429])(
		'is kept for the next execution if its retry and all reads are refused with %d (P54)',
		async (status) => {
			const staticData = {};
			sandbox().faults.add({ method: 'POST', path: /posts/, kind: 'dropAfter' });
			sandbox().faults.add({ path: /posts/, kind: 'status', status, retryAfter: 7_200, times: 1_000 });
			expect(await create('order-1', staticData)).toMatchObject({ error: expect.any(String) as unknown });
			const tables = { unconfirmedCreates: { 'POST /api/v1/posts/ order-1': expect.any(Object) as unknown } };
			expect(notesOf(staticData)).toMatchObject([{ tables }]);
		},
	);

	test("isn't mistaken for a post with the same text that a later execution created (P54)", async () => {
		const staticData = {};
		sandbox().faults.add({ path: /posts/, kind: 'status', status: 500, times: 1_000 });
		await create('order-1', staticData);
		sandbox().faults.clear();
		sandbox().clock.advance(600_000);
		const second = await create('order-2', staticData);
		sandbox().clock.advance(600_000);
		const first = await create('order-1', staticData);
		expect(postIds().sort()).toEqual([first.id, second.id].sort());
		expect(await create('order-1', staticData)).toMatchObject({ id: first.id });
		expect(postIds()).toHaveLength(2);
	});
});

test('is looked for by the next execution with the API key that has replaced the first one (P54)', async () => {
	const staticData = {};
	sandbox().faults.add({ path: /posts/, kind: 'statusAfter', status: 500, times: 1_000 });
	await create('order-1', staticData);
	sandbox().faults.clear();
	sandbox().clock.advance(600_000);
	const sent = creates();
	expect(await create('order-1', staticData, 'webhook', { key: keys.noAnalytics })).toMatchObject({
		id: postIds()[0],
	});
	expect(creates()).toBe(sent);
});

test("isn't looked for in another service, to whose address someone has changed the credential", async () => {
	const staticData = {};
	sandbox().faults.add({ path: /posts/, kind: 'statusAfter', status: 500, times: 1_000 });
	await create('order-1', staticData);
	const other = await startSandbox({ clock: 'manual', rateLimits: 'off' });
	try {
		const form = { channels: [channels.facebook.id], caption: 'Thank you for your order', delivery: 'draft' };
		const parameters = {
			...form,
			options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'order-1' } }, checkFirst: false },
		};
		await nodeFor(other).json('post:create', parameters, { mode: 'webhook', staticData });
		expect(other.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/v1/posts/']);
		expect(Object.keys((staticData as { notes: object }).notes)).toEqual([
			expect.stringMatching(`^${sandbox().url} [0-9a-f]{16}$`),
		]);
	} finally {
		await other.close();
	}
});

describe.each<[SandboxOptions['profile'], Variants['failedKeys']]>([
	['observed', 'kept'],
	['documents', 'kept'],
	['documents', 'forgotten'],
])(
	'a create of a text too long to be kept, in the profile %s with keys that are %s after a 5xx',
	(profile, failedKeys) => {
		const service = useSandbox({ profile });
		const long = 'A long text. '.repeat(400).trim();
		const sentBy = async (caption: string, staticData: IDataObject, idempotencyKey = 'order-1') => {
			const count = service().requests.length;
			const form = { channels: [channels.facebook.id], caption, delivery: 'draft' };
			const parameters = {
				...form,
				options: { ifRunAgain: { settings: { send: 'ownKey', ownKey: idempotencyKey } }, checkFirst: false },
			};
			const run = { mode: 'webhook', staticData, continueOnFail: true } as const;
			const [output] = await nodeFor(service()).json('post:create', parameters, run);
			const made = service().requests.slice(count);
			return { output, creates: made.filter(({ method }) => method === 'POST').length };
		};
		const captions = () =>
			service()
				.posts()
				.map(({ caption }) => caption);

		test.each<['status' | 'statusAfter', string[]]>([
			['statusAfter', [long]],
			['status', []],
		])("isn't followed by another text under its key after a %s (P54)", async (kind, made) => {
			const staticData = {};
			service().vary({ failedKeys });
			service().faults.add({ path: /posts/, kind, status: 500, times: 1_000 });
			await sentBy(long, staticData);
			service().faults.clear();
			service().clock.advance(600_000);
			const edited = await sentBy(`${long} Edited`, staticData);
			expect(edited).toMatchObject({
				output: { error: 'An earlier try may have created this post' },
				creates: 0,
			});
			expect(captions()).toEqual(made);
			await sentBy(long, staticData);
			expect(captions()).toEqual([long]);
			await sentBy(`${long} Edited`, staticData, 'order-2');
			expect(captions()).toEqual([`${long} Edited`, long]);
		});
	},
);

describe('with an API key of another workspace', () => {
	const { approval } = keys;
	const reads = () => sandbox().requests.map(({ method, path }) => `${method} ${path}`);

	/** Runs Create in an execution of its own, on the channel that the key has. */
	const createWith = async (key: string, form: object, settings: object) => {
		const channel = key === approval ? channels.approvalFacebook : channels.facebook;
		return await nodeFor(sandbox(), { key }).result(
			'post:create',
			{ channels: [channel.id], caption: 'Thank you for your order', delivery: 'draft', ...form },
			{ continueOnFail: true, ...settings },
		);
	};

	test("the node doesn't look for what it sent with the former key, and reads the workspace once", async () => {
		const options = { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'order-1' } }, checkFirst: false };
		const [staticData, mode] = [{}, 'webhook'];
		sandbox().faults.add({ path: /posts/, kind: 'statusAfter', status: 500, times: 1_000 });
		await createWith(keys.full, { options }, { staticData, mode });
		sandbox().faults.clear();
		const before = reads().length;
		for (let run = 0; run < 2; run++) await createWith(approval, { options }, { staticData, mode });
		expect(reads().slice(before)).toEqual(['GET /api/v1/me/', 'POST /api/v1/posts/', 'POST /api/v1/posts/']);
		expect(notesOf(staticData)).toMatchObject([
			{ workspace: seed.workspaces.main.id, tables: { unconfirmedCreates: expect.any(Object) as unknown } },
			{ workspace: seed.workspaces.approval.id },
		]);
	});

	test("the node doesn't read a draft that it left with the former key", async () => {
		const leaving = { delivery: 'now', options: { checkFirst: false } };
		const refused = { ...leaving, channels: [channels.bluesky.id], caption: 'x'.repeat(301) };
		await createWith(keys.full, refused, { mode: 'manual' });
		const [draft] = postIds();
		expect(draft).toEqual(expect.any(String));
		const before = reads().length;
		await createWith(approval, leaving, { mode: 'manual' });
		expect(reads().slice(before).join()).not.toContain(String(draft));
	});

	test('nothing is sent if the service fails to say which workspace it is', async () => {
		const options = { ifRunAgain: { settings: { send: 'ownKey', ownKey: 'order-1' } }, checkFirst: false };
		const [staticData, mode] = [{}, 'webhook'];
		sandbox().faults.add({ path: /posts/, kind: 'statusAfter', status: 500, times: 1_000 });
		await createWith(keys.full, { options }, { staticData, mode });
		sandbox().faults.clear();
		sandbox().faults.add({ path: /me/, kind: 'status', status: 500, times: 1_000 });
		const before = creates();
		await createWith(approval, { options }, { staticData, mode });
		expect(creates()).toBe(before);
	});
});

test('stores nothing in the workflow if every create has a known result', async () => {
	const staticData = {};
	await create('order-1', staticData);
	await create('order-2', staticData);
	expect(staticData).toEqual({});
});
