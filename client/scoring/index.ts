import { CancelledError, ClientError, type PossibleCharge } from '../http/errors';
import { createRequester, isAnswerLost, normaliseAddress, type Call } from '../http/request';
import { checked, decode } from '../http/schemaCheck';
import { cancellable } from '../http/sleep';
import type { HttpResponse, Send, Sleep } from '../http/types';
import { withoutUndefined } from '../http/json';
import { describeAnswer, readScoringError } from './errorAnswers';
import { scoringRetryPolicy } from './retryPolicy';
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
	type List,
	type PackagingInput,
} from './schemas';
import { costs, packagingCost } from './values';

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
	/** Lets the service return its first answer to a repeat within 24 hours (S-N23). */
	idempotencyKey?: string;
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
	niches(): Promise<List>;
	/** Finds content gaps in a niche, best first: 5 credits. */
	contentGaps(input: ContentGapsInput): Promise<List>;
	/** Throws the `InvalidRequestError` with which `contentGaps` refuses this input before it sends anything. */
	checkContentGaps(input: ContentGapsInput): void;
	/** Returns the account of the API key: free. */
	me(): Promise<ScoringAnswer>;
	/** Returns the credit balance and recent usage: free. */
	usage(): Promise<ScoringAnswer>;
}

/**
 * Whether an answer to a call may have got lost: its last one, or one before a repeat under its key. A wait that was canceled
 * says nothing about the answer before it.
 */
const mayBeCharged = (error: unknown, { hasKey }: PossibleCharge): error is ClientError =>
	isAnswerLost(error) ||
	(error instanceof ClientError && error.hasLostAnswer === true) ||
	(hasKey && error instanceof CancelledError);

/** Adds to the error of a call whose answer got lost what the call may have cost. */
const stating =
	(possibleCharge: PossibleCharge) =>
	(error: unknown): never => {
		if (mayBeCharged(error, possibleCharge)) error.possibleCharge = possibleCharge;
		throw error;
	};

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
	const describe = (response: HttpResponse) => describeAnswer(response, secrets);
	const getFree = async (path: string) =>
		decode(await request({ method: 'GET', path }), answerSchema, describe);
	/** Makes a call that costs credits and has no idempotency key. A lost answer may have been charged, so it isn't repeated (S-N24). */
	const get = async (path: string, credits: number, query?: Call['query']): Promise<List> => {
		const call: Call = { method: 'GET', path, query, repeatability: 'never' };
		const answer = async () => decode(await request(call), listSchema, describe);
		return await answer().catch(stating({ credits, hasKey: false }));
	};
	/** Makes a call that costs credits. With an idempotency key, an answer that got lost or can't be read is requested again. */
	const post = async (
		path: string,
		body: Record<string, unknown>,
		credits: number,
		{ idempotencyKey }: PaidCall = {},
		schema: typeof answerSchema | typeof benchmarkAnswerSchema = answerSchema,
	) => {
		const read = (response: HttpResponse) => decode(response, schema, describe);
		const inspect = idempotencyKey ? (response: HttpResponse) => void read(response) : undefined;
		const call: Call = { method: 'POST', path, body: withoutUndefined(body), idempotencyKey, inspect };
		const answer = async () => read(await request(call));
		return await answer().catch(stating({ credits, hasKey: Boolean(idempotencyKey) }));
	};
	return {
		score: async (input, paid) => {
			const { title, thumbnailUrl, thumbnailBase64 } = checked(packagingSchema, input);
			const body = { title, thumbnail_url: thumbnailUrl, thumbnail_base64: thumbnailBase64 };
			return await post('/v1/score/packaging', body, packagingCost(input), paid);
		},
		videoHook: async (input, paid) => {
			const { youtubeUrl } = checked(videoHookSchema, input);
			return await post('/v1/score/video-hook', { youtube_url: youtubeUrl }, costs.videoHook, paid);
		},
		benchmarkChannel: async (input, paid) => {
			const body = checked(benchmarkSchema, input);
			return await post('/v1/benchmark/channel', body, costs.benchmarkChannel, paid, benchmarkAnswerSchema);
		},
		benchmarkVideo: async (input, paid) => {
			const body = checked(benchmarkSchema, input);
			return await post('/v1/benchmark/video', body, costs.benchmarkVideo, paid, benchmarkAnswerSchema);
		},
		niches: async () => await get('/v1/research/niches', costs.niches),
		contentGaps: async (input) => {
			const { niche, gapType, limit, minScore } = checked(contentGapsSchema, input);
			const query = { niche, gap_type: gapType, limit, min_score: minScore };
			return await get('/v1/research/content-gaps', costs.contentGaps, query);
		},
		checkContentGaps: (input) => void checked(contentGapsSchema, input),
		me: async () => await getFree('/v1/me/'),
		usage: async () => await getFree('/v1/usage/'),
	};
}
