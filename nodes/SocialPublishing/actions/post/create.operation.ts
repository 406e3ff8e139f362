import type { PublishingClient } from '../../../../client/publishing';
import { itemsAtOnceOption, readItemsAtOnce, simplifyField } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { idempotencyKeyOption, keyFromOption, readIdempotencyKey } from '../../idempotencyKeys';
import { outputPerChannelOption, toOutput } from '../../postOutput';
import { naming } from '../../uploads';
import { attachFiles } from './attachments';
import { checkFirstOption, checkIfWanted, mediaFacts } from './checking';
import { dailyCapOption, readFitsDailyCap } from './dailyCap';
import { timezoneOption } from './deliveryFields';
import { additionalBodyOption, optionsField, readAdditionalBody } from './fields';
import { newPostFields, readNewPost } from './newPost';
import { goingOnWithDraft, savedDraftOption } from './savedDraft';

/** Creates a post, and delivers it when asked to. */
export const create: Operation<PublishingClient> = {
	name: 'Create',
	value: 'create',
	action: 'Create a post',
	description: 'Create a post as a draft, or queue, schedule or publish it in the same step',
	itemsAtOnce: readItemsAtOnce,
	fields: [
		...newPostFields,
		simplifyField,
		optionsField([
			additionalBodyOption,
			checkFirstOption,
			dailyCapOption,
			idempotencyKeyOption,
			keyFromOption,
			itemsAtOnceOption,
			outputPerChannelOption,
			savedDraftOption,
			timezoneOption,
		]),
	],
	async execute(context, itemIndex, client) {
		const { post, binaryFields, liveOptions } = readNewPost(context, itemIndex);
		const additionalBody = readAdditionalBody(context, itemIndex);
		const fitsDailyCap = readFitsDailyCap(context, itemIndex);
		await checkIfWanted(context, itemIndex, client, async () => ({
			...post,
			liveOptions,
			media: await mediaFacts(context, itemIndex, post.mediaAssetIds, binaryFields),
		}));
		const { content, assetIds } = await attachFiles(context, itemIndex, client, {
			content: post,
			binaryFields,
		});
		const idempotencyKey = readIdempotencyKey(context, itemIndex, [
			'create',
			content,
			liveOptions,
			additionalBody,
		]);
		const created = await client.posts
			.create(content, { idempotencyKey, additionalBody, liveOptions, fitsDailyCap })
			.catch(goingOnWithDraft(context, itemIndex, client))
			.catch(naming(assetIds));
		return toOutput(context, itemIndex, created);
	},
};
