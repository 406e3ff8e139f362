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

/** What a scoring client is made of; `send` adds the key. */
export interface ScoringOptions {
	/** Address of the scoring API, without `/v1`. */
	apiUrl: string;
	userAgent: string;
	send: Send;
	sleep: Sleep;
	/** Milliseconds for one request; default 60,000. */
	timeout?: number;
	/** How often a request is sent again; default 5, 0 switches it off. */
	retries?: number;
	/** Texts that must not show in any error. */
	secrets?: readonly string[];
}

/** Options of a paid call. */
export interface PaidCall {
	/** A repeat within 24 hours gets the first answer and costs nothing. */
	idempotencyKey?: string;
}

/** The scoring API as typed calls (contract section 4); inputs are camelCase, answers snake_case as they came. */
export interface ScoringClient {
	/** Scores a title, a thumbnail or both: 1, 2 or 3 credits. */
	score(input: PackagingInput, options?: PaidCall): Promise<Answer>;
	/** Scores the first seconds of a video: 10 credits. */
	videoHook(input: { youtubeUrl: string }, options?: PaidCall): Promise<Answer>;
	/** Compares a channel, by URL or @handle, with its niche: 5 credits. */
	benchmarkChannel(input: { url: string }, options?: PaidCall): Promise<Answer>;
	/** Compares a video with its niche: 3 credits. */
	benchmarkVideo(input: { url: string }, options?: PaidCall): Promise<Answer>;
	/** Lists the niches: 1 credit. */
	niches(): Promise<List>;
	/** Finds content gaps of a niche, best first: 5 credits. */
	contentGaps(input: ContentGapsInput): Promise<List>;
	/** The account: free. */
	me(): Promise<Answer>;
	/** The credit balance and what was spent lately: free. */
	usage(): Promise<Answer>;
}

const compact = (fields: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A call whose answer is paid for; a key lets an answer that cannot be read be fetched again at no cost. */
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

/** Creates a client of the scoring API; throws an `InvalidRequestError` for an address that is none. */
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
		me: async () => decode(await get('/v1/me/'), answerSchema),
		usage: async () => decode(await get('/v1/usage/'), answerSchema),
	};
}
