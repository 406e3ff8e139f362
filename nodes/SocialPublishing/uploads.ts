import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../client/publishing';
import type { MediaAsset } from '../../client/publishing/media';
import type { UploadProgress } from '../../client/publishing/upload/upload';
import { limits, mediaTypes, type MediaType } from '../../client/publishing/values';
import { openBinary, type BinaryFile } from '../shared/binary';
import { ParameterError } from '../shared/errors';
import { defaultIdempotencyKey } from '../shared/idempotency';
import { toList } from '../shared/parameters';
import { detectMediaType, mediaTypeOfMime, signatureBytes } from './mediaType';

/** What the user says about a file. */
export interface UploadWishes {
	mediaType?: MediaType;
	altText?: string;
	/** Parts under way at once. */
	workers?: number;
}

/** A file and what it is called in messages. */
export interface NamedFile {
	file: BinaryFile;
	/** As the user knows it: a binary field or an address. */
	name: string;
}

const maxBytes: Record<MediaType, number> = {
	gif: limits.imageBytesMax,
	image: limits.imageBytesMax,
	video: limits.videoBytesMax,
};

const inMiB = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

async function sniff(file: BinaryFile): Promise<MediaType | undefined> {
	const { bytes, close } = await file.open(0, Math.min(signatureBytes, file.sizeBytes));
	const head: number[] = [];
	for await (const chunk of bytes) head.push(...chunk.subarray(0, signatureBytes));
	close();
	return detectMediaType(Uint8Array.from(head));
}

/** What a file is: as the user says, else as its type says, else as its first bytes say. */
async function readMediaType({ file, name }: NamedFile, wanted: MediaType | undefined): Promise<MediaType> {
	if (wanted !== undefined && !mediaTypes.includes(wanted)) {
		throw new ParameterError(`'Media Type' is '${wanted}'`, `Use one of ${mediaTypes.join(', ')}`);
	}
	const mediaType = wanted ?? mediaTypeOfMime(file.mimeType) ?? (await sniff(file));
	if (mediaType) return mediaType;
	throw new ParameterError(
		`'${name}' is no image, GIF or video (its type is ${file.mimeType})`,
		'The service takes PNG, JPEG, WebP, GIF, MP4, MOV and WebM. Check that the field holds the file itself',
	);
}

function checkSize({ file, name }: NamedFile, mediaType: MediaType): void {
	if (file.sizeBytes <= maxBytes[mediaType]) return;
	throw new ParameterError(
		`'${name}' is too large: ${inMiB(file.sizeBytes)}, and the service takes a ${mediaType} of up to ${inMiB(maxBytes[mediaType])}`,
		'Nothing was sent. Make the file smaller',
	);
}

/** Says in n8n's log how far a long upload is, ten times at the most. */
function progressLog(context: IExecuteFunctions, name: string) {
	let told = 0;
	return ({ partsDone, partCount }: UploadProgress): void => {
		const tenth = Math.floor((partsDone * 10) / partCount);
		if (partCount < 10 || tenth <= told) return;
		told = tenth;
		context.logger.info(`Uploading '${name}': ${partsDone} of ${partCount} parts`);
	};
}

/** Assets of this execution; n8n keeps them when it runs the node again after a failure. */
const finishedUploads = (context: IExecuteFunctions): IDataObject => {
	const memory = context.getContext('node');
	memory.finishedUploads ??= {};
	return memory.finishedUploads as IDataObject;
};

/** Uploads a file once per execution: Retry On Fail gets the asset that is already there. */
export async function uploadFile(
	context: IExecuteFunctions,
	{ media }: PublishingClient,
	named: NamedFile,
	{ wishes = {}, idempotencyKey }: { wishes?: UploadWishes; idempotencyKey: string },
): Promise<MediaAsset> {
	const finished = finishedUploads(context);
	const before = finished[idempotencyKey];
	if (before) return before as MediaAsset;
	const mediaType = await readMediaType(named, wishes.mediaType);
	checkSize(named, mediaType);
	const asset = await media.upload(named.file, {
		...wishes,
		mediaType,
		idempotencyKey,
		signal: context.getExecutionCancelSignal(),
		onProgress: progressLog(context, named.name),
	});
	finished[idempotencyKey] = asset as IDataObject;
	return asset;
}

/** The binary fields a user names: a list, or `*` for all of the item, in their order. */
export function binaryFieldNames(context: IExecuteFunctions, itemIndex: number, value: unknown): string[] {
	const names = toList(value);
	if (names.join() !== '*') return names;
	return Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
}

/** Uploads binary fields of an item one after the other; an error names the assets that are already there. */
export async function uploadFields(
	context: IExecuteFunctions,
	itemIndex: number,
	client: PublishingClient,
	{ fields, wishes }: { fields: string[]; wishes?: UploadWishes },
): Promise<Array<MediaAsset & { binaryField: string }>> {
	const assets: Array<MediaAsset & { binaryField: string }> = [];
	for (const name of fields) {
		const idempotencyKey = defaultIdempotencyKey(context, itemIndex, `media:${name}`);
		const upload = openBinary(context, itemIndex, name).then(
			async (file) => await uploadFile(context, client, { file, name }, { wishes, idempotencyKey }),
		);
		const ids = assets.map(({ id }) => id);
		assets.push({ ...(await upload.catch(naming(ids))), binaryField: name });
	}
	return assets;
}

/** Adds to an error the assets that were uploaded before it, so that they are not lost. */
export const naming =
	(uploadedAssetIds: string[]) =>
	(error: unknown): never => {
		throw uploadedAssetIds.length > 0 ? Object.assign(error as Error, { uploadedAssetIds }) : error;
	};
