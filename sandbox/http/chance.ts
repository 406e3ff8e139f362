import type { FaultSpec } from '../controls';

/** Faults that meet requests by chance; scripted ones go first. */
export interface ChanceSpec {
	/** Share of the requests that are met, from 0 to 1. */
	share: number;
	/** The same seed gives the same faults in the same order; which request meets which depends on who comes when. */
	seed: number;
	/** Each is as likely as the others; `times` does not count. A fault whose method or path does not fit is none. */
	faults: FaultSpec[];
}

/** What a sandbox's faults take. */
export interface FaultControls {
	/** Adds a scripted fault. */
	add(fault: FaultSpec): void;
	/** From now on faults happen by chance. */
	leaveToChance(chance: ChanceSpec): void;
	/** How often each fault of the chance has happened, in their order. */
	met(): readonly number[];
	/** Ends all faults, those by chance too. */
	clear(): void;
}

/** A source of numbers from 0 up to 1 that follow from a seed (mulberry32): the same seed gives the same numbers. */
const numbersFrom = (seed: number): (() => number) => {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
};

/** Faults that meet requests by chance, and how often each has. */
export class Chance {
	private readonly next: () => number;
	/** In the order of the faults. */
	readonly met: number[];

	constructor(private readonly spec: ChanceSpec) {
		this.next = numbersFrom(spec.seed);
		this.met = spec.faults.map(() => 0);
	}

	/** Throws the dice for one request. */
	take(meets: (fault: FaultSpec) => boolean): FaultSpec | undefined {
		const { faults, share } = this.spec;
		const [isHit, which] = [this.next() < share, Math.floor(this.next() * faults.length)];
		const fault = faults[which];
		if (!isHit || fault === undefined || !meets(fault)) return undefined;
		this.met[which] = (this.met[which] ?? 0) + 1;
		return fault;
	}
}
