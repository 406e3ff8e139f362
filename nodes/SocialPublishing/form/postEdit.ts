import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Post } from '../../../client/publishing/schemas.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { hintUnusedOptions } from '../options/channelOptions.js';
import { forItsChannels, turnsOffComments } from '../options/networkFields.js';
import { withIds } from '../words/names.js';
import { adaptChanges } from './adaptText.js';
import { readAdditionalBody } from './fields.js';
import { readChanges } from './updateFields.js';
import type { ItemWish } from './wish.js';

/**
 * Reads what a form changes in a post. Reads the post only if the changes depend on it. Throws a `ParameterError` if nothing is to be
 * changed, unless that is allowed.
 */
export async function readEdit(
	parameters: ParameterReader,
	client: PublishingClient,
	readPost: () => Promise<Post>,
	{ isOptional = false }: { isOptional?: boolean } = {},
): Promise<ItemWish> {
	const additionalBody = readAdditionalBody(parameters);
	const read = readChanges(parameters, { additionalBody, isOptional });
	const { content: given, channelOptions, media, overrideLabelOf } = read;
	const { accounts, firstComment, perAccount } = given;
	const dependsOnChannels =
		Object.keys(channelOptions.networkOptions).length > 0 || firstComment !== undefined;
	const former =
		(dependsOnChannels && accounts === undefined) ||
		(firstComment === undefined && turnsOffComments(perAccount))
			? await readPost()
			: undefined;
	const postChannels = former?.channels.map(({ accountId }) => accountId);
	const named = await withIds(client, { ...given, ...channelOptions, overrideLabelOf, postChannels });
	const { updateFields } = parameters.context.getNode().parameters as {
		updateFields?: { channels?: unknown };
	};
	hintUnusedOptions(parameters, channelOptions, { chosen: updateFields?.channels, ...named });
	const { liveOptions, ...typed } = await forItsChannels(client, named, { former });
	const content = await adaptChanges(parameters, client, typed, readPost);
	return { content, media, liveOptions, additionalBody };
}
