import { ConflictError, ValidationError, type ClientError } from '../../client/http/errors';
import { ownValue } from '../../client/http/json';
import type { PublishingClient } from '../../client/publishing';
import { IdempotencyInFlightError } from '../../client/publishing/errors';
import { postStatuses, type PostStatus } from '../../client/publishing/values';
import { sentences, type ErrorText } from '../shared/errorTexts';
import { nameOf, statusNames } from './labels';

/** The statuses in which a post can be changed, by operation (wire details N11, N20, N36, N37). */
export const allowedStatuses = {
	cancel: ['failed', 'on_hold', 'queued', 'scheduled'],
	delete: ['draft', 'failed', 'queued', 'rejected', 'scheduled'],
	publish: ['draft', 'failed', 'queued', 'scheduled'],
	schedule: ['draft', 'failed', 'queued', 'scheduled'],
	submit: ['draft'],
	update: ['draft'],
	withdraw: ['pending_approval'],
} as const satisfies Record<string, readonly PostStatus[]>;

/** A write on an existing post. */
export type StatusOperation = keyof typeof allowedStatuses;

const drafts: PostStatus[] = ['draft', 'changes_requested'];

/** The statuses of the posts that an operation's list offers. The service decides about posts with requested changes. */
export const listedStatuses: Record<string, readonly PostStatus[]> = {
	...allowedStatuses,
	sendAndWait: drafts,
	submit: drafts,
	update: [...drafts, 'queued', 'scheduled'],
	waitForOutcome: postStatuses.filter((status) => !drafts.includes(status)),
};

/** What to do first with a post of some status, so that an operation becomes possible. */
type Way = (operation: StatusOperation) => string;

const cancelFirst: Way = (operation) => `Return it to draft with 'Cancel', then ${operation} it`;
const duplicateFirst: Way = (operation) => `Use 'Duplicate', then ${operation} the copy`;

const waysToDraft: Partial<Record<PostStatus, Way>> = {
	failed: cancelFirst,
	on_hold: cancelFirst,
	partially_published: (operation) =>
		`Use 'Duplicate' to copy it for the channels that failed, then ${operation} the copy`,
	pending_approval: (operation) => `Return it to draft with 'Withdraw', then ${operation} it`,
	publishing: () => "It's being published. Use 'Wait for Outcome' to get the result",
	queued: cancelFirst,
	scheduled: cancelFirst,
};

const changeTime = "Use 'Schedule' to change its time, or 'Publish' to publish it now";
const useCancel = "Use 'Cancel' to return it to draft";
const useDuplicate = "Use 'Duplicate' to get a new draft";
const useWithdraw = "Use 'Withdraw' to return it to draft";
const deleteInWebApp = 'Delete it in the web app';
const deleteOnNetworks = "This node can't remove it from a network. Delete it there";
const updateAndSchedule = "Return it to draft with 'Cancel', update it, then use 'Schedule' again";
const editInPlace = "Set the option 'If the Post Is Scheduled' to 'Edit and Reschedule'";
const awaitReview = `A reviewer must approve it first. ${useWithdraw}`;

/** Where a way to a draft isn't what the user needs. */
const specialWays: Partial<Record<StatusOperation, Partial<Record<PostStatus, string>>>> = {
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
		approved: deleteInWebApp,
		changes_requested: deleteInWebApp,
		partially_published: deleteOnNetworks,
		published: deleteOnNetworks,
	},
	publish: { pending_approval: awaitReview },
	schedule: { pending_approval: awaitReview },
	submit: {
		failed: "Use 'Publish' to try again now, or 'Schedule' to try again later",
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

/** An operation that a post's status doesn't allow. */
export interface StatusConflict {
	operation: StatusOperation;
	status: string;
}

/** Names the operation, the status as people see it, and the operation that is the right one. */
export function statusConflictText({ operation, status }: StatusConflict): ErrorText {
	const special = ownValue(specialWays[operation] ?? {}, status);
	const way: Way = ownValue(waysToDraft, status) ?? duplicateFirst;
	return {
		message: `Can't ${operation} a post that is ${nameOf(statusNames, status)}`,
		description: sentences(special ?? way(operation)),
	};
}

const operationsByMethod: Record<string, StatusOperation> = { DELETE: 'delete', PATCH: 'update' };

const isOperation = (name: string | undefined): name is StatusOperation =>
	name !== undefined && Object.hasOwn(allowedStatuses, name);

/** Whether a status allows an operation. The service decides about operations that aren't in the table. */
export function isAllowed(operation: string, status: string): boolean {
	if (!isOperation(operation)) return true;
	const allowed: readonly string[] = allowedStatuses[operation];
	return allowed.includes(status);
}

/** Which write on an existing post a request is. */
export function writeOf({ method = '', path = '' }: Pick<ClientError, 'method' | 'path'>) {
	const [, postId, action] = /\/posts\/([0-9a-f-]{36})(?:\/(\w+))?$/i.exec(path) ?? [];
	const operation = action ?? ownValue(operationsByMethod, method);
	return postId !== undefined && isOperation(operation) ? { postId, operation } : undefined;
}

/** A service refuses to delete a post with a 422 where other operations get a 409 (wire details N20). */
const canBeStatusConflict = (error: unknown): error is ClientError =>
	(error instanceof ConflictError && !(error instanceof IdempotencyInFlightError)) ||
	(error instanceof ValidationError && error.method === 'DELETE');

/**
 * Adds a {@link StatusConflict} to an error as `statusConflict`. Reads the post for that, because the service's words about
 * its status aren't fixed. If the post can't be read, or its status isn't the reason, the error stays as it is.
 */
export async function addStatusConflict(error: unknown, { posts }: PublishingClient): Promise<unknown> {
	const write = canBeStatusConflict(error) ? writeOf(error) : undefined;
	if (write === undefined) return error;
	const { operation, postId } = write;
	const status = await posts.get(postId).then(
		(post) => post.status,
		() => undefined,
	);
	if (status === undefined || isAllowed(operation, status)) return error;
	return Object.assign(error as Error, { statusConflict: { operation, status } });
}
