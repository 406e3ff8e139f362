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
	factsOf,
	messageOf,
} from '../../client/http/errors.js';
import { ProxyRejectionError } from '../../client/publishing/errors.js';
import { BlockedAddressError, ParameterError } from '../shared/errors.js';
import { classOf, explain, sentences, type ErrorText, type ErrorTexts } from '../shared/errorTexts.js';
import { toNodeError } from '../shared/nodeErrors.js';
import { publishingErrorTexts } from '../SocialPublishing/words/errorTexts.js';

/** Why a poll failed, in the terms that n8n uses to decide when to poll again. */
type Cause = 'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

const causes: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
	[AuthenticationError, 'credential-invalid'],
	[BlockedAddressError, 'configuration-invalid'],
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

const causeOf = (error: unknown): Cause | undefined => causes.get(classOf(error));

const passingCauses: readonly Cause[] = ['rate-limited', 'temporarily-unavailable'];
const passingErrors = [...causes].filter(([, cause]) => passingCauses.includes(cause)).map(([kind]) => kind);

/** Whether a failure is temporary. */
export const isPassing = (error: unknown): boolean => passingErrors.includes(classOf(error));

/** What starts polls: a timer in the process, or n8n's scheduler for durable polling, which waits after failures. */
export type Poller = 'timer' | 'scheduler';

/** When n8n polls again after a failure that isn't temporary. */
const nextPoll: Record<Poller, string> = {
	timer: "n8n polls again at the next time in 'Poll Times'",
	scheduler:
		'n8n waits up to 30 minutes before it polls again. To poll now, unpublish the workflow and publish it again',
};

/** Error texts for polls. A poll only reads, so there is nothing to check before the next one. */
const pollTexts: ErrorTexts = new Map([
	...publishingErrorTexts,
	...passingErrors.map((kind): [unknown, (error: unknown) => ErrorText] => [
		kind,
		(error) => {
			const { message, description } = explain(error, publishingErrorTexts);
			const cause = error instanceof NetworkError ? description : (factsOf(error).detail ?? messageOf(error));
			return {
				message,
				description: sentences(
					cause,
					'No changes are lost. The next poll continues where the last one ended',
				),
			};
		},
	]),
]);

/**
 * Converts the error of a failed poll to the one n8n shows. n8n also uses it to decide when to poll again.
 * @param poller what starts the next poll. Undefined after a manual test or a failed activation, when nothing does
 */
export function toPollError(node: INode, error: unknown, poller?: Poller): NodeApiError {
	const cause = causeOf(error);
	const { retryAfter } = factsOf(error);
	const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 };
	const nodeError = toNodeError(node, error, pollTexts);
	if (poller && !isPassing(error))
		nodeError.description = sentences(nodeError.description ?? '', nextPoll[poller]);
	if (cause) nodeError.failure = { cause, ...wait };
	return nodeError;
}
