import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { CreatePost } from '../../../../client/publishing/requests';
import { sorted } from '../../../shared/fields';
import { readCollection, toText, withoutUndefined } from '../../../shared/parameters';
import { readChannelOptions } from '../../channelOptions';
import { binaryFieldsField } from './attachments';
import { readDelivery } from './delivery';
import { deliveryFields } from './deliveryFields';
import { captionField, channelsField, contentFields, readChannels, readContent } from './fields';
import { overrideFields, readOverrides } from './overrides';

/** What a new post is made of: the form of Create and Validate. */
export const newPostFields: INodeProperties[] = [
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
];

/** A field that was added and left empty is the same as one that was not added. */
const filledIn = (values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Reads the form: the request, and which files of the item go with it. */
export function readNewPost(context: IExecuteFunctions, itemIndex: number) {
	const filled = filledIn(readCollection(context, 'additionalFields', itemIndex));
	const { binaryFields, ...content } = readContent(context, itemIndex, filled);
	const post = withoutUndefined({
		accounts: readChannels(context, itemIndex),
		caption: toText(context.getNodeParameter('caption', itemIndex, '') ?? ''),
		perAccount: readOverrides(context, itemIndex),
		delivery: readDelivery(context, itemIndex),
		...content,
	}) as CreatePost;
	return { post, binaryFields, liveOptions: readChannelOptions(context, itemIndex) };
}
