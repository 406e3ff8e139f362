import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Outcome } from '../../../../client/publishing/posts/outcome.js';
import { optionsField, parallelReads } from '../../../shared/fields.js';
import { channelStateOf } from '../../../../client/publishing/posts/channelStates.js';
import { ParameterError } from '../../../shared/errors.js';
import { sentences } from '../../../shared/errorTexts.js';
import { withOwn } from '../../../shared/items.js';
import type { Operation } from '../../../shared/operation.js';
import { toList, toNumber, type ParameterReader } from '../../../shared/parameters.js';
import { postLocator } from '../../words/locators.js';
import { channelPhrase, nameOf, statusNames, toOptions } from '../../words/labels.js';
import { outputPerChannelOption, postOutputFields, readPostOutput } from '../../output/postOutput.js';

/** The node usually stands after the one that publishes the post. */
const postOfInput: INodeProperties = { ...postLocator, default: { mode: 'id', value: '={{ $json.id }}' } };

const limitField: INodeProperties = {
	displayName: 'Time Limit (Seconds)',
	name: 'limitSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 300,
	description: 'How long to wait. A post that is scheduled for later is returned immediately.',
};

const failAtLimitOption: INodeProperties = {
	displayName: 'Stop With an Error When Time Is Up',
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

const options: INodeProperties[] = [
	outputPerChannelOption,
	failAtLimitOption,
	ifNotPublishedOption,
	{
		displayName: 'Wait for Status',
		name: 'statuses',
		type: 'multiOptions',
		options: toOptions(statusNames),
		default: [],
		description:
			'Statuses to wait for. Leave empty to wait until the post is published, has failed, is rejected or is a draft. A post in review or on hold keeps the node waiting.',
	},
];

/** Waits until a post is published on its channels or has failed. */
export const waitForOutcome: Operation<PublishingClient> = {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for outcome of post',
	description:
		"Wait until a post is published or has failed. In the output, reason is 'reached' if the post has its result, even if it failed, 'scheduledLater' if it is published after the time limit, and 'timeLimit' if the time is up.",
	builderHint:
		'For a post that is published now. For one that is scheduled, use the trigger in another workflow.',
	parallelRequests: parallelReads,
	fields: [postOfInput, limitField, ...postOutputFields, optionsField(options)],
	async execute(parameters, { posts }) {
		const postId = parameters.id('postId', 'Post');
		const { statuses } = parameters.options;
		const failAtLimit = parameters.option(failAtLimitOption);
		const stops = parameters.choice(ifNotPublishedOption) === 'stop';
		const toOutput = readPostOutput(parameters);
		const outcomeOptions = { statuses: toList(statuses), limitMs: readLimitMs(parameters) };
		const outcome = await posts.waitForOutcome(postId, outcomeOptions);
		refuseTimeLimit(outcome, failAtLimit);
		if (stops) refuseUnpublished(outcome);
		const { post, reason } = outcome;
		return [toOutput(post)].flat().map((json) => withOwn({ reason }, json));
	},
};

function readLimitMs(parameters: ParameterReader): number {
	const seconds = toNumber(parameters.value('limitSeconds', 300));
	if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1000;
	throw new ParameterError("'Time Limit (Seconds)' isn't a number of seconds", 'Enter a number above 0');
}

function refuseTimeLimit({ post, reason }: Outcome, failAtLimit: boolean): void {
	if (reason !== 'timeLimit' || !failAtLimit) return;
	throw new ParameterError(
		`The time limit is reached and the post is still ${nameOf(statusNames, post.status)}`,
		"Nothing was changed. Increase 'Time Limit (Seconds)', or check the post again later",
	);
}

/** Throws for a post that isn't published everywhere, and names the channels and the reasons. */
function refuseUnpublished({ post }: Outcome): void {
	if (post.status === 'published') return;
	const left = post.channels.filter((channel) => channelStateOf(post, channel) !== 'published');
	const reasons = left.map(({ platform, handle, accountId, error }) =>
		[channelPhrase(platform, handle, accountId), error].filter(Boolean).join(': '),
	);
	throw new ParameterError(
		`The post isn't published on ${left.length} of ${post.channels.length} channels. It is ${nameOf(statusNames, post.status)}`,
		sentences(...reasons, 'Nothing was changed'),
	);
}
