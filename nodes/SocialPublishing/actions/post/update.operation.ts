import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { UnfinishedEditError } from '../../../../client/publishing/errors';
import type { RoutedPost } from '../../../../client/publishing/posts/answers';
import type { PostWish } from '../../../../client/publishing/posts/plan';
import type { KeyedWrite } from '../../../../client/http/idempotency';
import type { Post } from '../../../../client/publishing/schemas';
import type { MediaFacts, PostToCheck } from '../../../../client/publishing/validation/types';
import { ParameterError } from '../../../shared/errors';
import {
	collectionField,
	optionsField,
	parallelRequestsOption,
	readParallelRequests,
} from '../../../shared/fields';
import { nameDone } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { isAllowed } from '../../statusConflicts';
import { withIds } from '../../names';
import { reportingClashes } from '../../clashes/clashOutput';
import { compareOption } from '../../form/compareOption';
import { contentKeyOption } from '../../idempotencyKeys';
import { postRecord } from '../../postRecord';
import { namedPost, type ItemWish, type ReadWish } from '../../form/wish';
import { writeItem } from '../../item/writeItem';
import { returningPost } from '../../item/writeOnce';
import { adaptChanges, adaptTextOption } from '../../form/adaptText';
import { changedMediaFields, hasMedia } from '../../form/media';
import { forItsChannels, turnsOffComments } from '../../form/networkFields';
import { readChanges, clearField } from '../../form/updateFields';
import { checkFirstOption } from '../../form/checkFirst';
import { mediaFacts } from '../../item/preflight';
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

/** What an item wants that changes a post. */
interface UpdateWish extends ItemWish {
	/** The changes, without new media. */
	edit: PostWish;
	/** Reads the post. */
	readPost: () => Promise<Post>;
}

/** Reads the changes. Reads the post only if they depend on it. */
const readUpdate: ReadWish<UpdateWish> = async (parameters, client) => {
	const { inList, read: readPost } = namedPost(client, parameters.id('postId', 'Post'));
	const additionalBody = readAdditionalBody(parameters);
	const { changes: given, channelOptions, media } = readChanges(parameters, additionalBody);
	const { accounts, firstComment, perAccount } = given;
	const dependsOnChannels =
		Object.keys(channelOptions.networkOptions).length > 0 || firstComment !== undefined;
	const former =
		(dependsOnChannels && accounts === undefined) ||
		(firstComment === undefined && turnsOffComments(perAccount))
			? await readPost()
			: undefined;
	const postChannels = former?.channels.map(({ accountId }) => accountId);
	const named = await withIds(client, { ...given, ...channelOptions, postChannels });
	const { liveOptions, ...typed } = await forItsChannels(client, named, { former });
	const changes = await adaptChanges(parameters, client, typed, readPost);
	const updated = (post: Post, newMedia?: MediaFacts[]): PostToCheck =>
		client.checks.updatedPost(post, { ...changes, liveOptions }, newMedia);
	return {
		edit: { content: changes, liveOptions, additionalBody },
		readPost,
		media,
		toCheck: async (mayBeDone) => {
			const post = await client.checks.ifTold(readPost());
			// The service refuses to change other posts.
			if (post === undefined || !(isRescheduling(parameters) || isAllowed('update', post.status)))
				return undefined;
			const newMedia = hasMedia(media) ? await mediaFacts(parameters, media) : undefined;
			return { ...updated(post, newMedia), mayBeDone };
		},
		toCompare: async (listed) => {
			const post = await inList(listed);
			return { content: updated(post), postId: post.id };
		},
		requireSendable: () => client.checks.requireChanges(changes, liveOptions),
	};
};

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
				'Return the post to draft, change it, and schedule it for the same time. A queued post goes to the end of its queue, unless it was first in it.',
		},
		{ name: 'Refuse', value: 'refuse', description: 'Stop with an error. Only drafts can be changed.' },
	],
	default: 'refuse',
	description: 'What to do with a scheduled or queued post',
};

/** Changes a draft, or a scheduled post if the user wants that. Values that are neither set nor cleared stay. */
export const update = reportingClashes({
	name: 'Update',
	value: 'update',
	action: 'Update existing post',
	description: "Change a draft. To change a scheduled post, set the option 'If the Post Is Scheduled'.",
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
		const updated = await writeItem(parameters, client, {
			what: ['update', postId],
			read: readUpdate,
			content: ({ edit }, attached) => ({ ...edit, content: { ...edit.content, ...attached } }),
			send: async (wanted, key, { readPost }) => {
				const post = reschedules
					? await editAndReschedule(parameters, client, await readPost(), wanted, key)
					: await client.posts.update(postId, wanted.content, wanted);
				hintKeptTexts(parameters, post, wanted.content);
				return post;
			},
			...returningPost(client),
		});
		return toOutput(updated);
	},
});

const isRescheduling = (parameters: ParameterReader): boolean =>
	parameters.choice(ifScheduledOption) === 'reschedule';

/** Returns a scheduled or queued post to draft, changes it and delivers it again. Changes other posts directly. */
async function editAndReschedule(
	{ context }: ParameterReader,
	{ posts }: PublishingClient,
	post: Post,
	wanted: PostWish,
	key: KeyedWrite,
): Promise<RoutedPost> {
	const known = postRecord(context, post.id);
	const left = post.status === 'draft' ? known.facts.unfinished : undefined;
	const after = await posts
		.edit(post, { ...wanted, delivery: left ?? undefined }, key)
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
