import { measureRateLimits, type MeasuredSleep } from '../../client/http/sleep.js';
import type { Sleep } from '../../client/http/types.js';
import type { Hint } from './operation.js';
import { cell } from './runState.js';

/** There is no hint for shorter waits. */
const noticeableMs = 10_000;

/** The hint shows longer waits in minutes. */
const longestInSecondsMs = 120_000;

const waitsOf = cell((): { measured?: MeasuredSleep } => ({}));

/**
 * Measures how long the requests of a run wait for rate limits.
 * @param run an object that lives exactly as long as the run, such as its context
 * @param now returns milliseconds since 1970
 */
export function measuredWaits(run: object, sleep: Sleep, now: () => number): MeasuredSleep {
	return (waitsOf(run).measured ??= measureRateLimits(sleep, now));
}

const inWords = (ms: number): string =>
	ms <= longestInSecondsMs ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;

/**
 * Returns a hint that says how long a run has waited for rate limits, because n8n shows nothing while a node runs. Empty after a
 * short wait.
 */
export function waitHints(run: object): Hint[] {
	const waitedMs = waitsOf(run).measured?.rateLimitMs() ?? 0;
	if (waitedMs < noticeableMs) return [];
	return [{ message: `Waited ${inWords(waitedMs)} for the service's rate limit.` }];
}
