import fc from 'fast-check';
import type { Post } from '../../../client/publishing/schemas';
import { advance, isWholeListing, restart } from '../../../nodes/SocialPublishingTrigger/changeFeed';
import { eventsOf, type PostEvent } from '../../../nodes/SocialPublishingTrigger/events';
import { takePage } from '../../../nodes/SocialPublishingTrigger/poll';
import {
	readSeenPosts,
	writeSeenPosts,
	type Progress,
	type StoredSeenPosts,
} from '../../../nodes/SocialPublishingTrigger/pollState';
import { fuzzRuns, fuzzSeed } from '../../fuzz/settings';
import { at, channelOf, postOf, progressOf } from '../samplePosts';
import { longTestMs } from '../../support/longTest';

/** Space for half a dozen posts and the digests of the others. */
const bounds = { postsSizeMax: 600, digestsMax: 200 };
const statuses = ['draft', 'queued', 'publishing', 'published', 'failed', 'on_hold'];
const second = 1 / 60;

type Step =
	| { kind: 'change'; post: number; status: number }
	| { kind: 'pass'; seconds: number }
	| { kind: 'poll'; shuffle: number[]; size: number; pages: number; vanishes: number; between: number }
	| { kind: 'restart'; state: number };

/** A stored state. */
interface Stored extends Omit<Progress, 'seen'> {
	seen: StoredSeenPosts;
}

/** A service that changes in any order, and the pure part of a trigger. */
class Simulation {
	now = 1;
	private readonly versions: Post[] = [];
	private emitted: Array<{ key: string; post: string; status: string }> = [];
	private readonly saved: Array<{ stored: Stored; emitted: Simulation['emitted'] }> = [];
	private progress: Progress = progressOf([], { position: { watermark: at(-2) } });

	constructor(private readonly lagSeconds: number) {}

	change({ post, status }: { post: number; status: number }): void {
		this.now += second / 1000;
		const id = `post ${post}`;
		const state = statuses[status % statuses.length] ?? '';
		const created = this.versions.find((version) => version.id === id)?.createdAt ?? at(this.now);
		const publishedAt = state === 'published' ? at(this.now) : null;
		this.versions.push(
			postOf({
				id,
				status: state,
				createdAt: created,
				updatedAt: at(this.now),
				publishedAt,
				channels: [channelOf()],
			}),
		);
	}

	/** What the list shows at the moment. */
	private visible(): Post[] {
		const shown = this.versions.filter(
			({ updatedAt }) => Date.parse(updatedAt) <= Date.parse(at(this.now - this.lagSeconds * second)),
		);
		return [...new Map(shown.map((post) => [post.id, post])).values()];
	}

	private list(shuffle: number[]): Post[] {
		const since = Date.parse(this.progress.position.watermark);
		const changed = this.visible().filter(({ updatedAt }) => Date.parse(updatedAt) > since);
		return changed
			.map((post, index) => ({ post, place: shuffle[index % Math.max(shuffle.length, 1)] ?? 0 }))
			.sort((a, b) => a.place - b.place)
			.map(({ post }) => post);
	}

	/** Reads some pages of the list in any order. Posts can change between pages, and the cursor can vanish. */
	poll({ shuffle, size, pages, vanishes, between }: Extract<Step, { kind: 'poll' }>): void {
		const from = this.progress.position;
		if (vanishes > 0) this.progress = { ...this.progress, position: restart(from) };
		for (let page = 0; page < pages; page++) {
			const listed = this.list(shuffle);
			const start = Number(this.progress.position.listing?.cursor ?? 0);
			const end = start + size;
			const nextCursor = end < listed.length ? String(end) : null;
			// Posts that moved before the cursor appear again at the end, as in a list sorted by time of change.
			const posts =
				nextCursor === null
					? [...listed.slice(start), ...this.recent(listed, start)]
					: listed.slice(start, end);
			const serverTime = at(this.now - 30 * second);
			const position = advance(this.progress.position, { data: posts, nextCursor, serverTime });
			const taken = takePage(this.progress, { posts, position });
			this.progress = taken.progress;
			this.emit(taken.changes.flatMap(eventsOf));
			if (!position.listing) break;
			for (let count = 0; count < between; count++) this.change({ post: count + page, status: count + page });
		}
		this.save(!isWholeListing(from, this.progress.position));
	}

	private recent(posts: Post[], start: number): Post[] {
		return start === 0 ? [] : posts.slice(0, start);
	}

	private emit(events: PostEvent[]): void {
		const states = events.filter(({ event }) => event !== 'anyChange' && event !== 'postCreated');
		for (const { post, event } of states) {
			this.emitted.push({ key: `${post.id} ${event} ${post.updatedAt}`, post: post.id, status: post.status });
		}
	}

	private save(keepsDigests: boolean): void {
		const { position, seen } = this.progress;
		const scope = { watermark: position.watermark, keepsDigests };
		const stored = { ...this.progress, seen: writeSeenPosts(seen, scope, bounds) };
		this.saved.push({ stored: JSON.parse(JSON.stringify(stored)) as Stored, emitted: [...this.emitted] });
		this.load(stored);
	}

	private load(stored: Stored): void {
		this.progress = { ...stored, seen: readSeenPosts(stored.seen) };
	}

	/** Restarts n8n from any saved state, so the trigger emits again what it emitted since. */
	restart(state: number): void {
		const found = this.saved[this.saved.length - 1 - (state % Math.max(this.saved.length, 1))];
		if (!found) return;
		this.load(found.stored);
		this.emitted = [...found.emitted];
	}

	/** Checks what must be true after everything has been read. */
	check(): void {
		this.now += 10;
		for (let count = 0; count < 3; count++) {
			this.poll({ kind: 'poll', shuffle: [], size: 1_000, pages: 5, vanishes: 0, between: 0 });
		}
		const keys = this.emitted.map(({ key }) => key);
		expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
		const real = new Set(this.versions.map(({ id, updatedAt }) => `${id} ${updatedAt}`));
		expect(this.emitted.filter(({ key }) => !real.has(key.replace(/ \w+ (?=\S+$)/, ' ')))).toEqual([]);
		const last = new Map(this.emitted.map(({ post, status }) => [post, status]));
		const silent = ['draft', 'publishing'];
		for (const { id, status } of this.visible()) {
			if (!silent.includes(status)) expect([id, last.get(id)]).toEqual([id, status]);
		}
	}
}

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('change'),
			post: fc.nat({ max: 15 }),
			status: fc.nat({ max: 5 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.constantFrom(1, 29, 31, 59, 60, 90, 600) }),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('poll'),
			shuffle: fc.array(fc.nat({ max: 99 }), { maxLength: 20 }),
			size: fc.integer({ min: 1, max: 5 }),
			pages: fc.integer({ min: 1, max: 5 }),
			vanishes: fc.nat({ max: 1 }),
			between: fc.nat({ max: 1 }),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), state: fc.nat({ max: 9 }) }) },
);

test(
	'reports each version once and always the last, despite reordered pages, vanished cursors, restarts and little memory (D6)',
	() => {
		fc.assert(
			fc.property(
				fc.constantFrom(0, 30, 60),
				fc.array(step, { maxLength: 80, size: 'max' }),
				(lag, steps) => {
					const simulation = new Simulation(lag);
					const perform = {
						change: (each: Extract<Step, { kind: 'change' }>) => simulation.change(each),
						pass: ({ seconds }: Extract<Step, { kind: 'pass' }>) => void (simulation.now += seconds * second),
						poll: (each: Extract<Step, { kind: 'poll' }>) => simulation.poll(each),
						restart: ({ state }: Extract<Step, { kind: 'restart' }>) => simulation.restart(state),
					};
					for (const each of steps) perform[each.kind](each as never);
					simulation.check();
				},
			),
			{
				seed: fuzzSeed,
				numRuns: fuzzRuns(600),
			},
		);
	},
	longTestMs,
);
