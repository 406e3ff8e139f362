import type { RecordedRequest } from '../http/requestLog';
import type { ProfileName } from '../profiles';

/** The eight paths of the contract, section 4. Trailing slashes matter (S-N7). */
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
 * Formats of the error body (S-N18). `framework`, `code` and `detail` were seen at the service itself, `errors`
 * nowhere, and the others at similar services.
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
	'errors',
] as const;
export type EnvelopeStyle = (typeof envelopeStyles)[number];

/** Where a 429 says how many seconds to wait. */
export const retryAfterPlaces = ['header', 'body', 'none'] as const;
export type RetryAfterPlace = (typeof retryAfterPlaces)[number];

/** How 401 and 403 look. A proxy answers with pages. */
export const refusalForms = ['json', 'html'] as const;
type RefusalForm = (typeof refusalForms)[number];

export type PlanName = 'free' | 'starter' | 'pro';

/** The limits of a plan for each key (S-N21). */
export interface PlanLimits {
	perMinute: number;
	perDay: number;
	/** The maximum number of parallel requests. More requests are refused immediately. */
	inFlight: number;
}

/** Behavior that can be changed while the sandbox runs. A reset returns to the options. */
export interface ScoringBehaviour {
	/** Default: that of the profile. */
	envelope: EnvelopeStyle;
	/** Default `header`. Only some error formats have a place for `body`. */
	retryAfter: RetryAfterPlace;
	/** Default `json`. */
	refusals: RefusalForm;
	/** Milliseconds of real time added to each answer, during which the call counts as running. Default 0. */
	latencyMs: number;
	/** How long a call waits for a slot on a route with few slots, in milliseconds of the clock. Default 30,000. */
	slotWaitMs: number;
	/** The header with the request ID. An empty text leaves it out. Default `x-request-id`. */
	requestIdHeader: string;
}

/** Options of a scoring sandbox. All have defaults. */
export interface ScoringSandboxOptions extends Partial<ScoringBehaviour> {
	/** 0 (the default) uses a free port. */
	port?: number;
	/** What the service is like where the contract doesn't say it. Default `observed`. */
	profile?: ProfileName;
	/** A `manual` clock stands still until it's advanced. Default `real`. */
	clock?: 'real' | 'manual';
	/** Start of a manual clock. Default 2026-01-05T09:00:00Z. */
	now?: Date | string | number;
	/** `'off'`, or limits that differ from S-N21. The slots of hooks and channel benchmarks always apply. */
	rateLimits?: 'off' | Partial<Record<PlanName, Partial<PlanLimits>>>;
	/** How the API key is sent (S-N1). An empty scheme means only the key. Default `Authorization` and `Bearer`. */
	auth?: { header?: string; scheme?: string };
	/** The end of each API key. Default: fixed ends. */
	keySecret?: string;
}

/** A request and its result. Texts of more than 100,000 characters in the body are shortened. */
export interface ScoringRequest extends RecordedRequest {
	requestId: string;
	/** The name of its key in the seed. Null without a valid key. */
	account: string | null;
	/** The credits that the call cost. 0 for a failure and for a repeat with an idempotency key. */
	credits: number;
}

/** How many requests are running. `now` and `peak` count all of them, the others only those with a slot. */
export interface InFlight {
	now: number;
	peak: number;
	working: number;
	workingPeak: number;
}

/** A paid call, as in `GET /v1/usage/`. */
export interface ScoringActivity {
	created_at: string;
	endpoint: string;
	credits: number;
	request_id: string;
}

/** What is known about the account of a key. */
export interface ScoringAccount {
	/** The key's name in `seed.keys`. */
	key: string;
	apiKey: string;
	plan: PlanName;
	email: string;
	isRevoked: boolean;
	credits: number;
	/** All credits charged since the start. */
	spent: number;
	activity: ScoringActivity[];
}
