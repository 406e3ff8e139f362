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
	PermissionError,
	RateLimitError,
	RedirectError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	ValidationError,
} from '../../client/http/errors';
export type {
	Answer,
	CallOptions,
	ContentGapsInput,
	Fetch,
	FetchResponse,
	GapType,
	ScoreInput,
	ScoringClientOptions,
} from './types';
