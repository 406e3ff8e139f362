import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../../client/publishing';
import { readBinaryFields } from '../../../../shared/binary';
import type { ParameterReader } from '../../../../shared/parameters';
import { uploadFields } from '../../../media/uploads';

/** Files of the input item that are uploaded on the way. */
export const binaryFieldsField: INodeProperties = {
	displayName: 'Input Binary Fields',
	name: 'binaryFields',
	type: 'string',
	default: 'data',
	description:
		'Fields of the item that hold files to upload and show, after the media asset IDs: names separated by commas, or * for all',
};

/** The part of a post that names its media. */
interface WithMedia {
	mediaAssetIds?: string[];
}

/** The content with the files uploaded and attached, and the ids of the new assets. */
interface Attached<Content> {
	content: Content;
	assetIds: string[];
}

/** Uploads the files a user names, in order, and adds their ids to the media of the content. */
export async function attachFiles<Content extends WithMedia>(
	parameters: ParameterReader,
	client: PublishingClient,
	{ content, binaryFields }: { content: Content; binaryFields: unknown },
): Promise<Attached<Content>> {
	const fields = readBinaryFields(parameters, binaryFields);
	if (fields.length === 0) return { content, assetIds: [] };
	const assets = await uploadFields(parameters, client, { fields });
	const assetIds = assets.map(({ id }) => id);
	return {
		content: { ...content, mediaAssetIds: [...(content.mediaAssetIds ?? []), ...assetIds] },
		assetIds,
	};
}
