import type { INodeProperties } from 'n8n-workflow';
import type { CreatePost } from '../../../../client/publishing/requests';
import { sorted } from '../../../shared/fields';
import { withoutUndefined, type ParameterReader } from '../../../shared/parameters';
import { readChannelOptions } from '../../channelOptions';
import { binaryFieldsField } from './attachments';
import { readDelivery } from './delivery';
import { deliveryFields } from './deliveryFields';
import { captionField, channelsField, contentFields, readCaption, readChannels, readContent } from './fields';
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

/** Reads the form: the request, and which files of the item go with it. */
export function readNewPost(parameters: ParameterReader) {
	const added = parameters.collection('additionalFields');
	const { binaryFields, ...content } = readContent(parameters, added);
	const post = withoutUndefined({
		accounts: readChannels(parameters),
		caption: readCaption(parameters),
		perAccount: readOverrides(parameters),
		delivery: readDelivery(parameters),
		...content,
	}) as CreatePost;
	return { post, binaryFields, liveOptions: readChannelOptions(parameters) };
}
