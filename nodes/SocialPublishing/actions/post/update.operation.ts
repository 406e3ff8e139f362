import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { UnfinishedEditError } from '../../../../client/publishing/errors';
import type { RoutedPost } from '../../../../client/publishing/posts/answers';
import type { Edit } from '../../../../client/publishing/posts/plan';
import type { KeyedWrite } from '../../../../client/http/idempotency';
import type { Delivery } from '../../../../client/publishing/requests';
import type { Post } from '../../../../client/publishing/schemas';
import { ParameterError } from '../../../shared/errors';
import { recall, remember, type Shelf } from '../../../shared/executionMemory';
import { parallelRequestsOption, readParallelRequests, sorted } from '../../../shared/fields';
import { nameDone, type Operation } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { withIds } from '../../names';
import { contentKeyOption } from '../../idempotencyKeys';
import { addingAssetIds } from '../../media/uploads';
import { returningPost, writeOnce } from '../../writeOnce';
import { attachMedia, changedMediaFields, hasMedia } from './form/media';
import { forItsChannels } from './form/networkFields';
import { readChanges, clearField } from './form/updateFields';
import { checkFirstOption, mediaFacts, readCheckFirst } from './shared/preflight';
import { timezoneOption } from './form/delivery';
import {
	additionalBodyOption,
	captionField,
	channelsField,
	contentFields,
	optionsField,
	readAdditionalBody,
} from './form/fields';
import { outputPerChannelOption, postOutputFields, readPostOutput } from '../../output';
import { overrideFields, overridesJsonOption } from './form/overrides';

const channelsOf = ({ channels }: Post): string[] => channels.map(({ accountId }) => accountId);

/** Whether a scheduled or queued post is changed, too. */
const isRescheduling = ({ options }: ParameterReader): boolean => options.ifScheduled === 'reschedule';

/** Reads and checks the changes, and uploads their files. */
async function prepare(
	parameters: ParameterReader,
	client: PublishingClient,
	{ postId, mayBeDone }: { postId: string; mayBeDone: boolean },
) {
	const additionalBody = readAdditionalBody(parameters);
	const read = readChanges(parameters, additionalBody);
	const checkFirst = readCheckFirst(parameters, client, isRescheduling(parameters));
	const dependsOnChannels =
		Object.keys(read.channelOptions.networkOptions).length > 0 || Boolean(read.changes.firstComment);
	const postChannels =
		dependsOnChannels && read.changes.accounts === undefined
			? channelsOf(await client.posts.get(postId))
			: undefined;
	const named = await withIds(client, { ...read.changes, ...read.channelOptions, postChannels });
	const { liveOptions, ...changes } = await forItsChannels(client, named, {
		channelIds: named.accounts ?? postChannels,
	});
	const { media } = read;
	await checkFirst(async () => {
		const post = await client.posts.get(postId);
		const newMedia = hasMedia(media) ? await mediaFacts(parameters, media) : undefined;
		return { ...client.checks.updatedPost(post, { ...changes, liveOptions }, newMedia), mayBeDone };
	});
	client.checks.requireChanges(changes, liveOptions);
	const attached = await attachMedia(parameters, client, { content: changes, media });
	return { ...attached, additionalBody, liveOptions };
}

/** What happens to a post that the service doesn't edit as it is. */
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

/** Where posts go that an earlier try has returned to draft and couldn't bring back. */
const unfinishedEdits: Shelf = { name: 'unfinishedEdits', entriesMax: 100, charactersMax: 2_000 };

/** Changes a post, a scheduled or queued one by way of a draft where the user wants it. */
async function changePost(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
	postId: string,
	{ edit, key, reschedules }: { edit: Edit; key: KeyedWrite; reschedules: boolean },
): Promise<RoutedPost> {
	const { context } = parameters;
	const change = async () => await posts.update(postId, edit.changes, edit.additions);
	if (!reschedules) return await change();
	const post = await posts.get(postId);
	const left = post.status === 'draft' ? recall(context, unfinishedEdits, postId) : undefined;
	const steps = posts.planEdit(post, edit, (left as Delivery | null | undefined) ?? undefined);
	if (steps === undefined) return await change();
	if (posts.startsSoon(post)) {
		throw new ParameterError(
			"The post is published in less than a minute, so it wasn't changed",
			'Change posts earlier, or wait until it is published and use Duplicate.',
		);
	}
	return await posts.carryOut(post, steps, key).then(
		(changed) => {
			if (left !== undefined) remember(context, unfinishedEdits, postId, null);
			return changed;
		},
		(error: unknown) => {
			if (error instanceof UnfinishedEditError && error.delivery) {
				remember(context, unfinishedEdits, postId, error.delivery);
			}
			throw error;
		},
	);
}

/** Changes a draft: what is neither set nor cleared keeps its value. */
export const update: Operation<PublishingClient> = {
	name: 'Update',
	value: 'update',
	action: 'Update existing post',
	description: "Change a draft, or a scheduled post with the option 'If the Post Is Scheduled'",
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	fields: [
		postLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: sorted([captionField, channelsField, ...contentFields]),
		},
		...changedMediaFields,
		clearField,
		...overrideFields({ canClear: true }),
		...postOutputFields,
		optionsField([
			additionalBodyOption,
			checkFirstOption,
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
		const updated = await writeOnce(parameters, {
			what: ['update', postId],
			prepare: async (mayBeDone) => await prepare(parameters, client, { postId, mayBeDone }),
			send: async ({ content, assetIds, ...additions }, key) =>
				await changePost(parameters, client, postId, {
					edit: { changes: content, additions },
					key,
					reschedules,
				}).catch(addingAssetIds(assetIds)),
			...returningPost(client),
		});
		return toOutput(updated);
	},
};
