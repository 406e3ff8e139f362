import type { RecordedRequest } from '../http/requestLog';

/** The eight paths of the contract, section 4, each with exactly this slash (S-N7). */
export const scoringPaths = [
	'/v1/score/packaging',
	'/v1/score/video-hook',
	'/v1/benchmark/channel',
	'/v1/benchmark/video',
	'/v1/research/niches',
	'/v1/research/content-gaps',
	'/v1/me/',
	'/v1/usage/',
] as const;
export type ScoringPath = (typeof scoringPaths)[number];

/**
 * Shapes of the error envelope (S-N18): `framework`, `code` and `detail` were seen at the service itself, the others at
 * comparable ones.
 */
export const envelopeStyles = [
	'code',
	'framework',
	'detail',
	'fields',
	'nested',
	'typed',
	'data',
	'success',
	'flat',
	'statusCode',
] as const;
export type EnvelopeStyle = (typeof envelopeStyles)[number];

/** Where a 429 says how many seconds to wait. */
export const retryAfterPlaces = ['header', 'body', 'none'] as const;
export type RetryAfterPlace = (typeof retryAfterPlaces)[number];

export type PlanName = 'free' | 'starter' | 'pro';

/** What a plan allows each key (S-N21). */
export interface PlanLimits {
	perMinute: number;
	perDay: number;
	/** Requests under way at once; one more is refused without waiting. */
	inFlight: number;
}

/** What can be changed while the sandbox runs; a reset takes it back to the options. */
export interface ScoringBehaviour {
	/** Default `code`. */
	envelope: EnvelopeStyle;
	/** Default `header`; `body` has a place in some envelopes only. */
	retryAfter: RetryAfterPlace;
	/** Real milliseconds added to each answer, while the call counts as in flight. Default 0. */
	latencyMs: number;
	/** How long a call waits for its turn on a route with few slots, by the clock. Default 30,000. */
	slotWaitMs: number;
	/** Name of the header with the request id; an empty text leaves it out. Default `x-request-id`. */
	requestIdHeader: string;
}

/** How a scoring sandbox is started; everything has a default. */
export interface ScoringSandboxOptions extends Partial<ScoringBehaviour> {
	/** 0 (the default) takes a free port. */
	port?: number;
	/** `manual` stands still until it is advanced; default `real`. */
	clock?: 'real' | 'manual';
	/** Where a manual clock starts; default 2026-01-05T09:00:00Z. */
	now?: Date | string | number;
	/** `'off'`, or other numbers than S-N21 has. The slots of hook and channel benchmark stay. */
	rateLimits?: 'off' | Partial<Record<PlanName, Partial<PlanLimits>>>;
	/** How the key travels (S-N1); an empty scheme stands for the bare key. Default `Authorization` and `Bearer`. */
	auth?: { header?: string; scheme?: string };
}

/** One request as it came in, and what became of it. Texts of a body above 100,000 characters are cut. */
export interface ScoringRequest extends RecordedRequest {
	requestId: string;
	/** Name of its key in the seed; null without a key that counts. */
	account: string | null;
	/** What the call has taken; 0 for a failure, and for a repeat under an idempotency key. */
	credits: number;
}

/** How many requests are at the sandbox: `now` and `peak` count all, the others only those that have got a slot. */
export interface InFlight {
	now: number;
	peak: number;
	working: number;
	workingPeak: number;
}

/** One paid call, as `GET /v1/usage/` lists it. */
export interface ScoringActivity {
	created_at: string;
	endpoint: string;
	credits: number;
	request_id: string;
}

/** What is known of the account behind a key. */
export interface ScoringAccount {
	/** Name of the key in `seed.keys`. */
	key: string;
	plan: PlanName;
	email: string;
	isRevoked: boolean;
	credits: number;
	/** All that was taken since the start. */
	spent: number;
	activity: ScoringActivity[];
}
