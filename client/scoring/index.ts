import type { output, ZodType } from 'zod/v4';
import { createRequester, normaliseAddress, type Call, type Requester } from '../http/request';
import { checked, decode } from '../http/schemaCheck';
import { cancellable } from '../http/sleep';
import type { HttpResponse, Send, Sleep } from '../http/types';
import { readScoringError } from './errorAnswers';
import { scoringRetryPolicy } from './retryPolicy';
import {
	answerSchema,
	benchmarkAnswerSchema,
	benchmarkSchema,
	contentGapsSchema,
	listSchema,
	packagingSchema,
	videoHookSchema,
	type Answer,
	type ContentGapsInput,
	type List,
	type PackagingInput,
} from './schemas';

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

/** Options of a call that costs credits. */
export interface PaidCall {
	/** A retry with the same key within 24 hours returns the first answer and costs nothing. */
	idempotencyKey?: string;
}

/** Typed calls of the scoring API (contract section 4). Inputs are camelCase. Answers keep the service's snake_case names. */
export interface ScoringClient {
	/** Scores a title, a thumbnail or both: 1, 2 or 3 credits. */
	score(input: PackagingInput, options?: PaidCall): Promise<Answer>;
	/** Scores the first seconds of a video: 10 credits. */
	videoHook(input: { youtubeUrl: string }, options?: PaidCall): Promise<Answer>;
	/** Compares a channel with its niche: 5 credits. `url` can be a URL or an @handle. */
	benchmarkChannel(input: { url: string }, options?: PaidCall): Promise<Answer>;
	/** Compares a video with its niche: 3 credits. */
	benchmarkVideo(input: { url: string }, options?: PaidCall): Promise<Answer>;
	/** Lists the niches: 1 credit. */
	niches(): Promise<List>;
	/** Finds content gaps in a niche, best first: 5 credits. */
	contentGaps(input: ContentGapsInput): Promise<List>;
	/** Throws the `InvalidRequestError` with which `contentGaps` refuses this input before it sends anything. */
	checkContentGaps(input: ContentGapsInput): void;
	/** Returns the account of the API key: free. */
	me(): Promise<Answer>;
	/** Returns the credit balance and recent usage: free. */
	usage(): Promise<Answer>;
}

const compact = (fields: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Creates a call that costs credits. With an idempotency key, an answer that can't be read is fetched again at no cost. */
const createPost =
	(request: Requester) =>
	async <S extends ZodType>(path: string, body: Record<string, unknown>, schema: S, paid: PaidCall = {}) => {
		const { idempotencyKey } = paid;
		const read = (response: HttpResponse): output<S> => decode(response, schema);
		const inspect = idempotencyKey ? (response: HttpResponse) => void read(response) : undefined;
		const call: Call = { method: 'POST', path, body: compact(body), idempotencyKey, inspect };
		return read(await request(call));
	};

const createGet = (request: Requester) => async (path: string, query?: Call['query']) =>
	await request({ method: 'GET', path, query });

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
		readError: (response) => readScoringError(response, secrets),
	});
	const [post, get] = [createPost(request), createGet(request)];
	return {
		score: async (input, paid) => {
			const { title, thumbnailUrl, thumbnailBase64 } = checked(packagingSchema, input);
			const body = { title, thumbnail_url: thumbnailUrl, thumbnail_base64: thumbnailBase64 };
			return await post('/v1/score/packaging', body, answerSchema, paid);
		},
		videoHook: async (input, paid) => {
			const { youtubeUrl } = checked(videoHookSchema, input);
			return await post('/v1/score/video-hook', { youtube_url: youtubeUrl }, answerSchema, paid);
		},
		benchmarkChannel: async (input, paid) =>
			await post('/v1/benchmark/channel', checked(benchmarkSchema, input), benchmarkAnswerSchema, paid),
		benchmarkVideo: async (input, paid) =>
			await post('/v1/benchmark/video', checked(benchmarkSchema, input), benchmarkAnswerSchema, paid),
		niches: async () => decode(await get('/v1/research/niches'), listSchema),
		contentGaps: async (input) => {
			const { niche, gapType, limit, minScore } = checked(contentGapsSchema, input);
			const query = { niche, gap_type: gapType, limit, min_score: minScore };
			return decode(await get('/v1/research/content-gaps', query), listSchema);
		},
		checkContentGaps: (input) => void checked(contentGapsSchema, input),
		me: async () => decode(await get('/v1/me/'), answerSchema),
		usage: async () => decode(await get('/v1/usage/'), answerSchema),
	};
}
