import type { ScoringClient as Core } from '../../client/scoring';
import { ConfigurationError } from './configurationError';
import { createKey } from './createKey';
import { createScoringLibrary } from './scoringLibrary';
import type {
	Answer,
	CallOptions,
	ChannelBenchmark,
	ContentGapList,
	ContentGapsInput,
	NicheList,
	PackagingScore,
	ScoreInput,
	ScoringClientOptions,
	VideoBenchmark,
	VideoHookScore,
} from './types';
import { userAgent } from './version';
import { warnInBrowser } from './warnInBrowser';

/** Reads an environment variable. A browser has none. */
const environment = (name: string): string => {
	const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
	return process?.env?.[name]?.trim() ?? '';
};

function required(given: string | undefined, variable: string, what: string): string {
	const value = given ?? environment(variable);
	if (value !== '') return value;
	throw new ConfigurationError(`There is no ${what}. Pass one, or set the environment variable ${variable}.`);
}

const sleep = async (durationMs: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, durationMs));

/** Puts a bare list under its name. */
const listAs = (name: string, answer: Answer | unknown[]): Answer =>
	Array.isArray(answer) ? { [name]: answer } : answer;

const withKey = ({ idempotencyKey = createKey() }: CallOptions): CallOptions => ({ idempotencyKey });

/**
 * A client of the scoring API. Use it only on servers, because in a browser anyone could read the API key.
 *
 * All methods throw an `AuthenticationError`, `InsufficientCreditsError`, `RateLimitError` (with `retryAfter` in seconds),
 * `ServiceUnavailableError`, `NetworkError`, or another `ApiError` for other statuses. For invalid input, they send nothing and
 * throw an `InvalidRequestError`. `possibleCharge` of an error is the number of credits that the failed call may have
 * cost.
 */
export class ScoringClient {
	readonly #core: Core;

	/** Throws a `ConfigurationError` if there is no key or no address. */
	constructor({ apiKey, apiUrl, ...others }: ScoringClientOptions = {}) {
		warnInBrowser();
		this.#core = createScoringLibrary({
			apiKey: required(apiKey, 'SERVICE_API_KEY', 'API key'),
			apiUrl: required(apiUrl, 'SERVICE_API_URL', 'API URL'),
			userAgent,
			sleep,
			...others,
		});
	}

	/** Scores a title (1 credit), a thumbnail (2) or both (3). */
	async score(input: ScoreInput, options: CallOptions = {}): Promise<PackagingScore> {
		return (await this.#core.score(input, withKey(options))) as PackagingScore;
	}

	/** Scores the first seconds of a YouTube video: 10 credits. */
	async videoHook(input: { youtubeUrl: string }, options: CallOptions = {}): Promise<VideoHookScore> {
		return (await this.#core.videoHook(input, withKey(options))) as VideoHookScore;
	}

	/** Compares a channel with its niche: 5 credits. `url` can be a URL or an @handle. */
	async benchmarkChannel(input: { url: string }, options: CallOptions = {}): Promise<ChannelBenchmark> {
		return (await this.#core.benchmarkChannel(input, withKey(options))) as ChannelBenchmark;
	}

	/** Compares a video with its niche: 3 credits. */
	async benchmarkVideo(input: { url: string }, options: CallOptions = {}): Promise<VideoBenchmark> {
		return (await this.#core.benchmarkVideo(input, withKey(options))) as VideoBenchmark;
	}

	/** Lists the niches, in the answer's `niches`: 1 credit. */
	async niches(): Promise<NicheList> {
		return listAs('niches', await this.#core.niches()) as NicheList;
	}

	/** Finds content gaps in a niche, best first, in the answer's `gaps`: 5 credits. */
	async contentGaps(input: ContentGapsInput): Promise<ContentGapList> {
		return listAs('gaps', await this.#core.contentGaps(input)) as ContentGapList;
	}

	/** Returns the account of the API key: free. */
	async me(): Promise<Answer> {
		return await this.#core.me();
	}

	/** Returns the credit balance and recent usage: free. */
	async usage(): Promise<Answer> {
		return await this.#core.usage();
	}
}
