import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { MediaAsset } from '../../../../client/publishing/media';
import { readBinaryFields } from '../../../shared/binaryFields';
import { ParameterError } from '../../../shared/errors';
import { nameDone, type Operation } from '../../../shared/operation';
import { pick, type ParameterReader } from '../../../shared/parameters';
import { openRemoteFile } from '../../../shared/remoteFile';
import { sizeLimit } from '../../mediaFile';
import { uploadFields, uploadFile, type UploadWishes } from '../../uploads';
import { fileFields, readWishes } from './uploadFields';

const shown = [
	'id',
	'mediaType',
	'processingStatus',
	'contentType',
	'sizeBytes',
	'width',
	'height',
	'durationSec',
	'binaryField',
];

/** The asset without the service's internals, such as where its storage keeps the file. */
const toOutput = (asset: MediaAsset): IDataObject =>
	Object.fromEntries(shown.filter((name) => name in asset).map((name) => [name, asset[name]])) as IDataObject;

type Upload = (
	parameters: ParameterReader,
	client: PublishingClient,
	wishes: UploadWishes,
) => Promise<MediaAsset[]>;

const uploads: Record<string, Upload> = {
	binary: async (parameters, client, wishes) => {
		const named = parameters.value('binaryFields', 'data');
		const fields = readBinaryFields(parameters, named);
		if (fields.length > 0) return await uploadFields(parameters, client, { fields, wishes });
		throw new ParameterError(
			"'Input Binary Fields' names no file",
			'Name a field that holds a file, or use * for all',
		);
	},
	url: async (parameters, client, wishes) => {
		const url = parameters.text('url', 'URL');
		const open = async () => await openRemoteFile(parameters.context, url, sizeLimit(wishes.mediaType));
		return [await uploadFile(parameters, client, { name: 'URL', open, wishes, purpose: 'media:url' })];
	},
};

/** Uploads files of any size; memory stays the same however large they are. */
export const upload: Operation<PublishingClient> = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload media',
	description: 'Upload images, GIFs and videos of any size, an item for each asset',
	fields: fileFields,
	describeDone: nameDone,
	async execute(parameters, client) {
		const run = pick(uploads, parameters.value('fileFrom', 'binary'), 'File From');
		return (await run(parameters, client, readWishes(parameters))).map(toOutput);
	},
};
