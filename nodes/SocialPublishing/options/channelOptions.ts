import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { mapValues, ownValue, recordOf, withoutUndefined } from '../../../client/http/json.js';
import { inSentence } from '../../../client/http/text.js';
import type { LiveOptions } from '../../../client/publishing/posts/content.js';
import { optionTypes } from '../../../client/publishing/options/networks.js';
import { limits } from '../../../client/publishing/values.js';
import { ParameterError } from '../../shared/errors.js';
import { isUuid } from '../../shared/names.js';
import type { ParameterReader } from '../../shared/parameters.js';
import {
	choiceIn,
	isExpression,
	isUnset,
	switchIn,
	toFilledList,
	toLine,
	type ListMeaning,
} from '../../shared/values.js';
import { keepShownFindings } from '../words/findings.js';
import { hintOnce } from '../words/hints.js';
import { nameOf, optionLabel, optionValueNames, platformNames } from '../words/labels.js';

/** An option of a network, as the form shows it. */
export interface NetworkOption {
	name: string;
	displayName: string;
	type: 'boolean' | 'number' | 'options' | 'string';
	/** Labels of the choices, by their value in a request. */
	choices?: Record<string, string>;
}

const option = (name: string, type: NetworkOption['type']): NetworkOption => {
	const choices = ownValue<Record<string, string>>(optionValueNames, name);
	return { name, displayName: optionLabel(name), type, ...(choices ? { choices } : {}) };
};

/** Both ways to choose a thumbnail set the same option. */
const thumbnails = [option('thumbnailAssetId', 'string'), option('thumbnailCoverFrame', 'boolean')];

/** The options that the contract names, by `optionsKey`. A channel's own schema can add more. */
export const networkOptions: Record<string, NetworkOption[]> = mapValues(optionTypes, (types) =>
	Object.entries(types).flatMap(([name, type]) => (name === 'thumbnail' ? thumbnails : [option(name, type)])),
);

const separator = ':';

/**
 * The ID of an option in the form: `optionsKey` and the option's name. An option of a single channel starts with the channel's
 * ID.
 */
export const channelOptionId = (optionsKey: string, name: string, channelId?: string): string =>
	[...(channelId === undefined ? [] : [channelId]), optionsKey, name].join(separator);

/**
 * A form with the options of the post's channels, including those that the service describes for each channel. A new option
 * therefore needs no new version of this node. The form loads with the panel and not when the channels change, because the editor
 * would clear it then. The description says how to load it again, in the words of n8n's menu.
 */
export const channelOptionsFields: INodeProperties[] = [
	{
		displayName: 'Network Options',
		name: 'channelOptions',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description: `Options of the channels that were chosen when the node was opened. Leave one empty to keep the network's default. After choosing other channels, open it again, or choose Refresh Option List in the menu (⋮). Separate tags with commas. dev.to accepts up to ${limits.devtoTagsMax}, YouTube up to ${limits.youTubeTagsMax}.`,
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: 'getChannelOptions',
				mode: 'add',
				valuesLabel: 'Network Options',
				fieldWords: { singular: 'option', plural: 'options' },
				supportAutoMap: false,
				hideNoDataError: true,
				refreshStaleSchemaOnOpen: true,
			},
		},
	},
];

/** Options from the form, for single channels and for all channels of a network. */
export interface ChannelOptions {
	liveOptions: LiveOptions;
	/** By `optionsKey`. */
	networkOptions: Record<string, Record<string, unknown>>;
}

function withThumbnail({ thumbnailAssetId, thumbnailCoverFrame, ...others }: Record<string, unknown>) {
	if (thumbnailAssetId !== undefined && thumbnailCoverFrame === true) {
		throw new ParameterError(
			"'Thumbnail ID' and 'Cover as Thumbnail' are both set",
			'Keep one of them. A video has one thumbnail',
		);
	}
	if (thumbnailAssetId !== undefined) {
		return { ...others, thumbnail: { assetId: toLine(thumbnailAssetId, 'Thumbnail ID') } };
	}
	return thumbnailCoverFrame === true ? { ...others, thumbnail: { coverFrame: true } } : others;
}

/** Returns the value of a choice that is given by its name on the screen, such as `Only Me`. Undefined for anything else. */
const valueOfChoice = (choices: Record<string, string> = {}, given: unknown): string | undefined => {
	const chosen = choiceIn(Object.values(choices), given);
	return Object.keys(choices).find((value) => choices[value] === chosen);
};

/**
 * Converts the values of known switches to booleans, and the names of known choices to their values. Leaves other values unchanged, because
 * the request's check validates them.
 */
const withKnown = (optionsKey: string, values: Record<string, unknown>): Record<string, unknown> =>
	mapValues(values, (value, name) => {
		const known = ownValue(networkOptions, optionsKey)?.find((each) => each.name === name);
		return known?.type === 'boolean'
			? (switchIn(value) ?? value)
			: (valueOfChoice(known?.choices, value) ?? value);
	});

const ofTags: ListMeaning = { field: optionLabel('tags'), keys: ['name', 'value'] };

/**
 * Converts options to the request's format. Tags that the form accepts as text become a list, and both thumbnail options become
 * one value.
 */
function toRequest(given: Record<string, unknown>, optionsKey: string): Record<string, unknown> {
	const values = withKnown(optionsKey, given);
	const tags = ownValue(values, 'tags');
	const listed = tags === undefined ? values : { ...values, tags: toFilledList(tags, ofTags) };
	return withoutUndefined(withThumbnail(listed));
}

/**
 * Splits the ID of an option. Without a channel, it's for all channels of the network. A channel name can contain colons, such as
 * `Facebook: Acme Studio`. The option's own name can therefore contain colons only after a channel ID.
 */
export function readOptionId(id: string): { channel?: string; optionsKey: string; name: string } {
	const parts = id.split(separator);
	const [first = '', second = ''] = parts;
	if (parts.length < 3) return { optionsKey: first, name: second };
	if (isUuid(first)) return { channel: first, optionsKey: second, name: parts.slice(2).join(separator) };
	const channel = parts.slice(0, -2).join(separator);
	return { channel, optionsKey: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
}

/** Reads the form. Ignores options whose expressions return nothing. */
export function readChannelOptions(parameters: ParameterReader): ChannelOptions {
	const values = parameters.value('channelOptions.value', {}) as IDataObject | null;
	const liveOptions: LiveOptions = recordOf([]);
	const ofNetworks: ChannelOptions['networkOptions'] = recordOf([]);
	for (const [id, value] of Object.entries(values ?? {})) {
		if (isUnset(value)) continue;
		const { channel, optionsKey, name } = readOptionId(id);
		const options = channel === undefined ? ofNetworks : (liveOptions[channel] ??= recordOf([]));
		(options[optionsKey] ??= recordOf([]))[name] = value;
	}
	const toRequests = (options: ChannelOptions['networkOptions']) => mapValues(options, toRequest);
	return { liveOptions: mapValues(liveOptions, toRequests), networkOptions: toRequests(ofNetworks) };
}

/** What becomes of the form's options. */
interface UsedOptions {
	/** The stored field with the channels. An expression chooses others for each item, so the options can be for another one. */
	chosen: unknown;
	/** The IDs of the post's channels. Undefined if they aren't known. */
	accounts?: readonly string[];
	/** The options of each channel, with those of its network. */
	liveOptions?: LiveOptions;
}

/** Says which options of the form aren't used, because the post has no channel for them. */
export function hintUnusedOptions(
	parameters: ParameterReader,
	{ liveOptions: ofChannels, networkOptions: ofNetworks }: ChannelOptions,
	{ chosen, accounts, liveOptions = {} }: UsedOptions,
): void {
	if (accounts === undefined || isExpression(chosen)) return;
	const used = new Set(accounts.flatMap((id) => Object.keys(ownValue(liveOptions, id) ?? {})));
	const filled = [ofNetworks, ...Object.values(ofChannels)].flatMap((options) => Object.keys(options));
	const unused = [...new Set(filled)].filter((optionsKey) => !used.has(optionsKey));
	if (unused.length === 0) return;
	const networks = inSentence(unused.map((optionsKey) => nameOf(platformNames, optionsKey)));
	const text = `The options of ${networks} in 'Network Options' aren't used, because the post has no channel for them. Choose one, or remove the options.`;
	const found = {
		code: 'overrideUnused',
		severity: 'warning',
		field: 'channelOptions',
		message: text,
	} as const;
	keepShownFindings(parameters, [found]);
	hintOnce(parameters, [text], 'warning');
}
