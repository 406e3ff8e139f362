import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { asObject, isObject } from '../../../../client/http/json.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import { ParameterError } from '../../../shared/errors.js';
import { sentences } from '../../../shared/errorTexts.js';
import { notice, optionsField, simplifyField, sortedBy } from '../../../shared/fields.js';
import { nameDone, shownFor } from '../../../shared/operation.js';
import { type ParameterReader } from '../../../shared/parameters.js';
import { findEarlier } from '../../approval/earlier.js';
import { readPostToApprove } from '../../approval/postToApprove.js';
import {
	messageField,
	planLabel,
	readTitleScore,
	requestOptions,
	settingsOf,
} from '../../approval/settings.js';
import type { MediaNote, ToolCall } from '../../approval/request.js';
import { seenOf } from '../../approval/state.js';
import { requirePlan } from '../../approval/surroundings.js';
import {
	addToRequest,
	hasAsked,
	requireExecution,
	reviewsTools,
	waitForApproval,
} from '../../approval/wait.js';
import { addClashes, reportingClashes } from '../../clashes/clashOutput.js';
import { addFindings } from '../../words/findings.js';
import { reviewedPostLocator } from '../../words/locators.js';
import { uploadedFile } from '../../media/uploadedFiles.js';
import { simplifyPost, tellShownPost, viewOf, wholePost } from '../../output/postOutput.js';
import { postSourceFields } from '../../form/postSource.js';

/**
 * Shows a field only if the node is a tool, or only if it's a step of a workflow. n8n creates its Human Review node as a tool.
 */
const shownAs =
	(isTool: boolean) =>
	(field: INodeProperties): INodeProperties =>
		shownFor(field, { '@tool': [isTool] });

/** Presents the field Delivery as a plan. Its values stay the same. */
const asPlan = (field: INodeProperties): INodeProperties =>
	field.name !== 'delivery'
		? field
		: {
				...field,
				displayName: planLabel,
				description:
					"How 'Submit' with the delivery 'As Approved' publishes the approved post. The page shows this.",
				options: sortedBy(
					(field.options as INodePropertyOptions[]).map((option) => ({
						...option,
						...plannedTexts[String(option.value)],
					})),
					({ name }) => name,
				),
			};

/** The texts of the deliveries that differ for a plan. */
const plannedTexts: Record<string, Partial<INodePropertyOptions>> = {
	draft: { name: 'None', description: 'The workflow decides what happens after approval' },
	now: { description: 'Publishes as soon as the next node runs' },
};

/** Says what sends the link, because a field for the recipient is missing. */
const linkNotice = notice(
	'sendAndWaitNotice',
	"Three nodes in this order: 'Get Approval Link', the node that sends its link, such as Slack or Gmail, and this one with the option 'Approval Link' or 'Approvers'. All items are on one page.",
);

/** Shows posts on a page, waits until someone decides about them, and delivers the approved ones. */
export const sendAndWait = reportingClashes({
	name: 'Wait for Approval',
	value: 'sendAndWait',
	action: 'Wait for approval',
	description:
		"Show a post on a page as each channel will get it, and wait until someone approves or rejects it. Before this node, get the link with 'Get Approval Link' and send it with a node such as Slack or Gmail. 'Submit' with the delivery 'As Approved' then publishes the post.",
	describeDone: (parameters, done) => {
		const drafts = parameters.value('source', 'existing') === 'new' ? nameDone(parameters, done) : '';
		return sentences('No one was asked', drafts);
	},
	fields: [
		shownAs(false)(linkNotice),
		...postSourceFields({
			description: 'Which post to ask about',
			first: 'existing',
			choices: {
				new: 'Saves the fields below as a draft first',
				existing: 'A draft that was created before',
			},
		})
			.map(asPlan)
			.map(shownAs(false)),
		shownAs(true)(reviewedPostLocator),
		messageField,
		shownAs(false)(simplifyField),
		optionsField(requestOptions),
	],
	async execute(parameters, client) {
		const { context, itemIndex } = parameters;
		requireExecution(context);
		requireNoApproval(parameters);
		if (!reviewsTools(context)) requirePlan(context, planLabel);
		// Reads everything before saving a draft, so an item that fails here has saved nothing.
		await settingsOf(parameters);
		const tool = readToolCall(parameters);
		const message = parameters.text(messageField.name, messageField.displayName);
		const simplifies = parameters.flag(simplifyField);
		const titleScore = readTitleScore(parameters);
		const toApprove = await readPostToApprove(parameters, client);
		if (toApprove === undefined) {
			const json = addClashes(parameters, {});
			addToRequest(context, itemIndex, { isAsked: true, message, json, tool });
			return json;
		}
		const { post, delivery } = toApprove;
		const view = viewOf(context);
		tellShownPost(parameters, post, view);
		const shownPost = (simplifies ? simplifyPost : wholePost)(post, view);
		const json = addClashes(parameters, addFindings(parameters, shownPost));
		const request = {
			postId: post.id,
			status: post.status,
			seen: seenOf(client, post, { delivery }),
			delivery,
			media: notesOf(parameters, post),
			titleScore,
			earlier: findEarlier(parameters, post),
		};
		addToRequest(context, itemIndex, { isAsked: true, message, json, post: request, tool });
		return json;
	},
	async finish(parameters, { outputs }) {
		const { context } = parameters;
		if (hasAsked(context)) await waitForApproval(context, outputs, await settingsOf(parameters));
		return [];
	},
});

/**
 * Throws for an item that is an approval with a plan. If this node were disabled or resumed without a decision, it would pass that
 * approval on as its own.
 */
function requireNoApproval({ context, itemIndex }: ParameterReader): void {
	const { approved, delivery, version } = context.getInputData()[itemIndex]?.json ?? {};
	if (approved !== true || !isObject(delivery) || version === undefined) return;
	throw new ParameterError(
		'The input is already an approval with a planned delivery',
		`Connect it to 'Submit' with Delivery 'As Approved'. To get two approvals, choose 'None' in '${planLabel}' of the earlier node`,
	);
}

/** Reads the tool call that an agent wants to make. Undefined if n8n doesn't run the node to review tool calls. */
function readToolCall({ context, itemIndex }: ParameterReader): ToolCall | undefined {
	if (!reviewsTools(context)) return undefined;
	const { tool, toolParameters } = context.getInputData()[itemIndex]?.json ?? {};
	const name = isObject(tool) ? tool.name : tool;
	return {
		name: typeof name === 'string' ? name : 'unknown',
		parameters: Object.entries(asObject(toolParameters)),
	};
}

/** Describes the media of a post for the page: what this execution uploaded, else what the node before says about them. */
function notesOf({ context, itemIndex }: ParameterReader, { mediaAssetIds }: Post): MediaNote[] {
	const ofInput = [context.getInputData()[itemIndex]?.json.media].flat().filter(isObject);
	return mediaAssetIds.flatMap((assetId) => {
		const { fileName, mediaType } = ofInput.find((file) => file.assetId === assetId) ?? {};
		const named = typeof fileName === 'string' ? { fileName, mediaType } : {};
		const known = { ...named, ...uploadedFile(context, assetId) } as Omit<MediaNote, 'assetId'>;
		return Object.keys(known).length === 0 ? [] : [{ ...known, assetId }];
	});
}
