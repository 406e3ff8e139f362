import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { UnfinishedEditError } from '../../../../client/publishing/errors';
import type { RoutedPost } from '../../../../client/publishing/posts/answers';
import type { WantedPost } from '../../../../client/publishing/posts/plan';
import type { KeyedWrite } from '../../../../client/http/idempotency';
import { once } from '../../../../client/http/memo';
import type { Delivery } from '../../../../client/publishing/requests';
import type { Post } from '../../../../client/publishing/schemas';
import { ParameterError } from '../../../shared/errors';
import {
	collectionField,
	optionsField,
	parallelRequestsOption,
	readParallelRequests,
} from '../../../shared/fields';
import { entryOf } from '../../../shared/journal';
import { inLowerCase } from '../../../shared/names';
import { nameDone } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { isAllowed } from '../../statusConflicts';
import { withIds } from '../../names';
import { checkClashes } from '../../clashes/check';
import { reportingClashes } from '../../clashes/output';
import { compareOption } from '../../clashes/option';
import type { ReadItemPost } from '../../clashes/runClashes';
import { contentKeyOption } from '../../idempotencyKeys';
import { addingAssetIds, type InspectFile } from '../../media/uploads';
import { beginWrite, returningPost } from '../../item/writeOnce';
import { adaptChanges, adaptTextOption } from '../../form/adaptText';
import { attachMedia, changedMediaFields, hasMedia } from '../../form/media';
import { forItsChannels, turnsOffComments } from '../../form/networkFields';
import { readChanges, clearField } from '../../form/updateFields';
import { postToCompare } from '../../item/comparedItems';
import { checkFirstOption, readCheckFirst } from '../../form/checkFirst';
import { checkBeforeUpload, mediaFacts } from '../../item/preflight';
import { timezoneOption } from '../../form/delivery';
import {
	additionalBodyOption,
	captionField,
	channelsField,
	contentFields,
	readAdditionalBody,
} from '../../form/fields';
import { hintKeptTexts } from '../../textChanges';
import { outputPerChannelOption, postOutputFields, readPostOutput } from '../../output';
import { overrideFields, overridesJsonOption } from '../../form/overrides';

async function readUpdate(
	parameters: ParameterReader,
	client: PublishingClient,
	readPost: () => Promise<Post>,
) {
	const additionalBody = readAdditionalBody(parameters);
	const read = readChanges(parameters, additionalBody);
	const { accounts, firstComment, perAccount } = read.changes;
	const dependsOnChannels =
		Object.keys(read.channelOptions.networkOptions).length > 0 || firstComment !== undefined;
	const former =
		(dependsOnChannels && accounts === undefined) ||
		(firstComment === undefined && turnsOffComments(perAccount))
			? await readPost()
			: undefined;
	const postChannels = former?.channels.map(({ accountId }) => accountId);
	const named = await withIds(client, { ...read.changes, ...read.channelOptions, postChannels });
	const { liveOptions, ...typed } = await forItsChannels(client, named, { former });
	const changes = await adaptChanges(parameters, client, typed, readPost);
	return { changes, liveOptions, media: read.media, additionalBody };
}

const readUpdatedItem: ReadItemPost = async (parameters, client, listed) => {
	const post = await postToCompare(client, listed, parameters.id('postId', 'Post'));
	if (post === undefined) return undefined;
	const { changes, liveOptions } = await readUpdate(parameters, client, async () => post);
	return { content: client.checks.updatedPost(post, { ...changes, liveOptions }), postId: post.id };
};

/** Reads and checks the changes, and uploads their files. */
async function prepare(
	parameters: ParameterReader,
	client: PublishingClient,
	{ postId, mayBeDone }: { postId: string; mayBeDone: boolean },
) {
	const readPost = once(async () => await client.posts.get(postId));
	const checkFirst = readCheckFirst(parameters, client);
	const read = await readUpdate(parameters, client, readPost);
	const { changes, liveOptions, media, additionalBody } = read;
	const post = checkFirst && (await client.checks.ifTold(readPost()));
	let inspect: InspectFile | undefined;
	// The service refuses to change other posts.
	if (post && (isRescheduling(parameters) || isAllowed('update', post.status))) {
		const newMedia = hasMedia(media) ? await mediaFacts(parameters, media) : undefined;
		const updated = client.checks.updatedPost(post, { ...changes, liveOptions }, newMedia);
		inspect = await checkBeforeUpload(checkFirst, { ...updated, mayBeDone });
	}
	await checkClashes(parameters, client, readUpdatedItem, mayBeDone);
	client.checks.requireChanges(changes, liveOptions);
	const { attached, assetIds } = await attachMedia(parameters, client, media, { inspect });
	return { content: { ...changes, ...attached }, assetIds, additionalBody, liveOptions };
}

/** The option for a scheduled or queued post, which the service doesn't edit directly. */
const ifScheduledOption: INodeProperties = {
	displayName: 'If the Post Is Scheduled',
	name: 'ifScheduled',
	type: 'options',
	options: [
		{
			name: 'Edit and Reschedule',
			value: 'reschedule',
			description:
				'Return the post to draft, change it, and schedule it for the same time. A queued post goes to the end of its queue, unless it was first.',
		},
		{ name: 'Refuse', value: 'refuse', description: 'Stop with an error. Only drafts can be changed.' },
	],
	default: 'refuse',
	description: 'What to do with a scheduled or queued post',
};

const isRescheduling = (parameters: ParameterReader): boolean =>
	parameters.choice(ifScheduledOption) === 'reschedule';

/** What is known of a post. */
interface PostFacts {
	/** How the post must be delivered again, if an earlier try has returned it to draft and couldn't. Null once it's done. */
	unfinished: Delivery | null;
}

/** Returns a scheduled or queued post to draft, changes it and delivers it again. Changes other posts directly. */
async function editAndReschedule(
	{ context }: ParameterReader,
	{ posts }: PublishingClient,
	postId: string,
	wanted: WantedPost,
	key: KeyedWrite,
): Promise<RoutedPost> {
	const post = await posts.get(postId);
	const known = entryOf<PostFacts>(context, 'posts', inLowerCase(postId));
	const left = post.status === 'draft' ? known.facts.unfinished : undefined;
	const { after } = await posts
		.reconcile(post, { ...wanted, delivery: left ?? undefined }, { ...key, sendsAll: true })
		.catch((error: unknown) => {
			if (error instanceof UnfinishedEditError && error.delivery) known.note({ unfinished: error.delivery });
			throw error;
		});
	if (after === undefined) {
		throw new ParameterError(
			"The post is published in less than a minute, so it wasn't changed",
			'Change posts earlier, or wait until it is published and use Duplicate.',
		);
	}
	if (left) known.note({ unfinished: null });
	return after;
}

/** Changes a draft, or a scheduled post if the user wants that. Values that are neither set nor cleared stay. */
export const update = reportingClashes({
	name: 'Update',
	value: 'update',
	action: 'Update existing post',
	description: "Change a draft, or a scheduled post with the option 'If the Post Is Scheduled'",
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	fields: [
		postLocator,
		collectionField('Update Fields', 'updateFields', 'Add Field', [
			captionField,
			channelsField,
			...contentFields,
		]),
		...changedMediaFields,
		clearField,
		...overrideFields({ canClear: true }),
		...postOutputFields,
		optionsField([
			adaptTextOption,
			additionalBodyOption,
			checkFirstOption,
			compareOption,
			ifScheduledOption,
			parallelRequestsOption,
			contentKeyOption,
			outputPerChannelOption,
			overridesJsonOption,
			timezoneOption,
		]),
	],
	async execute(parameters, client) {
		const postId = parameters.id('postId', 'Post');
		const toOutput = readPostOutput(parameters);
		const reschedules = isRescheduling(parameters);
		const { find, keep } = returningPost(client);
		const write = beginWrite(parameters, ['update', postId]);
		if ('kept' in write) return toOutput(await find(write.kept));
		const prepared = await prepare(parameters, client, { postId, mayBeDone: write.mayBeDone });
		const updated = await write.send(prepared, {
			keep,
			send: async ({ assetIds, ...wanted }, key) =>
				await (
					reschedules
						? editAndReschedule(parameters, client, postId, wanted, key)
						: client.posts.update(postId, wanted.content, wanted)
				).catch(addingAssetIds(assetIds)),
		});
		hintKeptTexts(parameters, updated, prepared.content);
		return toOutput(updated);
	},
});
