import { setImmediate as nextTurn } from 'node:timers/promises';

/** Polls until a condition is met. Otherwise, the test's own time limit ends it. */
export async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await nextTurn();
}
