/** The types of the library. They import nothing, so that no other package is needed to check them. */

/** An answer as the service returned it, with names in snake_case. */
export type Answer = Record<string, unknown>;

/** A packaging score (contract section 11). */
export interface PackagingScore extends Answer {
	/** Some services leave it out. */
	score_id?: string;
	/** From 0 to 1. */
	score: number;
	/** From 0 to 100. */
	percentile: number;
	raw_score: number;
	/** What the service scored, such as `title`, `thumbnail` or `combined`. */
	mode: string;
	niche_slug: string;
	niche_label: string;
	niche_confidence: number;
}

/** The score of a video's first seconds (contract section 11). */
export interface VideoHookScore extends Answer {
	/** One of 13 archetypes, such as `curiosity_gap`. */
	primary_archetype: string;
	/** Five dimensions, each from 0 to 10. */
	scores: Record<string, number>;
	/** From 0 to 100. */
	overall_score: number;
	strengths: unknown[];
	weaknesses: unknown[];
	suggestions: unknown[];
	/** Can be negative. */
	delta_vs_niche_top: number | null;
}

/** A niche to which a benchmark compares. */
export interface BenchmarkNiche extends Answer {
	match_strength: string;
}

/** A channel compared with its niche (contract section 11). */
export interface ChannelBenchmark extends Answer {
	channel: Answer;
	niche: BenchmarkNiche;
}

/** A video compared with its niche (contract section 11). */
export interface VideoBenchmark extends Answer {
	video: Answer & { engagement_percentiles: unknown };
	niche: Answer;
}

/** A niche that the service covers. */
export interface Niche extends Answer {
	slug: string;
	gap_count: number;
}

/** The list of niches. */
export interface NicheList extends Answer {
	niches: Niche[];
}

/** The content gaps of a niche, best first. */
export interface ContentGapList extends Answer {
	gaps: Answer[];
}

/** Kinds of content gaps. */
export type GapType = 'competitive' | 'stale' | 'underserved';

/** What to score: a title, a thumbnail, or both. */
export interface ScoreInput {
	title?: string;
	/** Web address of a picture, which the service downloads. */
	thumbnailUrl?: string;
	/** A JPEG, PNG or WebP in Base64, without a `data:` prefix. */
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
	/** Minimum opportunity score. */
	minScore?: number;
}

/** Options of a call that costs credits. */
export interface CallOptions {
	/**
	 * Lets a service that knows keys return its first answer to a repeat within 24 hours instead of charging again. By default, each
	 * call creates its own key for its retries.
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

/** Options of the client (contract section 11). */
export interface ScoringClientOptions {
	/** Default: the environment variable `SERVICE_API_KEY`. */
	apiKey?: string;
	/** Address of the scoring API, with or without `/v1`. Default: the environment variable `SERVICE_API_URL`. */
	apiUrl?: string;
	/** Timeout of one request in milliseconds. Default 60,000. */
	timeout?: number;
	/** Maximum number of retries after 429 and 5xx. Default 5. 0 turns retries off. */
	retries?: number;
	/** Name of the header that carries the key. Default `Authorization`. */
	headerName?: string;
	/** Text before the key in that header. Default `Bearer`. An empty text sends only the key. */
	headerScheme?: string;
	/** Used instead of the global `fetch`. */
	fetch?: Fetch;
}
