import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, ownValue, recordOf } from '../../../../../../client/http/json';
import type { ChannelOverride, Overrides } from '../../../../../../client/publishing/requests';
import { ParameterError } from '../../../../../shared/errors';
import {
	locatorValue,
	readEntries,
	toJsonObject,
	toList,
	withoutEmpty,
	type ParameterReader,
} from '../../../../../shared/parameters';
import { channelOptionsField } from '../channelOptions';
import { toCollection, type OverrideGroup } from './group';
import { pinterest, texts } from './networks';

const groups: OverrideGroup[] = [texts, pinterest];

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
			? merge(set as IDataObject, group.clear(cleared) as IDataObject, refuse, [channelId])
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
