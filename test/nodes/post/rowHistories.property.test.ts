import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { seed, startSandbox, type FaultSpec, type Post, type Sandbox } from '../../../sandbox';
import { fuzzRuns, fuzzSeed } from '../../fuzz/settings';
import { createRunData } from '../../support/n8nWorkflow';
import { longTestMs } from '../../support/longTest';
import { profile, turn } from '../../support/profile';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';

/**
 * Random histories of a list whose results aren't always written back: rows are edited, moved, blanked and copied with and without their
 * IDs, IDs get lost, answers get lost, the service fails, and n8n tries a node again. Each row keeps one post, and no other post is touched.
 *
 * Not counted: a row whose text or time has changed and whose ID is lost, because nothing says anymore which post was its own.
 */

const numRuns = fuzzRuns(1_000);
const hourMs = 3_600_000;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ profile, turn, clock: 'manual', rateLimits: 'off', seed: 'empty' });
});
afterAll(async () => await sandbox.close());

interface Row {
	text: string;
	/** Empty for a row that is published now. */
	time: string;
	postId: string;
	isBlank: boolean;
	/** Its time in the last run. */
	lastTime?: string;
}

const faults: Array<Omit<FaultSpec, 'path'>> = [
	{ method: 'POST', kind: 'dropAfter' },
	{ method: 'POST', kind: 'dropAfter', times: 5 },
	{ method: 'POST', kind: 'drop', times: 9 },
	{ method: 'POST', kind: 'cut' },
	{ method: 'POST', kind: 'status', status: 503 },
	{ method: 'POST', kind: 'status', status: 503, times: 9 },
	{ method: 'POST', kind: 'statusAfter', status: 500 },
	{ method: 'POST', kind: 'statusAfter', status: 500, times: 9 },
	{ method: 'PATCH', kind: 'dropAfter' },
	{ method: 'GET', kind: 'status', status: 503, times: 9 },
];

const which = fc.nat(5);
const event = fc.oneof(
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), isTimed: fc.boolean() }) },
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constantFrom(
				'blank' as const,
				'copyWithId' as const,
				'copyWithoutId' as const,
				'edit' as const,
				'loseId' as const,
				'move' as const,
			),
			which,
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 25) }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('run' as const),
			fault: fc.option(fc.nat(faults.length - 1)),
			isWritten: fc.boolean(),
			/** Whether n8n tries the node again, and the row that someone edits meanwhile. */
			retry: fc.option(fc.record({ edited: fc.option(which) })),
		}),
	},
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;
type RunEvent = Extract<Event, { kind: 'run' }>;

const essence = ({ caption, scheduledAt, status }: Post): string =>
	JSON.stringify([caption, scheduledAt, status === 'publishing' ? 'published' : status]);
const postsById = () => new Map(sandbox.posts().map((post) => [post.id, essence(post)]));

class History {
	private readonly rows: Row[] = [];

	private names = 0;

	private readonly staticData: IDataObject = {};

	/** How many rows have ever wanted a text. */
	private readonly holders = new Map<string, Set<object>>();

	/** Posts that tries have made whose rows didn't report them. */
	private readonly unreported = new Set<string>();

	constructor(private readonly removes: boolean) {}

	async take(one: Event): Promise<void> {
		if (one.kind === 'add') return this.add(one.isTimed);
		if (one.kind === 'wait') return void sandbox.clock.advance(one.hours * hourMs);
		if (one.kind === 'run') return await this.run(one);
		const row = this.rows[one.which % Math.max(this.rows.length, 1)];
		if (row) this.change(row, one.kind);
	}

	/** No content goes public more often than there were rows with it. */
	requireOnce(): void {
		const counts = new Map<string, number>();
		for (const { caption } of sandbox.posts()) counts.set(caption, (counts.get(caption) ?? 0) + 1);
		for (const [caption, count] of counts) {
			const wanted = this.holders.get(caption)?.size ?? 0;
			expect([caption, count <= wanted]).toEqual([caption, true]);
		}
	}

	private add(isTimed: boolean): void {
		this.names += 1;
		this.push({
			text: `Row ${this.names}.0`,
			time: isTimed ? this.timeIn(600) : '',
			postId: '',
			isBlank: false,
		});
	}

	private push(row: Row): void {
		this.rows.push(row);
		this.hold(row, row);
	}

	private hold({ text }: Row, holder: object): void {
		this.holders.set(text, (this.holders.get(text) ?? new Set()).add(holder));
	}

	private timeIn(hours: number): string {
		return new Date(sandbox.clock.now().getTime() + hours * hourMs).toISOString();
	}

	private change(
		row: Row,
		kind: 'blank' | 'copyWithId' | 'copyWithoutId' | 'edit' | 'loseId' | 'move',
	): void {
		if (kind === 'blank') row.isBlank = true;
		if (kind === 'loseId') row.postId = '';
		if (kind === 'move' && row.time !== '') row.time = this.timeIn(700);
		if (kind === 'edit') this.edit(row);
		if (kind.startsWith('copy'))
			this.push({ ...row, postId: kind === 'copyWithId' ? row.postId : '', lastTime: undefined });
	}

	private edit(row: Row): void {
		const [name = '', version = '0'] = row.text.split('.');
		row.text = `${name}.${Number(version) + 1}`;
		this.hold(row, row);
	}

	private async run({ fault, isWritten, retry }: RunEvent): Promise<void> {
		if (this.rows.length === 0) return;
		sandbox.clock.advance(1_000);
		for (const row of this.rows) {
			if (row.postId === '' && row.lastTime !== undefined && row.lastTime !== row.time) this.hold(row, {});
			row.lastTime = row.time;
		}
		const spec = fault === null ? undefined : faults[fault];
		if (spec) sandbox.faults.add({ path: /posts/, ...spec });
		const items = () =>
			itemsOf(
				...this.rows.map(({ isBlank, ...row }) =>
					isBlank ? { text: '', time: '', postId: '' } : { ...row },
				),
			);
		const runData = createRunData(items());
		const before = postsById();
		const named = new Set(this.rows.map(({ postId }) => postId));
		const form = this.form();
		const node = nodeFor(sandbox);
		const execution = { runData, executionId: `run ${(executions += 1)}`, staticData: this.staticData };
		let outputs: IDataObject[] = [];
		const firstTexts = new Map(this.rows.map((row) => [row, row.text]));
		const tries = retry === null ? 1 : 2;
		for (let count = 1; count <= tries; count++) {
			const continueOnFail = count === tries;
			outputs = await node
				.json('post:syncCalendar', form, { ...execution, items: items(), continueOnFail })
				.catch(() => []);
			if (outputs.length > 0) break;
			sandbox.faults.clear();
			const edited = retry?.edited ?? null;
			const row = edited === null ? undefined : this.rows[edited % this.rows.length];
			if (row && count < tries) {
				this.edit(row);
			}
		}
		sandbox.faults.clear();
		this.requireUntouched(before, named, outputs);
		this.requireSuccess(outputs, firstTexts);
		if (isWritten) this.writeBack(outputs);
	}

	private form(): IDataObject {
		return {
			postId: byId('={{ $json.postId }}'),
			channels: [seed.channels.facebook.id],
			caption: '={{ $json.text }}',
			delivery: '={{ $json.time ? "at" : "now" }}',
			publishAt: '={{ $json.time }}',
			...(this.removes
				? {
						removeMissing: true,
						removeFrom: '2025-01-01T00:00:00Z',
						removeTo: '2028-01-01T00:00:00Z',
						removalsMax: 99,
						removalsDryRun: false,
					}
				: {}),
		};
	}

	/** A run deletes or changes no post that no row names, that no try of a row has made, and that isn't to be removed. */
	private requireUntouched(before: Map<string, string>, named: Set<string>, outputs: IDataObject[]): void {
		const after = postsById();
		const removed = new Set(outputs.filter(({ action }) => action === 'removed').map(({ id }) => id));
		if (removed.size > 0) {
			const isSafe = outputs.every(({ action, reason }) => action !== 'failed' && reason !== 'nothingRead');
			expect([outputs, this.removes && isSafe]).toEqual([outputs, true]);
		}
		const touched = [...before].filter(([id, one]) => after.get(id) !== one && !removed.has(id));
		const foreign = touched.filter(([id]) => !named.has(id) && !this.unreported.has(id));
		expect(foreign.map(([id, one]) => [one, after.get(id)])).toEqual([]);
		const reported = new Set(outputs.map(({ id }) => id));
		for (const id of after.keys()) if (!before.has(id) && !reported.has(id)) this.unreported.add(id);
	}

	/**
	 * Each row gives one item, and one that reports success has a post of its own with its text and time. A later try returns what the first
	 * one has done.
	 */
	private requireSuccess(outputs: IDataObject[], firstTexts: Map<Row, string>): void {
		if (outputs.length === 0) return;
		const own: unknown[] = [];
		this.rows.forEach((row, index) => {
			const { action, id } = outputs[index] ?? {};
			expect([row, action]).toEqual([row, expect.any(String)]);
			if (!['created', 'rescheduled', 'unchanged', 'updated'].includes(String(action))) return;
			const post = sandbox.posts().find((one) => one.id === id);
			const time = row.time === '' ? undefined : Date.parse(row.time);
			const isAt = time === undefined || Date.parse(post?.scheduledAt ?? '') === time;
			const isText = [row.text, firstTexts.get(row)].includes(post?.caption);
			expect([row, post, isText, isAt]).toEqual([row, post, true, true]);
			own.push(id);
		});
		expect(new Set(own).size).toBe(own.length);
	}

	private writeBack(outputs: IDataObject[]): void {
		this.rows.forEach((row, index) => {
			const { id, details } = (outputs[index] ?? {}) as { id?: string | null; details?: { postId?: string } };
			if (!row.isBlank) row.postId = id ?? details?.postId ?? row.postId;
		});
	}
}

let executions = 0;

test(
	'each row keeps one post, and no other post is touched',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.boolean(),
				fc.array(event, { minLength: 3, maxLength: 9 }),
				async (removes, events) => {
					sandbox.reset();
					const history = new History(removes);
					await history.take({ kind: 'add', isTimed: true });
					await history.take({ kind: 'add', isTimed: false });
					for (const one of events) await history.take(one);
					await history.take({ kind: 'run', fault: null, isWritten: true, retry: null });
					history.requireOnce();
				},
			),
			{ seed: fuzzSeed, numRuns, endOnFailure: false },
		);
	},
	longTestMs,
);
