import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { itemsAtOnceOption, readItemsAtOnce, simplifyField } from '../../../shared/fields';
import { defaultIdempotencyKey } from '../../../shared/idempotency';
import { nameDone, type Operation } from '../../../shared/operation';
import { idempotencyKeyOption, keyFromOption } from '../../idempotencyKeys';
import { outputPerChannelOption, toOutput } from '../../postOutput';
import { naming } from '../../uploads';
import { returningPost, writeOnce } from '../../writeOnce';
import { attachFiles } from './attachments';
import { checkFirstOption, checkIfWanted, mediaFacts } from './checking';
import { dailyCapOption, readFitsDailyCap } from './dailyCap';
import { timezoneOption } from './deliveryFields';
import { additionalBodyOption, optionsField, readAdditionalBody } from './fields';
import { newPostFields, readNewPost } from './newPost';
import { finishDraft, goingOnWithDraft, savedDraftOption } from './savedDraft';

/** Reads and checks a new post, and uploads its files. */
async function prepare(context: IExecuteFunctions, itemIndex: number, client: PublishingClient) {
	const { post, binaryFields, liveOptions } = readNewPost(context, itemIndex);
	const additionalBody = readAdditionalBody(context, itemIndex);
	await checkIfWanted(context, itemIndex, client, async () => ({
		...post,
		liveOptions,
		media: await mediaFacts(context, itemIndex, post.mediaAssetIds, binaryFields),
	}));
	const attached = await attachFiles(context, itemIndex, client, { content: post, binaryFields });
	return { ...attached, liveOptions, additionalBody };
}

/** Creates a post, and delivers it when asked to. */
export const create: Operation<PublishingClient> = {
	name: 'Create',
	value: 'create',
	action: 'Create a post',
	description: 'Create a post as a draft, or queue, schedule or publish it in the same step',
	itemsAtOnce: readItemsAtOnce,
	describeDone: nameDone,
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
		const fitsDailyCap = readFitsDailyCap(context, itemIndex);
		const created = await writeOnce(context, itemIndex, {
			what: ['create'],
			prepare: async () => await prepare(context, itemIndex, client),
			send: async ({ content, assetIds, ...additions }, key) =>
				await client.posts
					.create(content, { ...key, ...additions, fitsDailyCap })
					.catch(goingOnWithDraft(context, itemIndex, client))
					.catch(naming(assetIds)),
			goOn: async (postId, { content, assetIds, ...additions }) => {
				const idempotencyKey = defaultIdempotencyKey(context, itemIndex, ['create', 'submit', postId]);
				return await finishDraft(client, postId, content, {
					...additions,
					idempotencyKey,
					fitsDailyCap,
				}).catch(naming(assetIds));
			},
			...returningPost(client),
		});
		return toOutput(context, itemIndex, created);
	},
};
