import type { IDataObject, INodeProperties, JsonObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Outcome } from '../../../../client/publishing/posts/outcome.js';
import { optionsField, parallelReads } from '../../../shared/fields.js';
import { lastStateOf } from '../../../../client/publishing/posts/channelStates.js';
import { ParameterError } from '../../../shared/errors.js';
import { sentences } from '../../../shared/errorTexts.js';
import { withOwn } from '../../../shared/items.js';
import type { Operation } from '../../../shared/operation.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { itemCell } from '../../../shared/runState.js';
import { pickFields, shown, toChoices, toNumber } from '../../../shared/values.js';
import { hintAtSamePost } from './postOperations.js';
import { postLocator } from '../../words/locators.js';
import { channelPhrase, nameOf, statusNames, toOptions } from '../../words/labels.js';
import {
	ofOnePost,
	outputPerChannelOption,
	ownOutputs,
	postMessages,
	postOutputFields,
	readPostOutput,
	simplifyPost,
	viewOf,
} from '../../output/postOutput.js';
import { ordered } from '../../output/order.js';
import { tell, type AwaitedResult } from '../../output/results.js';

/** The node usually stands after the one that publishes the post. */
const postOfInput: INodeProperties = { ...postLocator, default: { mode: 'id', value: '={{ $json.id }}' } };

const limitField: INodeProperties = {
	displayName: 'Time Limit (Seconds)',
	name: 'limitSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 300,
	description:
		'How long to wait. A post that is scheduled or queued for a later time is returned immediately.',
};

const failAtLimitOption: INodeProperties = {
	displayName: 'Fail When Time Is Up',
	name: 'failAtLimit',
	type: 'boolean',
	default: false,
	description:
		"Whether to stop with an error when the time is up. Otherwise, the post is returned as it is, with the reason 'timeLimit'.",
};

const ifNotPublishedOption: INodeProperties = {
	displayName: "If It Isn't Published",
	name: 'ifNotPublished',
	type: 'options',
	options: [
		{ name: 'Continue', value: 'continue', description: 'Return the post as it is' },
		{
			name: 'Stop With an Error',
			value: 'stop',
			description: 'The error names the channels and the reasons',
		},
	],
	default: 'continue',
	description: "What to do with a post that isn't published on all its channels when the wait ends",
};

const confirmAfterOption: INodeProperties = {
	displayName: 'Confirm After (Minutes)',
	name: 'confirmAfter',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
	default: 0,
	description:
		"How many minutes after it's published to read the post again, because networks can take posts back. Up to 1. To check later, add a Wait node and then Post → Get. With 0, the post isn't read again.",
};

const statusesOption: INodeProperties = {
	displayName: 'Wait for Status',
	name: 'statuses',
	type: 'multiOptions',
	options: toOptions(statusNames),
	default: [],
	description:
		'Statuses to wait for. Leave empty to wait until the post is published, has failed, is rejected or is a draft. A post in review or on hold keeps the node waiting.',
};

const options: INodeProperties[] = [
	outputPerChannelOption,
	confirmAfterOption,
	failAtLimitOption,
	ifNotPublishedOption,
	statusesOption,
];

/** What is known about the post of an item that fails, because the user wants that for what has become of it. */
const seenPosts = itemCell<JsonObject>();

/** Waits until a post is published on its channels or has failed. */
export const waitForOutcome: Operation<PublishingClient> = {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for outcome of post',
	description:
		"Wait until a post is published or has failed. In the output, reason is 'reached' if the post has its result, even if it failed, 'draft' if it is still a draft, 'scheduledLater' if it is published after the time limit, 'takenBack' if a network took it back after it was published, and 'timeLimit' if the time is up.",
	builderHint:
		"For a post that is published now. For one that is scheduled, use the trigger in another workflow. Networks can take a post back minutes later. To check that it's still published, add a Wait node and then get the post.",
	parallelRequests: parallelReads,
	...ofOnePost,
	describeFailed: (parameters) => {
		const { postId: id = '' } = parameters.textsOfFailed(['postId']);
		const seen = seenPosts(parameters.context).get(parameters.itemIndex);
		return { ...ofOnePost.describeFailed(parameters), ...(id === '' ? {} : { id }), ...seen };
	},
	fields: [postOfInput, limitField, ...postOutputFields, optionsField(options)],
	async execute(parameters, { posts }) {
		const postId = parameters.id('postId', 'Post');
		hintAtSamePost(parameters, postId);
		const statuses = toChoices(parameters.options.statuses, statusesOption);
		const failAtLimit = parameters.option(failAtLimitOption);
		const stops = parameters.choice(ifNotPublishedOption) === 'stop';
		const toOutput = readPostOutput(parameters);
		const outcomeOptions = {
			statuses,
			limitMs: readLimitMs(parameters),
			confirmAfterMs: readConfirmAfterMs(parameters),
		};
		const outcome = await posts.waitForOutcome(postId, outcomeOptions);
		const seen = simplifyPost(outcome.post, viewOf(parameters.context));
		const names = ['caption', 'status', 'urls', 'channels'];
		seenPosts(parameters.context).set(parameters.itemIndex, pickFields(seen, names) as JsonObject);
		refuseTimeLimit(outcome, failAtLimit);
		if (stops) refuseUnpublished(outcome);
		const { post, takenBack } = outcome;
		const channels = ownOutputs(parameters, post);
		const awaited = postMessages(parameters, post).map((message, index): AwaitedResult => {
			const { accountId: id, status } = channels?.[index] ?? { accountId: undefined, status: post.status };
			const isOther = outcome.reason === 'takenBack' && id !== undefined && !takenBack.includes(id);
			return {
				id: post.id,
				reason: isOther ? 'reached' : outcome.reason,
				status,
				postStatus: post.status,
				message: withEnd(message, outcome),
			};
		});
		tell(parameters, { awaited });
		return [toOutput(post)].flat().map((json, index) => {
			const told = 'message' in json ? { message: withEnd(json.message as string, outcome) } : {};
			return ordered(withOwn({ ...told, reason: awaited[index]?.reason }, withReasons(json, takenBack)));
		});
	},
};

/** What the sentence about a post doesn't say about the wait. */
const waitEnds: Partial<Record<Outcome['reason'], string>> = {
	draft:
		"Nothing publishes a draft, so there is nothing to wait for. Use 'Submit' or 'Publish' before this node",
	scheduledLater: "That's after the time limit, so this node didn't wait",
	timeLimit: "This node's time limit was reached",
};

const withEnd = (message: string, { reason }: Outcome): string => sentences(message, waitEnds[reason] ?? '');

/** Adds to the channels in an output that they took the post back. */
function withReasons(json: IDataObject, takenBack: readonly string[]): IDataObject {
	if (takenBack.length === 0 || !Array.isArray(json.channels)) return json;
	const channels = (json.channels as IDataObject[]).map((channel) =>
		takenBack.includes(String(channel.accountId)) ? withOwn({ reason: 'takenBack' }, channel) : channel,
	);
	return { ...json, channels };
}

/** Reads how long after it's published to read the post again. n8n doesn't run a node again after its own wait, so it's short. */
function readConfirmAfterMs(parameters: ParameterReader): number {
	const { default: fallback, displayName, name } = confirmAfterOption;
	const minutes = toNumber(parameters.options[name] ?? fallback);
	if (minutes >= 0 && minutes <= 1) return minutes * 60_000;
	throw new ParameterError(
		`'${displayName}' isn't a number from 0 to 1`,
		"To check the post later, add a Wait node and then 'Get' after this node",
	);
}

function readLimitMs(parameters: ParameterReader): number {
	const given = parameters.value('limitSeconds', 300);
	const seconds = toNumber(given);
	if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1000;
	throw new ParameterError(`'Time Limit (Seconds)' can't be ${shown(given)}`, 'Enter a number above 0');
}

function refuseTimeLimit({ post, reason }: Outcome, failAtLimit: boolean): void {
	if (reason !== 'timeLimit' || !failAtLimit) return;
	throw new ParameterError(
		`The time limit is reached and the post still has the status ${nameOf(statusNames, post.status)}`,
		"Increase 'Time Limit (Seconds)', or check the post again later",
	);
}

/** Throws for a post that isn't published everywhere, and names the channels and the reasons. */
function refuseUnpublished({ post, takenBack }: Outcome): void {
	if (post.status === 'published' && takenBack.length === 0) return;
	const left = post.channels.filter((channel) => lastStateOf(post, channel) !== 'published');
	const reasons = left.map(({ platform, handle, accountId, error }) =>
		[channelPhrase(platform, handle, accountId), error].filter(Boolean).join(': '),
	);
	const took = takenBack.length > 0 ? `, because ${takenBack.length} took it back` : '';
	throw new ParameterError(
		`The post isn't published on ${left.length} of ${post.channels.length} channels${took}. Its status is ${nameOf(statusNames, post.status)}`,
		sentences(...reasons),
	);
}
