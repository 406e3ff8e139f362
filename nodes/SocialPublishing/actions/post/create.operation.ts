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
import type { ParameterReader } from '../../../shared/parameters';

/** Reads and checks a new post, and uploads its files. */
async function prepare(parameters: ParameterReader, client: PublishingClient) {
	const { post, binaryFields, liveOptions } = readNewPost(parameters);
	const additionalBody = readAdditionalBody(parameters);
	await checkIfWanted(parameters, client, async () => ({
		...post,
		liveOptions,
		media: await mediaFacts(parameters, post.mediaAssetIds, binaryFields),
	}));
	const attached = await attachFiles(parameters, client, { content: post, binaryFields });
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
	async execute(parameters, client) {
		const fitsDailyCap = readFitsDailyCap(parameters);
		const created = await writeOnce(parameters, {
			what: ['create'],
			prepare: async () => await prepare(parameters, client),
			send: async ({ content, assetIds, ...additions }, key) =>
				await client.posts
					.create(content, { ...key, ...additions, fitsDailyCap })
					.catch(goingOnWithDraft(parameters, client))
					.catch(naming(assetIds)),
			goOn: async (postId, { content, assetIds, ...additions }) => {
				const idempotencyKey = defaultIdempotencyKey(parameters, ['create', 'submit', postId]);
				return await finishDraft(client, postId, content, {
					...additions,
					idempotencyKey,
					fitsDailyCap,
				}).catch(naming(assetIds));
			},
			...returningPost(client),
		});
		return toOutput(parameters, created);
	},
};
