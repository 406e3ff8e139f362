import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { seed, type Post } from '../../../sandbox';
import { fuzzRuns, fuzzSeed } from '../../fuzz/settings';
import { longTestMs } from '../../support/longTest';
import { minuteMs, triggerOn, type TriggerUnderTest } from '../triggerUnderTest';
import { openPublishingApi, type PublishingApi } from '../../sandbox/publishingApi';
import { ConnectionReference, type Level } from './connectionReference';
import { connected, hourMs } from './triggerWithIncidents';

const { keys } = seed;
const secondMs = 1_000;
/** How often the trigger reads the channels. */
const readingMs = 15 * minuteMs;
const graceMs = 10 * minuteMs;
const leadMs = 30 * minuteMs;
const reviewLimitMs = 2 * hourMs;
const awaited = ['scheduled', 'queued', 'publishing', 'pending_approval', 'on_hold'];
/** A channel without posts, which the key can lose and get back. */
const spare = seed.channels.mastodon.id;
const atRisk = ['scheduled', 'queued', 'pending_approval', 'changes_requested'];

type Step =
	| {
			kind: 'create';
			how: 'at' | 'now' | 'review' | 'reviewAt';
			minutes: number;
			isOnBoth: boolean;
			hangs: boolean;
	  }
	| { kind: 'act'; post: number; action: Action; minutes: number }
	| { kind: 'key'; isBack: boolean }
	| { kind: 'connect'; channel: number; change: 'disconnect' | 'breakDown' | 'expire' | 'reconnect' }
	| { kind: 'pass'; minutes: number }
	| { kind: 'poll' }
	| { kind: 'fail'; what: 'posts' | 'channels' }
	| { kind: 'restart'; isCrash: boolean };

const levels: Record<string, Level> = { connected: 0, token_expiring: 1, disconnected: 2, error: 2 };

/** What a person, the network or a workflow does with a post. Refused if the post's status doesn't allow it. */
const actions = {
	publish: (history: History, { id }: Post) => history.api.sandbox.outcomes.publish(id),
	publishOne: (history: History, { id, channels }: Post) =>
		history.api.sandbox.outcomes.publish(id, channels[0]?.accountId),
	fail: (history: History, { id }: Post) => history.api.sandbox.outcomes.fail(id),
	hang: (history: History, { id }: Post) => history.api.sandbox.outcomes.hang(id),
	hold: (history: History, { id }: Post) => history.api.sandbox.review.hold(id),
	resume: (history: History, { id }: Post) => history.api.sandbox.review.resume(id),
	reject: (history: History, { id }: Post) => history.api.sandbox.review.reject(id),
	comment: (history: History, { id }: Post) => history.api.sandbox.review.comment(id),
	/** Touches a post in review, so that its review is overdue sooner than the touch. */
	commentLate: async (history: History, { id }: Post) => {
		await history.poll();
		history.api.sandbox.clock.advance(reviewLimitMs * 0.75);
		history.api.sandbox.review.comment(id);
		history.api.sandbox.clock.advance(reviewLimitMs * 0.5);
		await history.poll();
		await history.poll();
	},
	move: (history: History, { id }: Post, minutes: number) =>
		history.send('POST', `/posts/${id}/schedule`, { mode: 'at', at: history.timeIn(minutes) }),
	/** Takes the time from a scheduled post. A poll can see it without one before it gets the same time again. */
	moveBack: async (history: History, { id, scheduledAt }: Post) => {
		await history.poll();
		await history.send('POST', `/posts/${id}/cancel`, {});
		await history.poll();
		await history.send('POST', `/posts/${id}/schedule`, { mode: 'at', at: scheduledAt });
	},
	/** Moves a post that was perhaps reported, so that it's due soon again. */
	moveSoon: async (history: History, { id }: Post) => {
		await history.poll();
		await history.send('POST', `/posts/${id}/schedule`, { mode: 'at', at: history.timeIn(20) });
		await history.poll();
	},
	/** Holds a post until its time is past. */
	holdLong: async (history: History, { id }: Post) => {
		history.api.sandbox.review.hold(id);
		await history.poll();
		history.api.sandbox.clock.advance(60 * minuteMs);
		await history.poll();
		await history.poll();
	},
	publishNow: (history: History, { id }: Post) => history.send('POST', `/posts/${id}/publish`, {}),
	cancel: (history: History, { id }: Post) => history.send('POST', `/posts/${id}/cancel`, {}),
	delete: (history: History, { id }: Post) => history.api.send('DELETE', `/posts/${id}`),
	reviewAgain: async (history: History, { id }: Post) => {
		await history.send('POST', `/posts/${id}/withdraw`, {});
		await history.send('PATCH', `/posts/${id}`, { caption: `Version ${history.count()}` });
		await history.send('POST', `/posts/${id}/submit`, { delivery: { mode: 'queue' } }, keys.drafts);
	},
};

/** A time in one form. */
const timeText = (time: unknown): string => (time ? new Date(String(time)).toISOString() : 'no time');
const rankOf = (time: unknown): number => (time ? Date.parse(String(time)) : Number.MAX_VALUE);

type Action = keyof typeof actions;

/** The actions whose consequences depend on what the trigger remembers. */
const tellingActions: Action[] = ['commentLate', 'holdLong', 'moveBack', 'moveSoon', 'reviewAgain'];

/** A saved state, with what the reference knew when it was saved. */
interface Saved {
	state: string;
	connections: ConnectionReference;
	beginnings: ReadonlySet<string>;
}

/** A random history of a workspace with a trigger, and the simplest account of what the trigger must report. */
class History {
	readonly trigger: TriggerUnderTest;
	/** Everything that was reported or was there at the first poll: `event id time`. */
	private readonly told = new Set<string>();
	/** What changed just before the first poll, so that the trigger could know it or not. */
	private readonly undecided = new Set<string>();
	/** How many polls could have reported what wasn't reported yet. */
	private readonly missed = new Map<string, number>();
	/** When posts without a time began to publish, and when they were sent to review or touched in it. */
	private readonly began = new Map<string, { published?: number; review?: number; touched?: number }>();
	/** The beginnings that the trigger has seen before the post was touched again: `status id time`. */
	private beginnings = new Set<string>();
	private connections: ConnectionReference;
	private saved: Saved | undefined;
	/** When the channels were read last. After a restart, they can be read earlier. */
	private readAt = -Infinity;
	private lastReading = -Infinity;
	/** Whether the channels couldn't be read, so that the next poll must read them. */
	private mustRead = false;
	private counter = 0;

	constructor(
		readonly api: PublishingApi,
		private readonly lagMs: number,
		waitMinutes: number,
		/** Whether 'Start From' is the beginning of the history, so that the first poll reports what is already wrong. */
		private readonly reportsOld: boolean,
	) {
		this.giveChannels([...connected, spare]);
		this.connections = new ConnectionReference(waitMinutes * minuteMs, reportsOld);
		this.trigger = triggerOn(api, {
			events: [
				...['channelNeedsReconnecting', 'channelTokenExpiring', 'channelReconnected'],
				...['postOverdue', 'reviewOverdue', 'postDueSoon'],
			],
			graceMinutes: graceMs / minuteMs,
			leadMinutes: leadMs / minuteMs,
			reviewLimitHours: reviewLimitMs / hourMs,
			options: { waitMinutes, ...(reportsOld ? { startFrom: this.timeIn(0) } : {}) },
		});
	}

	giveChannels(ids: string[]): void {
		for (const key of [keys.full, keys.drafts]) this.api.sandbox.keys.setChannels(key, ids);
	}

	get now(): number {
		return this.api.sandbox.clock.now().getTime();
	}

	count(): number {
		return this.counter++;
	}

	timeIn(minutes: number): string {
		return new Date(this.now + minutes * minuteMs).toISOString().replace('Z', '+00:00');
	}

	async send(method: string, path: string, body: object, key = keys.full) {
		return await this.api.send(method, path, { body, key });
	}

	/** Writes down what begins with a change of a post. */
	private note(before: Post | undefined, id: string): void {
		const after = this.api.sandbox.posts().find((post) => post.id === id);
		if (!after || after.updatedAt === before?.updatedAt) return;
		const began = this.began.get(id) ?? {};
		const isUntouched = after.channels.every(({ publishedAt }) => publishedAt === null);
		if (after.status === 'publishing' && isUntouched) began.published = this.now;
		if (after.status === 'pending_approval') {
			began.touched = this.now;
			if (before?.caption !== after.caption || before.status !== 'pending_approval') began.review = this.now;
		}
		this.began.set(id, began);
	}

	private dueAt(post: Post): number | undefined {
		const { status, channels, proposedPublishAt } = post;
		if (status === 'pending_approval') return proposedPublishAt ? Date.parse(proposedPublishAt) : undefined;
		const times = channels
			.filter(({ publishedAt, status: state }) => publishedAt === null && state !== 'failed')
			.flatMap(({ scheduledAt }) => (scheduledAt === null ? [] : [Date.parse(scheduledAt)]));
		if (times.length > 0) return Math.min(...times);
		return status === 'publishing' ? this.began.get(post.id)?.published : undefined;
	}

	private beginningOf({ id, status }: Post): string {
		const { published, review } = this.began.get(id) ?? {};
		return `${status} ${id} ${status === 'publishing' ? published : review}`;
	}

	/** Remembers the beginnings that a poll saw in lists. */
	private seeBeginnings(): void {
		for (const post of this.api.sandbox.posts()) {
			const { published, review } = this.began.get(post.id) ?? {};
			const isUntouched = [published, review].includes(Date.parse(post.updatedAt));
			if (isUntouched && !this.isHidden(post)) this.beginnings.add(this.beginningOf(post));
		}
	}

	/** Whether lists don't show the last change of a post yet. */
	private isHidden({ updatedAt }: Post): boolean {
		return Date.parse(updatedAt) > this.now - this.lagMs;
	}

	/** Whether a post is overdue even if the trigger first saw it after its last change. */
	private isSurelyOverdue(post: Post): boolean {
		const isLate =
			post.status !== 'publishing' ||
			this.beginnings.has(this.beginningOf(post)) ||
			this.now - Date.parse(post.updatedAt) > graceMs;
		return isLate && this.isOverdue(post);
	}

	private isSurelyReviewOverdue(post: Post): boolean {
		return this.isReviewOverdue(post, this.beginnings.has(this.beginningOf(post)) ? 'review' : 'touched');
	}

	private isOverdue(post: Post): boolean {
		const dueAt = this.dueAt(post);
		return awaited.includes(post.status) && dueAt !== undefined && this.now - dueAt > graceMs;
	}

	private isDueSoon(post: Post): boolean {
		const left = (this.dueAt(post) ?? NaN) - this.now;
		return post.status === 'scheduled' && left > 0 && left <= leadMs;
	}

	/** Whether a review is overdue, counted from its beginning, or from when someone last touched the post. */
	private isReviewOverdue(post: Post, from: 'review' | 'touched'): boolean {
		const since = this.began.get(post.id)?.[from] ?? NaN;
		return post.status === 'pending_approval' && this.now - since > reviewLimitMs;
	}

	private keyOf(event: string, post: Post): string {
		const time = event === 'reviewOverdue' ? this.began.get(post.id)?.review : this.dueAt(post);
		return `${event} ${post.id} ${time}`;
	}

	private checkDeadlines(items: IDataObject[], isBaseline: boolean): void {
		const holds: Record<string, (post: Post) => boolean> = {
			postOverdue: (post) => this.isOverdue(post),
			postDueSoon: (post) => this.isDueSoon(post),
			reviewOverdue: (post) => this.isReviewOverdue(post, 'review'),
		};
		for (const { event, id } of items) {
			const post = this.api.sandbox.post(String(id));
			const key = this.keyOf(String(event), post);
			const isOld = isBaseline && event !== 'postDueSoon';
			expect({ key, isNew: !isOld && !this.told.has(key), isTrue: holds[String(event)]?.(post) }).toEqual({
				key,
				isNew: true,
				isTrue: true,
			});
			this.told.add(key);
		}
	}

	/** Checks that nothing is left unreported for longer than two polls. A due post must be reported by the first. */
	private checkNothingMissed(isBaseline: boolean): void {
		for (const post of this.api.sandbox.posts()) {
			const isHidden = this.isHidden(post);
			if (isBaseline && isHidden) this.undecided.add(post.id);
			if (isHidden || this.undecided.has(post.id)) continue;
			const due: Array<[string, boolean, number]> = [
				['postOverdue', this.isSurelyOverdue(post), 2],
				['reviewOverdue', this.isSurelyReviewOverdue(post), 2],
				['postDueSoon', this.isDueSoon(post), 1],
			];
			due
				.filter(([, isTrue]) => isTrue)
				.forEach(([event, , pollsMax]) =>
					this.miss(this.keyOf(event, post), isBaseline && event !== 'postDueSoon', pollsMax),
				);
		}
	}

	/** Counts a poll that didn't report something. A baseline remembers what was there, and doesn't report it. */
	private miss(key: string, isOld: boolean, pollsMax: number): void {
		if (this.told.has(key)) return;
		if (isOld) return void this.told.add(key);
		const polls = (this.missed.get(key) ?? 0) + 1;
		this.missed.set(key, polls);
		expect([key, polls < pollsMax]).toEqual([key, true]);
	}

	private async checkConnections(items: IDataObject[], hasRead: boolean): Promise<void> {
		const { body } = await this.api.send('GET', '/accounts/');
		const channels = (body.data ?? []).map(
			({ id, status }) => [String(id), levels[String(status)] ?? 0] as const,
		);
		const expected = hasRead ? this.connections.read(channels, this.now) : [];
		expect(items.map(({ event, accountId }) => `${String(event)} ${String(accountId)}`).sort()).toEqual(
			expected.sort(),
		);
		for (const { postsAtRisk, postsAtRiskTotal, accountId } of items) {
			if (postsAtRisk === undefined || this.lagMs > 0) continue;
			const truth = this.api.sandbox
				.posts()
				.filter(({ status }) => atRisk.includes(status))
				.filter(({ channels }) => channels.some((channel) => channel.accountId === accountId));
			const listed = (postsAtRisk as IDataObject[]).map(({ id, time }) => [id, timeText(time)].join(' '));
			const times = (postsAtRisk as IDataObject[]).map(({ time }) => rankOf(time));
			expect(listed.sort()).toEqual(truth.map((post) => this.riskOf(post, String(accountId))).sort());
			expect(times).toEqual([...times].sort((a, b) => a - b));
			expect(postsAtRiskTotal).toBe(truth.length);
		}
	}

	/** A post at risk on a channel, with its time there. */
	private riskOf({ id, channels, scheduledAt, proposedPublishAt }: Post, channelId: string): string {
		const own = channels.find(({ accountId }) => accountId === channelId);
		return [id, timeText(own?.scheduledAt ?? scheduledAt ?? proposedPublishAt)].join(' ');
	}

	/** Polls while the channels can't be read. Posts are reported, and the channels next time. Without posts, nothing is saved. */
	private async pollWithoutChannels(): Promise<void> {
		const before = this.trigger.save();
		this.failAt('/api/v1/accounts/');
		let items: IDataObject[] = [];
		const requests = await this.trigger.requestsOf(
			async () => (items = await this.trigger.poll().catch(() => [])),
		);
		this.api.sandbox.faults.clear();
		const hasAsked = requests.some(({ path }) => path === '/api/v1/accounts/');
		if (hasAsked && items.length === 0) expect(this.trigger.save()).toEqual(before);
		else await this.checkPoll(items, { hasRead: false, isFirst: false });
		this.mustRead ||= hasAsked;
	}

	private failAt(path: string): void {
		this.api.sandbox.faults.add({ path, kind: 'status', status: 500, retryAfter: 60 });
	}

	async poll(): Promise<void> {
		const isFirst = this.saved === undefined;
		let items: IDataObject[] = [];
		const requests = await this.trigger.requestsOf(async () => (items = await this.trigger.poll()));
		const hasRead = requests.some(({ path }) => path === '/api/v1/accounts/');
		expect(hasRead || !(this.mustRead || this.now - this.readAt >= readingMs)).toBe(true);
		this.mustRead = false;
		if (hasRead) {
			expect(this.now - this.lastReading).toBeGreaterThanOrEqual(readingMs - 5_000);
			this.lastReading = this.now;
			this.readAt = this.now;
		}
		await this.checkPoll(items, { hasRead, isFirst });
	}

	/** Checks what a poll returned, and saves the state as n8n does. */
	private async checkPoll(
		items: IDataObject[],
		{ hasRead, isFirst }: { hasRead: boolean; isFirst: boolean },
	): Promise<void> {
		const isOfChannel = ({ event }: IDataObject) => String(event).startsWith('channel');
		const isBaseline = isFirst && !this.reportsOld;
		this.checkDeadlines(
			items.filter((item) => !isOfChannel(item)),
			isBaseline,
		);
		await this.checkConnections(items.filter(isOfChannel), hasRead);
		this.checkNothingMissed(isBaseline);
		this.seeBeginnings();
		// n8n saves the state only when it starts an execution.
		if (isFirst || items.length > 0) this.save();
	}

	private save(): void {
		const beginnings = new Set(this.beginnings);
		this.saved = { state: this.trigger.save(), connections: this.connections.copy(), beginnings };
	}

	async run(step: Step): Promise<void> {
		const perform: { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => Promise<void> | void } = {
			create: async ({ how, minutes, isOnBoth, hangs }) => {
				const isReview = how.startsWith('review');
				const at = { mode: 'at', at: this.timeIn(minutes) };
				const deliveries = { at, now: { mode: 'now' }, review: { mode: 'queue' }, reviewAt: at };
				const answer = await this.send(
					'POST',
					'/posts/',
					{
						accounts: connected.slice(0, isOnBoth ? 2 : 1),
						caption: `Post ${this.count()}`,
						delivery: deliveries[how],
					},
					isReview ? keys.drafts : keys.full,
				);
				const { post } = answer.body;
				if (!post) return;
				this.note(undefined, post.id);
				if (hangs && !isReview) this.api.sandbox.outcomes.hang(post.id);
			},
			act: async ({ post: number, action, minutes }) => {
				const posts = this.api.sandbox.posts();
				const post = posts[number % Math.max(posts.length, 1)];
				if (!post) return;
				try {
					await actions[action](this, post, minutes);
				} catch {
					// The post's status doesn't allow it.
				}
				this.note(post, post.id);
			},
			key: async ({ isBack }) => {
				this.giveChannels(connected);
				this.api.sandbox.clock.advance(readingMs);
				await this.poll();
				if (isBack) this.giveChannels([...connected, spare]);
			},
			connect: ({ channel, change }) => this.api.sandbox.channels[change](connected[channel] ?? spare),
			pass: ({ minutes }) => this.api.sandbox.clock.advance(minutes * minuteMs),
			poll: async () => await this.poll(),
			fail: async ({ what }) => {
				if (!this.saved) return;
				if (what === 'channels') return await this.pollWithoutChannels();
				const before = this.trigger.save();
				this.failAt('/api/v1/posts/');
				const items = await this.trigger.poll().catch(() => []);
				this.api.sandbox.faults.clear();
				expect({ items, state: this.trigger.save() }).toEqual({ items: [], state: before });
			},
			restart: ({ isCrash }) => {
				if (!this.saved) return;
				this.lastReading = -Infinity;
				this.trigger.restart(isCrash ? this.saved.state : undefined);
				if (!isCrash) return;
				this.connections = this.saved.connections.copy();
				this.beginnings = new Set(this.saved.beginnings);
			},
		};
		// Two changes with the same time look the same to the trigger.
		this.api.sandbox.clock.advance(secondMs);
		await perform[step.kind](step as never);
	}
}

const minutes = fc.constantFrom(1, 5, 9, 11, 15, 20, 29, 31, 45, 90, 121);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('create'),
			how: fc.constantFrom('at', 'at', 'now', 'review', 'reviewAt'),
			minutes: minutes,
			isOnBoth: fc.boolean(),
			hangs: fc.boolean(),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('act'),
			post: fc.constantFrom(0, 0, 0, 1, 2),
			action: fc.constantFrom(...(Object.keys(actions) as Action[]), ...tellingActions, ...tellingActions),
			minutes,
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('connect'),
			channel: fc.nat({ max: 2 }),
			change: fc.constantFrom('disconnect', 'breakDown', 'expire', 'reconnect'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('key'), isBack: fc.constantFrom(true, true, false) }),
	},
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('pass'), minutes }) },
	{ weight: 8, arbitrary: fc.constant({ kind: 'poll' } as const) },
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('fail'), what: fc.constantFrom('posts', 'channels') }),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('restart'), isCrash: fc.boolean() }) },
);

/** Histories of each lag. Together with the runs in CI, 1,000. */
const runsPerLag = 500;

test.each([0, 60_000])(
	'tells each incident exactly once and in time, whatever happens, if lists lag by %d ms',
	async (visibilityLagMs) => {
		const api = await openPublishingApi({ visibilityLagMs, publishMs: 2 * minuteMs });
		try {
			await fc.assert(
				fc.asyncProperty(
					fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
					fc.constantFrom(0, 0, 20),
					fc.boolean(),
					async (steps, wait, reportsOld) => {
						api.sandbox.reset();
						const history = new History(api, visibilityLagMs, wait, reportsOld);
						for (const each of steps) await history.run(each);
						await history.run({ kind: 'pass', minutes: 15 });
						await history.poll();
						await history.poll();
					},
				),
				{ seed: fuzzSeed, numRuns: fuzzRuns(runsPerLag) },
			);
		} finally {
			await api.sandbox.close();
		}
	},
	longTestMs,
);
