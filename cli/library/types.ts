/** The surface of the library in types of its own: who imports it needs no other package to check them. */

/** An answer as the service returned it, with names in snake_case. */
export type Answer = Record<string, unknown>;

/** Kinds of content gaps. */
export type GapType = 'competitive' | 'stale' | 'underserved';

/** What is scored: a title, a thumbnail, or both. */
export interface ScoreInput {
	/** Up to 250 characters. */
	title?: string;
	/** Address of a picture, which the service loads. */
	thumbnailUrl?: string;
	/** A JPEG, PNG or WebP as Base64, up to 12,500,000 characters; without `data:` in front. */
	thumbnailBase64?: string;
}

/** Which content gaps to find; what is left out is the service's default. */
export interface ContentGapsInput {
	/** Slug of a niche. */
	niche: string;
	/** Default `underserved` and `stale`. */
	gapType?: GapType[];
	/** Largest number of results. */
	limit?: number;
	/** Smallest opportunity score, 0 to 100. */
	minScore?: number;
}

/** Options of a call that is paid for by a POST. */
export interface CallOptions {
	/**
	 * A repeat with the same key within 24 hours gets the first answer and costs nothing. Without one each call makes its
	 * own, which keeps the repeats inside the call from being paid twice.
	 */
	idempotencyKey?: string;
}

/** The part of an answer to `fetch` that the library reads. */
export interface FetchResponse {
	status: number;
	headers: { forEach(each: (value: string, name: string) => void): void };
	text(): Promise<string>;
}

/** A `fetch`, as far as the library calls it. */
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
	/** Milliseconds for one request; default 60,000. */
	timeout?: number;
	/** How often a request is sent again after 429, 5xx or a lost connection; default 5, 0 switches it off. */
	retries?: number;
	/** Used instead of the global `fetch`. */
	fetch?: Fetch;
}
