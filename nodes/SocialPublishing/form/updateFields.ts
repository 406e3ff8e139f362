import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { asObject, ownValue, recordOf } from '../../../client/http/json.js';
import type { UpdatePost } from '../../../client/publishing/requests.js';
import { ParameterError } from '../../shared/errors.js';
import { sortedBy } from '../../shared/fields.js';
import { isTool, missingValue, type ParameterReader } from '../../shared/parameters.js';
import { isExpression, shown } from '../../shared/values.js';
import { readChannelOptions, type ChannelOptions } from '../options/channelOptions.js';
import { contentFields, readContent } from './fields.js';
import { hasMedia, readMedia } from './media.js';
import { readOverrides, type ReadOverrides } from '../options/overrides.js';
import type { ItemWish } from './wish.js';

/** The fields that an update can clear, with the values that clear them. */
export const clearedValues = {
	firstComment: null,
	linkUrl: null,
	mediaAssetIds: [],
	perAccount: null,
	proposedPublishAt: null,
	title: null,
};

const clearable = [
	...contentFields.map(({ displayName, name }) => ({ name: displayName, value: name })),
	{
		name: 'Channel Overrides',
		value: 'perAccount',
		description: 'The texts, boards and options of all channels',
	},
	{ name: 'Media', value: 'mediaAssetIds' },
];

export const clearField: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	options: sortedBy(clearable, ({ name }) => name),
	default: [],
	description: 'Fields to clear. Other fields keep their values unless you set them.',
};

const contentLabel = (name: string): string => clearable.find(({ value }) => value === name)?.name ?? name;

/** How to stop setting a field that isn't in 'Update Fields'. */
const waysToKeep: Record<string, string> = {
	mediaAssetIds: "Choose 'Keep' in 'Media', or remove it",
	perAccount: "Choose 'None' in 'Channel Overrides', or remove it",
};

/**
 * Reads which fields an update clears. Throws a `ParameterError` for a field that the update also sets, or that can't be cleared.
 */
function readCleared(names: string[], set: object): IDataObject {
	const twice = names.find((name) => Object.hasOwn(set, name));
	const unknown = names.find((name) => !Object.hasOwn(clearedValues, name));
	if (twice !== undefined) {
		throw new ParameterError(
			`'${contentLabel(twice)}' is both set and cleared`,
			`${ownValue(waysToKeep, twice) ?? "Remove it from 'Update Fields' or"} from 'Fields to Clear'`,
		);
	}
	if (unknown !== undefined) {
		throw new ParameterError(
			`'Fields to Clear' has ${shown(unknown)}, which can't be cleared`,
			`Use one of these values: ${Object.keys(clearedValues).join(', ')}`,
		);
	}
	return recordOf(names.map((name) => [name, ownValue<unknown>(clearedValues, name)])) as IDataObject;
}

/** Whether an object has no value at any level, such as an override in which nothing is set. */
const saysNothing = (value: unknown): boolean =>
	typeof value === 'object' &&
	value !== null &&
	!Array.isArray(value) &&
	Object.values(value).every(saysNothing);

const hasExpression = ({ context }: ParameterReader): boolean =>
	Object.values(asObject(context.getNode().parameters.updateFields)).some(isExpression) && !isTool(context);

interface ChangeRules {
	/** Properties that the user adds to the request, which are an update even without other changes. */
	additionalBody?: IDataObject;
	/** Whether there may be nothing to update. */
	isOptional: boolean;
}

/** Reads what an update sets and clears. Throws a `ParameterError` if there is nothing to update, unless that is allowed. */
export function readChanges(
	parameters: ParameterReader,
	{ additionalBody, isOptional }: ChangeRules,
): Pick<ItemWish, 'content' | 'media'> &
	Pick<ReadOverrides, 'overrideLabelOf'> & { channelOptions: ChannelOptions } {
	const set = readContent(parameters, parameters.collection('updateFields'));
	const media = readMedia(parameters, 'keep');
	const newMedia = hasMedia(media) ? { mediaAssetIds: media } : {};
	const { perAccount, overrideLabelOf } = readOverrides(parameters);
	const channelOptions = readChannelOptions(parameters);
	const overrides = perAccount === undefined && saysNothing(channelOptions) ? {} : { perAccount };
	const cleared = readCleared(parameters.list('clearFields'), { ...set, ...newMedia, ...overrides });
	const all = { ...set, ...newMedia, ...cleared, ...perAccount, ...channelOptions, ...additionalBody };
	if (!isOptional && saysNothing(all)) {
		throw missingValue(
			parameters,
			'There is nothing to update',
			hasExpression(parameters)
				? "The expressions in 'Update Fields' returned nothing for this item"
				: "Add something under 'Update Fields', 'Fields to Clear' or 'Channel Overrides'",
		);
	}
	// Requests call the channels accounts.
	const { channels, ...others } = set;
	const accounts = channels === undefined ? {} : { accounts: channels };
	const content = { ...cleared, ...accounts, ...others, ...(perAccount ? { perAccount } : {}) } as UpdatePost;
	return { content, media, channelOptions, overrideLabelOf };
}
