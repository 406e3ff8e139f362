import type { PostRecord, Progress } from './records';

/** Something that happens to one channel of a post at a moment, unless things have changed by then. */
export interface DueTime {
	at: number;
	post: PostRecord;
	progress: Progress;
}

/** What is still to happen, earliest first: a binary heap, so that thousands of scheduled posts cost nothing to read. */
export class DueTimes {
	private readonly heap: DueTime[] = [];

	add(due: DueTime): void {
		this.heap.push(due);
		this.rise(this.heap.length - 1);
	}

	/** Takes out the earliest, if its time has come. */
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
