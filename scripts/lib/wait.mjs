import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `probe` until it returns something other than undefined.
 *
 * @template T
 * @param {string} what what is expected, for the error text
 * @param {() => Promise<T | undefined>} probe
 * @param {{ timeoutMs: number, everyMs?: number }} options
 * @returns {Promise<T>}
 * @throws {Error} after `timeoutMs`
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
