import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { UpdatePost } from '../../../../client/publishing/requests';
import { ParameterError } from '../../../shared/errors';
import { simplifyField, sorted } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { readCollection, readId, toList } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { naming } from '../../uploads';
import { attachFiles, binaryFieldsField } from './attachments';
import { clearField, readCleared } from './clearing';
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
import { outputPerChannelOption, toOutput } from '../../postOutput';
import { overrideFields, readOverrides } from './overrides';

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
			options: sorted([captionField, channelsField, binaryFieldsField, ...contentFields]),
		},
		clearField,
		...overrideFields({ canClear: true }),
		simplifyField,
		optionsField([additionalBodyOption, outputPerChannelOption, timezoneOption]),
	],
	async execute(context, itemIndex, client) {
		const set = readContent(context, itemIndex, readCollection(context, 'updateFields', itemIndex));
		const cleared = readCleared(toList(context.getNodeParameter('clearFields', itemIndex, [])), set);
		const perAccount = readOverrides(context, itemIndex);
		const additionalBody = readAdditionalBody(context, itemIndex);
		const given = { ...set, ...cleared, ...perAccount, ...additionalBody };
		if (Object.keys(given).length === 0) {
			throw new ParameterError('There is nothing to update', 'Add a field to set, to clear or to override');
		}
		const postId = readId(context, 'postId', 'Post', itemIndex);
		const values = toRequest(readContent(context, itemIndex, set));
		const { content, assetIds } = await attachFiles(context, itemIndex, client, values);
		const changes = { ...cleared, ...content, ...(perAccount ? { perAccount } : {}) } as UpdatePost;
		const updated = await client.posts.update(postId, changes, { additionalBody }).catch(naming(assetIds));
		return toOutput(context, itemIndex, updated);
	},
};
