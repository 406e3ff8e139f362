import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { CreatePost } from '../../../../client/publishing/requests';
import { simplifyField } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { readCollection, withoutUndefined } from '../../../shared/parameters';
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
import { outputPerChannelOption, toOutput } from './output';
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
			options: contentFields,
		},
		...overrideFields({ canClear: false }),
		simplifyField,
		optionsField([additionalBodyOption, idempotencyKeyOption, outputPerChannelOption, timezoneOption]),
	],
	async execute(context, itemIndex, { posts }) {
		const content = filledIn(readCollection(context, 'additionalFields', itemIndex));
		const post = withoutUndefined({
			accounts: readChannels(context, itemIndex),
			caption: context.getNodeParameter('caption', itemIndex, '') as string,
			...readContent(context, itemIndex, content),
			perAccount: readOverrides(context, itemIndex),
			delivery: readDelivery(context, itemIndex),
		}) as CreatePost;
		const created = await posts.create(post, {
			idempotencyKey: readIdempotencyKey(context, itemIndex),
			additionalBody: readAdditionalBody(context, itemIndex),
		});
		return toOutput(context, itemIndex, created);
	},
};
