import type { INodeProperties } from 'n8n-workflow';
import { mapValues, withoutEmpty, withoutUndefined } from '../../../client/http/json.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Overrides, UpdatePost } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { collectionField } from '../../shared/fields.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { isUnset } from '../../shared/values.js';
import { compareOption } from './compareOption.js';
import { withIds } from '../words/names.js';
import { adaptPost, adaptTextOption } from './adaptText.js';
import { hintUnusedOptions, readChannelOptions } from '../options/channelOptions.js';
import { readDelivery, deliveryFields, deliveryOptions } from './delivery.js';
import {
	captionField,
	channelsField,
	contentFields,
	readCaption,
	readChannels,
	readContent,
} from './fields.js';
import { forItsChannels, networkFields, readNetworkFields } from '../options/networkFields.js';
import { newMediaFields, readMedia } from './media.js';
import { overrideFields, overridesJsonOption, readOverrides } from '../options/overrides.js';
import { hintLostFields, requireEvaluated, requireVisibility } from './lostValues.js';
import type { ItemWish } from './wish.js';

/** The form of a new post, without its options. */
export const newPostFields: INodeProperties[] = [
	{ ...channelsField, required: true },
	captionField,
	...networkFields,
	...newMediaFields,
	...deliveryFields(['draft', 'queue', 'prioritise', 'now', 'at'], 'draft'),
	{
		...collectionField(
			'Additional Fields',
			'additionalFields',
			'Add Field',
			// The title is one of the fields above, which appears for the channels that have one.
			contentFields.filter(({ name }) => name !== 'title'),
		),
		description: "The options of TikTok, YouTube and other networks are in 'Channel Overrides'",
	},
	...overrideFields({ canClear: false }),
];

/** The options of a new post, which an operation adds to its own. */
export const newPostOptions: INodeProperties[] = [
	adaptTextOption,
	compareOption,
	overridesJsonOption,
	...deliveryOptions,
];

/** A new post has nothing that null could clear. */
const withoutNulls = <Values extends { perAccount?: Overrides | null }>(values: Values): Values => {
	const { perAccount } = values;
	return withoutEmpty({
		...values,
		perAccount: perAccount && mapValues(withoutEmpty(perAccount), (own) => withoutEmpty(own ?? {})),
	});
};

/**
 * Reads the form of a new post, and replaces names with IDs.
 * @param former the post that is to become like this one. Undefined if there is none yet
 * @param cleared null for each field of `former` that the form empties
 */
export async function readNewPost(
	parameters: ParameterReader,
	client: PublishingClient,
	former?: Post,
	cleared?: UpdatePost,
): Promise<ItemWish> {
	const { board, title } = readNetworkFields(parameters);
	const added = parameters.collection('additionalFields');
	const values = readContent(parameters, isUnset(title) ? added : { ...added, title: title as string });
	const accounts = readChannels(parameters);
	const caption = readCaption(parameters, former?.caption);
	const media = readMedia(parameters, 'none');
	const channelOptions = readChannelOptions(parameters);
	const { delivery, liveOptions, ...target } = await withIds(client, {
		accounts,
		...readOverrides(parameters),
		delivery: readDelivery(parameters),
		...channelOptions,
	});
	const { channels: chosen } = parameters.context.getNode().parameters;
	hintUnusedOptions(parameters, channelOptions, { chosen, accounts: target.accounts, liveOptions });
	hintLostFields(parameters);
	if (delivery !== undefined) requireEvaluated(parameters);
	if (former === undefined && delivery !== undefined)
		await requireVisibility(parameters, client, { ...target, liveOptions });
	const forChannels = await forItsChannels(client, { ...target, ...values, ...cleared }, { board, former });
	const fields = { ...forChannels, caption };
	const texts = former ? withoutUndefined(fields) : withoutNulls(fields);
	const content = await adaptPost(parameters, client, texts as UpdatePost & { accounts: string[] }, former);
	return { content, cleared, media, delivery, liveOptions };
}
