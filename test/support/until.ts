import { setImmediate as nextTurn } from 'node:timers/promises';

/** Waits for something that happens by itself; the test's own time limit ends it otherwise. */
export async function until(isTrue: () => boolean): Promise<void> {
	while (!isTrue()) await nextTurn();
}
