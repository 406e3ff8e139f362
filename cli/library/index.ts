/** The client library of the scoring API. */
export { ScoringClient } from './ScoringClient';
export { ConfigurationError } from './configurationError';
export {
	ApiError,
	AuthenticationError,
	BadRequestError,
	ClientError,
	ConflictError,
	InsufficientCreditsError,
	InvalidRequestError,
	MethodNotAllowedError,
	NetworkError,
	NotFoundError,
	PayloadTooLargeError,
	RateLimitError,
	RedirectError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	ValidationError,
} from '../../client/http/errors';
export type {
	Answer,
	BenchmarkNiche,
	CallOptions,
	ChannelBenchmark,
	ContentGapList,
	ContentGapsInput,
	Fetch,
	FetchResponse,
	GapType,
	Niche,
	NicheList,
	PackagingScore,
	ScoreInput,
	ScoringClientOptions,
	VideoBenchmark,
	VideoHookScore,
} from './types';
