import { shown } from '../../shared/values.js';
import { ownValue } from '../../../client/http/json.js';
import { inSentence, listed } from '../../../client/http/text.js';
import {
	ApiError,
	factsOf,
	InvalidRequestError,
	messageOf,
	type ErrorFacts,
	type PermissionError,
} from '../../../client/http/errors.js';
import * as publishingErrors from '../../../client/publishing/errors.js';
import {
	hasUnsettledTry,
	missingPermission,
	PostCheckError,
	type Extra,
} from '../../../client/publishing/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { StatusOperation } from '../../../client/publishing/posts/status.js';
import {
	BlockedAddressError,
	withFacts,
	workOf,
	type KeySource,
	type WorkFacts,
} from '../../shared/errors.js';
import {
	correctIt,
	explain,
	numbered,
	quoted,
	sentences,
	sharedErrors,
	sharedTexts,
	textsByClass,
	type ErrorText,
	type ErrorTexts,
	type ServiceWords,
} from '../../shared/errorTexts.js';
import {
	adviceOn,
	byProblem,
	describeFinding,
	describeFindings,
	problemsIn,
	shownFinding,
} from './findings.js';
import { channelPhrase, fieldName, hasLabel } from './labels.js';
import { addStatusConflict, statusConflictText, postChangeOf } from './statusConflicts.js';

/** Advice after a failed tool call, by whether the service was at fault. `undefined` if that isn't known. */
const toolAdvice: ReadonlyMap<boolean | undefined, string> = new Map([
	[true, 'The service has an internal error. Check your posts, then run the node again later'],
	[false, 'Correct its arguments, then run the node again'],
	[
		undefined,
		'If the text names an argument, correct it. Otherwise, check your posts before you run the node again',
	],
]);

/** After a read that belongs to no write. */
const unchanged = 'Nothing was changed. Try again later.';

const afterWrite =
	'The request may have been carried out anyway. Check your posts before you run this again.';

/** An unfinished upload does no harm, because the service removes it. */
const afterUpload = "An upload doesn't change any post. It's safe to run the node again.";

const possibleEffect: ServiceWords['possibleEffect'] = ({ request }) => {
	if (request?.path.includes('/media/uploads')) return afterUpload;
	return request?.isRead ? unchanged : afterWrite;
};

const commonTexts = sharedTexts({ address: "'Base URL'", possibleEffect });

const quotaText = (error: ApiError): ErrorText => {
	const { detail, availableAt } = error;
	const when = availableAt ? `${availableAt} or later` : 'another day';
	return {
		message: "The channel's daily limit is reached",
		description: sentences(
			quoted(detail),
			`Schedule the post for ${when}, or set 'If a Daily Limit Is Hit' to 'Use the Next Possible Time'`,
		),
	};
};

/** Operations that publish a post, which a submit also does after an approval. */
const operationsToSubmit: readonly StatusOperation[] = ['publish', 'schedule'];

const permissionText = (error: PermissionError): ErrorText => {
	const permission = missingPermission(error);
	if (!permission) return commonTexts.PermissionError(error);
	const { operation = 'publish' } = postChangeOf(error) ?? {};
	const canSubmit = permission === 'publish_directly' && operationsToSubmit.includes(operation);
	const submitHint = canSubmit ? "Without it, use 'Submit' for a draft, which sends it for approval" : '';
	return {
		message: `This API key doesn't have the permission ${permission}`,
		description: sentences(
			"Add the permission to the API key in the workspace settings under 'API & MCP'. The person who created the API key needs it, too",
			submitHint,
		),
	};
};

/** What wasn't found, by the part of the path before the ID. */
const kindsByPath: Record<string, string> = { posts: 'post', accounts: 'channel', uploads: 'upload' };

const notFoundText = ({ detail, request }: ApiError): ErrorText => {
	// The client looks for a channel in the list of channels.
	if (request === undefined) {
		return {
			message: "The channel wasn't found",
			description: sentences(detail, 'Choose another channel, or use an API key that has this one'),
		};
	}
	const [, part = '', id = ''] = /\/(\w+)\/([0-9a-f-]{36})/i.exec(request.path) ?? [];
	const kind = ownValue(kindsByPath, part);
	if (kind === undefined) {
		return {
			message: "There is no publishing API at the address in 'Base URL'",
			description: sentences(
				quoted(detail),
				request.isRead
					? "Check 'Base URL' in the credential"
					: "Check 'Base URL' in the credential. If it's right, check the IDs in the node",
			),
		};
	}
	return {
		message: `The ${kind} wasn't found`,
		description: sentences(
			quoted(detail),
			`It may have been deleted, or this API key can't access it. Check the ID ${id}`,
		),
	};
};

/** Explains why a post can't be changed now. Quotes the service unless the node knows the reason. */
function conflictText(error: ApiError, { statusConflict }: WorkFacts): ErrorText {
	const { detail, request } = error;
	if (statusConflict !== undefined) return statusConflictText(statusConflict);
	if (request?.write?.postId === undefined) return commonTexts.ConflictError(error);
	if (/workspace needs approval/i.test(detail)) {
		return {
			message: "This workspace requires approval, so a post can't be scheduled or published directly",
			description: "Use 'Submit' instead. It sends the post for approval.",
		};
	}
	return {
		message: "The post can't be changed right now",
		description: sentences(
			quoted(detail),
			"Use 'Get' to see the status of the post and of its channels, then run the node again",
		),
	};
}

const correctPost =
	"If this is about the content of the post, correct it with 'Update', then run the node again. If this API key can't change the post, use 'Duplicate'";

const correctTime =
	"If this is about the time, correct it. If it's about the content of the post, correct it with 'Update'. Then run the node again. If this API key can't change the post, use 'Duplicate'";

/** Advice for a post that the service refuses to change, by operation. Without a known cause, there is none. */
const refusedWrites: Partial<Record<StatusOperation, string>> = {
	delete:
		"If it waits for approval, return it to draft with 'Withdraw' first. If it's on hold, use 'Cancel' first. Otherwise, delete it in the web app",
	publish: correctPost,
	schedule: correctTime,
	submit: correctPost,
	update:
		"If this is about the values, correct them. If this API key can't change the post, use 'Duplicate' and update the copy. Then run the node again",
};

/**
 * Whether the reason of a refusal can be that the user's key was used with other values, for which no code is documented (contract
 * section 7).
 */
const mayBeAboutKey = ({ keySource, postId, statusConflict }: WorkFacts): boolean =>
	keySource === 'user' && postId === undefined && statusConflict === undefined;

/** Explains a refusal by what was sent: a change to a post, a file, a query, or anything else, such as a new post. */
function refusalText(error: ApiError, work: WorkFacts): ErrorText {
	const { file, statusConflict } = work;
	if (statusConflict !== undefined) return statusConflictText(statusConflict);
	const { detail, request } = error;
	const { operation } = postChangeOf(error) ?? {};
	if (operation !== undefined) {
		return {
			message: `The service refused to ${operation} this post`,
			description: sentences(quoted(detail), refusedWrites[operation] ?? ''),
		};
	}
	if (request?.path.includes('/media/uploads')) {
		return {
			message: `The service refused the file${file ? ` ${shown(file.name)}` : ''}`,
			description: sentences(
				quoted(detail),
				file?.size ? `The file ${file.size}` : '',
				file?.format ? `It's ${file.format}` : '',
				file?.advice ?? 'Use a file that the service accepts, then run the node again',
			),
		};
	}
	if (request?.isRead) {
		return {
			message: 'The service refused the values',
			description: sentences(quoted(detail), 'Correct the values in the node, then run it again'),
		};
	}
	return mayBeAboutKey(work)
		? { message: 'The service refused the values', description: sentences(quoted(detail), correctIt) }
		: commonTexts.ValidationError(error);
}

function validationText(error: ApiError, work: WorkFacts): ErrorText {
	const { message, description } = refusalText(error, work);
	const advice = "If this is about the idempotency key, use another 'Own Key' for each item";
	return { message, description: mayBeAboutKey(work) ? sentences(description, advice) : description };
}

const extras: Record<Extra, { name: string; advice: string }> = {
	withdraw: {
		name: 'withdrawing posts',
		advice: 'Ask a reviewer to return the post to draft in the web app.',
	},
	postSnapshots: {
		name: 'metrics of posts',
		advice: "Use 'Get Channel Metrics' for the channels of the post.",
	},
};

/** Says that the expression for a file returned nothing, which can be why the post can't be published. */
function lostMediaIn({ findings }: publishingErrors.PostCheckError): string {
	const lost = findings.find(({ code }) => code === 'mediaLost');
	return lost === undefined ? '' : describeFinding(lost);
}

function checkText(error: publishingErrors.PostCheckError, { uploadedAssetIds = [] }: WorkFacts): ErrorText {
	const unsent =
		uploadedAssetIds.length > 0 ? 'Only files were sent for this item' : 'Nothing was sent for this item';
	const problems = problemsIn(error);
	const [same, ...others] = byProblem(problems);
	if (same && others.length === 0) {
		const [first, ...more] = same;
		// A problem can end with what to do about it.
		const [, problem = first.problem, own = ''] = /^(.+?)\. (.+)$/s.exec(first.problem) ?? [];
		return {
			message: describeFinding({ ...first, problem }, more),
			description: sentences(own, lostMediaIn(error), unsent, adviceOn(first), 'Fix this, then try again'),
		};
	}
	const texts = numbered(describeFindings(problems));
	return {
		message: `${texts.length} things to fix before this post can be published`,
		description: sentences(lostMediaIn(error), unsent, ...texts),
	};
}

/** Advice for a key that was used for another request, by where the key comes from. */
const mismatchAdvice: Record<KeySource, string> = {
	approval:
		'The key of this approval was sent with other values before. Check your posts before you run the workflow again.',
	user: "The service remembers keys for 24 hours. Use another 'Own Key' for each item, for example with an expression, or choose something else in 'If This Runs Again'.",
	execution:
		'An earlier attempt of this execution sent different values for this item under the same key. Check your posts before you run the workflow again.',
	content:
		'The key of this content was sent with other values before. Check your posts before you run the workflow again.',
};

/** Says whether an edit that stopped has changed the content of its post. `undefined` means that this isn't known. */
function contentLeft(isEdited: boolean | undefined): string {
	if (isEdited === undefined) return "Check whether its content was changed. Use 'Update' if it wasn't";
	return isEdited ? 'Its content was changed' : "Its content wasn't changed. Use 'Update' to change it";
}

/** Says how to schedule or queue a post again that was returned to draft. */
const redeliveryAdvice = (delivery: publishingErrors.UnfinishedEditError['delivery']): string => {
	if (delivery === undefined) return "Then use 'Submit'";
	if (delivery.mode === 'at') return `Then use 'Submit' to schedule it for ${delivery.at}`;
	return "Then use 'Submit' to add it to its queue";
};

const publishingTexts = textsByClass(
	{ ...sharedErrors, ...publishingErrors },
	{
		...commonTexts,
		InsufficientCreditsError: undefined,
		PostCheckError: checkText,
		ChangedDraftError: ({ parts }) => ({
			message: 'The post was changed after it was approved',
			description: sentences(
				`Nothing was submitted. Changed: ${inSentence(parts)}`,
				'Ask for another approval',
			),
		}),
		WaitLimitError: ({ waitedSeconds, retryAfter }) => ({
			message: 'Waiting for the service would take more than an hour',
			description: `The node has waited ${waitedSeconds} seconds, and the service asks for ${retryAfter} more. Finished items stay finished. Run the node again for the remaining items.`,
		}),
		NotOfferedError: ({ extra }) => ({
			message: `This service doesn't support ${extras[extra].name}`,
			description: extras[extra].advice,
		}),
		InvalidRequestError: ({ field, problem }, { channelLabels, overridesIn }) => ({
			message: `${fieldName(field, channelLabels, overridesIn)} ${problem}`,
			description:
				field === 'baseUrl' ? 'Correct it in the credential.' : 'Correct the value, then run the node again.',
		}),
		ProxyRejectionError: () => ({
			message: 'The proxy of the service refused the request (error code: 1010)',
			description:
				'The proxy requires a User-Agent header, which this node sends. Check that no proxy between n8n and the service removes or changes this header.',
		}),
		PlatformQuotaError: quotaText,
		PermissionError: permissionText,
		NotFoundError: notFoundText,
		ConflictError: conflictText,
		UnclearConflictError: conflictText,
		ValidationError: validationText,
		ToolFailedError: ({ tool, text, availableAt, isServiceFault }) => {
			const advice = toolAdvice.get(isServiceFault) ?? '';
			return {
				message: text.replace(/\.$/, ''),
				description: sentences(
					`The tool ${tool} returned this error`,
					availableAt ? `Try again on ${availableAt} or later` : advice,
				),
			};
		},
		UnknownToolError: ({ tool, available }) => ({
			message: `The service has no tool ${shown(tool)} for this credential`,
			description: sentences(
				'The credential may lack the permission for it',
				`Use one of these tools: ${listed(available) || 'none'}`,
			),
		}),
		PartUploadError: ({ partNumber, partCount, tries, cause }) => ({
			message: `Part ${partNumber} of ${partCount} of the file couldn't be uploaded`,
			description: sentences(
				messageOf(cause),
				cause instanceof BlockedAddressError
					? cause.description
					: `The node tried ${tries === 1 ? 'once' : `${tries} times`}, then gave up. Run the node again`,
			),
		}),
		SourceSizeError: ({ message }) => ({
			message,
			description:
				'The file changed while the node read it, or its server reported a wrong size. Load the file again.',
		}),
		UnreadableWriteError: ({ problem }) => ({
			message: "The service returned an answer that can't be read",
			description: sentences(
				problem,
				afterWrite,
				"Check that 'Base URL' in the credential is the address of the API",
			),
		}),
		SamePostsError: ({ postIds }) => ({
			message: "Can't tell whether this post was created",
			description: sentences(
				'The service returned an error, and another item of this run has the same text, channels and media. The post may have been created anyway',
				`Check these posts before you run this again: ${listed(postIds)}`,
			),
		}),
		ChangedTryError: ({ draftId }) => ({
			message: 'Someone has changed the draft of an earlier try',
			description: `It was left as it is. The draft has the ID ${draftId}. Finish it with 'Update' and 'Submit', or delete it and run the node again.`,
		}),
		LateTryError: ({ postIds }) => ({
			message: 'An earlier try may have created this post',
			description: sentences(
				"It was more than 24 hours ago, so the service can't tell anymore. Nothing was sent",
				postIds.length > 0
					? `Check these posts: ${listed(postIds)}`
					: 'No post with the same content was found. Run the workflow in a new execution to create it',
			),
		}),
		UnfindableTryError: () => ({
			message: 'An earlier try may have created this post',
			description: sentences(
				"Its content was different and wasn't kept, so the node can't look for its post. Nothing was sent",
				"Check your posts. If that post doesn't exist, use another 'Own Key' or, if you use none, run the workflow in a new execution",
			),
		}),
		RevertedEditError: ({ cause }) => {
			const { message, description } = explain(cause, publishingErrorTexts);
			return { message, description: sentences(description, 'The post was restored') };
		},
		UnfinishedEditError: ({ cause, draftId, isEdited, delivery }) => {
			const { message, description } = explain(cause, publishingErrorTexts);
			const place = delivery?.mode === 'at' ? 'scheduled' : 'queued';
			return {
				message: delivery ? `The post is a draft now and isn't ${place} anymore` : 'The post is a draft now',
				description: sentences(
					`The post with the ID ${draftId} was returned to draft to change it. Then this happened: ${message}`,
					description,
					contentLeft(isEdited),
					redeliveryAdvice(delivery),
				),
			};
		},
		IdempotencyInFlightError: () => ({
			message: 'The first request with this idempotency key is still running',
			description: "Wait a moment, then run the node again. This doesn't create a duplicate.",
		}),
		IdempotencyMismatchError: (_error, { keySource = 'user' }) => ({
			message: `This ${keySource === 'user' ? "'Own Key'" : 'idempotency key'} was used for another request`,
			description: mismatchAdvice[keySource],
		}),
	},
);

/** Names the post that a failed create has saved. It must not be sent as a create again (contract section 3). */
function withSavedPost(
	{ message, description }: ErrorText,
	{ statusCode = 0 }: ErrorFacts,
	{ postId }: WorkFacts,
): ErrorText {
	if (postId === undefined) return { message, description };
	if (statusCode >= 500) {
		return {
			message: `${message}. The post was saved and may be published`,
			description: sentences(
				description,
				`The post has the ID ${postId}. Read it with 'Get'. If it's still a draft, use 'Submit'. Don't create it again`,
			),
		};
	}
	return {
		message: `${message}. The post was saved as a draft`,
		description: sentences(
			description.replace(` ${correctIt}`, ''),
			`The draft has the ID ${postId}. Correct it with 'Update', then use 'Submit'. Don't create it again`,
		),
	};
}

/** Says that the post wasn't sent, and how to reuse the files that were uploaded before a failure. */
function withUploadedAssets(
	{ message, description }: ErrorText,
	{ file, isPostUnsent, uploadedAssetIds = [] }: WorkFacts,
): ErrorText {
	const text = { message, description: sentences(description, isPostUnsent ? "The post wasn't sent" : '') };
	if (uploadedAssetIds.length === 0) return text;
	const ids = uploadedAssetIds.join(', ');
	return {
		...text,
		description: sentences(
			text.description,
			`Files that were uploaded ${file ? 'before it ' : ''}can be used again: choose 'Uploaded Assets' in 'Media' and enter ${ids} in 'Asset IDs'`,
		),
	};
}

/** Adds what an earlier try may have done. A retry that is refused before the service checks its key doesn't show that. */
function withLostAnswer(text: ErrorText, error: unknown, { postId }: WorkFacts): ErrorText {
	if (postId !== undefined || !hasUnsettledTry(error)) return text;
	return {
		...text,
		description: sentences(text.description, 'An earlier answer was lost', possibleEffect(factsOf(error))),
	};
}

const mayBeDone =
	'An earlier try of this item may have been carried out. Check your posts before you run it in a new execution';

/**
 * Says that a write may have been carried out, or was, if only a read after it or a later try failed. Otherwise, the error of a read
 * would say that nothing was changed.
 */
function withOpenWrite(text: ErrorText, { isRead }: { isRead: boolean }, work: WorkFacts): ErrorText {
	const { donePostId } = work;
	if (donePostId === undefined && work.mayBeDone === undefined) return text;
	const description = isRead ? text.description.replace(unchanged, '').trim() : text.description;
	if (donePostId === undefined) return { ...text, description: sentences(description, mayBeDone) };
	return {
		message: `${text.message}. The write itself was carried out`,
		description: sentences(
			description,
			`The post has the ID ${donePostId}. Only reading it afterwards failed. Retry this execution to get it, or use 'Get'`,
		),
	};
}

/** Matches a channel as the service writes it: its network, and its ID in parentheses. */
const channelPattern = /\b[a-z_]+ \(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g;

/** Matches the path of a channel's own value. */
const overridePattern = /\bperAccount\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.\w+)*/g;

/** Matches a name that is a field of a request for sure, such as `mediaAssetIds[0]`. A name of one word can be a word. */
const requestField = /\b([a-z]+[A-Z]\w*)(?:\[(\d+)\])?/g;

/** Matches the field at the beginning of what the service says about a request, such as `delivery.timezone`. */
const refusedField = /(?<=^The service says: )[a-z]\w*(?:\.[a-z]\w*)*(?=: )/;

/** Replaces the channel IDs in the service's message with the labels from the node's lists, and the names of a request's fields. */
const withLabels = (text: ErrorText, { channelLabels }: WorkFacts): ErrorText => ({
	...text,
	description: text.description
		.replace(channelPattern, (words, channelId: string) => channelLabels?.get(channelId) ?? words)
		.replace(overridePattern, (path) => fieldName(path, channelLabels))
		.replace(refusedField, (path) => (path.split('.').some(hasLabel) ? fieldName(path) : path))
		.replace(requestField, (words, name: string, entry?: string) =>
			hasLabel(name) ? fieldName(entry === undefined ? name : `${name}.${entry}`) : words,
		),
});

/** Texts for the errors of the publishing API. They always name a draft that was saved before the failure. */
export const publishingErrorTexts: ErrorTexts = new Map(
	[...publishingTexts].map(([kind, text]) => [
		kind,
		(error: unknown, work: WorkFacts) => {
			const own = withSavedPost(text(error, work), factsOf(error), work);
			const whole = withLostAnswer(
				withUploadedAssets(error instanceof ApiError ? withLabels(own, work) : own, work),
				error,
				work,
			);
			return withOpenWrite(whole, { isRead: factsOf(error).request?.isRead === true }, work);
		},
	]),
);

/**
 * Finds the labels of the channels in the service's message. Reads the channels only if it has such an ID, once per run. If the
 * channels can't be read, the IDs stay.
 */
async function nameChannels(error: unknown, { accounts }: PublishingClient): Promise<unknown> {
	const { cause } = workOf(error);
	const isRefusal = cause instanceof ApiError && cause.statusCode === 422;
	const words = isRefusal ? cause.detail : cause instanceof InvalidRequestError ? cause.field : '';
	if ([channelPattern, overridePattern].every((pattern) => words.search(pattern) === -1)) return error;
	const channels = await accounts.list().catch(() => []);
	const labels = channels.map(
		({ id, platform, handle }) => [id, channelPhrase(platform, handle, id)] as const,
	);
	return withFacts(error, { channelLabels: new Map(labels) });
}

/** Writes findings in the details of an error as outputs have them. */
function showFindings(error: unknown): unknown {
	const { cause } = workOf(error);
	return cause instanceof PostCheckError
		? withFacts(error, { findings: cause.findings.map(shownFinding) })
		: error;
}

/** Adds the names of channels and the status of a post to an error. Ignores failures of the reads that this takes. */
export const clarify = async (error: unknown, client: PublishingClient): Promise<unknown> =>
	await addStatusConflict(await nameChannels(showFindings(error), client), client);
