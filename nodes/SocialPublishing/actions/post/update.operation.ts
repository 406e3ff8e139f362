import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { UpdatePost } from '../../../../client/publishing/requests';
import { ParameterError } from '../../../shared/errors';
import { simplifyField } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { readCollection, readId, toList } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { timezoneOption } from './deliveryFields';
import {
	additionalBodyOption,
	captionField,
	channelsField,
	contentFields,
	optionsField,
	readAdditionalBody,
	readContent,
} from './fields';
import { outputPerChannelOption, toOutput } from './output';
import { overrideFields, readOverrides } from './overrides';

/** What clearing a field sends: null, but an empty list where the contract takes no null. */
const clearedValues: IDataObject = {
	firstComment: null,
	linkUrl: null,
	mediaAssetIds: [],
	proposedPublishAt: null,
	title: null,
};

const clearField: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	options: contentFields.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: [],
	description: 'Fields to empty. A field named neither here nor under Update Fields keeps its value.',
};

function readCleared(names: string[], set: IDataObject): IDataObject {
	const twice = names.find((name) => name in set);
	const unknown = names.find((name) => !(name in clearedValues));
	if (twice !== undefined) {
		throw new ParameterError(
			`'${twice}' is both set and cleared`,
			"Remove it from 'Update Fields' or from 'Fields to Clear'",
		);
	}
	if (unknown !== undefined) {
		throw new ParameterError(
			`'${unknown}' in 'Fields to Clear' cannot be cleared`,
			`Use one of ${Object.keys(clearedValues).join(', ')}`,
		);
	}
	return Object.fromEntries(names.map((name) => [name, clearedValues[name]]));
}

/** The request calls them accounts. */
const toRequest = ({ channels, ...others }: IDataObject): IDataObject =>
	channels === undefined ? others : { accounts: channels, ...others };

/** Changes a post that is not live: what is neither set nor cleared keeps its value. */
export const update: Operation<PublishingClient> = {
	name: 'Update',
	value: 'update',
	action: 'Update a post',
	description: 'Change a post that is not live and not waiting for approval',
	fields: [
		postLocator,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [captionField, channelsField, ...contentFields],
		},
		clearField,
		...overrideFields({ canClear: true }),
		simplifyField,
		optionsField([additionalBodyOption, outputPerChannelOption, timezoneOption]),
	],
	async execute(context, itemIndex, { posts }) {
		const set = readCollection(context, 'updateFields', itemIndex);
		const cleared = readCleared(toList(context.getNodeParameter('clearFields', itemIndex, [])), set);
		const perAccount = readOverrides(context, itemIndex);
		const additionalBody = readAdditionalBody(context, itemIndex);
		const changes = {
			...toRequest(readContent(context, itemIndex, set)),
			...cleared,
			...(perAccount ? { perAccount } : {}),
		} as UpdatePost;
		if (Object.keys({ ...changes, ...additionalBody }).length === 0) {
			throw new ParameterError('There is nothing to update', 'Add a field to set, to clear or to override');
		}
		const postId = readId(context, 'postId', 'Post', itemIndex);
		return toOutput(context, itemIndex, await posts.update(postId, changes, { additionalBody }));
	},
};
