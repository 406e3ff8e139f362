import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { CancelledError } from '../../../client/http/errors';
import type { Send } from '../../../client/http/types';
import { seed, startSandbox, type Post, type Sandbox } from '../../../sandbox';
import type { FaultSpec } from '../../../sandbox/http/faults';
import { fuzzRuns, fuzzSeed } from '../../fuzz/settings';
import { fetchSend } from '../../support/fetchSend';
import { longTestMs } from '../../support/longTest';
import { profile, turn } from '../../support/profile';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';

/**
 * Random histories of a calendar: rows are added, edited, moved and removed, people work in the service, time passes, the
 * service fails, and runs are killed. After each run without a fault, the service matches the list.
 */

const numRuns = fuzzRuns(15);
const longestHistory = 12;
const minuteMs = 60_000;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ profile, turn, clock: 'manual', rateLimits: 'off', seed: 'empty' });
});
afterAll(async () => await sandbox.close());

/** A row of the calendar. Its text begins with its name, which no other row has. */
interface Row extends IDataObject {
	name: string;
	version: number;
	postId: string;
	/** When the post was last changed, according to the last run that returned it. */
	postUpdatedAt: string;
	/** Milliseconds since 1970. */
	time: number;
	isDraft: boolean;
	title: string;
}

const textOf = ({ name, version }: Row): string => `${name} ${version}`;
const inTheList = (row: Row): IDataObject => ({
	...row,
	text: textOf(row),
	time: new Date(row.time).toISOString(),
	proposedTime: row.isDraft ? new Date(row.time + 1_000 * 60 * minuteMs).toISOString() : '',
});

type Happening =
	| { kind: 'add'; minutes: number; isDraft: boolean }
	| { kind: 'edit' | 'remove' | 'readd' | 'retitle' | 'toggle'; which: number }
	| { kind: 'move'; which: number; minutes: number }
	| { kind: 'person'; which: number; deed: number }
	| { kind: 'time'; minutes: number }
	| { kind: 'fault'; fault: number; path: number; times: number }
	| { kind: 'kill'; which: number; requests: number; isAfter: boolean }
	| { kind: 'sync' };

const which = fc.nat(20);
const minutes = fc.integer({ min: 3, max: 600 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), minutes, isDraft: fc.boolean() }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constantFrom(
				'edit' as const,
				'remove' as const,
				'readd' as const,
				'retitle' as const,
				'toggle' as const,
			),
			which,
		}),
	},
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), which, minutes }) },
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('person' as const), which, deed: fc.nat(20) }) },
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('time' as const), minutes: fc.integer({ min: 1, max: 240 }) }),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('fault' as const),
			fault: fc.nat(20),
			path: fc.nat(20),
			times: fc.integer({ min: 1, max: 6 }),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('kill' as const),
			which,
			requests: fc.integer({ min: 1, max: 12 }),
			isAfter: fc.boolean(),
		}),
	},
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('sync' as const) }) },
);

const faults: Array<Omit<FaultSpec, 'path'>> = [
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 500 },
	{ kind: 'statusAfter', status: 500 },
	{ kind: 'status', status: 429, retryAfter: 1 },
	{ kind: 'drop' },
	{ kind: 'dropAfter' },
	{ kind: 'cut' },
	// The service does all the work of a run but returns only errors, so the run never learns the result of a write.
	{ kind: 'statusAfter', status: 500, times: 1_000 },
];
const faultPaths: Array<Pick<FaultSpec, 'method' | 'path'>> = [
	{ method: 'POST', path: '/posts/' },
	{ method: 'PATCH', path: /posts\/[^/]+$/ },
	{ method: 'DELETE', path: /posts\/[^/]+$/ },
	{ method: 'GET', path: /posts/ },
	{ path: /\/cancel$/ },
	{ path: /\/submit$/ },
	{ path: /\/schedule$/ },
	{ path: /./ },
];

const pickFrom = <T>(list: readonly T[], index: number): T | undefined =>
	list[index % Math.max(list.length, 1)];

/** Where and how the calendar is kept. */
interface Place {
	title: string;
	key: string;
	channelId: string;
	/** Whether the workspace approves every post. */
	isReviewed?: boolean;
	/**
	 * Whether the rows know when their posts were last changed. Then no one else may change posts, and what a run leaves that
	 * met a fault or was killed must not count as someone else's change. All rows have a time, because a draft that was
	 * edited and not delivered looks like one that someone has edited.
	 */
	knowsUpdatedAt?: boolean;
}
const direct = { key: seed.keys.full, channelId: seed.channels.facebook.id };
const allPlaces: Place[] = [
	{ title: 'published directly', ...direct },
	{ title: 'with the last change known', ...direct, knowsUpdatedAt: true },
	{
		title: 'reviewed',
		key: seed.keys.approval,
		channelId: seed.channels.approvalFacebook.id,
		isReviewed: true,
	},
];

/** In the profile that knows only the contract, no post can be withdrawn from review. */
const places = allPlaces.filter(({ isReviewed }) => profile === 'observed' || !isReviewed);

const liveStatuses = ['publishing', 'published', 'partially_published'];
const isLive = ({ status }: Post): boolean => liveStatuses.includes(status);
const essence = ({ caption, title, channels }: Post): unknown => [
	caption,
	title,
	channels.map(({ accountId }) => accountId),
];

/** Sends until a certain moment and then stops, like a process that is killed. */
function dyingSend(send: Send, requests: number, isAfter: boolean): Send {
	let left = requests;
	return async (request) => {
		left -= 1;
		if (left > 0) return await send(request);
		if (left === 0 && isAfter) await send(request);
		throw new CancelledError();
	};
}

/** What a workflow writes back to a row. */
interface RowOutput {
	id?: string;
	action?: string;
	updatedAt?: string;
	details?: { postId?: string; updatedAt?: string };
}

/** One history, with the conditions that must always be true. */
class Calendar {
	private rows: Row[] = [];

	private removed: Row[] = [];

	private names = 0;

	private readonly published = new Map<string, unknown>();

	/** The workflow's static data, which n8n keeps between executions. */
	private readonly staticData: IDataObject = {};

	constructor(private readonly place: Place) {}

	private get now(): number {
		return sandbox.clock.now().getTime();
	}

	/** A few rows whose posts exist. */
	async begin(): Promise<void> {
		for (const minutes of [300, 400, 500]) this.add({ minutes, isDraft: false });
		await this.sync();
	}

	async take(event: Happening): Promise<void> {
		if (this.place.knowsUpdatedAt) sandbox.clock.advance(1_000);
		const deeds: { [Kind in Happening['kind']]: (event: never) => unknown } = {
			add: (row: { minutes: number; isDraft: boolean }) => this.add(row),
			edit: (one: { which: number }) => this.change(one.which, (row) => (row.version += 1)),
			retitle: (one: { which: number }) =>
				this.change(one.which, (row) => (row.title = row.title === '' ? `Title ${row.version}` : '')),
			toggle: (one: { which: number }) =>
				this.change(one.which, (row) => (row.isDraft = !row.isDraft && !this.place.knowsUpdatedAt)),
			move: (one: { which: number; minutes: number }) =>
				this.change(one.which, (row) => (row.time = this.now + one.minutes * minuteMs)),
			remove: (one: { which: number }) => this.remove(one.which),
			readd: (one: { which: number }) => this.readd(one.which),
			person: async (one: { which: number; deed: number }) => await this.person(one),
			time: ({ minutes: count }: { minutes: number }) => sandbox.clock.advance(count * minuteMs),
			fault: async (fault: Extract<Happening, { kind: 'fault' }>) => await this.failingSync(fault),
			kill: async (kill: Extract<Happening, { kind: 'kill' }>) => await this.killedSync(kill),
			sync: async () => await this.cleanSync(),
		};
		await deeds[event.kind](event as never);
		this.lookAtPublished();
	}

	/** A run without a fault. The service matches the list, and the next run sends no write. */
	async cleanSync(): Promise<void> {
		sandbox.faults.clear();
		const outputs = await this.sync();
		this.rows.forEach((row, index) => this.requireAsWanted(row, outputs[index] ?? {}));
		this.requireNoOthers(outputs);
		const start = sandbox.requests.length;
		await this.sync();
		const writes = sandbox.requests.slice(start).filter(({ method }) => method !== 'GET');
		expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
	}

	private add({ minutes: count, isDraft }: { minutes: number; isDraft: boolean }): void {
		const time = this.now + count * minuteMs;
		this.names += 1;
		this.rows.push({
			name: `Row ${this.names}`,
			version: 1,
			postId: '',
			postUpdatedAt: '',
			time,
			isDraft: isDraft && !this.place.knowsUpdatedAt,
			title: '',
		});
	}

	private change(index: number, edit: (row: Row) => unknown): void {
		const row = pickFrom(this.rows, index);
		if (row) edit(row);
	}

	private remove(index: number): void {
		const row = pickFrom(this.rows, index);
		if (!row) return;
		this.rows = this.rows.filter((each) => each !== row);
		this.removed.push(row);
	}

	/** Someone pastes a removed row again without its ID, after its post is gone. */
	private readd(index: number): void {
		const row = pickFrom(this.removed, index);
		if (!row || sandbox.posts().some(({ caption }) => caption.startsWith(`${row.name} `))) return;
		this.removed = this.removed.filter((each) => each !== row);
		this.rows.push({ ...row, postId: '', postUpdatedAt: '' });
	}

	/** What people do in the service. Each action happens only if the post's status allows it. */
	private async person({ which: index, deed }: { which: number; deed: number }): Promise<void> {
		const post = pickFrom(sandbox.posts(), index);
		if (!post || this.place.knowsUpdatedAt) return;
		const { id } = post;
		const node = nodeFor(sandbox, { key: this.place.key });
		const postId = byId(id);
		const edit = async () =>
			await node.json('post:update', { postId, updateFields: { caption: `${post.caption} by hand` } });
		const later = new Date(this.now + 700 * minuteMs).toISOString();
		const byStatus: Record<string, Array<() => unknown>> = {
			draft: [
				edit,
				edit,
				async () => await node.json('post:submit', { postId, delivery: 'at', publishAt: later }),
			],
			scheduled: [
				async () => await node.json('post:cancel', { postId }),
				async () => await node.json('post:schedule', { postId, delivery: 'at', publishAt: later }),
				() => sandbox.outcomes.publish(id),
				() => sandbox.outcomes.publish(id),
				() => sandbox.review.hold(id),
			],
			pending_approval: [
				() => sandbox.review.approve(id),
				() => sandbox.review.approve(id),
				() => sandbox.review.reject(id),
			],
			on_hold: [() => sandbox.review.resume(id)],
		};
		await pickFrom(byStatus[post.status] ?? [], deed)?.();
	}

	private form(): IDataObject {
		const day = 24 * 60 * minuteMs;
		return {
			postId: byId('={{ $json.postId }}'),
			channels: [this.place.channelId],
			caption: '={{ $json.text }}',
			delivery: '={{ $json.isDraft ? "draft" : "at" }}',
			publishAt: '={{ $json.time }}',
			title: '={{ $json.title }}',
			additionalFields: { proposedPublishAt: '={{ $json.proposedTime }}' },
			removeMissing: true,
			removeFrom: new Date(this.now - 100 * day).toISOString(),
			removeTo: new Date(this.now + 1_000 * day).toISOString(),
			removalsMax: 100,
			removalsDryRun: false,
			options: {
				onReview: 'withdraw',
				...(this.place.knowsUpdatedAt ? { knownUpdatedAt: '={{ $json.postUpdatedAt }}' } : {}),
			},
		};
	}

	/** Runs the list and writes the IDs back. */
	private async sync(send?: Send): Promise<IDataObject[]> {
		if (this.rows.length === 0) return [];
		// Each run takes time, so what two runs change never has the same time.
		sandbox.clock.advance(1);
		const { key } = this.place;
		const own = { send: send ?? fetchSend(key) };
		const node = nodeFor(sandbox, { key, own });
		const { staticData } = this;
		const items = itemsOf(...this.rows.map(inTheList));
		// n8n saves nothing from a killed execution.
		const run = send ? { items } : { items, continueOnFail: true, staticData };
		const outputs = await node.json('post:syncCalendar', this.form(), run);
		this.rows.forEach((row, index) => {
			const { id, action = '', updatedAt, details } = outputs[index] as RowOutput;
			row.postId = id ?? details?.postId ?? row.postId;
			const isInStep = ['created', 'updated', 'rescheduled', 'unchanged'].includes(action);
			row.postUpdatedAt = (isInStep ? updatedAt : details?.updatedAt) ?? row.postUpdatedAt;
		});
		return outputs;
	}

	private async failingSync({ fault, path, times }: Extract<Happening, { kind: 'fault' }>): Promise<void> {
		sandbox.faults.add({
			...(pickFrom(faultPaths, path) as FaultSpec),
			times,
			...(pickFrom(faults, fault) as FaultSpec),
		});
		await this.sync();
		sandbox.faults.clear();
		await this.settle();
	}

	/** A run that has work to do and is killed. */
	private async killedSync(kill: Extract<Happening, { kind: 'kill' }>): Promise<void> {
		const { which: index, requests, isAfter } = kill;
		this.change(index, (row) => (row.version += 1));
		const send = dyingSend(fetchSend(this.place.key), requests, isAfter);
		await this.sync(send).catch(() => undefined);
		if (this.place.knowsUpdatedAt) await this.lookAtLeftDrafts();
		await this.settle();
	}

	/**
	 * A killed run can leave a post as a draft. The next one leaves it, too, because nothing shows who returned it to draft, and someone
	 * who has looked at it lets the row go on.
	 */
	private async lookAtLeftDrafts(): Promise<void> {
		const outputs = await this.sync();
		this.rows.forEach((row, index) => {
			const { action, reason, status, updatedAt } = outputs[index] as IDataObject;
			if (action !== 'conflict' || reason !== 'changed' || status !== 'draft') return;
			row.postUpdatedAt = String(updatedAt);
		});
	}

	/**
	 * Rows must not change before the next run if a killed run's posts in review can't be removed, or if the rows don't know
	 * what that run has changed.
	 */
	private async settle(): Promise<void> {
		if (this.place.isReviewed || this.place.knowsUpdatedAt) await this.cleanSync();
	}

	private requireAsWanted(row: Row, output: IDataObject): void {
		const told = JSON.stringify({ row: inTheList(row), output });
		const post = sandbox.posts().find(({ id }) => id === row.postId);
		const startsSoon =
			post?.status === 'scheduled' && Date.parse(post.scheduledAt ?? '') - this.now < minuteMs;
		if (output.action === 'skipped') {
			expect([told, startsSoon || row.time <= this.now]).toEqual([told, true]);
			return;
		}
		if (output.action === 'conflict') {
			const untouchable = [...liveStatuses, 'on_hold', 'rejected', 'approved', 'failed'];
			expect([told, untouchable.includes(post?.status ?? '')]).toEqual([told, true]);
			return;
		}
		expect([told, post]).toEqual([
			told,
			expect.objectContaining({ caption: textOf(row), title: row.title === '' ? null : row.title }),
		]);
		expect([told, this.isInPlace(row, post as Post)]).toEqual([told, true]);
	}

	private isInPlace({ isDraft, time }: Row, post: Post): boolean {
		if (isDraft) return post.status === 'draft';
		// Someone can publish a post before its time.
		if (isLive(post)) return time <= this.now + minuteMs || Date.parse(post.scheduledAt ?? '') === time;
		const at = post.status === 'pending_approval' ? post.proposedPublishAt : post.scheduledAt;
		return ['pending_approval', 'scheduled'].includes(post.status) && Date.parse(at ?? '') === time;
	}

	/** No row has two posts. A post whose row is gone is removed, unless it must not be touched. */
	private requireNoOthers(outputs: IDataObject[]): void {
		const ids = this.rows.map(({ postId }) => postId).filter((id) => id !== '');
		expect(new Set(ids).size).toBe(ids.length);
		const skipped = outputs.filter(({ action }) => action === 'skipped').map(({ id }) => id);
		const others = sandbox.posts().filter(({ id }) => !ids.includes(id) && !skipped.includes(id));
		const names = new Set(this.rows.map(({ name }) => name));
		for (const post of this.rows.length > 0 ? others : []) {
			const name = post.caption.split(' ').slice(0, 2).join(' ');
			const isTimed = (post.scheduledAt ?? post.proposedPublishAt) !== null;
			expect([post, names.has(name) && !isLive(post)]).toEqual([post, false]);
			expect([post, ['draft', 'scheduled'].includes(post.status) && isTimed]).toEqual([post, false]);
		}
	}

	/** Published posts never change. */
	private lookAtPublished(): void {
		for (const post of sandbox.posts().filter(isLive)) {
			const before = this.published.get(post.id) ?? essence(post);
			expect([post.id, essence(post)]).toEqual([post.id, before]);
			this.published.set(post.id, before);
		}
		const ids = new Set(sandbox.posts().map(({ id }) => id));
		expect([...this.published.keys()].filter((id) => !ids.has(id))).toEqual([]);
	}
}

test.each(places)(
	'matches the list after each run without a fault, whatever happened before ($title)',
	async (place) => {
		await fc.assert(
			fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: longestHistory }), async (events) => {
				sandbox.reset();
				const calendar = new Calendar(place);
				await calendar.begin();
				for (const event of events) await calendar.take(event);
				await calendar.cleanSync();
				// A killed run's open request counts as new if someone has changed the post since.
				const findings = sandbox.takeFindings().filter(({ rule }) => rule !== 'another-key');
				expect(findings).toEqual([]);
			}),
			{ seed: fuzzSeed, numRuns, endOnFailure: true },
		);
	},
	longTestMs,
);
