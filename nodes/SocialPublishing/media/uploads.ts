import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import { SourceSizeError } from '../../../client/publishing/errors';
import type { MediaAsset } from '../../../client/publishing/media';
import type { UploadProgress } from '../../../client/publishing/upload/upload';
import { sizeProblem, type MediaType } from '../../../client/publishing/values';
import { openBinaryData, type BinaryFile, type BinaryField } from '../../shared/binary';
import { memoOfRun, recall, remember, type Shelf } from '../../shared/executionMemory';
import { contentIdempotencyKey, defaultIdempotencyKey, fingerprint } from '../../shared/idempotency';
import { toLine, toList, withoutUndefined, type ParameterReader } from '../../shared/parameters';
import { showHint } from '../../shared/operation';
import { openRemoteFile } from '../../shared/remoteFile';
import { isKeyFromContent, readKeyName } from '../idempotencyKeys';
import { described } from './mediaDetails';
import { checkMediaFile, mediaTypeOf, type FileStart } from './mediaType';
import { uploadedFiles } from './uploadedFiles';

/** What the user says about a file. */
export interface UploadWishes {
	mediaType?: MediaType;
	altText?: string;
	/** Parts that are uploaded in parallel. */
	workers?: number;
}

/** Says in n8n's log how far an upload of several parts is, ten times at the most. */
function progressLog(context: IExecuteFunctions, name: string) {
	let told = 0;
	return ({ partsDone, partCount }: UploadProgress): void => {
		const tenth = Math.floor((partsDone * 10) / partCount);
		if (partCount === 1 || tenth <= told) return;
		told = tenth;
		context.logger.info(`Uploading '${name}': ${partsDone} of ${partCount} parts`);
	};
}

/** Assets of this execution, which a retry doesn't upload again. */
const finishedUploads: Shelf = { name: 'finishedUploads', entriesMax: 10_000, charactersMax: 8_000 };

/** A file that is opened when it turns out to be needed. */
interface Upload {
	/** As the user knows the file: a binary field or an address. */
	name: string;
	/** The name of the file itself. */
	fileName: string | undefined;
	open: () => Promise<BinaryFile>;
	wishes?: UploadWishes;
	/** Tells the file apart from others of the item. */
	purpose: string;
	makeKey: UploadKeyMaker;
}

/** Makes the idempotency key of an upload. If the user wants it, it's made of the file's bytes and its details. */
type UploadKeyMaker = (file: BinaryFile, wishes: UploadWishes, executionKey: string) => Promise<string>;

/**
 * Reads what the user says about keys, before the first upload of the item.
 * @param uploadsByContent whether the key is made of the bytes, whatever the options say
 */
export function readUploadKeyMaker(parameters: ParameterReader, uploadsByContent = false): UploadKeyMaker {
	const name = readKeyName(parameters);
	const isFromContent = uploadsByContent || isKeyFromContent(parameters);
	return async (file, { mediaType, altText }, executionKey) => {
		if (!isFromContent) return executionKey;
		const { bytes, close } = await file.open(0);
		const digest = await fingerprint(bytes).finally(close);
		return contentIdempotencyKey({ name, content: ['media', digest, mediaType, altText] });
	};
}

/** Uploads a file once per execution: Retry On Fail gets the asset that is already there. */
async function uploadFile(
	parameters: ParameterReader,
	{ media }: PublishingClient,
	{ name, fileName, open, wishes: said = {}, purpose, makeKey }: Upload,
): Promise<MediaAsset> {
	const executionKey = defaultIdempotencyKey(parameters, purpose);
	const before = recall(parameters.context, finishedUploads, executionKey) as MediaAsset | undefined;
	if (before) return before;
	const send = async (file: BinaryFile, suffix = ''): Promise<MediaAsset> => {
		const mediaType = await checkMediaFile(file, { name, wanted: said.mediaType });
		const warning = sizeProblem(mediaType, file.sizeBytes);
		if (warning) showHint(parameters.context, { message: `'${name}' ${warning}.`, type: 'warning' });
		const wishes = { ...said, mediaType };
		const key = await makeKey(file, wishes, executionKey);
		const idempotencyKey = `${key}${suffix}`;
		const signal = parameters.context.getExecutionCancelSignal();
		const onProgress = progressLog(parameters.context, name);
		const { file: source, details } = described(file, signal);
		const options = { ...wishes, idempotencyKey, signal, onProgress, details };
		// Items may have the same file, and be sent at the same time.
		const uploads = memoOfRun<MediaAsset>(parameters.context);
		return await uploads.get(idempotencyKey, async () => await media.upload(source, options));
	};
	const file = await open();
	const asset = await send(file)
		.catch(async (error: Error) => {
			if (!(error instanceof SourceSizeError) || !file.measure) throw error;
			// What was begun stays unfinished and expires; another size is another request.
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

/** Uploads binary fields of an item one after the other; an error names the assets that are already there. */
export async function uploadFields(
	parameters: ParameterReader,
	client: PublishingClient,
	{ fields, wishes, makeKey }: { fields: BinaryField[]; wishes?: UploadWishes; makeKey: UploadKeyMaker },
): Promise<Array<MediaAsset & { binaryField: string }>> {
	const assets: Array<MediaAsset & { binaryField: string }> = [];
	for (const [name, binary] of fields) {
		const open = async () => await openBinaryData(parameters.context, [name, binary]);
		const upload = uploadFile(parameters, client, {
			name,
			fileName: binary.fileName,
			open,
			wishes,
			makeKey,
			purpose: `media:${name}`,
		});
		const ids = assets.map(({ id }) => id);
		assets.push({ ...(await upload.catch(addingAssetIds(ids))), binaryField: name });
	}
	return assets;
}

/** A comma may be part of an address: it separates only where another address follows. */
const betweenUrls = /\n|,(?=\s*https?:\/\/)/i;

/** Reads web addresses from a field: a text with one or several of them, or a list. */
export const toUrls = (value: unknown): string[] =>
	Array.isArray(value)
		? toList(value)
		: toLine(value, 'URL')
				.split(betweenUrls)
				.map((url) => url.trim())
				.filter((url) => url !== '');

/** The file at the end of an address, without what can be secret. */
const fileNameIn = (url: string): string | undefined =>
	URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) || undefined : undefined;

/** Uploads files of the web one after the other; an error names the assets that are already there. */
export async function uploadUrls(
	parameters: ParameterReader,
	client: PublishingClient,
	{ urls, wishes, makeKey }: { urls: string[]; wishes?: UploadWishes; makeKey: UploadKeyMaker },
): Promise<MediaAsset[]> {
	const assets: MediaAsset[] = [];
	for (const [index, url] of urls.entries()) {
		// Signed addresses are secret, so errors count them.
		const name = urls.length === 1 ? 'URL' : `URL ${index + 1}`;
		const wanted = wishes?.mediaType;
		const check = (start: FileStart) => void mediaTypeOf(start, { name, wanted });
		const source = { url, name, check };
		const open = async () => await openRemoteFile(parameters.context, source);
		const upload = uploadFile(parameters, client, {
			name,
			fileName: fileNameIn(url),
			open,
			wishes,
			makeKey,
			purpose: `media:url:${index}`,
		});
		assets.push(await upload.catch(addingAssetIds(assets.map(({ id }) => id))));
	}
	return assets;
}

/** Adds to an error the assets that were uploaded before it, so that they are not lost. */
export const addingAssetIds =
	(uploadedAssetIds: string[]) =>
	(error: unknown): never => {
		throw uploadedAssetIds.length > 0 ? Object.assign(error as Error, { uploadedAssetIds }) : error;
	};
