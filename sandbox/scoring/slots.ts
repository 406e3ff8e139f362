import type { SandboxClock } from '../http/clock';
import { ClientLeft } from '../http/requests';
import { tooMany } from './accounts';
import { scoringPaths, type InFlight, type ScoringPath } from './types';

/** Frees a slot. Call it once. */
export type Leave = () => void;

type Start = (leave: Leave) => void;

/** The calls of one key to one route. Some run, and the others wait in line. */
class Lane {
	private busy = 0;
	private readonly line: Start[] = [];

	constructor(private readonly limit: number) {}

	/** Takes a slot. Returns null if none is free. */
	take(): Leave | null {
		if (this.busy >= this.limit) return null;
		this.busy += 1;
		return this.leave;
	}

	join(start: Start): void {
		this.line.push(start);
	}

	quit(start: Start): void {
		const place = this.line.indexOf(start);
		if (place !== -1) this.line.splice(place, 1);
	}

	/** Frees a slot, or passes it on to the next call in line. */
	private readonly leave = (): void => {
		const start = this.line.shift();
		if (start === undefined) this.busy -= 1;
		else start(this.leave);
	};
}

/** What kind of slot a call needs. */
interface SlotWish {
	/** Calls with the same name share their slots. */
	lane: string;
	/** The number of slots. */
	limit: number;
	/** The longest wait for a slot, in milliseconds of the clock. */
	waitMs: number;
	/** Aborts when the client disconnects. */
	left: AbortSignal;
}

/** Limits how many calls of a key run in parallel on a route. Other calls wait in line for a while (S-N21). */
export class Slots {
	private readonly lanes = new Map<string, Lane>();

	constructor(private readonly clock: SandboxClock) {}

	/** @throws ApiFailure 429 if the wait was too long, or ClientLeft. */
	async enter(wish: SlotWish): Promise<Leave> {
		const lane = this.lanes.get(wish.lane) ?? new Lane(wish.limit);
		this.lanes.set(wish.lane, lane);
		const leave = lane.take();
		if (leave !== null) return leave;
		if (wish.left.aborted) throw new ClientLeft('the client left');
		if (wish.waitMs <= 0) throw this.tooLate(wish);
		return this.wait(lane, wish);
	}

	private wait(lane: Lane, wish: SlotWish): Promise<Leave> {
		return new Promise((resolve, reject) => {
			const giveUp = (error: Error): void => {
				finish();
				lane.quit(start);
				reject(error);
			};
			const leaveLine = (): void => giveUp(new ClientLeft('the client left'));
			const callOff = this.clock.alarm(this.clock.time() + wish.waitMs, () => giveUp(this.tooLate(wish)));
			const finish = (): void => {
				callOff();
				wish.left.removeEventListener('abort', leaveLine);
			};
			const start: Start = (leave) => {
				finish();
				resolve(leave);
			};
			lane.join(start);
			wish.left.addEventListener('abort', leaveLine);
		});
	}

	private tooLate({ limit }: SlotWish): Error {
		return tooMany(`At most ${limit} of these calls at once`, 1);
	}
}

const idle = (): InFlight => ({ now: 0, peak: 0, working: 0, workingPeak: 0 });

const isScoringPath = (path: string): path is ScoringPath => scoringPaths.some((each) => each === path);

/** Counts running calls, so that a test can see how many a client sends in parallel. */
export class Load {
	private readonly counts = {
		all: idle(),
		...(Object.fromEntries(scoringPaths.map((path) => [path, idle()])) as Record<ScoringPath, InFlight>),
	};

	view(): Record<ScoringPath | 'all', InFlight> {
		return structuredClone(this.counts);
	}

	/** Counts a request. Call the function that it returns when the request is answered. */
	enter(path: string): () => void {
		const counts = this.countsOf(path);
		for (const each of counts) each.peak = Math.max(each.peak, (each.now += 1));
		return () => {
			for (const each of counts) each.now -= 1;
		};
	}

	/** Counts a request that has a slot. Call the function that it returns when its work is done. */
	startWork(path: string): () => void {
		const counts = this.countsOf(path);
		for (const each of counts) each.workingPeak = Math.max(each.workingPeak, (each.working += 1));
		return () => {
			for (const each of counts) each.working -= 1;
		};
	}

	private countsOf(path: string): InFlight[] {
		return isScoringPath(path) ? [this.counts.all, this.counts[path]] : [this.counts.all];
	}
}
