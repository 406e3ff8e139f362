import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, mapValues, merged, ownValue, recordOf, withoutEmpty } from '../../../client/http/json';
import type { ChannelOverride, Overrides } from '../../../client/publishing/requests';
import { ParameterError } from '../../shared/errors';
import { shownWhen } from '../../shared/fields';
import {
	locatorValue,
	readEntries,
	toJsonObject,
	toList,
	type ParameterReader,
} from '../../shared/parameters';
import { nameOf, optionLabel, platformNames, toOptions } from '../labels';
import { boardLocator, channelDropdown } from '../locators';
import { channelOptionsField, networkOptions } from './channelOptions';

/** One group of the Channel Overrides menu: its fields, and how an entry becomes an override. */
interface OverrideGroup {
	name: string;
	displayName: string;
	/** Name of the method that lists the channels that support these fields. */
	channelsMethod: string;
	fields: INodeProperties[];
	/** Labels of the values that an update can clear, by their names in the request. */
	clearable: Record<string, string>;
	/** Turns one entry into an override, without the fields that the user didn't set. */
	read(entry: IDataObject): ChannelOverride;
}

/** Both ways to choose a thumbnail set the same option. */
const requestName = (name: string): string => (name.startsWith('thumbnail') ? 'thumbnail' : name);

/** The single options that an update can clear, by their paths in an override, such as `options.youtube.tags`. */
const clearableOptions = recordOf(
	Object.entries(networkOptions).flatMap(([network, options]) =>
		options.map(({ name }): [string, string] => [
			`options.${network}.${requestName(name)}`,
			`${nameOf(platformNames, network)}: ${optionLabel(requestName(name))}`,
		]),
	),
);

/** Texts that any channel can override. An empty first comment turns off the comment on that channel. */
const texts: OverrideGroup = {
	name: 'texts',
	displayName: 'Text',
	channelsMethod: 'getChannels',
	fields: [
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Caption',
					name: 'caption',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					description: 'Text for this channel',
				},
				{
					displayName: 'First Comment',
					name: 'firstComment',
					type: 'string',
					typeOptions: { rows: 2 },
					default: '',
					description: 'Leave empty for none',
				},
				{
					displayName: 'Title',
					name: 'title',
					type: 'string',
					default: '',
					description: 'Title for this channel',
				},
			],
		},
	],
	clearable: {
		caption: 'Caption',
		firstComment: 'First Comment',
		options: 'All Options',
		title: 'Title',
		...clearableOptions,
	},
	read: ({ fields }) => ({ ...(fields as IDataObject | undefined) }),
};

const pinterest: OverrideGroup = {
	name: 'pinterest',
	displayName: 'Pinterest: Board',
	channelsMethod: 'getPinterestChannels',
	fields: [boardLocator],
	clearable: { boardId: 'Board' },
	read: (entry) => {
		const boardId = locatorValue(entry.boardId);
		return boardId === '' ? {} : { boardId };
	},
};

const groups: OverrideGroup[] = [texts, pinterest];

const clearField = (clearable: Record<string, string>): INodeProperties => ({
	displayName: 'Clear',
	name: 'clear',
	type: 'multiOptions',
	options: toOptions(clearable),
	default: [],
	description:
		"Values to remove from this channel. The post's own values or the network's defaults apply again.",
});

function toCollection(group: OverrideGroup, canClear: boolean): INodePropertyCollection {
	const channel = channelDropdown(group.channelsMethod);
	return {
		displayName: group.displayName,
		name: group.name,
		values: [channel, ...group.fields, ...(canClear ? [clearField(group.clearable)] : [])],
	};
}

/**
 * Asks what differs between channels. It isn't part of a collection, because n8n shows and hides fields only by values outside of
 * collections.
 */
const overridesField: INodeProperties = {
	displayName: 'Channel Overrides',
	name: 'overrides',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'None', value: 'none', description: 'Every channel gets the same post' },
		{
			name: 'Text and Board',
			value: 'common',
			description: 'Set the text or the Pinterest board of single channels',
		},
		{
			name: 'All Options',
			value: 'all',
			description: 'Also set what a network offers, such as who can see a video',
		},
	],
	default: 'none',
	description: 'What differs between the channels of the post',
};

/** The fields for overrides of single channels. With `canClear`, an update can also clear values. */
export const overrideFields = ({ canClear }: { canClear: boolean }): INodeProperties[] => [
	overridesField,
	{
		displayName: 'Overrides',
		name: 'channelOverrides',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Override',
		default: {},
		description: "What a channel gets instead of the post's own values",
		options: groups.map((group) => toCollection(group, canClear)),
		displayOptions: shownWhen('overrides', 'common', 'all'),
	},
	{ ...channelOptionsField, displayOptions: shownWhen('overrides', 'all') },
];

const jsonLabel = 'Channel Overrides (JSON)';

/** The option for overrides as JSON, for AI agents and for channels that are known only when the workflow runs. */
export const overridesJsonOption: INodeProperties = {
	displayName: jsonLabel,
	name: 'channelOverridesJson',
	type: 'json',
	default: '{}',
	placeholder:
		'e.g. { "<channel ID>": { "caption": "…", "options": { "tiktok": { "privacyLevel": "SELF_ONLY" } } } }',
	description:
		'Overrides by channel name or ID: caption, title, firstComment, boardId, options. They take precedence over the form.',
};

const labels = recordOf(groups.flatMap(({ clearable }) => Object.entries(clearable)));

function refuseSecond(_before: unknown, value: unknown, path: string[]): unknown {
	if (path.length === 1) return value;
	const field = path.at(-1) ?? '';
	throw new ParameterError(
		`'Channel Overrides' sets '${ownValue(labels, field) ?? field}' of channel '${path[0] ?? ''}' more than once`,
		'Keep one of the values',
	);
}

/** Removes fields whose expressions returned nothing from an entry. */
const filledIn = (entry: IDataObject): IDataObject =>
	mapValues(withoutEmpty(entry), (value) => (isObject(value) ? withoutEmpty(value) : value));

/** Returns an object with null at a path, which clears what is there. */
function nullAt([name = '', ...rest]: string[]): Record<string, unknown> {
	return recordOf([[name, rest.length === 0 ? null : nullAt(rest)]]);
}

function readEntry(group: OverrideGroup, entry: IDataObject): Record<string, unknown> {
	const channelId = locatorValue(entry.channelId);
	if (channelId === '') {
		throw new ParameterError(
			`An entry of 'Channel Overrides' (${group.displayName}) has no channel`,
			'Choose a channel for the entry, or remove it',
		);
	}
	const set = { [channelId]: group.read(filledIn(entry)) };
	return toList(entry.clear)
		.map((path) => nullAt([channelId, ...path.split('.')]))
		.reduce<Record<string, unknown>>((all, cleared) => merged(all, cleared, { choose: refuseSecond }), set);
}

/** Reads the overrides from the form and from the JSON option. Undefined if there are none. */
export function readOverrides(parameters: ParameterReader): Overrides | undefined {
	const collection = parameters.collection('channelOverrides');
	const fromForm = groups
		.flatMap((group) => readEntries(collection, group.name).map((entry) => readEntry(group, entry)))
		.reduce((all, entry) => merged(all, entry, { choose: refuseSecond }), recordOf<unknown>([]));
	const json = toJsonObject(parameters.options.channelOverridesJson, jsonLabel) ?? {};
	const overrides = merged(fromForm, json);
	return Object.keys(overrides).length > 0 ? (overrides as Overrides) : undefined;
}
