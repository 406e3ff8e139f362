import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { isObject, ownValue, recordOf } from '../../../../../client/http/json';
import type { ChannelOverride, Overrides } from '../../../../../client/publishing/requests';
import { ParameterError } from '../../../../shared/errors';
import {
	locatorValue,
	readEntries,
	toJsonObject,
	toList,
	withoutEmpty,
	type ParameterReader,
} from '../../../../shared/parameters';
import { toOptions } from '../../../labels';
import { boardLocator, channelDropdown } from '../../../locators';
import { channelOptionsField } from './channelOptions';

/** One group of the Channel Overrides menu: its fields, and how an entry becomes an override. */
interface OverrideGroup {
	name: string;
	displayName: string;
	/** Name of the method that lists the channels for which these fields exist. */
	channelsMethod: string;
	fields: INodeProperties[];
	/** What an update can clear: the name in the menu by the name in the request. */
	clearable: Record<string, string>;
	/** Turns one entry into an override, without the fields that the user didn't set. */
	read(entry: IDataObject): ChannelOverride;
}

/** Texts that any channel can have for itself. An empty first comment is sent, too, because it turns the comment off on that channel. */
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
	clearable: { caption: 'Caption', firstComment: 'First Comment', title: 'Title' },
	read: ({ fields }) => ({ ...(fields as IDataObject | undefined) }),
};

/** The board that a Pinterest channel pins the post to. */
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

/** Describes a group for n8n. With `canClear`, it also has the field 'Clear'. */
function toCollection(group: OverrideGroup, canClear: boolean): INodePropertyCollection {
	const channel = channelDropdown(group.channelsMethod);
	return {
		displayName: group.displayName,
		name: group.name,
		values: [channel, ...group.fields, ...(canClear ? [clearField(group.clearable)] : [])],
	};
}

/**
 * Asks for what differs between channels. It stays a field of its own, because n8n shows and hides fields only by values
 * outside of collections.
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

const shownFor = (...choices: string[]): INodeProperties['displayOptions'] => ({
	show: { overrides: choices },
});

/** The fields in which single channels get values of their own; an update can clear values as well. */
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
		displayOptions: shownFor('common', 'all'),
	},
	{ ...channelOptionsField, displayOptions: shownFor('all') },
];

const jsonLabel = 'Channel Overrides (JSON)';

/** The option for overrides as JSON. It serves channels that are known only when the workflow runs, and AI agents. */
export const overridesJsonOption: INodeProperties = {
	displayName: jsonLabel,
	name: 'channelOverridesJson',
	type: 'json',
	default: '{}',
	placeholder:
		'e.g. { "<channel ID>": { "caption": "…", "options": { "tiktok": { "privacyLevel": "SELF_ONLY" } } } }',
	description:
		'Overrides by channel name or ID: caption, title, firstComment, boardId, options. They win over the form.',
};

type OnConflict = (path: string[]) => void;

/** Merges objects field by field. Where only one side or none has an object, the later value replaces the earlier one. */
function merge(
	first: IDataObject,
	second: IDataObject,
	onConflict: OnConflict,
	path: string[] = [],
): IDataObject {
	const merged = recordOf(Object.entries(first));
	for (const [name, value] of Object.entries(second)) {
		const before = merged[name];
		const both = isObject(before) && isObject(value);
		if (!both && name in merged && path.length > 0) onConflict([...path, name]);
		merged[name] = both
			? merge(before as IDataObject, value as IDataObject, onConflict, [...path, name])
			: value;
	}
	return merged;
}

const labels: Record<string, string> = Object.assign({}, ...groups.map(({ clearable }) => clearable));

const refuse: OnConflict = (path) => {
	const field = path.at(-1) ?? '';
	throw new ParameterError(
		`'Channel Overrides' sets '${ownValue(labels, field) ?? field}' of channel '${path[0] ?? ''}' more than once`,
		'Keep one of the values',
	);
};

/** The override that clears the named values of a channel. */
const clearFields = (names: string[]): ChannelOverride => recordOf(names.map((name) => [name, null]));

/** An entry without the fields whose expressions returned nothing. */
const filledIn = (entry: IDataObject): IDataObject =>
	recordOf(
		Object.entries(withoutEmpty(entry)).map(([name, value]): [string, IDataObject[string]] => [
			name,
			isObject(value) ? withoutEmpty(value as IDataObject) : value,
		]),
	);

function readEntry(group: OverrideGroup, entry: IDataObject): IDataObject {
	const channelId = locatorValue(entry.channelId);
	if (channelId === '') {
		throw new ParameterError(
			`An entry of 'Channel Overrides' (${group.displayName}) has no channel`,
			'Choose a channel for the entry, or remove it',
		);
	}
	const cleared = toList(entry.clear);
	const set: ChannelOverride = group.read(filledIn(entry));
	const override =
		cleared.length > 0
			? merge(set as IDataObject, clearFields(cleared) as IDataObject, refuse, [channelId])
			: set;
	return recordOf([[channelId, override as IDataObject]]);
}

/** Reads the overrides of the form and of the JSON option. Undefined if there are none. */
export function readOverrides(parameters: ParameterReader): Overrides | undefined {
	const collection = parameters.collection('channelOverrides');
	const fromForm = groups
		.flatMap((group) => readEntries(collection, group.name).map((entry) => readEntry(group, entry)))
		.reduce((all, entry) => merge(all, entry, refuse), recordOf([]));
	const json = toJsonObject(parameters.options.channelOverridesJson, jsonLabel) ?? {};
	const overrides = merge(fromForm, json, () => undefined);
	return Object.keys(overrides).length > 0 ? (overrides as Overrides) : undefined;
}
