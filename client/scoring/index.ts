import type { output, ZodType } from 'zod/v4';
import { ClientError, factsOf } from '../http/errors.js';
import { createRequester, normaliseAddress, type Call } from '../http/request.js';
import { checked, decode } from '../http/schemaCheck.js';
import { cancellable } from '../http/sleep.js';
import type { HttpResponse, Send, Sleep } from '../http/types.js';
import { withoutUndefined } from '../http/json.js';
import { describeAnswer, readScoringError } from './errorAnswers.js';
import { scoringRetryPolicy } from './retryPolicy.js';
import {
	answerSchema,
	benchmarkAnswerSchema,
	benchmarkSchema,
	contentGapsSchema,
	listSchema,
	packagingSchema,
	videoHookSchema,
	type ScoringAnswer,
	type ContentGapsInput,
	type ListAnswer,
	type PackagingInput,
} from './schemas.js';
import { costs, packagingCost } from './values.js';

/** Options of a scoring client. `send` has to add the API key. */
export interface ScoringOptions {
	/** Address of the scoring API, without `/v1`. */
	apiUrl: string;
	userAgent: string;
	send: Send;
	sleep: Sleep;
	/** Timeout of one request in milliseconds. Default 60,000. */
	timeout?: number;
	/** The maximum number of retries. Default 5. 0 turns retries off. */
	retries?: number;
	/** Texts to remove from errors, such as the API key. */
	secrets?: readonly string[];
}

/**
 * Options of a call that costs credits. Such a call is sent again only after a 429, a 5xx or a request that didn't reach the service
 * (S29). After an answer that got lost or can't be read, it isn't, because it may have been charged (S-N24).
 */
export interface PaidCall {
	/** Lets a service that knows keys return its first answer to a repeat within 24 hours (S-N23). Only POSTs have one. */
	idempotencyKey?: string;
	/**
	 * Runs before each retry. Throws if it must not be sent.
	 * @param charged the credits that the requests of the call may have cost so far
	 */
	beforeRetry?(charged: number): Promise<void>;
}

/** Typed calls of the scoring API (contract section 11). Inputs are camelCase. Answers keep the service's snake_case names. */
export interface ScoringClient {
	/** Scores a title, a thumbnail or both: 1, 2 or 3 credits. */
	score(input: PackagingInput, options?: PaidCall): Promise<ScoringAnswer>;
	/** Scores the first seconds of a video: 10 credits. */
	videoHook(input: { youtubeUrl: string }, options?: PaidCall): Promise<ScoringAnswer>;
	/** Compares a channel with its niche: 5 credits. `url` can be a URL or an @handle. */
	benchmarkChannel(input: { url: string }, options?: PaidCall): Promise<ScoringAnswer>;
	/** Compares a video with its niche: 3 credits. */
	benchmarkVideo(input: { url: string }, options?: PaidCall): Promise<ScoringAnswer>;
	/** Lists the niches: 1 credit. */
	niches(options?: PaidCall): Promise<ListAnswer>;
	/** Finds content gaps in a niche, best first: 5 credits. */
	contentGaps(input: ContentGapsInput, options?: PaidCall): Promise<ListAnswer>;
	/** Throws the `InvalidRequestError` with which `contentGaps` refuses this input before it sends anything. */
	checkContentGaps(input: ContentGapsInput): void;
	/** Returns the account of the API key: free. */
	me(): Promise<ScoringAnswer>;
	/** Returns the credit balance and recent usage: free. */
	usage(): Promise<ScoringAnswer>;
}

/** Creates a client of the scoring API. Throws an `InvalidRequestError` if `apiUrl` isn't a web address. */
export function createScoringClient(options: ScoringOptions): ScoringClient {
	const { apiUrl, userAgent, send, sleep, secrets = [], timeout = 60_000, retries = 5 } = options;
	const request = createRequester({
		baseUrl: normaliseAddress(apiUrl, 'apiUrl', '/v1'),
		userAgent,
		send,
		sleep: cancellable(sleep),
		secrets,
		timeoutMs: timeout,
		retryPolicy: scoringRetryPolicy(retries),
		readError: (response: HttpResponse) => readScoringError(response, secrets),
	});
	const describe = (response: HttpResponse) => describeAnswer(response, secrets);
	const getFree = async (path: string) =>
		decode(await request({ method: 'GET', path }), answerSchema, describe);
	/** Makes a call that costs credits. If `beforeRetry` can't tell whether it may be sent again, throws the error of the call. */
	const pay = async <Schema extends ZodType>(
		call: Call,
		schema: Schema,
		{ credits: cost, idempotencyKey, beforeRetry }: PaidCall & { credits: number },
	): Promise<output<Schema>> => {
		const response = await request({
			...call,
			cost,
			idempotencyKey,
			repeatability: 'never',
			beforeRetry: async (failure) =>
				await beforeRetry?.(factsOf(failure).possibleCharge ?? 0).catch((error: unknown) => {
					throw error instanceof ClientError ? failure : error;
				}),
		});
		return decode(response, schema, describe);
	};
	const get = async (path: string, paid: PaidCall & { credits: number }, query?: Call['query']) =>
		await pay({ method: 'GET', path, query }, listSchema, { ...paid, idempotencyKey: undefined });
	const post = async (
		path: string,
		body: Record<string, unknown>,
		paid: PaidCall & { credits: number },
		schema: typeof answerSchema | typeof benchmarkAnswerSchema = answerSchema,
	) => await pay({ method: 'POST', path, body: withoutUndefined(body) }, schema, paid);
	return {
		score: async (input, paid) => {
			const { title, thumbnailUrl, thumbnailBase64 } = checked(packagingSchema, input);
			const body = { title, thumbnail_url: thumbnailUrl, thumbnail_base64: thumbnailBase64 };
			return await post('/v1/score/packaging', body, { ...paid, credits: packagingCost(input) });
		},
		videoHook: async (input, paid) => {
			const { youtubeUrl } = checked(videoHookSchema, input);
			const body = { youtube_url: youtubeUrl };
			return await post('/v1/score/video-hook', body, { ...paid, credits: costs.videoHook });
		},
		benchmarkChannel: async (input, paid) => {
			const body = checked(benchmarkSchema, input);
			const price = { ...paid, credits: costs.benchmarkChannel };
			return await post('/v1/benchmark/channel', body, price, benchmarkAnswerSchema);
		},
		benchmarkVideo: async (input, paid) => {
			const body = checked(benchmarkSchema, input);
			const price = { ...paid, credits: costs.benchmarkVideo };
			return await post('/v1/benchmark/video', body, price, benchmarkAnswerSchema);
		},
		niches: async (paid) => await get('/v1/research/niches', { ...paid, credits: costs.niches }),
		contentGaps: async (input, paid) => {
			const { niche, gapType, limit, minScore } = checked(contentGapsSchema, input);
			const query = { niche, gap_type: gapType, limit, min_score: minScore };
			return await get('/v1/research/content-gaps', { ...paid, credits: costs.contentGaps }, query);
		},
		checkContentGaps: (input) => void checked(contentGapsSchema, input),
		me: async () => await getFree('/v1/me/'),
		usage: async () => await getFree('/v1/usage/'),
	};
}
