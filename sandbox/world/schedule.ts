import { dayMs, dayOf } from '../http/clock';
import type { PostRecord, Progress } from './records';

/** When something happens to one channel of a post, unless the post has changed by then. */
export interface DueTime {
	at: number;
	post: PostRecord;
	progress: Progress;
}

/**
 * Everything that is still due, earliest first. It's a binary heap, so that thousands of scheduled posts don't slow down reads.
 */
export class DueTimes {
	private readonly heap: DueTime[] = [];

	add(due: DueTime): void {
		this.heap.push(due);
		this.rise(this.heap.length - 1);
	}

	/** Removes and returns the earliest entry if it's due. */
	takeUntil(now: number): DueTime | undefined {
		const first = this.heap[0];
		if (first === undefined || first.at > now) return undefined;
		const last = this.heap.pop();
		if (last !== undefined && this.heap.length > 0) {
			this.heap[0] = last;
			this.sink(0);
		}
		return first;
	}

	private at(index: number): number {
		return this.heap[index]?.at ?? Infinity;
	}

	private swap(one: number, other: number): void {
		const [a, b] = [this.heap[one], this.heap[other]];
		if (a === undefined || b === undefined) return;
		this.heap[one] = b;
		this.heap[other] = a;
	}

	private rise(from: number): void {
		for (let index = from; index > 0; ) {
			const parent = (index - 1) >> 1;
			if (this.at(parent) <= this.at(index)) return;
			this.swap(parent, index);
			index = parent;
		}
	}

	private sink(from: number): void {
		for (let index = from; ; ) {
			const left = 2 * index + 1;
			const child = this.at(left + 1) < this.at(left) ? left + 1 : left;
			if (this.at(index) <= this.at(child)) return;
			this.swap(index, child);
			index = child;
		}
	}
}

const hourMs = 3_600_000;
const mainHours = [9, 12, 17];
const namedHours = [8, 13, 18];

/** A channel of a post that waits in a queue. */
interface Place {
	post: PostRecord;
	progress: Progress;
}

const slotAfter = (hours: number[], moment: number): number => {
	const dayStart = dayOf(moment) * dayMs;
	const slots = hours.map((hour) => dayStart + hour * hourMs);
	return slots.find((slot) => slot > moment) ?? dayStart + dayMs + (hours[0] ?? 0) * hourMs;
};

const lineName = (channelId: string, queueId: string | null): string => `${channelId} ${queueId ?? 'main'}`;

/**
 * The posts in each queue. A channel's Main queue has slots at 9, 12 and 17 o'clock UTC, and a named queue at 8, 13 and 18. A
 * low daily limit removes the later slots. The first post gets the next slot, the second post the slot after that, and so on.
 */
export class Queues {
	private readonly lines = new Map<string, Place[]>();

	constructor(
		private readonly slotsPerDay: (channelId: string) => number,
		private readonly moved: (place: Place) => void,
	) {}

	join(place: Place, queueId: string | null, where: 'front' | 'back', now: number): void {
		const line = this.line(place.progress.channelId, queueId);
		Object.assign(place.progress, { status: 'queued', queueId });
		if (where === 'front') {
			line.unshift(place);
			this.retime(line, now);
			return;
		}
		this.seat(place, line.length + 1, line.at(-1)?.progress.scheduledAt ?? now);
		line.push(place);
	}

	/** Removes a channel of a post from its queue. The posts behind it move up. */
	leave(progress: Progress, now: number): void {
		if (progress.status !== 'queued') return;
		const line = this.line(progress.channelId, progress.queueId);
		const index = line.findIndex((place) => place.progress === progress);
		if (index >= 0) line.splice(index, 1);
		Object.assign(progress, { queueId: null, queuePosition: null });
		this.retime(line, now);
	}

	private line(channelId: string, queueId: string | null): Place[] {
		const name = lineName(channelId, queueId);
		const line = this.lines.get(name) ?? [];
		this.lines.set(name, line);
		return line;
	}

	private retime(line: Place[], now: number): void {
		let after = now;
		for (const [index, place] of line.entries()) after = this.seat(place, index + 1, after);
	}

	private seat(place: Place, position: number, after: number): number {
		const { progress } = place;
		const all = progress.queueId === null ? mainHours : namedHours;
		const hours = all.slice(0, Math.max(1, this.slotsPerDay(progress.channelId)));
		const slot = slotAfter(hours, after);
		progress.queuePosition = position;
		if (progress.scheduledAt !== slot) {
			progress.scheduledAt = slot;
			this.moved(place);
		}
		return slot;
	}
}

const busyAt = (progress: Progress): number | null => {
	if (progress.status === 'draft' || progress.status === 'failed') return null;
	return progress.startedAt ?? progress.publishedAt ?? progress.scheduledAt;
};

/** When the posts of each channel are published. Daily limits use this to count 24 hours instead of a calendar day (N44). */
export class ChannelLoad {
	/** Times by post ID, by channel ID. */
	private readonly moments = new Map<string, Map<string, number>>();

	/** Updates the times of a post after a change. */
	update(post: PostRecord): void {
		this.remove(post.id);
		for (const progress of post.progress) {
			const at = busyAt(progress);
			if (at !== null) this.ofChannel(progress.channelId).set(post.id, at);
		}
	}

	remove(postId: string): void {
		for (const posts of this.moments.values()) posts.delete(postId);
	}

	/**
	 * The earliest time from `at` on that has room for one more post in the 24 hours before it.
	 *
	 * @param exceptPostId the post to move, which doesn't count.
	 */
	firstFree(channelId: string, cap: number, at: number, exceptPostId: string): number {
		const posts = this.ofChannel(channelId);
		if (posts.size < cap) return at;
		const others = [...posts].filter(([id]) => id !== exceptPostId).map(([, moment]) => moment);
		const isFree = (end: number): boolean =>
			others.filter((moment) => moment > end - dayMs && moment <= end).length < cap;
		if (isFree(at)) return at;
		const ends = others.map((moment) => moment + dayMs).filter((end) => end > at);
		return ends.sort((a, b) => a - b).find(isFree) ?? Infinity;
	}

	private ofChannel(channelId: string): Map<string, number> {
		const posts = this.moments.get(channelId) ?? new Map<string, number>();
		this.moments.set(channelId, posts);
		return posts;
	}
}
