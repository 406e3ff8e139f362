import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isObject, ownValue, recordOf } from '../../../../../../client/http/json';
import type { ChannelOverride, Overrides } from '../../../../../../client/publishing/requests';
import { ParameterError } from '../../../../../shared/errors';
import {
	locatorValue,
	readEntries,
	toList,
	withoutEmpty,
	type ParameterReader,
} from '../../../../../shared/parameters';
import { channelOptionsField } from '../channelOptions';
import { toCollection, type OverrideGroup } from './group';
import { devto, facebook, pinterest, texts, tiktok, youtube } from './networks';

const groups: OverrideGroup[] = [texts, devto, facebook, pinterest, tiktok, youtube];

const jsonLabel = 'Channel Overrides (JSON)';

/** The fields in which single channels get values of their own; an update can clear values as well. */
export const overrideFields = ({ canClear }: { canClear: boolean }): INodeProperties[] => [
	{
		displayName: 'Channel Overrides',
		name: 'channelOverrides',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Override',
		default: {},
		description: 'Values that hold for one channel only, and the options of its network',
		options: groups.map((group) => toCollection(group, canClear)),
	},
	channelOptionsField,
	{
		displayName: jsonLabel,
		name: 'channelOverridesJson',
		type: 'json',
		default: '{}',
		placeholder:
			'e.g. { "<channel ID>": { "caption": "…", "options": { "tiktok": { "privacyLevel": "SELF_ONLY" } } } }',
		description: 'The same as JSON, by channel ID. Where both set a value, this one holds.',
	},
];

type OnConflict = (path: string[]) => void;

/** Merges objects field by field; what is no object on both sides is a conflict, and the later value holds. */
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
		`'Channel Overrides' sets '${ownValue(labels, field) ?? field}' of channel '${path[0] ?? ''}' twice`,
		'Keep one of the two, so that it is clear which holds',
	);
};

/** An expression that gives nothing is as if the field had not been added. */
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
			'Choose a channel in it, or remove it',
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

/** Reads both fields of overrides; undefined when there is nothing in them. */
export function readOverrides(parameters: ParameterReader): Overrides | undefined {
	const collection = parameters.collection('channelOverrides');
	const fromForm = groups
		.flatMap((group) => readEntries(collection, group.name).map((entry) => readEntry(group, entry)))
		.reduce((all, entry) => merge(all, entry, refuse), recordOf([]));
	const json = parameters.json('channelOverridesJson', jsonLabel) ?? {};
	const overrides = merge(fromForm, json, () => undefined);
	return Object.keys(overrides).length > 0 ? (overrides as Overrides) : undefined;
}
