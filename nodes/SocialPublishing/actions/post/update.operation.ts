import type { PublishingClient } from '../../../../client/publishing';
import { parallelRequestsOption, readParallelRequests, simplifyField, sorted } from '../../../shared/fields';
import { nameDone, type Operation } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { withIds } from '../../names';
import { keyFromOption } from '../../idempotencyKeys';
import { addingAssetIds } from '../../media/uploads';
import { returningPost, writeOnce } from '../../writeOnce';
import { attachMedia, changedMediaFields, hasMedia } from './form/media';
import { readChanges, clearField } from './form/updateFields';
import { checkFirstOption, checkIfWanted, mediaFacts } from './shared/preflight';
import { timezoneOption } from './form/delivery';
import {
	additionalBodyOption,
	captionField,
	channelsField,
	contentFields,
	optionsField,
	readAdditionalBody,
} from './form/fields';
import { outputPerChannelOption, toOutput } from '../../output';
import { overrideFields, overridesJsonOption } from './form/overrides/overrides';

/** Reads and checks the changes, and uploads their files. */
async function prepare(parameters: ParameterReader, client: PublishingClient, postId: string) {
	const additionalBody = readAdditionalBody(parameters);
	const read = readChanges(parameters, additionalBody);
	const { liveOptions, ...changes } = await withIds(client, {
		...read.changes,
		liveOptions: read.liveOptions,
	});
	const { media } = read;
	await checkIfWanted(parameters, client, async () =>
		client.checks.updatedPost(
			await client.posts.get(postId),
			{ ...changes, liveOptions },
			hasMedia(media) ? await mediaFacts(parameters, media) : undefined,
		),
	);
	const attached = await attachMedia(parameters, client, { content: changes, media });
	return { ...attached, additionalBody, liveOptions };
}

/** Changes a draft: what is neither set nor cleared keeps its value. */
export const update: Operation<PublishingClient> = {
	name: 'Update',
	value: 'update',
	action: 'Update post',
	description: 'Change a draft. To change a scheduled post, cancel it, update it, then schedule it again.',
	parallelRequests: readParallelRequests,
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
		simplifyField,
		optionsField([
			additionalBodyOption,
			checkFirstOption,
			parallelRequestsOption,
			keyFromOption,
			outputPerChannelOption,
			overridesJsonOption,
			timezoneOption,
		]),
	],
	async execute(parameters, client) {
		const postId = parameters.id('postId', 'Post');
		const updated = await writeOnce(parameters, {
			what: ['update', postId],
			prepare: async () => await prepare(parameters, client, postId),
			send: async ({ content, assetIds, ...additions }) =>
				await client.posts.update(postId, content, additions).catch(addingAssetIds(assetIds)),
			...returningPost(client),
		});
		return toOutput(parameters, updated);
	},
};
