import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	isObject,
	mapValues,
	merged,
	ownValue,
	recordOf,
	withoutEmpty,
	withoutUndefined,
} from '../../../client/http/json.js';
import type { Finding } from '../../../client/publishing/findings.js';
import { optionTypes } from '../../../client/publishing/options/networks.js';
import type { ChannelOverride, Overrides } from '../../../client/publishing/requests.js';
import { ParameterError } from '../../shared/errors.js';
import { sentences } from '../../shared/errorTexts.js';
import { shownWhen } from '../../shared/fields.js';
import { nearest } from '../../shared/names.js';
import type { ParameterReader } from '../../shared/parameters.js';
import {
	isOnlySpace,
	isUnset,
	locatorValue,
	readEntries,
	shown,
	toJsonObject,
	toList,
	toText,
} from '../../shared/values.js';
import { hintOnce } from '../words/hints.js';
import { nameOf, optionLabel, platformNames, toOptions } from '../words/labels.js';
import { boardLocator, postChannelDropdown } from '../words/locators.js';
import { channelMarks, idOrNameIn } from '../words/names.js';
import { channelOptionsFields } from './channelOptions.js';
import { shownUnless } from './networkFields.js';

/** The single options that an update can clear, by their paths in an override, such as `options.youtube.tags`. */
const clearableOptions = recordOf(
	Object.entries(optionTypes).flatMap(([network, options]) =>
		Object.keys(options).map((name): [string, string] => [
			`options.${network}.${name}`,
			`${nameOf(platformNames, network)}: ${optionLabel(name)}`,
		]),
	),
);

/** The values of an entry that an update can clear. */
const clearableTexts = {
	boardId: 'Board',
	caption: 'Caption',
	firstComment: 'First Comment',
	title: 'Title',
};

/** The options of a channel that an update can clear. */
const clearableOfChannel = { options: 'All Options', ...clearableOptions };

const clearField = (clearable: Record<string, string>, description: string): INodeProperties => ({
	displayName: 'Clear',
	name: 'clear',
	type: 'multiOptions',
	options: toOptions(clearable),
	default: [],
	description,
});

/** What a channel gets instead of the post's own values. An empty first comment turns off the comment on that channel. */
const entryFields = (canClear: boolean): INodeProperties[] => [
	{
		displayName: 'Caption',
		name: 'caption',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		description: 'Text for this channel',
		hint: "Leave empty to use the post's caption",
	},
	{ ...boardLocator, displayOptions: shownUnless(channelMarks.boardId, 'channelId') },
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			...(canClear
				? [clearField(clearableTexts, "Values to remove from this channel. The post's own apply again.")]
				: []),
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
];

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
			description: 'Set the text or the Pinterest board for individual channels',
		},
		{
			name: 'Text, Board and Network Options',
			value: 'all',
			description: 'Also set what a network offers, such as who can see a video',
		},
	],
	default: 'none',
	description: 'What differs between the channels of the post',
	hint: 'Sets the text of individual channels, and the options of TikTok, YouTube, Facebook and dev.to',
};

/** A list of entries, each for one channel. With one kind of entry, the button adds it without a menu. */
const perChannelField = (
	name: string,
	texts: { displayName: string; placeholder: string; description: string },
	fields: INodeProperties[],
): INodeProperties => ({
	...texts,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	options: [
		{
			displayName: 'Channel',
			name: 'channels',
			values: [postChannelDropdown, ...fields],
		},
	],
});

/** The fields for overrides of single channels. With `canClear`, an update can also clear values. */
export const overrideFields = ({ canClear }: { canClear: boolean }): INodeProperties[] => [
	overridesField,
	{
		...perChannelField(
			'channelOverrides',
			{
				displayName: 'Texts and Boards',
				placeholder: 'Add Channel',
				description: "What a channel gets instead of the post's own values",
			},
			entryFields(canClear),
		),
		displayOptions: shownWhen('overrides', 'common', 'all'),
	},
	...channelOptionsFields.map((field) => ({ ...field, displayOptions: shownWhen('overrides', 'all') })),
	...(canClear
		? [
				{
					...perChannelField(
						'clearedOptions',
						{
							displayName: 'Network Options to Clear',
							placeholder: 'Add Channel',
							description: "Options to remove from a channel. The network's defaults apply again.",
						},
						[clearField(clearableOfChannel, 'Options to remove from this channel')],
					),
					displayOptions: shownWhen('overrides', 'all'),
				},
			]
		: []),
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

/** The name of the field in which an item has its overrides, if that is the one for JSON. */
export function overridesFieldOf(parameters: ParameterReader): string | undefined {
	const ofForm = ['channelOverrides', 'channelOptions.value'].map((name) => parameters.value(name, {}) ?? {});
	const isJson = !isUnset(parameters.options.channelOverridesJson);
	return isJson && ofForm.every((values) => Object.keys(values).length === 0) ? jsonLabel : undefined;
}

/** Adds to findings the field in which the item has its overrides. */
export function withOverridesField(parameters: ParameterReader): (found: Finding) => Finding {
	const overridesIn = overridesFieldOf(parameters);
	return (found) => (overridesIn ? { ...found, overridesIn } : found);
}

const labels: Record<string, string> = { ...clearableTexts, ...clearableOfChannel };

const refuseSecond =
	(where: string) =>
	(_before: unknown, value: unknown, path: string[]): unknown => {
		if (path.length === 1) return value;
		const field = path.at(-1) ?? '';
		throw new ParameterError(
			`${where} sets '${ownValue(labels, field) ?? field}' of the same channel more than once`,
			'Keep one of the values',
		);
	};

/** Removes fields whose expressions returned nothing from an entry. */
const filledIn = (entry: IDataObject): IDataObject =>
	mapValues(withoutEmpty(entry), (value) => (isObject(value) ? withoutEmpty(value) : value));

/** Returns an object with null at a path, which clears what is there. */
function nullAt([name = '', ...rest]: string[]): Record<string, unknown> {
	return recordOf([[name, rest.length === 0 ? null : nullAt(rest)]]);
}

/** Reads what an entry sets, without the fields that the user didn't set. */
function readValues({ caption, boardId, fields = {} }: IDataObject): ChannelOverride {
	const board = locatorValue(boardId);
	const texts = Object.entries(fields as IDataObject).filter(([name]) => name !== 'clear');
	return {
		...(isUnset(caption) ? {} : { caption: toText(caption, 'Caption') as string }),
		...(board === '' ? {} : { boardId: board }),
		...recordOf(texts.map(([name, text]) => [name, toText(text, clearableTexts[name as 'title'])])),
	};
}

/** Whether an entry, as the form has it, has a channel and nothing else. An expression counts, even if it returns nothing. */
const isUnfinished = ({ channelId, caption, boardId, fields = {} }: IDataObject): boolean =>
	!isUnset(channelId) &&
	isUnset(caption) &&
	locatorValue(boardId) === '' &&
	Object.keys(fields as IDataObject).length === 0;

/** Throws a `ParameterError` for an entry that nobody finished. Without a word, its channel would get the post's own values. */
function requireFinished(stored: IDataObject[]): void {
	if (!stored.some(isUnfinished)) return;
	throw new ParameterError(
		"An entry of 'Channel Overrides' has a channel, but no value for it",
		'Fill in a field of the entry, or remove the entry',
	);
}

/** Reads what the entries of a list set, by the channels' names or IDs. */
function byChannel(entries: IDataObject[], label: string): Record<string, unknown> {
	const choose = refuseSecond(`'${label}'`);
	return entries
		.map((entry) => {
			const channelId = idOrNameIn(locatorValue(entry.channelId));
			if (channelId === '') {
				throw new ParameterError(
					`An entry of '${label}' has no channel`,
					'Choose a channel for the entry, or remove it',
				);
			}
			const { clear } = (entry.fields ?? entry) as IDataObject;
			return toList(clear)
				.map((path) => nullAt([channelId, ...path.split('.')]))
				.reduce<Record<string, unknown>>((all, cleared) => merged(all, cleared, { choose }), {
					[channelId]: readValues(filledIn(entry)),
				});
		})
		.reduce((all, entry) => merged(all, entry, { choose }), recordOf<unknown>([]));
}

/** Throws a `ParameterError` for a name in the JSON that the service doesn't know. It would be lost. */
function requireKnown(values: unknown, known: readonly string[], channel: string): void {
	if (!isObject(values)) return;
	const unknown = Object.keys(values).find((name) => !known.includes(name));
	if (unknown === undefined) return;
	const [meant] = nearest(
		unknown,
		known.map((name) => [name, [name]]),
	);
	throw new ParameterError(
		`In '${jsonLabel}', ${shown(channel)} has ${shown(unknown)}, which isn't a known name`,
		sentences(meant === undefined ? '' : `Did you mean '${meant}'?`, `Use ${known.join(', ')}`),
	);
}

/** Throws a `ParameterError` for an option that isn't in the object of its network. */
function requireNetworks(options: unknown, channel: string): void {
	for (const name of isObject(options) ? Object.keys(options) : []) {
		const [network] =
			Object.entries(optionTypes).find(([, ofNetwork]) => Object.hasOwn(ofNetwork, name)) ?? [];
		if (network === undefined || Object.hasOwn(optionTypes, name)) continue;
		throw new ParameterError(
			`In '${jsonLabel}', ${shown(channel)} has ${shown(name)} outside of its network`,
			`Write it as { "options": { "${network}": { "${name}": … } } }`,
		);
	}
}

const overrideNames = [...Object.keys(clearableTexts), 'options'];

function requireKnownNames(json: Record<string, unknown>): void {
	for (const [channel, own] of Object.entries(json)) {
		if (own !== null && !isObject(own)) {
			throw new ParameterError(
				`In '${jsonLabel}', ${shown(channel)} can't be ${shown(own)}`,
				`Write what is different for the channel, such as { ${JSON.stringify(channel)}: { "caption": "Own text" } }`,
			);
		}
		requireKnown(own, overrideNames, channel);
		const options = isObject(own) ? own.options : undefined;
		requireNetworks(options, channel);
		requireKnown(options, Object.keys(optionTypes), channel);
		if (!isObject(options)) continue;
		for (const [network, values] of Object.entries(options)) {
			requireKnown(values, Object.keys(optionTypes[network] ?? {}), channel);
		}
	}
}

/** Leaves out texts of only spaces, which nobody sees. An empty first comment stays, because it turns the comment off. */
const withoutSpaces = (own: unknown): unknown =>
	isObject(own) ? recordOf(Object.entries(own).filter(([, value]) => !isOnlySpace(value))) : own;

/** The overrides of a form. */
export interface ReadOverrides {
	/** Undefined if there are none. */
	perAccount: Overrides | undefined;
	/** Returns the label of the field in which an override was entered, by the channel's name there. */
	overrideLabelOf(name: string): string;
}

const emptyEntry =
	"An entry of 'Channel Overrides' has no value for this item, so its channel gets the post's own values";

/** Reads the overrides from the form and from the JSON option. */
export function readOverrides(parameters: ParameterReader): ReadOverrides {
	const stored = readEntries(parameters.context.getNode().parameters.channelOverrides, 'channels');
	const entries = readEntries(parameters.collection('channelOverrides'), 'channels');
	const clearing = readEntries(parameters.collection('clearedOptions'), 'channels');
	const json = toJsonObject(parameters.options.channelOverridesJson, jsonLabel) ?? {};
	requireFinished(stored);
	requireKnownNames(json);
	const set = byChannel(entries, 'Channel Overrides');
	const cleared = byChannel(clearing, 'Network Options to Clear');
	const overrides = mapValues(merged(merged(set, cleared), json), withoutSpaces);
	if (
		Object.values(overrides).some((own) => isObject(own) && Object.keys(withoutUndefined(own)).length === 0)
	)
		hintOnce(parameters, [emptyEntry]);
	return {
		perAccount: Object.keys(overrides).length > 0 ? (overrides as Overrides) : undefined,
		overrideLabelOf: (name) => (Object.hasOwn(json, name) ? jsonLabel : overridesField.displayName),
	};
}
