import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { ownValue, recordOf, withoutEmpty, withoutUndefined } from '../../../client/http/json.js';
import { trimmed } from '../../../client/http/text.js';
import { toIsoWithOffset } from '../../shared/dates.js';
import { missingValue, type ParameterReader } from '../../shared/parameters.js';
import { isOnlySpace, toJsonObject, toNames, toText } from '../../shared/values.js';
import { ofChannels } from '../words/names.js';
import { readTimezone } from '../../shared/timezone.js';
import { warnOfLostChannel } from './lostValues.js';

export const channelsField: INodeProperties = {
	displayName: 'Channel Names or IDs',
	name: 'channels',
	type: 'multiOptions',
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	typeOptions: { loadOptionsMethod: 'getChannelsAndGroups', loadOptionsDependsOn: ['delivery', 'media'] },
	default: [],
	// Without this, the editor marks channel names as invalid.
	allowArbitraryValues: true,
};

/** The text of a post. */
export const captionField: INodeProperties = {
	displayName: 'Caption',
	name: 'caption',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. Our new showroom opens tomorrow',
	description: 'The text of the post',
};

/** The fields of a post besides channels, caption and media. A field is sent only if the user adds it. */
export const contentFields: INodeProperties[] = [
	{
		displayName: 'First Comment',
		name: 'firstComment',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Which color do you like best?',
		description: 'Posted only on channels that support a first comment',
	},
	{
		displayName: 'Link',
		name: 'linkUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/article',
		description: 'Web address the post links to',
	},
	{
		displayName: 'Proposed Publish Time',
		name: 'proposedPublishAt',
		type: 'dateTime',
		default: '',
		description: "Suggested time for the reviewer. Doesn't schedule the post.",
	},
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. A look inside our new showroom',
		description: 'On channels that support it',
	},
];

type Reader = (value: unknown, parameters: ParameterReader) => unknown;

const asText =
	(label: string): Reader =>
	(value) =>
		toText(value, label);

const readers: Record<string, Reader> = {
	caption: asText('Caption'),
	channels: (value) => toNames(value, ofChannels),
	firstComment: asText('First Comment'),
	linkUrl: (value) => (typeof value === 'string' ? trimmed(value) : toText(value, 'Link')),
	proposedPublishAt: (value, parameters) =>
		toIsoWithOffset(value, readTimezone(parameters), 'Proposed Publish Time'),
	title: asText('Title'),
};

/** Whether nothing was entered. An empty caption counts as a value, because a post can have only media. */
const isLeftEmpty = ([name, value]: [string, unknown]): boolean =>
	isOnlySpace(value) || (value === '' && name !== 'caption');

/**
 * Converts the values of a collection to the service's format. Ignores empty fields and expressions that return nothing, so they
 * don't clear a value.
 */
export function readContent(parameters: ParameterReader, values: IDataObject): IDataObject {
	const filledIn = Object.entries(withoutEmpty(values)).filter((entry) => !isLeftEmpty(entry));
	const entries = filledIn.map(([name, value]): [string, IDataObject[string]] => {
		const read: Reader = ownValue(readers, name) ?? (() => value);
		return [name, read(value, parameters) as IDataObject[string]];
	});
	return withoutUndefined(recordOf(entries));
}

/**
 * Reads the text of a post. Throws if an expression returned nothing, because the post would have no text.
 * @param former the text that an existing post keeps if only spaces were entered
 */
export function readCaption(parameters: ParameterReader, former = ''): unknown {
	const caption: unknown = parameters.value('caption', '');
	if (isOnlySpace(caption)) return former;
	if (caption !== undefined && caption !== null) return toText(caption, 'Caption');
	throw missingValue(
		parameters,
		"'Caption' has no value",
		"The expression in 'Caption' returned nothing for this item. Correct it, or leave 'Caption' empty for a post without text",
	);
}

/** Reads the channels of a post, as IDs or names. Throws if there are none. */
export function readChannels(parameters: ParameterReader): string[] {
	const { displayName } = channelsField;
	const given: unknown = parameters.value('channels', []);
	const channels = toNames(given, ofChannels);
	if (channels.length > 0) {
		warnOfLostChannel(parameters, given, displayName);
		return channels;
	}
	throw parameters.emptyField('channels', displayName, 'Choose at least one channel the post goes to');
}

/** The option for properties of a request that this version of the node doesn't know. */
export const additionalBodyOption: INodeProperties = {
	displayName: 'Advanced: Additional Fields (JSON)',
	name: 'additionalBody',
	type: 'json',
	default: '{}',
	description: 'Further properties of the request, sent as they are',
};

/** Reads the properties that the user adds to the request. */
export const readAdditionalBody = ({ options }: ParameterReader): IDataObject | undefined =>
	toJsonObject(options.additionalBody, 'Advanced: Additional Fields (JSON)');
