import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { Outcome } from '../../../../client/publishing/posts/outcome';
import { optionsField, parallelReads } from '../../../shared/fields';
import { ParameterError } from '../../../shared/errors';
import { withOwn } from '../../../shared/items';
import type { Operation } from '../../../shared/operation';
import { toList, toNumber, type ParameterReader } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { nameOf, statusNames, toOptions } from '../../labels';
import { outputPerChannelOption, postOutputFields, readPostOutput } from '../../output';

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

const options: INodeProperties[] = [
	outputPerChannelOption,
	failAtLimitOption,
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

/** Waits until a post is published on its channels or has failed. */
export const waitForOutcome: Operation<PublishingClient> = {
	name: 'Wait for Outcome',
	value: 'waitForOutcome',
	action: 'Wait for outcome of post',
	description: "Wait until a post is published or has failed. The output's reason says why the wait ended.",
	builderHint:
		'For a post that is published now. For one that is scheduled, use the trigger in another workflow.',
	parallelRequests: parallelReads,
	fields: [postLocator, limitField, ...postOutputFields, optionsField(options)],
	async execute(parameters, { posts }) {
		const postId = parameters.id('postId', 'Post');
		const { statuses } = parameters.options;
		const failAtLimit = parameters.option(failAtLimitOption);
		const toOutput = readPostOutput(parameters);
		const outcomeOptions = { statuses: toList(statuses), limitMs: readLimitMs(parameters) };
		const outcome = await posts.waitForOutcome(postId, outcomeOptions);
		refuseTimeLimit(outcome, failAtLimit);
		const { post, reason } = outcome;
		return [toOutput(post)].flat().map((json) => withOwn({ reason }, json));
	},
};
