import { openScoringSandbox } from './scoringSandbox';
import type { ScoringSandbox, ScoringSandboxOptions } from './types';

export { scoringSeed } from './seed';
export type { ScoringKeyName, ScoringSeed } from './seed';
export type {
	EnvelopeStyle,
	InFlight,
	PlanLimits,
	PlanName,
	RetryAfterPlace,
	ScoringAccount,
	ScoringActivity,
	ScoringBehaviour,
	ScoringPath,
	ScoringRequest,
	ScoringSandbox,
	ScoringSandboxOptions,
} from './types';

/**
 * Starts a sandbox of the scoring API on 127.0.0.1: an independent, strict reading of the contract over node:http.
 *
 * A request of the wrong shape is 400, as S-N19 names no other status for it; only an idempotency key that comes again
 * with another request is 422, and 409 while the first request under it still runs.
 *
 * @throws Error when the port is taken.
 */
export const startScoringSandbox = (options: ScoringSandboxOptions = {}): Promise<ScoringSandbox> =>
	openScoringSandbox(options);
