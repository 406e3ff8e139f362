import type { INodeProperties } from 'n8n-workflow';
import { withoutEmpty } from '../../../../client/http/json.js';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import { isDraft } from '../../../../client/publishing/posts/status.js';
import { ParameterError } from '../../../shared/errors.js';
import { approvalKeyMaker } from '../../../shared/idempotency.js';
import { withOwn } from '../../../shared/items.js';
import { shownFor, type Operation, type OperationResult } from '../../../shared/operation.js';
import { isTool, type ParameterReader } from '../../../shared/parameters.js';
import { pickFields } from '../../../shared/values.js';
import {
	approvalField,
	identityOf,
	readApproval,
	requireApproved,
	requireFresh,
	type ApprovedPost,
} from '../../approval/approvalOutput.js';
import { changedParts, contentVersionOf } from '../../approval/version.js';
import { reportingClashes } from '../../clashes/clashOutput.js';
import { runAgainOption } from '../../../shared/keyOptions.js';
import { nameOf, statusNames } from '../../words/labels.js';
import { postLocator } from '../../words/locators.js';
import { readPostOutput } from '../../output/postOutput.js';
import { tell } from '../../output/results.js';
import type { ReadWish } from '../../form/wish.js';
import { requirePrivacyOfCopy } from '../../item/copies.js';
import { writeItem } from '../../item/writeItem.js';
import { returningPost } from '../../item/writeOnce.js';
import {
	asApproved,
	deliveryFields,
	deliveryOptions,
	readFitsDailyLimit,
	readRequiredDelivery,
	unlessApproved,
} from '../../form/delivery.js';
import { deliveringOperation } from './postOperations.js';

/** The ways to deliver a draft that need no approval item. */
const modes = ['queue', 'prioritise', 'now', 'at'] as const;

/** The fields of the delivery. A tool can't choose As Approved, because a model could write the approval itself. */
function submitFields(): INodeProperties[] {
	const [inTool, ...others] = deliveryFields([...modes], 'queue');
	const [inStep] = deliveryFields([...modes, asApproved], 'queue');
	return [
		shownFor(inStep as INodeProperties, { '@tool': [false] }),
		shownFor(inTool as INodeProperties, { '@tool': [true] }),
		approvalField,
		...others,
	];
}

const submitChosen = deliveringOperation({
	name: 'Submit',
	value: 'submit',
	action: 'Submit existing draft',
	description:
		"Queue, schedule or publish a draft, or what was approved in 'Wait for Approval'. It's sent for approval first if the workspace requires approval or the API key can't publish directly. Use 'Schedule' or 'Publish' for a post that needs no approval.",
	postField: { ...postLocator, displayOptions: { hide: { delivery: [asApproved] } } },
	fields: submitFields(),
	keyOptions: [unlessApproved(runAgainOption)],
	options: deliveryOptions.map(unlessApproved),
	read: readRequiredDelivery,
	send: async (posts, ...submission) => await posts.submit(...submission),
});

/** Throws in a tool, whose parameters a model could have written. */
function requireStep({ context }: ParameterReader): void {
	if (!isTool(context)) return;
	throw new ParameterError(
		"A tool can't submit a post 'As Approved'",
		"Put this node after 'Wait for Approval' in a workflow, or choose another 'Delivery'",
	);
}

/** The error for a post that isn't a draft, if nothing speaks for this approval having been submitted before. */
const usedElsewhere = ({ status }: Post): ParameterError =>
	new ParameterError(
		`Can't submit a post with the status ${nameOf(statusNames, status)}`,
		'It was a draft when it was approved, so someone or another workflow has changed it since. Nothing was submitted',
	);

/** Throws if a draft came back, which the service then knows as submitted. */
function requireSubmitted({ status }: Post): void {
	if (status !== 'draft') return;
	throw new ParameterError(
		'The post was submitted before and returned to draft',
		'An approval publishes a post only once. Ask for another approval',
	);
}

const changesSince =
	(client: PublishingClient, { approved }: ApprovedPost) =>
	(post: Post) =>
		changedParts(approved.content, contentVersionOf(client, post));

/** Reads the approved post. A draft must still be the approved one. */
const readApproved: ReadWish = async (parameters, client) => {
	const approved = readApproval(parameters);
	if (approved === undefined) return { content: {} };
	const { id, delivery } = approved;
	const post = await client.posts.get(id);
	if (!isDraft(post)) {
		return {
			content: {},
			requireSendable: (mayBeDone) => {
				// A post that the user lets the node move can have another time. Its key says whose work it is.
				if (mayBeDone || readFitsDailyLimit(parameters)) return;
				if (!client.posts.isDeliveredAs(post, delivery)) throw usedElsewhere(post);
			},
		};
	}
	requirePrivacyOfCopy(parameters, post);
	requireApproved(approved, changesSince(client, approved)(post));
	requireFresh(approved, post, client.now());
	const approvedPost = client.checks.existingPost(post, delivery);
	return {
		content: {},
		toCheck: async (mayBeDone) => ({ ...approvedPost, mayBeDone }),
		toCompare: async () => ({ content: approvedPost, postId: id }),
	};
};

/**
 * Submits an approved post: a draft only if it's still the approved one. A post that isn't a draft anymore can only be the work of
 * an earlier try, whose answer got lost. Then the same request under the same key returns that post, or says that it's another's work.
 */
async function submitApproved(
	parameters: ParameterReader,
	client: PublishingClient,
	approved: ApprovedPost,
): Promise<OperationResult> {
	const { id, delivery } = approved;
	const toOutput = readPostOutput(parameters);
	const fitsDailyLimit = readFitsDailyLimit(parameters);
	const submitted = await writeItem(parameters, client, {
		what: ['submit', id],
		makeKey: approvalKeyMaker(identityOf(approved)),
		read: readApproved,
		content: () => delivery,
		send: async (_delivery, key) => {
			const changesIn = changesSince(client, approved);
			const answer = await client.posts.submitApproved(
				id,
				{ delivery, changesIn },
				{ ...key, fitsDailyLimit },
			);
			requireSubmitted(answer);
			return answer;
		},
		...returningPost(client),
	});
	const ofApproval = {
		approved: true,
		submitted: true,
		...withoutEmpty(pickFields({ ...approved }, ['decision', 'comment', 'decidedBy'])),
	};
	return [toOutput(submitted)].flat().map((json) => withOwn(ofApproval, json));
}

const submitAsApproved = reportingClashes({
	...submitChosen,
	execute: async (parameters, client) =>
		await submitApproved(parameters, client, readApproval(parameters) as ApprovedPost),
});

/** The item of a post that wasn't approved. It stays as it is, so that a simple workflow needs no If. */
function notSubmitted(parameters: ParameterReader): OperationResult {
	const { context, itemIndex } = parameters;
	tell(parameters, { isNotApproved: true });
	return { ...context.getInputData()[itemIndex]?.json, submitted: false };
}

/** Submits a draft as the user chose, or as someone has approved it. */
export const submit: Operation<PublishingClient> = {
	...submitChosen,
	execute: async (parameters, client) => {
		if (parameters.value('delivery') !== asApproved) return await submitChosen.execute(parameters, client);
		requireStep(parameters);
		if (readApproval(parameters) === undefined) return notSubmitted(parameters);
		return await submitAsApproved.execute(parameters, client);
	},
};
