import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import { readBinaryFields } from '../../../shared/binaryFields';
import { uploadFields } from '../../uploads';

/** Files of the input item that are uploaded on the way. */
export const binaryFieldsField: INodeProperties = {
	displayName: 'Input Binary Fields',
	name: 'binaryFields',
	type: 'string',
	default: 'data',
	description:
		'Fields of the item that hold files to upload and show, after the media asset IDs: names separated by commas, or * for all',
};

/** The content with the files uploaded and attached, and the ids of the new assets. */
export interface Attached {
	content: IDataObject;
	assetIds: string[];
}

/** Uploads the files the content names, in order, and adds their ids to its media. */
export async function attachFiles(
	context: IExecuteFunctions,
	itemIndex: number,
	client: PublishingClient,
	{ binaryFields, ...content }: IDataObject,
): Promise<Attached> {
	const fields = readBinaryFields(context, itemIndex, binaryFields);
	if (fields.length === 0) return { content, assetIds: [] };
	const assets = await uploadFields(context, itemIndex, client, { fields });
	const assetIds = assets.map(({ id }) => id);
	const mediaAssetIds = [...((content.mediaAssetIds as string[] | undefined) ?? []), ...assetIds];
	return { content: { ...content, mediaAssetIds }, assetIds };
}
