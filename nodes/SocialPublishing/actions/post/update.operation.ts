import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { RoutedPost } from '../../../../client/publishing/posts/answers.js';
import type { PostWish } from '../../../../client/publishing/posts/wish.js';
import type { KeyedWrite } from '../../../../client/http/idempotency.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import type { MediaFacts, PostToCheck } from '../../../../client/publishing/validation/types.js';
import { ParameterError } from '../../../shared/errors.js';
import {
	collectionField,
	optionsField,
	parallelRequestsOption,
	readParallelRequests,
} from '../../../shared/fields.js';
import { nameDone } from '../../../shared/operation.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { postLocator } from '../../words/locators.js';
import { isAllowed } from '../../words/statusConflicts.js';
import { reportingClashes } from '../../clashes/clashOutput.js';
import { compareOption } from '../../form/compareOption.js';
import { contentKeyOption } from '../../../shared/keyOptions.js';
import { asSent, namedPost, type ItemWish, type ReadWish } from '../../form/wish.js';
import { writeItem } from '../../item/writeItem.js';
import { returningPost } from '../../item/writeOnce.js';
import { adaptTextOption } from '../../form/adaptText.js';
import { changedMediaFields, hasMedia } from '../../form/media.js';
import { readEdit } from '../../form/postEdit.js';
import { clearField } from '../../form/updateFields.js';
import { checkFirstOption } from '../../form/checkFirst.js';
import { mediaFacts } from '../../item/preflight.js';
import { timezoneOption } from '../../../shared/timezone.js';
import { additionalBodyOption, captionField, channelsField, contentFields } from '../../form/fields.js';
import { hintKeptTexts } from '../../words/textChanges.js';
import {
	outputPerChannelOption,
	postOutputFields,
	readPostOutput,
	ofOnePost,
} from '../../output/postOutput.js';
import { overrideFields, overridesJsonOption } from '../../options/overrides.js';

/** What an item wants that changes a post. */
interface UpdateWish extends ItemWish {
	readPost: () => Promise<Post>;
}

/** Reads the changes. Reads the post only if they depend on it. */
const readUpdate: ReadWish<UpdateWish> = async (parameters, client) => {
	const { inList, read: readPost } = namedPost(client, parameters.id('postId', 'Post'));
	const wish = await readEdit(parameters, client, readPost);
	const { content, liveOptions, media } = wish;
	const updated = (post: Post, newMedia?: MediaFacts[]): PostToCheck =>
		client.checks.updatedPost(post, { ...content, liveOptions }, newMedia);
	return {
		...wish,
		readPost,
		toCheck: async (mayBeDone) => {
			const post = await client.checks.ifTold(readPost());
			// The service refuses to change other posts.
			if (post === undefined || !(isRescheduling(parameters) || isAllowed('update', post.status)))
				return undefined;
			const newMedia = hasMedia(media) ? await mediaFacts(parameters, wish) : undefined;
			return { ...updated(post, newMedia), lostMedia: media?.lost, mayBeDone };
		},
		toCompare: async (listed) => {
			const post = await inList(listed);
			return { content: updated(post), postId: post.id };
		},
		requireSendable: () => client.checks.requireChanges(wish),
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
	...ofOnePost,
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
			content: (wish, attached) => asSent(wish, attached),
			send: async (wanted, key, { readPost }) => {
				const post = reschedules
					? await editAndReschedule(client, await readPost(), wanted, key)
					: await client.posts.update(postId, wanted);
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
	{ posts }: PublishingClient,
	post: Post,
	wanted: PostWish,
	key: KeyedWrite,
): Promise<RoutedPost> {
	const after = await posts.edit(post, wanted, key);
	if (after !== undefined) return after;
	throw new ParameterError(
		"The post is published in less than a minute, so it wasn't changed",
		'Change posts earlier, or wait until it is published and use Duplicate.',
	);
}
