import type { INode, NodeApiError } from 'n8n-workflow';
import type { ApiError } from '../../client/http/errors';
import { toNodeError } from '../shared/errors';
import { publishingErrorTexts } from '../SocialPublishing/errorTexts';

/** Why a poll failed, in the words by which n8n decides when to poll again. */
type Cause = 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

const causes: Record<string, Cause> = {
	AuthenticationError: 'credential-invalid',
	InvalidRequestError: 'configuration-invalid',
	NetworkError: 'temporarily-unavailable',
	ParameterError: 'configuration-invalid',
	PermissionError: 'configuration-invalid',
	ProxyRejectionError: 'configuration-invalid',
	RateLimitError: 'rate-limited',
	ServiceUnavailableError: 'temporarily-unavailable',
	UnexpectedResponseError: 'temporarily-unavailable',
};

const causeOf = (error: unknown): Cause | undefined => causes[(error as Error).name];

/** Whether a failure goes away by itself. */
export const isPassing = (error: unknown): boolean =>
	['rate-limited', 'temporarily-unavailable'].includes(causeOf(error) ?? '');

/** Makes of a failed poll the error that n8n shows, and from which it learns when to poll again. */
export function toPollError(node: INode, error: unknown): NodeApiError {
	const cause = causeOf(error);
	const { retryAfter } = error as Partial<ApiError>;
	const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 };
	const nodeError = toNodeError(node, error, { texts: publishingErrorTexts });
	return cause ? Object.assign(nodeError, { failure: { cause, ...wait } }) : nodeError;
}
