import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks `probe` again and again until it answers something other than undefined.
 *
 * @template T
 * @param {string} what what is waited for, for the error text
 * @param {() => Promise<T | undefined>} probe
 * @param {{ timeoutMs: number, everyMs?: number }} options
 * @returns {Promise<T>}
 * @throws {Error} when `timeoutMs` has passed
 */
export async function waitFor(what, probe, { timeoutMs, everyMs = 200 }) {
	const giveUpAt = Date.now() + timeoutMs;
	for (;;) {
		const answer = await probe();
		if (answer !== undefined) return answer;
		if (Date.now() > giveUpAt) throw new Error(`${what}: nothing after ${Math.round(timeoutMs / 1000)} s`);
		await pause(everyMs);
	}
}
