import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ownValue, recordOf } from '../../../../../client/http/json';
import type { LiveOptions } from '../../../../../client/publishing/posts/content';
import { limits } from '../../../../../client/publishing/values';
import { ParameterError } from '../../../../shared/errors';
import { isUuid } from '../../../../shared/names';
import {
	isUnset,
	switchIn,
	toFilledList,
	toLine,
	withoutUndefined,
	type ParameterReader,
} from '../../../../shared/parameters';
import { optionLabel, optionValueNames } from '../../../labels';

/** An option of a network as the form asks for it. */
export interface NetworkOption {
	name: string;
	displayName: string;
	type: 'boolean' | 'number' | 'options' | 'string';
	/** What can be chosen, by the value in a request. */
	choices?: Record<string, string>;
}

const option = (
	name: string,
	type: NetworkOption['type'] = 'boolean',
	choices?: Record<string, string>,
): NetworkOption => ({ name, displayName: optionLabel(name), type, ...(choices ? { choices } : {}) });

/** The options that the contract names (section 2, `perAccount`), by the network's entry. A channel's own schema can add more. */
export const networkOptions: Record<string, NetworkOption[]> = {
	devto: [option('canonicalUrl', 'string'), option('tags', 'string')],
	facebook: [option('publishAs', 'options', optionValueNames.publishAs)],
	tiktok: [
		option('privacyLevel', 'options', optionValueNames.privacyLevel),
		option('aiGenerated'),
		option('allowComment'),
		option('allowDuet'),
		option('allowStitch'),
		option('autoAddMusic'),
		option('coverMs', 'number'),
		option('disclose'),
		option('brandContent'),
		option('brandOrganic'),
	],
	youtube: [
		option('categoryId', 'string'),
		option('madeForKids'),
		option('privacyStatus', 'options', optionValueNames.privacyStatus),
		option('tags', 'string'),
		option('thumbnailAssetId', 'string'),
		option('thumbnailCoverFrame'),
	],
};

const separator = ':';

/** The ID of an option in the form: the network's entry, the option's name, and before them the channel if it's for one. */
export const channelOptionId = (optionsKey: string, name: string, channelId?: string): string =>
	[...(channelId === undefined ? [] : [channelId]), optionsKey, name].join(separator);

/**
 * A form of the options of the post's channels, with those that the service describes for each channel, so that a new option
 * needs no new version of this node. It loads with the panel, not when the channels change: the editor would empty it then.
 */
export const channelOptionsField: INodeProperties = {
	displayName: 'Channel Options',
	name: 'channelOptions',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description: `Options of the chosen channels. After choosing other channels, refresh this list. Separate tags by commas: up to ${limits.devtoTagsMax} for dev.to, up to ${limits.youTubeTagsMax} for YouTube.`,
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getChannelOptions',
			mode: 'add',
			valuesLabel: 'Channel Options',
			fieldWords: { singular: 'option', plural: 'options' },
			supportAutoMap: false,
			hideNoDataError: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
};

/** Options as the form has them: those of single channels, and those of all channels of a network. */
export interface ChannelOptions {
	liveOptions: LiveOptions;
	/** By the network's entry. */
	networkOptions: Record<string, Record<string, unknown>>;
}

function withThumbnail({ thumbnailAssetId, thumbnailCoverFrame, ...others }: Record<string, unknown>) {
	if (thumbnailAssetId !== undefined && thumbnailCoverFrame === true) {
		throw new ParameterError(
			"'Thumbnail Asset ID' and 'Thumbnail From Cover Frame' are both set",
			'Keep one of them. A video has one thumbnail',
		);
	}
	if (thumbnailAssetId !== undefined) {
		return { ...others, thumbnail: { assetId: toLine(thumbnailAssetId, 'Thumbnail Asset ID') } };
	}
	return thumbnailCoverFrame === true ? { ...others, thumbnail: { coverFrame: true } } : others;
}

/** Reads the switches among the known options. Other values stay as they are, for the request's check to judge. */
const withSwitches = (optionsKey: string, values: Record<string, unknown>): Record<string, unknown> =>
	recordOf(
		Object.entries(values).map(([name, value]): [string, unknown] => {
			const known = ownValue(networkOptions, optionsKey)?.find((each) => each.name === name);
			return [name, known?.type === 'boolean' ? (switchIn(value) ?? value) : value];
		}),
	);

/** Options as the request has them: a list for the tags that the form takes as text, and one thumbnail. */
function toRequest(optionsKey: string, given: Record<string, unknown>): Record<string, unknown> {
	const values = withSwitches(optionsKey, given);
	const tags = ownValue(values, 'tags');
	const listed = tags === undefined ? values : { ...values, tags: toFilledList(tags) };
	return withoutUndefined(recordOf(Object.entries(withThumbnail(listed))));
}

/** Where an option belongs: to all channels of a network, or to one channel. */
interface OptionPlace {
	/** The ID or the name of the channel. */
	channel?: string;
	/** The network's entry. */
	optionsKey: string;
}

/**
 * Splits the ID of an option. A channel that is named can have colons in its name, such as `Facebook: Acme Studio`, so only an
 * option of a channel ID can have colons in its own name.
 */
function readOptionId(id: string): { place: OptionPlace; name: string } {
	const parts = id.split(separator);
	const [first = '', second = ''] = parts;
	if (parts.length < 3) return { place: { optionsKey: first }, name: second };
	if (isUuid(first)) {
		return { place: { channel: first, optionsKey: second }, name: parts.slice(2).join(separator) };
	}
	const channel = parts.slice(0, -2).join(separator);
	return { place: { channel, optionsKey: parts.at(-2) ?? '' }, name: parts.at(-1) ?? '' };
}

/** Reads the form. An option whose expression returns nothing isn't set. */
export function readChannelOptions(parameters: ParameterReader): ChannelOptions {
	const values = parameters.value('channelOptions.value', {}) as IDataObject | null;
	const byPlace = recordOf<Record<string, unknown>>([]);
	for (const [id, value] of Object.entries(values ?? {})) {
		if (isUnset(value)) continue;
		const { place, name } = readOptionId(id);
		const key = JSON.stringify(place);
		(byPlace[key] ??= recordOf([]))[name] = value;
	}
	const read: ChannelOptions = { liveOptions: recordOf([]), networkOptions: recordOf([]) };
	for (const [place, options] of Object.entries(byPlace)) {
		const { channel, optionsKey } = JSON.parse(place) as OptionPlace;
		const values = toRequest(optionsKey, options);
		if (channel === undefined) read.networkOptions[optionsKey] = values;
		else (read.liveOptions[channel] ??= recordOf([]))[optionsKey] = values;
	}
	return read;
}
