import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import {
	collectionField,
	optionsField,
	parallelRequestsOption,
	readParallelRequests,
} from '../../../shared/fields.js';
import { withOwn } from '../../../shared/items.js';
import { nameDone, type Operation } from '../../../shared/operation.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { toNames } from '../../../shared/values.js';
import { reportingClashes } from '../../clashes/clashOutput.js';
import { checkFirstOption } from '../../form/checkFirst.js';
import { dailyLimitOption, deliveryFields, deliveryOptions } from '../../form/delivery.js';
import { additionalBodyOption, captionField, channelsField, contentFields } from '../../form/fields.js';
import { changedMediaFields } from '../../form/media.js';
import { clearField } from '../../form/updateFields.js';
import { NothingToSend, type ChannelChoices } from '../../item/failedPost.js';
import { sendAgain as send, sendAgainReader } from '../../item/sendAgain.js';
import { ordered } from '../../output/order.js';
import { tell } from '../../output/results.js';
import {
	outputPerChannelOption,
	postOutputFields,
	readPostOutput,
	ofOnePost,
} from '../../output/postOutput.js';
import { overrideFields, overridesJsonOption } from '../../options/overrides.js';
import { postLocator } from '../../words/locators.js';
import { ofChannels } from '../../words/names.js';
import { describeSkipped } from '../../item/whySkipped.js';

const ifUnusableOption: INodeProperties = {
	displayName: "If a Channel Can't Be Used",
	name: 'ifUnusable',
	type: 'options',
	options: [
		{ name: 'Stop With an Error', value: 'fail', description: 'Sends nothing' },
		{
			name: 'Leave It Out',
			value: 'leaveOut',
			description:
				"Sends the other channels and names the rest in 'leftOut'. To send these later, name them in 'Only These Channel Names or IDs'.",
		},
	],
	default: 'fail',
	description: 'What to do with a channel that must be reconnected or that the API key no longer has',
};

const onlyOption: INodeProperties = {
	...channelsField,
	displayName: 'Only These Channel Names or IDs',
	name: 'onlyChannels',
};

const takenBackOption: INodeProperties = {
	displayName: 'Taken Back Too',
	name: 'takenBackToo',
	type: 'boolean',
	default: false,
	description:
		'Whether to send again on channels that took the post back after it was published. Check first that the old post is gone, because it can be up again.',
};

/** Reads what the user chose about channels. */
function readChoices(parameters: ParameterReader): ChannelChoices {
	parameters.requireResult(onlyOption);
	const only = toNames(parameters.options.onlyChannels, ofChannels);
	return {
		only: only.length > 0 ? only : undefined,
		isTakenBack: parameters.option(takenBackOption),
		leavesOut: parameters.choice(ifUnusableOption) === 'leaveOut',
	};
}

const readWish = sendAgainReader(readChoices);

/** Sends the failed channels of a post again. */
export const sendAgain: Operation<PublishingClient> = reportingClashes({
	name: 'Send Again',
	value: 'sendAgain',
	action: 'Send failed channels again',
	description:
		"Publish a failed or partially published post again, only on the channels that failed. If another post was sent in its place since then, nothing is sent, and 'action' is 'skipped'.",
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	...ofOnePost,
	fields: [
		postLocator,
		...deliveryFields(['queue', 'prioritise', 'now', 'at'], 'now'),
		collectionField('Update Fields', 'updateFields', 'Add Field', [captionField, ...contentFields]),
		...changedMediaFields,
		clearField,
		...overrideFields({ canClear: true }),
		...postOutputFields,
		optionsField([
			additionalBodyOption,
			checkFirstOption,
			dailyLimitOption,
			...deliveryOptions,
			ifUnusableOption,
			onlyOption,
			outputPerChannelOption,
			overridesJsonOption,
			parallelRequestsOption,
			takenBackOption,
		]),
	],
	async execute(parameters, client) {
		const toOutput = readPostOutput(parameters);
		const output = (own: IDataObject, post: Post) =>
			[toOutput(post)].flat().map((json) => ordered(withOwn(own, json)));
		return await send(parameters, client, readWish).then(
			({ originalId, leftOut, ...post }) =>
				output({ originalId, action: 'sentAgain', leftOut: leftOut as unknown as IDataObject[] }, post),
			(error: unknown) => {
				if (!(error instanceof NothingToSend)) throw error;
				const row = { message: describeSkipped(error), action: 'skipped', reason: error.reason };
				tell(parameters, { row });
				const skipped = {
					...row,
					originalId: parameters.id('postId', 'Post'),
					leftOut: error.leftOut as unknown as IDataObject[],
				};
				return output(skipped, error.post);
			},
		);
	},
});
