import type { INode, NodeApiError } from 'n8n-workflow';
import {
	AuthenticationError,
	ForeignAnswerError,
	InvalidRequestError,
	MethodNotAllowedError,
	NetworkError,
	NotFoundError,
	PermissionError,
	RateLimitError,
	ServiceUnavailableError,
	UnexpectedResponseError,
	ValidationError,
	type ApiError,
} from '../../client/http/errors';
import { ProxyRejectionError } from '../../client/publishing/errors';
import { ParameterError } from '../shared/errors';
import { explain, sentences, type ErrorText, type ErrorTexts } from '../shared/errorTexts';
import { toNodeError } from '../shared/nodeErrors';
import { publishingErrorTexts } from '../SocialPublishing/errorTexts';

/** Why a poll failed, in the words by which n8n decides when to poll again. */
type Cause = 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

const causes: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
	[AuthenticationError, 'credential-invalid'],
	[ForeignAnswerError, 'configuration-invalid'],
	[InvalidRequestError, 'configuration-invalid'],
	[MethodNotAllowedError, 'configuration-invalid'],
	[NetworkError, 'temporarily-unavailable'],
	[NotFoundError, 'configuration-invalid'],
	[ParameterError, 'configuration-invalid'],
	[PermissionError, 'configuration-invalid'],
	[ProxyRejectionError, 'configuration-invalid'],
	[RateLimitError, 'rate-limited'],
	[ServiceUnavailableError, 'temporarily-unavailable'],
	[UnexpectedResponseError, 'temporarily-unavailable'],
	[ValidationError, 'configuration-invalid'],
]);

const causeOf = (error: unknown): Cause | undefined => causes.get((error as Error).constructor);

const passingCauses: readonly Cause[] = ['rate-limited', 'temporarily-unavailable'];
const passingErrors = [...causes].filter(([, cause]) => passingCauses.includes(cause)).map(([kind]) => kind);

/** Whether a failure goes away by itself. */
export const isPassing = (error: unknown): boolean => passingErrors.includes((error as Error).constructor);

/** A poll only reads, so there is nothing to check before the next one. */
const pollTexts: ErrorTexts = new Map([
	...publishingErrorTexts,
	...passingErrors.map((kind): [unknown, (error: ApiError) => ErrorText] => [
		kind,
		(error) => ({
			message: explain(error, publishingErrorTexts).message,
			description: sentences(
				error.detail ?? error.message,
				'No changes are lost. The next poll continues where the last one ended',
			),
		}),
	]),
]);

/** Makes of a failed poll the error that n8n shows, and from which it learns when to poll again. */
export function toPollError(node: INode, error: unknown): NodeApiError {
	const cause = causeOf(error);
	const { retryAfter } = error as Partial<ApiError>;
	const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 };
	const nodeError = toNodeError(node, error, pollTexts);
	return cause ? Object.assign(nodeError, { failure: { cause, ...wait } }) : nodeError;
}
