/** The types of the library. They import nothing, so that no other package is needed to check them. */

/** An answer as the service returned it, with names in snake_case. */
export type Answer = Record<string, unknown>;

/** Kinds of content gaps. */
export type GapType = 'competitive' | 'stale' | 'underserved';

/** What to score: a title, a thumbnail, or both. */
export interface ScoreInput {
	/** Up to 250 characters. */
	title?: string;
	/** Web address of a picture, which the service downloads. */
	thumbnailUrl?: string;
	/** A JPEG, PNG or WebP in Base64, up to 12,500,000 characters, without a `data:` prefix. */
	thumbnailBase64?: string;
}

/** Which content gaps to find. The service has defaults for everything that is left out. */
export interface ContentGapsInput {
	/** Slug of a niche. */
	niche: string;
	/** Default `underserved` and `stale`. */
	gapType?: GapType[];
	/** Maximum number of results. */
	limit?: number;
	/** Minimum opportunity score, from 0 to 100. */
	minScore?: number;
}

/** Options of a call that costs credits. */
export interface CallOptions {
	/**
	 * Lets the service return its first answer to a repeat within 24 hours instead of charging again. By default, each call
	 * creates its own key for its retries.
	 */
	idempotencyKey?: string;
}

/** The part of an answer to `fetch` that the library reads. */
export interface FetchResponse {
	status: number;
	headers: { forEach(each: (value: string, name: string) => void): void };
	text(): Promise<string>;
}

/** A `fetch`, as the library calls it. */
export type Fetch = (
	url: string,
	init: {
		method: string;
		headers: Record<string, string>;
		body?: string;
		redirect: 'manual';
		signal: AbortSignal;
	},
) => Promise<FetchResponse>;

/** Options of the client (contract section 4). */
export interface ScoringClientOptions {
	/** Default: the environment variable `SERVICE_API_KEY`. */
	apiKey?: string;
	/** Address of the scoring API, with or without `/v1`. Default: the environment variable `SERVICE_API_URL`. */
	apiUrl?: string;
	/** Timeout of one request in milliseconds. Default 60,000. */
	timeout?: number;
	/** Maximum number of retries after 429, 5xx or a lost connection. Default 5. 0 turns retries off. */
	retries?: number;
	/** Used instead of the global `fetch`. */
	fetch?: Fetch;
}
