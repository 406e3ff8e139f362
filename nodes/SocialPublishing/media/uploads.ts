import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import { withContext } from '../../shared/errors';
import { SourceSizeError } from '../../../client/publishing/errors';
import type { MediaAsset } from '../../../client/publishing/media';
import type { UploadProgress } from '../../../client/publishing/upload/upload';
import { sizeProblem, type MediaType } from '../../../client/publishing/values';
import { openBinaryData, type BinaryFile, type BinaryField } from '../../shared/binary';
import { memoOfRun, recall, remember, type MemorySection } from '../../shared/executionMemory';
import { toLine, toList, withoutUndefined, type ParameterReader } from '../../shared/parameters';
import { showHint } from '../../shared/operation';
import { openRemoteFile } from '../../shared/remoteFile';
import { contentKeyOfUpload, isKeyFromContent, keyOfUpload, readKeyName } from '../idempotencyKeys';
import { described } from './mediaDetails';
import { checkMediaFile, mediaTypeOf, type FileStart } from './mediaType';
import { uploadedFiles } from './uploadedFiles';

/** What the user specified for a file. */
export interface FileSettings {
	mediaType?: MediaType;
	altText?: string;
	/** How many parts to upload in parallel. */
	workers?: number;
}

/** Logs the progress of an upload with several parts, at most ten times. */
function progressLog(context: IExecuteFunctions, name: string) {
	let lastTenth = 0;
	return ({ partsDone, partCount }: UploadProgress): void => {
		const tenth = Math.floor((partsDone * 10) / partCount);
		if (partCount === 1 || tenth <= lastTenth) return;
		lastTenth = tenth;
		context.logger.info(`Uploading '${name}': ${partsDone} of ${partCount} parts`);
	};
}

/** Assets that were uploaded in this execution. A retry doesn't upload them again. */
const finishedUploads: MemorySection = { name: 'finishedUploads', entriesMax: 10_000, charactersMax: 8_000 };

/** A file to upload. It's opened only if needed. */
interface Upload {
	/** How errors name the file: by its binary field, or as 'URL' with a number if there are several. */
	name: string;
	/** The name of the file itself. */
	fileName: string | undefined;
	open: () => Promise<BinaryFile>;
	settings?: FileSettings;
	/** Distinguishes the file from others of the item. */
	purpose: string;
	makeKey: UploadKeyMaker;
}

/** Creates the idempotency key of an upload. If the user wants it, the key is made from the file's bytes and its details. */
type UploadKeyMaker = (file: BinaryFile, settings: FileSettings, executionKey: string) => Promise<string>;

/**
 * Reads the options for keys, before the first upload of the item.
 * @param uploadsByContent whether to make the key from the bytes, whatever the options say
 */
export function readUploadKeyMaker(parameters: ParameterReader, uploadsByContent = false): UploadKeyMaker {
	const name = readKeyName(parameters);
	const isFromContent = uploadsByContent || isKeyFromContent(parameters);
	return async (file, { mediaType, altText }, executionKey) => {
		if (!isFromContent) return executionKey;
		const { bytes, close } = await file.open(0);
		return await contentKeyOfUpload(name, bytes, mediaType, altText).finally(close);
	};
}

/** Uploads a file once per execution. Retries get the earlier asset. */
async function uploadFile(
	parameters: ParameterReader,
	{ media }: PublishingClient,
	{ name, fileName, open, settings: given = {}, purpose, makeKey }: Upload,
): Promise<MediaAsset> {
	const executionKey = keyOfUpload(parameters, purpose);
	const before = recall(parameters.context, finishedUploads, executionKey) as MediaAsset | undefined;
	if (before) return before;
	const send = async (file: BinaryFile, suffix = ''): Promise<MediaAsset> => {
		const mediaType = await checkMediaFile(file, { name, wanted: given.mediaType });
		const warning = sizeProblem(mediaType, file.sizeBytes);
		if (warning) showHint(parameters.context, { message: `'${name}' ${warning}.`, type: 'warning' });
		const settings = { ...given, mediaType };
		const key = await makeKey(file, settings, executionKey);
		const idempotencyKey = `${key}${suffix}`;
		const signal = parameters.context.getExecutionCancelSignal();
		const onProgress = progressLog(parameters.context, name);
		const { file: source, details } = described(file, signal);
		const options = { ...settings, idempotencyKey, signal, onProgress, details };
		// Several items can have the same file and upload it at the same time.
		const uploads = memoOfRun<MediaAsset>(parameters.context);
		return await uploads.get(idempotencyKey, async () => await media.upload(source, options));
	};
	const file = await open();
	const asset = await send(file)
		.catch(async (error: Error) => {
			if (!(error instanceof SourceSizeError) || !file.measure) throw error;
			// The upload that was started stays unfinished and expires. With another size, it's another request.
			return await send(await file.measure(), '-measured');
		})
		.finally(file.close);
	remember(parameters.context, finishedUploads, executionKey, asset);
	remember(
		parameters.context,
		uploadedFiles,
		asset.id,
		withoutUndefined({ fileName, mediaType: asset.mediaType }),
	);
	return asset;
}

/** Uploads binary fields of an item one after the other. An error names the assets that were already uploaded. */
export async function uploadFields(
	parameters: ParameterReader,
	client: PublishingClient,
	{ fields, settings, makeKey }: { fields: BinaryField[]; settings?: FileSettings; makeKey: UploadKeyMaker },
): Promise<Array<MediaAsset & { binaryField: string }>> {
	const assets: Array<MediaAsset & { binaryField: string }> = [];
	for (const [name, binary] of fields) {
		const open = async () => await openBinaryData(parameters.context, [name, binary]);
		const upload = uploadFile(parameters, client, {
			name,
			fileName: binary.fileName,
			open,
			settings,
			makeKey,
			purpose: `media:${name}`,
		});
		const ids = assets.map(({ id }) => id);
		assets.push({ ...(await upload.catch(addingAssetIds(ids))), binaryField: name });
	}
	return assets;
}

/** A URL can contain commas, so a comma separates only if another URL follows. */
const betweenUrls = /\n|,(?=\s*https?:\/\/)/i;

/** Reads URLs from a field, which is a list or a text with one or more of them. */
export const toUrls = (value: unknown): string[] =>
	Array.isArray(value)
		? toList(value)
		: toLine(value, 'URL')
				.split(betweenUrls)
				.map((url) => url.trim())
				.filter((url) => url !== '');

/** Returns the file name at the end of a URL, without the parts that can be secret. */
const fileNameIn = (url: string): string | undefined =>
	URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) || undefined : undefined;

/** Uploads files from the web one after the other. An error names the assets that were already uploaded. */
export async function uploadUrls(
	parameters: ParameterReader,
	client: PublishingClient,
	{ urls, settings, makeKey }: { urls: string[]; settings?: FileSettings; makeKey: UploadKeyMaker },
): Promise<MediaAsset[]> {
	const assets: MediaAsset[] = [];
	for (const [index, url] of urls.entries()) {
		// Signed URLs are secret, so errors number them instead.
		const name = urls.length === 1 ? 'URL' : `URL ${index + 1}`;
		const wanted = settings?.mediaType;
		const check = (start: FileStart) => void mediaTypeOf(start, { name, wanted });
		const source = { url, name, check };
		const open = async () => await openRemoteFile(parameters.context, source);
		const upload = uploadFile(parameters, client, {
			name,
			fileName: fileNameIn(url),
			open,
			settings,
			makeKey,
			purpose: `media:url:${index}`,
		});
		assets.push(await upload.catch(addingAssetIds(assets.map(({ id }) => id))));
	}
	return assets;
}

/** Adds the IDs of assets that were already uploaded to an error, so they aren't lost. */
export const addingAssetIds =
	(uploadedAssetIds: string[]) =>
	(error: unknown): never => {
		throw uploadedAssetIds.length > 0 ? withContext(error, { uploadedAssetIds }) : error;
	};
