import {
	type ApiError,
	type InvalidRequestError,
	type PermissionError,
	type UnexpectedResponseError,
	type WaitLimitError,
} from '../../client/http/errors';
import * as publishingErrors from '../../client/publishing/errors';
import { missingPermission, type Extra } from '../../client/publishing/errors';
import type { PublishingClient } from '../../client/publishing';
import {
	correctIt,
	quoted,
	sharedErrors,
	sharedTexts,
	textsByClass,
	type ErrorText,
	type ErrorTexts,
} from '../shared/errorTexts';
import type { KeySource } from './idempotencyKeys';
import { channelLabel, describeFinding, fieldName, nameOf, statusNames } from './labels';

const afterWrite = 'The request may have been carried out anyway. Check your posts before you run this again';

const commonTexts = sharedTexts({
	address: 'base URL',
	aftermath: ({ isRead }) => (isRead ? 'Nothing was changed. Try again later' : afterWrite),
});

const quotaText = (error: ApiError): ErrorText => {
	const { detail, availableAt } = error;
	const when = availableAt
		? `It fits again from ${availableAt}: schedule the post for then`
		: 'Schedule the post for another day';
	return { message: "The channel's daily cap is reached", description: `${quoted(detail)}. ${when}` };
};

const permissionText = (error: PermissionError): ErrorText => {
	const permission = missingPermission(error);
	if (!permission) return commonTexts.PermissionError(error);
	const submitHint =
		permission === 'publish_directly'
			? '. To schedule or publish without it, use Submit, which sends the post to Review'
			: '';
	return {
		message: `The API key lacks the permission ${permission}`,
		description: `Give the key this permission in the workspace settings under API & MCP; the person who made the key needs it too${submitHint}`,
	};
};

/** What the service says that can't be done to a post (contract N36), as the menu of operations says it. */
const refusedActions: Record<string, string> = {
	edited: 'update',
	submitted: 'submit',
	scheduled: 'schedule',
	published: 'publish',
	cancelled: 'cancel',
	withdrawn: 'withdraw',
};

/** How a post gets from its status to one that can be updated. */
const waysToUpdate = new Map<string, string>([
	...['scheduled', 'queued', 'failed', 'on_hold'].map((status): [string, string] => [
		status,
		"Return it to draft with 'Cancel', update it, then use 'Schedule' again",
	]),
	['pending_approval', "Return it to draft with 'Withdraw', update it, then use 'Submit' again"],
]);

const needsApproval: ErrorText = {
	message: "This workspace needs approval, so a post can't be scheduled or published directly",
	description: "Use 'Submit' instead. It sends the post for approval",
};

/** A post whose status doesn't allow the write. The service names the status; other words are shown as they are. */
function conflictText({ detail }: ApiError): ErrorText {
	if (/workspace needs approval/i.test(detail)) return needsApproval;
	const [, participle = '', status = ''] = /can be (\w+) \(this post is (\w+)\)/.exec(detail) ?? [];
	const action = refusedActions[participle];
	if (action === undefined) {
		return {
			message: "The post's status doesn't allow this",
			description: `${quoted(detail)}. Read the post to see its status. A post waiting for approval must be withdrawn first`,
		};
	}
	const way = action === 'update' ? (waysToUpdate.get(status) ?? "Use 'Duplicate' and update the copy") : '';
	return {
		message: `Can't ${action} a post that is ${nameOf(statusNames, status)}`,
		description: [quoted(detail), ...(way === '' ? [] : [way])].join('. '),
	};
}

/** What is beyond the base contract, and what helps where a service lacks it. */
const extras: Record<Extra, { name: string; advice: string }> = {
	withdraw: { name: 'withdrawing posts', advice: 'Let a reviewer send the post back in the web app' },
	postSnapshots: {
		name: 'snapshots of posts',
		advice: 'Use Get Channel Metrics for the channels of the post',
	},
};

/** All problems at once, so that they can be mended at once. */
function checkText({ findings }: publishingErrors.PostCheckError): ErrorText {
	const texts = findings.filter(({ severity }) => severity === 'error').map(describeFinding);
	const [first = ''] = texts;
	if (texts.length === 1)
		return { message: first, description: 'Nothing was sent. Correct it and run the node again' };
	const list = texts.map((text, index) => `(${index + 1}) ${text}`).join('. ');
	return { message: `The post has ${texts.length} problems`, description: `Nothing was sent. ${list}` };
}

/** What to do about a key that has done other work: that of the user, or one of the node's own. */
const mismatchAdvice: Record<KeySource, string> = {
	user: "The service keeps keys for 24 hours. Give every item a key of its own, for example with an expression, or leave 'Idempotency Key' empty",
	execution:
		'An earlier try of this execution sent other values for this item, and the service has carried them out. Check your posts before you run the workflow again',
	content:
		'The service has carried out another request under the key of this content. Check your posts before you run the workflow again',
};

const publishingTexts = {
	...commonTexts,
	InsufficientCreditsError: undefined,
	PostCheckError: checkText,
	WaitLimitError: ({ waitedSeconds, retryAfter }: WaitLimitError): ErrorText => ({
		message: 'The node has waited for the service as long as it can',
		description: `It has waited ${waitedSeconds} seconds in all, and ${retryAfter} more would be over an hour. What was done before is kept. Run the node again for the items that are left`,
	}),
	NotOfferedError: ({ extra }: publishingErrors.NotOfferedError): ErrorText => ({
		message: `This service does not offer ${extras[extra].name}`,
		description: `It is no part of the base contract. ${extras[extra].advice}`,
	}),
	InvalidRequestError: ({ field, problem }: InvalidRequestError): ErrorText => ({
		message: `${fieldName(field)} ${problem}`,
		description:
			field === 'baseUrl'
				? 'Correct it in the credential'
				: 'Nothing was sent. Correct the value and run the node again',
	}),
	ProxyRejectionError: (): ErrorText => ({
		message: 'The proxy in front of the service refused the request (error code: 1010)',
		description:
			'It does so when the User-Agent header is missing or is the default of a library. This node sends one of its own: check that no proxy between n8n and the service removes or changes it',
	}),
	PlatformQuotaError: quotaText,
	PermissionError: permissionText,
	ConflictError: conflictText,
	ToolFailedError: ({
		tool,
		text,
		availableAt,
		isServiceFault,
	}: publishingErrors.ToolFailedError): ErrorText => {
		const advice = isServiceFault
			? 'The service has a fault. Check your posts, then run the node again later'
			: 'Correct its arguments and run the node again';
		return {
			message: text.replace(/\.$/, ''),
			description: `The tool ${tool} says so. ${availableAt ? `It fits again from ${availableAt}` : advice}`,
		};
	},
	UnknownToolError: ({ tool, available }: publishingErrors.UnknownToolError): ErrorText => ({
		message: `The service offers no tool '${tool}' to this credential`,
		description: `It may lack the permission for it. The tools are: ${available.join(', ') || 'none'}`,
	}),
	PartUploadError: ({ partNumber, partCount, cause }: publishingErrors.PartUploadError): ErrorText => ({
		message: `Part ${partNumber} of ${partCount} of the file could not be uploaded`,
		description: `${(cause as Error).message}. The node tried several times; the upload was given up and the service removes it within a day. Run the node again`,
	}),
	SourceSizeError: ({ message }: Error): ErrorText => ({
		message,
		description: 'The file changed while it was read, or its server told a wrong size. Load the file again',
	}),
	UnreadableWriteError: ({ problem }: UnexpectedResponseError): ErrorText => ({
		message: 'The service gave an answer that cannot be read',
		description: `${problem}. ${afterWrite}, and check that the base URL in the credential is the address of the API`,
	}),
	SamePostsError: ({ postIds }: publishingErrors.SamePostsError): ErrorText => ({
		message: "Can't tell whether this post was created",
		description: `The service returned an error, and another item of this run has the same text, channels and media. The post may have been created anyway. Check these posts before you run this again: ${postIds.join(', ')}`,
	}),
	IdempotencyInFlightError: (): ErrorText => ({
		message: 'The first request with this idempotency key is still running',
		description: 'Wait a moment and run the node again: the same key does not do the work twice',
	}),
	IdempotencyMismatchError: ({
		keySource = 'user',
	}: publishingErrors.IdempotencyMismatchError & { keySource?: KeySource }): ErrorText => ({
		message: 'This idempotency key was used for another request',
		description: mismatchAdvice[keySource],
	}),
};

/** A create that failed after the post was saved must not be repeated as a create (contract section 3). */
function withSavedPost(text: ErrorText, { postId, statusCode }: ApiError): ErrorText {
	if (postId === undefined) return text;
	if (statusCode >= 500) {
		return {
			message: `${text.message}; the post may have gone ahead`,
			description: `${text.description}. The post has the ID ${postId}: read it with Get. If it is still a draft, send it with Submit; do not create it again`,
		};
	}
	return {
		message: `${text.message}; the post was saved as a draft`,
		description: `${text.description.replace(`. ${correctIt}`, '')}. The draft has the ID ${postId}: correct it with Update, then send it with Submit. Do not create it again`,
	};
}

/** What was uploaded before a failure is there already. */
function withUploadedAssets(
	text: ErrorText,
	{ uploadedAssetIds = [] }: ApiError & { uploadedAssetIds?: string[] },
): ErrorText {
	if (uploadedAssetIds.length === 0) return text;
	const ids = uploadedAssetIds.join(', ');
	return {
		...text,
		description: `${text.description}. These files are uploaded already. To use them, choose 'Uploaded Assets' in 'Media' and enter ${ids} in 'Asset IDs'`,
	};
}

/** How the errors of the publishing API read; a draft that was saved before the failure is always named. */
export const publishingErrorTexts: ErrorTexts = new Map(
	[...textsByClass({ ...sharedErrors, ...publishingErrors }, publishingTexts)].map(([kind, text]) => [
		kind,
		(error: ApiError) => withUploadedAssets(withSavedPost(text(error as never), error), error),
	]),
);

/** How the service names a channel: its network, and its id in brackets. */
const channelPattern = /\b[a-z_]+ \(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g;

/**
 * Names the channels in the service's words as the lists of the node do. Reads the channels, once for a run, where a
 * refusal names one by its id; where they cannot be read, the id stays.
 */
export async function nameChannels(error: unknown, { accounts }: PublishingClient): Promise<unknown> {
	const { detail = '', statusCode } = error as Partial<ApiError>;
	if (statusCode !== 422 || detail.search(channelPattern) === -1) return error;
	const channels = await accounts.list().catch(() => []);
	const named = detail.replace(channelPattern, (words, channelId: string) => {
		const channel = channels.find(({ id }) => id === channelId);
		return channel ? channelLabel(channel.platform, channel.handle, channel.id) : words;
	});
	return Object.assign(error as Error, { detail: named });
}
