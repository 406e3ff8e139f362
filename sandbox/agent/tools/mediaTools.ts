import { agentMediaTypes, mediaTypes } from '../../media/mediaTypes';
import { idempotencyKey, integer, oneOf, text } from '../schemas';
import { restRoute, type Tool } from '../tool';
import { maxBase64Characters, uploadWhole } from '../uploadWhole';

const mediaType = oneOf(mediaTypes, 'What the file is');
const altText = { ...text('Says what is to be seen'), maxLength: 1000 };
const most = Number.MAX_SAFE_INTEGER;

/** Uploading media: at once, or in parts as over REST. */
export const mediaTools: Tool[] = [
	{
		name: 'social_upload_media',
		title: 'Upload media',
		description: 'Uploads a file of up to 20 MB that is given as base64.',
		route: uploadWhole,
		properties: {
			mediaType: oneOf(agentMediaTypes, 'What the file is'),
			bytesBase64: { ...text('The file as base64'), maxLength: maxBase64Characters },
			altText,
			idempotencyKey,
		},
		required: ['mediaType', 'bytesBase64'],
	},
	{
		name: 'social_request_media_upload',
		title: 'Request media upload',
		description: 'Begins an upload in parts and gives the URLs of the first ones.',
		route: restRoute('POST', '/media/uploads'),
		properties: { mediaType, sizeBytes: integer(1, most, 'Of the whole file'), altText, idempotencyKey },
		required: ['mediaType', 'sizeBytes'],
	},
	{
		name: 'social_sign_upload_parts',
		title: 'Sign upload parts',
		description: 'Gives the URLs of further parts.',
		route: restRoute('POST', '/media/uploads/{id}/parts'),
		idArgument: 'uploadId',
		properties: {
			fromPart: integer(1, most, 'Number of the first part'),
			count: integer(1, 16, 'How many'),
		},
		required: ['fromPart', 'count'],
	},
	{
		name: 'social_finalize_media_upload',
		title: 'Finalize media upload',
		description: 'Makes a media asset of the parts that were sent.',
		route: restRoute('POST', '/media/uploads/{id}/complete'),
		idArgument: 'uploadId',
		properties: {
			parts: {
				type: 'array',
				minItems: 1,
				items: {
					type: 'object',
					properties: { partNumber: { type: 'integer', minimum: 1 }, etag: { type: 'string' } },
					required: ['partNumber', 'etag'],
					additionalProperties: false,
				},
				description: 'Every part with the ETag that the storage answered',
			},
			durationSec: { type: 'number', exclusiveMinimum: 0, maximum: 86_400 },
			width: integer(1, 16_384, 'In pixels'),
			height: integer(1, 16_384, 'In pixels'),
		},
		required: ['parts'],
	},
];
