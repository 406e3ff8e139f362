import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { asObject, isObject } from '../../../../client/http/json';
import type { PublishingClient } from '../../../../client/publishing';
import type { Delivery } from '../../../../client/publishing/requests';
import type { Post } from '../../../../client/publishing/schemas';
import { toIsoWithOffset } from '../../../shared/dates';
import { ParameterError } from '../../../shared/errors';
import { memoOfRun } from '../../../shared/runState';
import { notice, optionsField, simplifyField, sortedBy } from '../../../shared/fields';
import { nameDone } from '../../../shared/operation';
import { isUnset, ParameterReader, pick, shown, toLine, toNumber } from '../../../shared/parameters';
import { findEarlier } from '../../approval/earlier';
import { approversField, readApprovers, readSharedNonce, type Approver } from '../../approval/links';
import type { MediaNote, NameField, ToolCall } from '../../approval/request';
import { seenOf } from '../../approval/state';
import {
	addToRequest,
	hasAsked,
	requireExecution,
	reviewsTools,
	waitForApproval,
	type WaitSettings,
} from '../../approval/wait';
import { addClashes, reportingClashes } from '../../clashes/clashOutput';
import { fieldThatMightPublish } from '../../draftsOnly';
import { addFindings } from '../../findings';
import { nameOf, statusNames } from '../../labels';
import { reviewedPostLocator } from '../../locators';
import { uploadedFile } from '../../media/uploadedFiles';
import { simplifyPost, viewOf } from '../../output';
import {
	newContent,
	readExistingWish,
	readNewWish,
	readWish,
	type ItemWish,
	type NewPostWish,
	type ReadWish,
} from '../../item/wish';
import { prepareItem, writeItem } from '../../item/writeItem';
import { returningPost } from '../../item/writeOnce';
import { additionalBodyOption, readAdditionalBody } from '../../form/fields';
import { newPostOptions } from '../../form/newPost';
import { postSourceFields, postSourceLabel, type PostSource } from '../../form/postSource';
import { checkFirstOption, readCheckFirst } from '../../form/checkFirst';
import { asCreated } from '../../item/preflight';

/**
 * Shows a field only if the node is a tool, or only if it's a step of a workflow. n8n creates its Human Review node as a tool.
 */
const shownAs =
	(isTool: boolean) =>
	(field: INodeProperties): INodeProperties => ({
		...field,
		displayOptions: { show: { ...field.displayOptions?.show, '@tool': [isTool] } },
	});

/** The label of the field Delivery here, because the next node publishes. */
const planLabel = 'Planned Delivery';

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
	"Another node sends the link to the page. Before this node, add 'Get Approval Link' and the node that sends its link, such as Slack or Gmail.",
);

const messageField: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Please check the price before you approve',
	description: 'Text at the top of the page',
};

const nameFieldOption: INodeProperties = {
	displayName: 'Ask for a Name',
	name: 'nameField',
	type: 'options',
	options: [
		{ name: 'No', value: 'hidden', description: "The page doesn't ask who decides" },
		{ name: 'Optional', value: 'optional', description: 'The page has a field for the name' },
		{ name: 'Required', value: 'required', description: 'No one can decide without a name' },
	],
	default: 'optional',
	description: "Whether the page asks for the approver's name. Anyone with the link can enter any name.",
};

const senderOption: INodeProperties = {
	displayName: 'Sender',
	name: 'sender',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lena Weber',
	description: 'Who asks for the approval. The page shows this name at the top.',
};

const zoneLabel = 'Approver Time Zone Name or ID';

const allowEditsOption: INodeProperties = {
	displayName: 'Allow Edits',
	name: 'allowEdits',
	type: 'boolean',
	default: false,
	description: 'Whether the approver can change the texts of the post and the planned time',
};

const limitHoursOption: INodeProperties = {
	displayName: 'Time Limit (Hours)',
	name: 'limitHours',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 48,
	description:
		'How long to wait for a decision. Then the workflow continues with approved set to false and decision set to expired.',
};

const options: INodeProperties[] = [
	...newPostOptions,
	additionalBodyOption,
	allowEditsOption,
	{
		...checkFirstOption,
		description:
			"Whether to check the post against every channel's limits before anyone is asked. Without this option, the node checks every post.",
	},
	{
		displayName: 'Approval Link',
		name: 'approvalLink',
		type: 'string',
		default: '',
		placeholder: "e.g. {{ $('Get Approval Link').item.json.approvalLink }}",
		description: "Link from 'Get Approval Link', if you sent it before this node",
	},
	{
		...approversField,
		description: `${approversField.description} If you sent the links before this node, use the approvers from 'Get Approval Link'.`,
	},
	{
		displayName: zoneLabel,
		name: 'approverTimezone',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getTimezones' },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		hint: "The page shows times in this zone and in the workflow's",
	},
	nameFieldOption,
	senderOption,
	limitHoursOption,
	{
		displayName: 'Title Score',
		name: 'titleScore',
		type: 'number',
		default: 0,
		description: 'Score from 0 to 100 to show on the page. Leave empty to show none.',
	},
];

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

interface PostToApprove {
	post: Post;
	delivery?: Delivery;
}

type Read = (parameters: ParameterReader, client: PublishingClient) => Promise<PostToApprove | undefined>;

/**
 * Returns the delivery to check a post for. An approved post is meant to be published, even if a later node delivers it. A post
 * without a delivery is therefore checked as if it were queued.
 */
const whenApproved = (delivery: Delivery | undefined): Delivery => delivery ?? { mode: 'queue' };

/** Throws if additional fields might publish the post when it's saved, before anyone has approved it. */
function requireNothingPublished(parameters: ParameterReader): void {
	const additionalBody = readAdditionalBody(parameters);
	const field = fieldThatMightPublish(additionalBody ?? {});
	if (field === undefined) return;
	throw new ParameterError(
		`'${additionalBodyOption.displayName}' has '${field}', which might publish the post before anyone approves it`,
		`Remove it there. Choose in '${planLabel}' what is to happen after approval`,
	);
}

/** Throws if the saved post isn't a draft. Then the service has delivered it, or someone has since an earlier try. */
function requireSavedDraft({ id, status }: Post): void {
	if (status === 'draft') return;
	throw new ParameterError(
		`Can't ask for the approval of a post that is ${nameOf(statusNames, status)}`,
		`The node saved the post ${id} as a draft, and no one approved it here. Check the post in the service`,
	);
}

/** Reads a new post. It's checked as if it were delivered. */
const readDraft: ReadWish<NewPostWish> = async (parameters, client) => {
	requireNothingPublished(parameters);
	const wish = await readNewWish(parameters, client);
	const delivery = whenApproved(wish.form.post.delivery);
	return {
		...wish,
		toCheck: async (mayBeDone) => ({ ...(await asCreated(parameters, wish.form)), delivery, mayBeDone }),
	};
};

/** Saves the draft first, so the approval applies to the post that the service has. */
const saveDraft: Read = async (parameters, client) => {
	const { form } = await readWish(parameters, client, readDraft);
	const post = await writeItem(parameters, client, {
		what: ['sendAndWait'],
		read: readDraft,
		content: (wish, attached) => ({ ...newContent(wish, attached), delivery: undefined }),
		send: async ({ content, ...additions }, key) =>
			await client.posts.create(content, { ...key, ...additions }),
		...returningPost(client),
	});
	requireSavedDraft(post);
	return { post, delivery: form.post.delivery };
};

/** Reads a draft that was created before. */
const readReviewed: ReadWish<ItemWish & PostToApprove> = async (parameters, client) => {
	const wish = await readExistingWish(parameters, client);
	const { delivery } = wish;
	const post = await wish.post.read();
	requireDraft({ post, delivery });
	const isChecked = post.status === 'draft';
	return {
		...wish,
		post,
		toCheck: async () => (isChecked ? client.checks.existingPost(post, whenApproved(delivery)) : undefined),
	};
};

const readExisting: Read = async (parameters, client) => {
	const isStep = parameters.value('source', '') !== '';
	const { value } = (parameters.value('postId', {}) ?? {}) as IDataObject;
	// A review of a tool call doesn't need a post. But with By ID, the post is missing, and n8n would fail after the approval.
	const needsNone = reviewsTools(parameters.context) && parameters.mode('postId') !== 'id';
	if (needsNone && isUnset(value)) return undefined;
	if (!isStep) return { post: await client.posts.get(parameters.id('postId', 'Post')) };
	const checkFirst = readCheckFirst(parameters, client);
	const wish = await readWish(parameters, client, readReviewed);
	await prepareItem(parameters, client, { read: readReviewed, wish, checkFirst, mayBeDone: false });
	return wish;
};

const readers: Record<PostSource, Read> = { new: saveDraft, existing: readExisting };

function requireDraft({ post, delivery }: Pick<PostToApprove, 'delivery' | 'post'>): void {
	if (delivery === undefined || post.status === 'draft') return;
	throw new ParameterError(
		`Can't ask for the approval of a post that is ${nameOf(statusNames, post.status)}`,
		`Only drafts can be submitted after approval. Choose a draft, or choose 'None' in '${planLabel}' and decide later in the workflow`,
	);
}

/** Undefined if the value isn't a number, such as after a failed request in an earlier node. This doesn't stop the approval. */
function readTitleScore({ options: { titleScore } }: ParameterReader): number | undefined {
	const score = toNumber(titleScore);
	return Number.isFinite(score) ? score : undefined;
}

const nameFields: Record<NameField, NameField> = {
	hidden: 'hidden',
	optional: 'optional',
	required: 'required',
};

/** Milliseconds in an hour, and the longest wait in hours. It's a hundred years, the most that a date can express in n8n. */
const hourMs = 3_600_000;
const limitHoursMax = 876_000;

/** Undefined if the option wasn't added. Throws if its expression returned nothing, because the node would wait forever. */
function readLimitMs(parameters: ParameterReader): number | undefined {
	const { limitHours } = parameters.options;
	const { displayName } = limitHoursOption;
	const advice = `Enter a number above 0, or remove '${displayName}' to wait without a limit`;
	parameters.requireFilledOption(limitHoursOption, advice);
	if (limitHours === undefined) return undefined;
	const hours = toNumber(limitHours);
	if (hours > 0 && hours <= limitHoursMax) return hours * hourMs;
	throw new ParameterError(`'${displayName}' is ${shown(limitHours)}`, advice);
}

/** The most posts on one page. Each view reads all of them, and a key has 300 reads per minute (contract section 8). */
const postsMax = 25;

function requireOnePage({ length }: unknown[]): void {
	if (length <= postsMax) return;
	throw new ParameterError(
		`One page can ask about at most ${postsMax} posts, but the input has ${length} items`,
		"Put 'Loop Over Items' before this node, so that each round asks about fewer items",
	);
}

/** Reads the approvers. An option that was added must have names. Each approver has a link of their own. */
function readInvited({ options }: ParameterReader): Approver[] {
	const { approvers, approvalLink } = options;
	const invited = readApprovers(approvers, 'approvers' in options ? [approvers] : undefined);
	if (invited.length === 0 || isUnset(approvalLink)) return invited;
	throw new ParameterError(
		"'Approval Link' can't be used together with 'Approvers'",
		"Each approver has a link of their own. Remove 'Approval Link', and use the approvers from 'Get Approval Link' in 'Approvers'",
	);
}

/** Reads the settings that apply to all items, from the first item. */
function readSettings({ context }: ParameterReader): WaitSettings {
	const parameters = new ParameterReader(context, 0);
	requireOnePage(context.getInputData());
	const { approvalLink, approverTimezone, nameField = 'optional' } = parameters.options;
	const invited = readInvited(parameters);
	const approvers = invited.map(({ name, link = '', timezone }) => ({
		name,
		sharedNonce: readSharedNonce(context, link, 'Approvers: link'),
		approverTimezone: timezone,
	}));
	const sender = toLine(parameters.options.sender, senderOption.displayName);
	const zone = toLine(approverTimezone, zoneLabel);
	if (zone !== '') toIsoWithOffset(new Date(), zone, zoneLabel);
	return {
		...(sender === '' ? {} : { sender }),
		message: parameters.text('message', 'Message'),
		allowsEdits: parameters.option(allowEditsOption),
		nameField: pick(nameFields, nameField, 'Ask for a Name'),
		simplify: parameters.flag(simplifyField),
		limitMs: readLimitMs(parameters),
		sharedNonce: readSharedNonce(context, toLine(approvalLink, 'Approval Link')),
		approvers,
		...(zone === '' ? {} : { approverTimezone: zone }),
	};
}

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

/** Reads the settings once per run. If they can't be read, every item fails before it saves anything. */
const settingsOf = async (parameters: ParameterReader): Promise<WaitSettings> =>
	await memoOfRun<WaitSettings>(parameters.context).get('settings of the request', async () =>
		readSettings(parameters),
	);

/** Shows posts on a page, waits until someone decides about them, and delivers the approved ones. */
export const sendAndWait = reportingClashes({
	name: 'Send and Wait for Approval',
	value: 'sendAndWait',
	action: 'Send post and wait for approval',
	description:
		"Show a post on a page as each channel will get it, and wait until someone approves or rejects it. Before this node, get the link with 'Get Approval Link' and send it with a node such as Slack or Gmail. 'Submit' with the delivery 'As Approved' then publishes the post.",
	describeDone: nameDone,
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
		optionsField(options),
	],
	async execute(parameters, client) {
		const { context, itemIndex } = parameters;
		requireExecution(context);
		requireNoApproval(parameters);
		// Reads everything before saving a draft, so an item that fails here has saved nothing.
		await settingsOf(parameters);
		const tool = readToolCall(parameters);
		const simplifies = parameters.flag(simplifyField);
		const titleScore = readTitleScore(parameters);
		const read = pick(readers, parameters.value('source', 'existing'), postSourceLabel);
		const toApprove = await read(parameters, client);
		if (toApprove === undefined) {
			const json = addClashes(parameters, {});
			addToRequest(context, itemIndex, { isAsked: true, json, tool });
			return json;
		}
		const { post, delivery } = toApprove;
		const shownPost = simplifies ? simplifyPost(post, viewOf(context)) : (post as IDataObject);
		const json = addClashes(parameters, addFindings(parameters, shownPost));
		const request = {
			postId: post.id,
			status: post.status,
			seen: seenOf(client, post, { delivery }),
			delivery,
			media: notesOf(parameters, post),
			titleScore,
			earlier: await findEarlier(context, itemIndex, post.id),
		};
		addToRequest(context, itemIndex, { isAsked: true, json, post: request, tool });
		return json;
	},
	async finish(parameters, { outputs }) {
		const { context } = parameters;
		if (hasAsked(context)) await waitForApproval(context, outputs, await settingsOf(parameters));
		return [];
	},
});
