import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import { withContext } from '../../shared/errors';
import { withoutUndefined } from '../../../client/http/json';
import { SourceSizeError } from '../../../client/publishing/errors';
import type { MediaAsset } from '../../../client/publishing/media';
import type { UploadProgress } from '../../../client/publishing/upload/upload';
import { sizeProblem, type MediaType } from '../../../client/publishing/values';
import { openBinaryData, type BinaryFile, type BinaryField } from '../../shared/binary';
import { memoOfRun, recall, remember, type MemorySection } from '../../shared/executionMemory';
import { contentKeyOfUpload, keyOfUpload } from '../../shared/idempotency';
import { toLine, toList, type ParameterReader } from '../../shared/parameters';
import { showHint } from '../../shared/operation';
import { openRemoteFile } from '../../shared/remoteFile';
import { isKeyFromContent, readKeyName } from '../idempotencyKeys';
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
interface FileToUpload {
	/** How errors name the file: by its binary field, or as 'URL' with a number if there are several. */
	name: string;
	/** The name of the file itself. */
	fileName: string | undefined;
	open: () => Promise<BinaryFile>;
	/** Distinguishes the file from others of the item. */
	purpose: string;
}

/** How to upload the files of an item. */
interface UploadChoices {
	settings?: FileSettings;
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
	{ name, fileName, open, purpose }: FileToUpload,
	{ settings: given = {}, makeKey }: UploadChoices,
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
		.catch(async (error: unknown) => {
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

/** Uploads files one after the other. An error names the assets that were already uploaded. */
async function uploadAll(
	parameters: ParameterReader,
	client: PublishingClient,
	files: FileToUpload[],
	choices: UploadChoices,
): Promise<MediaAsset[]> {
	const assets: MediaAsset[] = [];
	for (const file of files) {
		const ids = assets.map(({ id }) => id);
		assets.push(await uploadFile(parameters, client, file, choices).catch(addingAssetIds(ids)));
	}
	return assets;
}

/** Uploads binary fields of an item one after the other. An error names the assets that were already uploaded. */
export async function uploadFields(
	parameters: ParameterReader,
	client: PublishingClient,
	{ fields, ...choices }: UploadChoices & { fields: BinaryField[] },
): Promise<Array<MediaAsset & { binaryField: string }>> {
	const files = fields.map(([name, binary]) => ({
		name,
		fileName: binary.fileName,
		open: async () => await openBinaryData(parameters.context, [name, binary]),
		purpose: `media:${name}`,
	}));
	const assets = await uploadAll(parameters, client, files, choices);
	return assets.map((asset, index) => ({ ...asset, binaryField: files[index]?.name ?? '' }));
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
	{ urls, ...choices }: UploadChoices & { urls: string[] },
): Promise<MediaAsset[]> {
	const wanted = choices.settings?.mediaType;
	const files = urls.map((url, index) => {
		// Signed URLs are secret, so errors number them instead.
		const name = urls.length === 1 ? 'URL' : `URL ${index + 1}`;
		const check = (start: FileStart) => void mediaTypeOf(start, { name, wanted });
		const open = async () => await openRemoteFile(parameters.context, { url, name, check });
		return { name, fileName: fileNameIn(url), open, purpose: `media:url:${index}` };
	});
	return await uploadAll(parameters, client, files, choices);
}

/** Adds the IDs of assets that were already uploaded to an error, so they aren't lost. */
export const addingAssetIds =
	(uploadedAssetIds: string[]) =>
	(error: unknown): never => {
		throw uploadedAssetIds.length > 0 ? withContext(error, { uploadedAssetIds }) : error;
	};
