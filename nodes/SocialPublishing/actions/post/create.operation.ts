import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { simplifyField, sorted } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { readCollection, toText, withoutUndefined } from '../../../shared/parameters';
import { naming } from '../../uploads';
import { attachFiles, binaryFieldsField } from './attachments';
import { readDelivery } from './delivery';
import { deliveryFields, timezoneOption } from './deliveryFields';
import {
	additionalBodyOption,
	captionField,
	channelsField,
	contentFields,
	idempotencyKeyOption,
	optionsField,
	readAdditionalBody,
	readChannels,
	readContent,
	readIdempotencyKey,
} from './fields';
import { outputPerChannelOption, toOutput } from '../../postOutput';
import { overrideFields, readOverrides } from './overrides';

/** A field that was added and left empty is the same as one that was not added. */
const filledIn = (values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Creates a post, and delivers it when asked to. */
export const create: Operation<PublishingClient> = {
	name: 'Create',
	value: 'create',
	action: 'Create a post',
	description: 'Create a post as a draft, or queue, schedule or publish it in the same step',
	fields: [
		{ ...channelsField, required: true },
		captionField,
		...deliveryFields(['draft', 'queue', 'prioritise', 'now', 'at'], 'draft'),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: sorted([binaryFieldsField, ...contentFields]),
		},
		...overrideFields({ canClear: false }),
		simplifyField,
		optionsField([additionalBodyOption, idempotencyKeyOption, outputPerChannelOption, timezoneOption]),
	],
	async execute(context, itemIndex, client) {
		const filled = filledIn(readCollection(context, 'additionalFields', itemIndex));
		const post = withoutUndefined({
			accounts: readChannels(context, itemIndex),
			caption: toText(context.getNodeParameter('caption', itemIndex, '') ?? '') as string,
			perAccount: readOverrides(context, itemIndex),
			delivery: readDelivery(context, itemIndex),
		});
		const write = {
			idempotencyKey: readIdempotencyKey(context, itemIndex),
			additionalBody: readAdditionalBody(context, itemIndex),
		};
		const values = readContent(context, itemIndex, filled);
		const { content, assetIds } = await attachFiles(context, itemIndex, client, values);
		const created = await client.posts.create({ ...post, ...content }, write).catch(naming(assetIds));
		return toOutput(context, itemIndex, created);
	},
};
