import type { PublishingClient } from '../../../../client/publishing';
import { optionsField, parallelRequestsOption, readParallelRequests } from '../../../shared/fields';
import { nameDone } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { checkClashes } from '../../clashes/check';
import { reportingClashes } from '../../clashes/output';
import { idempotencyKeyOption, keyFromOption } from '../../idempotencyKeys';
import type { InspectFile } from '../../media/uploads';
import { captionOf, outputPerChannelOption, postOutputFields, readPostOutput } from '../../output';
import { beginWrite } from '../../item/writeOnce';
import { checkFirstOption, readCheckFirst } from '../../form/checkFirst';
import { dailyLimitOption } from '../../form/delivery';
import { additionalBodyOption, readAdditionalBody } from '../../form/fields';
import { attachMedia } from '../../form/media';
import { newPostFields, newPostOptions, readNewPost, type NewPostForm } from '../../form/newPost';
import { readNewItem } from '../../item/comparedItems';
import { asCreated, checkBeforeUpload } from '../../item/preflight';
import { savedDraftOption, sendingNewPost } from '../../item/savedDrafts';

/** Reads and checks a new post, and uploads its files. */
async function prepare(parameters: ParameterReader, client: PublishingClient, mayBeDone: boolean) {
	const newPost = await readNewPost(parameters, client);
	const checkFirst = readCheckFirst(parameters, client);
	const inspect =
		checkFirst &&
		(await checkBeforeUpload(checkFirst, { ...(await asCreated(parameters, newPost)), mayBeDone }));
	await checkClashes(parameters, client, readNewItem, mayBeDone);
	return await prepareNewPost(parameters, client, newPost, inspect);
}

/** Checks the values of a new post, then uploads its files. Throws before the upload if a value can't be sent. */
export async function prepareNewPost(
	parameters: ParameterReader,
	client: PublishingClient,
	{ post, media, liveOptions }: NewPostForm,
	inspect: InspectFile | undefined,
) {
	const additionalBody = readAdditionalBody(parameters);
	client.checks.requireNewPost(post, liveOptions);
	const { attached, assetIds } = await attachMedia(parameters, client, media, { inspect });
	return { content: { ...post, ...attached }, assetIds, liveOptions, additionalBody };
}

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
			idempotencyKeyOption,
			keyFromOption,
			parallelRequestsOption,
			outputPerChannelOption,
			savedDraftOption,
			...newPostOptions,
		]),
	],
	async execute(parameters, client) {
		const toOutput = readPostOutput(parameters);
		const sending = sendingNewPost(parameters, client);
		const write = beginWrite(parameters, ['create']);
		if ('kept' in write) return toOutput(await sending.find(write.kept));
		const prepared = await prepare(parameters, client, write.mayBeDone);
		return toOutput(await write.send(prepared, sending));
	},
});
