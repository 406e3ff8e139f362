import type { INode, NodeApiError } from 'n8n-workflow';
import type { ApiError } from '../../client/http/errors';
import { explain, toNodeError } from '../shared/errors';
import type { ErrorTexts } from '../shared/errorTexts';
import { publishingErrorTexts } from '../SocialPublishing/errorTexts';

/** Why a poll failed, in the words by which n8n decides when to poll again. */
type Cause = 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

const causes: ReadonlyMap<string, Cause> = new Map([
	['AuthenticationError', 'credential-invalid'],
	['ForeignAnswerError', 'configuration-invalid'],
	['InvalidRequestError', 'configuration-invalid'],
	['MethodNotAllowedError', 'configuration-invalid'],
	['NetworkError', 'temporarily-unavailable'],
	['NotFoundError', 'configuration-invalid'],
	['ParameterError', 'configuration-invalid'],
	['PermissionError', 'configuration-invalid'],
	['ProxyRejectionError', 'configuration-invalid'],
	['RateLimitError', 'rate-limited'],
	['ServiceUnavailableError', 'temporarily-unavailable'],
	['UnexpectedResponseError', 'temporarily-unavailable'],
	['ValidationError', 'configuration-invalid'],
]);

const causeOf = (error: unknown): Cause | undefined => causes.get((error as Error).name);

const passingCauses: readonly Cause[] = ['rate-limited', 'temporarily-unavailable'];
const passingNames = [...causes].filter(([, cause]) => passingCauses.includes(cause)).map(([name]) => name);

/** Whether a failure goes away by itself. */
export const isPassing = (error: unknown): boolean => passingNames.includes((error as Error).name);

/** A poll only reads: nothing has to be looked at before the next one. */
const pollTexts: ErrorTexts = {
	...publishingErrorTexts,
	...Object.fromEntries(
		passingNames.map((name) => [
			name,
			(error: Partial<ApiError>) => ({
				message: explain(error, publishingErrorTexts).message,
				description: `${error.detail ?? error.message}. Nothing is lost: the next poll goes on from where the last one ended`,
			}),
		]),
	),
};

/** Makes of a failed poll the error that n8n shows, and from which it learns when to poll again. */
export function toPollError(node: INode, error: unknown): NodeApiError {
	const cause = causeOf(error);
	const { retryAfter } = error as Partial<ApiError>;
	const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 };
	const nodeError = toNodeError(node, error, { texts: pollTexts });
	return cause ? Object.assign(nodeError, { failure: { cause, ...wait } }) : nodeError;
}
