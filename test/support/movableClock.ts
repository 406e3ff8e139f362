import { setImmediate as nextTurn } from 'node:timers/promises';

/** A clock that only someone who moves it makes go on, such as a sandbox's. */
export interface MovableClock {
	now(): Date;
	advance(ms: number): void;
}

/** Creates a clock that stands still until someone moves it. */
export function movableClock(): MovableClock {
	let nowMs = Date.now();
	return {
		now: () => new Date(nowMs),
		advance: (ms) => {
			nowMs += ms;
		},
	};
}

/** Time and waits of a node or client by a clock. A wait takes no time and moves the clock. Overlapping waits end together. */
export function waitsOn(clock: MovableClock) {
	const now = (): number => clock.now().getTime();
	const sleep = async (durationMs: number): Promise<void> => {
		const end = now() + durationMs;
		await nextTurn();
		if (end > now()) clock.advance(end - now());
	};
	return { now, sleep };
}
