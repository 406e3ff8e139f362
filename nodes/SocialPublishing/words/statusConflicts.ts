import { ConflictError, messageOf, ValidationError, type ClientError } from '../../../client/http/errors.js';
import { ownValue } from '../../../client/http/json.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { IdempotencyInFlightError } from '../../../client/publishing/errors.js';
import {
	allowedStatuses,
	postStatuses,
	statusesWith,
	type PostStatus,
	type StatusOperation,
} from '../../../client/publishing/posts/status.js';
import { withFacts, workOf, type WorkFacts } from '../../shared/errors.js';
import { quoted, sentences, type ErrorText } from '../../shared/errorTexts.js';
import { nameOf, statusNames } from './labels.js';

const drafts = statusesWith('unfinished');

/** The statuses of the posts in each operation's list. For posts with requested changes, the service decides what is allowed. */
export const listedStatuses: Record<string, readonly PostStatus[]> = {
	...allowedStatuses,
	sendAgain: statusesWith('failed'),
	sendAndWait: drafts,
	submit: drafts,
	update: [...drafts, ...statusesWith('waiting')],
	waitForOutcome: postStatuses.filter((status) => !drafts.includes(status)),
};

/** Says what to do with a post to make an operation possible. */
type Advice = (operation: string) => string;

const cancelFirst: Advice = (operation) => `Return it to draft with 'Cancel', then ${operation} it`;
const duplicateFirst: Advice = (operation) => `Use 'Duplicate', then ${operation} the copy`;

const adviceByStatus: Partial<Record<PostStatus, Advice>> = {
	changes_requested: (operation) => `Change it in the web app, or use 'Duplicate' and ${operation} the copy`,
	failed: cancelFirst,
	on_hold: cancelFirst,
	partially_published: () => "Use 'Send Again' for the channels on which it failed",
	pending_approval: (operation) => `Return it to draft with 'Withdraw', then ${operation} it`,
	publishing: () => "It's being published. Use 'Wait for Outcome' to get the result",
	queued: cancelFirst,
	scheduled: cancelFirst,
};

const changeTime = "Use 'Schedule' to change its time, or 'Publish' to publish it now";
const useCancel = "Use 'Cancel' to return it to draft";
const useDuplicate = "Use 'Duplicate' to get a new draft";
const useWithdraw = "Use 'Withdraw' to return it to draft";
const deleteOnNetworks = "This node can't remove it from a network. Delete it there";
const updateAndSchedule = "Return it to draft with 'Cancel', update it, then use 'Schedule' again";
const editInPlace = "Set the option 'If the Post Is Scheduled' to 'Edit and Reschedule'";
const awaitReview = `A reviewer must approve it first. ${useWithdraw}`;

/** Advice for cases in which the user needs something other than a draft. */
const specialAdvice: Partial<Record<StatusOperation, Partial<Record<PostStatus, string>>>> = {
	cancel: {
		approved: useDuplicate,
		changes_requested: useDuplicate,
		draft: "It's a draft already. Use 'Delete' to remove it",
		partially_published: deleteOnNetworks,
		pending_approval: useWithdraw,
		published: deleteOnNetworks,
		rejected: `Use 'Delete' to remove it. ${useDuplicate}`,
	},
	delete: {
		partially_published: deleteOnNetworks,
		published: deleteOnNetworks,
	},
	publish: { pending_approval: awaitReview },
	schedule: { pending_approval: awaitReview },
	submit: {
		failed: "Use 'Send Again' to publish it on the channels on which it failed",
		pending_approval: `It was submitted before. ${awaitReview}`,
		queued: changeTime,
		scheduled: changeTime,
	},
	update: {
		failed: updateAndSchedule,
		on_hold: updateAndSchedule,
		pending_approval: "Return it to draft with 'Withdraw', update it, then use 'Submit' again",
		queued: editInPlace,
		scheduled: editInPlace,
	},
	withdraw: {
		approved: useDuplicate,
		changes_requested: useDuplicate,
		draft: "It's a draft already. Use 'Delete' to remove it",
		failed: useCancel,
		on_hold: useCancel,
		partially_published: deleteOnNetworks,
		published: deleteOnNetworks,
		queued: useCancel,
		rejected: `Use 'Delete' to remove it. ${useDuplicate}`,
		scheduled: useCancel,
	},
};

/** Names the operation, the status as on the screen, and what to do instead. */
export function statusConflictText({
	operation,
	status,
	answer = '',
}: Required<WorkFacts>['statusConflict']): ErrorText {
	const special = ownValue(ownValue(specialAdvice, operation) ?? {}, status);
	const advice: Advice = ownValue(adviceByStatus, status) ?? duplicateFirst;
	return {
		message: `Can't ${operation} a post with the status ${nameOf(statusNames, status)}`,
		description: sentences(quoted(answer), special ?? advice(operation)),
	};
}

const isOperation = (kind: string): kind is StatusOperation => Object.hasOwn(allowedStatuses, kind);

/** Whether a status allows an operation. True for operations that aren't in the table, because the service decides about them. */
export const isAllowed = (operation: string, status: string): boolean =>
	ownValue<readonly string[]>(allowedStatuses, operation)?.includes(status) ?? true;

/** Returns the post and the operation of a request that changes an existing post. Undefined for other requests. */
export function postChangeOf({ request }: ClientError) {
	const { kind: operation = '', postId } = request?.write ?? {};
	return postId !== undefined && isOperation(operation) ? { postId, operation } : undefined;
}

/** A service refuses to delete a post with a 422, and refuses other operations with a 409 (wire details N20). */
const canBeStatusConflict = (error: unknown): error is ClientError =>
	(error instanceof ConflictError && !(error instanceof IdempotencyInFlightError)) ||
	(error instanceof ValidationError && error.request?.write?.kind === 'delete');

/**
 * Adds to an error which operation the status of its post doesn't allow. Reads the post to find out, because the service's
 * message about the status isn't fixed. If the post can't be read, or its status isn't the reason, the error stays unchanged.
 */
export async function addStatusConflict(error: unknown, { posts }: PublishingClient): Promise<unknown> {
	const { cause } = workOf(error);
	const write = canBeStatusConflict(cause) ? postChangeOf(cause) : undefined;
	if (write === undefined) return error;
	const { operation, postId } = write;
	const { status } = (await posts.get(postId).catch(() => undefined)) ?? {};
	if (status === undefined || isAllowed(operation, status)) return error;
	// The contract doesn't say what the service allows here, so its own words count.
	const answer = status === 'changes_requested' ? messageOf(cause) : undefined;
	return withFacts(error, { statusConflict: { operation, status, answer } });
}
