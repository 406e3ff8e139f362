import { optionsField, parallelRequestsOption, readParallelRequests } from '../../../shared/fields.js';
import { nameDone } from '../../../shared/operation.js';
import { reportingClashes } from '../../clashes/clashOutput.js';
import { inToolFromContent, runAgainOption } from '../../../shared/keyOptions.js';
import {
	captionOf,
	outputPerChannelOption,
	postOutputFields,
	readPostOutput,
} from '../../output/postOutput.js';
import { checkFirstOption } from '../../form/checkFirst.js';
import { dailyLimitOption } from '../../form/delivery.js';
import { additionalBodyOption } from '../../form/fields.js';
import { newPostFields, newPostOptions } from '../../form/newPost.js';
import { asSent } from '../../form/wish.js';
import { readNewWish } from '../../item/formWishes.js';
import { sayingRepeated } from '../../item/repeatedCalls.js';
import { writeItem } from '../../item/writeItem.js';
import { savedDraftOption, sendingNewPost } from '../../item/savedDrafts.js';

/** Creates a post, and delivers it if the user chose a delivery. */
export const create = reportingClashes({
	name: 'Create',
	value: 'create',
	action: 'Create or schedule new post',
	description: 'Create a post as a draft, or queue, schedule or publish it in the same step',
	builderHint:
		"One Create serves all channels and uploads the media, so don't add a node for each network. The post stays a draft unless delivery says otherwise.",
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	describeFailed: captionOf,
	fields: [
		...newPostFields,
		...postOutputFields,
		optionsField([
			additionalBodyOption,
			checkFirstOption,
			dailyLimitOption,
			...inToolFromContent(runAgainOption),
			parallelRequestsOption,
			outputPerChannelOption,
			savedDraftOption,
			...newPostOptions,
		]),
	],
	async execute(parameters, client) {
		const toOutput = readPostOutput(parameters);
		const sending = sendingNewPost(parameters, client);
		const post = await writeItem(parameters, client, {
			what: ['create'],
			read: readNewWish,
			content: (wish, attached) => asSent(wish, attached),
			...sending,
		});
		return sayingRepeated(parameters, post, toOutput(post));
	},
});
