import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { withFacts } from '../../shared/errors.js';
import { trimmed } from '../../../client/http/text.js';
import { ownValue, withoutUndefined } from '../../../client/http/json.js';
import { SourceSizeError } from '../../../client/publishing/errors.js';
import type { MediaAsset } from '../../../client/publishing/media.js';
import type { UploadProgress } from '../../../client/publishing/upload/upload.js';
import type { MediaFacts } from '../../../client/publishing/validation/types.js';
import { formatOf } from '../../../client/publishing/formats.js';
import { sizeProblem, type MediaType } from '../../../client/publishing/values.js';
import { openBinaryData, type BinaryFile, type BinaryField } from '../../shared/binary.js';
import { contentKeyOfUpload, itemEntry, keyOfUpload } from '../../shared/idempotency.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { jsonList, shown, toList } from '../../shared/values.js';
import { showHint } from '../../shared/operation.js';
import { FileChangedError, openRemoteFile, requireWebAddress } from '../../shared/remoteFile.js';
import { cell, memoCell } from '../../shared/runState.js';
import { readKeyChoice } from '../../shared/keyOptions.js';
import { fileProblems } from '../../../client/publishing/validation/fileRules.js';
import { described, detailsIn, readMediaFile } from './fileFacts.js';
import { mediaTypeOf, type FileStart } from './mediaType.js';
import { keepingPicture } from './pictures.js';
import { openShared } from './shareLinks.js';
import { noteUpload, type StoredPicture } from './uploadedFiles.js';

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
		context.logger.info(`Uploading ${shown(name)}: ${partsDone} of ${partCount} parts`);
	};
}

/** What an item has uploaded, by the purpose of each file. A retry doesn't upload it again, but checks what is known about it. */
interface UploadsOfItem {
	uploads: Readonly<Record<string, UploadedAsset>>;
}

/** Checks what is known about a file. Throws if the post can't have it. */
type Inspect = (facts: MediaFacts) => Promise<void>;

/** Checks what is known about the file with this index: before its first part is sent, and again after its last part. */
export type InspectFile = (index: number, facts: MediaFacts) => Promise<void>;

/** A file to upload. It's opened only if needed. */
interface FileToUpload {
	/** How errors name the file: by its binary field, or as 'URL' with a number if there are several. */
	name: string;
	fileName: string | undefined;
	open: () => Promise<BinaryFile>;
	/** Distinguishes the file from others of the item. */
	purpose: string;
	/** The ID under which n8n stores the file. Undefined if it doesn't. */
	storedId?: string;
	/** The file's own alt text. Without one, the settings apply. */
	altText?: string;
	inspect?: Inspect;
}

interface UploadChoices {
	settings?: FileSettings;
	/** The alt text of each file, in their order. Empty or missing for a file without one. */
	altTexts?: string[];
	makeKey: UploadKeyMaker;
	inspect?: InspectFile;
}

/**
 * Creates the idempotency key of an upload. It's made from the file's bytes and its details if the user wants that, or has entered a
 * key for the post. With that key, the service refuses a repeat that has other assets.
 */
type UploadKeyMaker = (file: BinaryFile, settings: FileSettings, executionKey: string) => Promise<string>;

/**
 * Reads the options for keys, before the first upload of the item.
 * @param uploadsByContent whether to make the key from the bytes, whatever the options say
 */
export function readUploadKeyMaker(parameters: ParameterReader, uploadsByContent = false): UploadKeyMaker {
	const { name, isFromContent: isChosen } = readKeyChoice(parameters);
	const isFromContent = isChosen || uploadsByContent || name !== '';
	return async (file, { mediaType, altText }, executionKey) => {
		if (!isFromContent) return executionKey;
		const { bytes, close } = await file.open(0);
		return await contentKeyOfUpload(name, bytes, mediaType, altText).finally(close);
	};
}

interface UploadedAsset {
	asset: MediaAsset;
	facts: MediaFacts;
}

/** The uploads of a run by idempotency key. */
const uploadsOf = memoCell<MediaAsset>();

/** What this run knows about a service that refuses alt texts. It's asked only once without one. */
const altTextsAt = cell(() => ({ isRefused: false, wasTried: false, refusedKeys: new Set<string>() }));

/** Uploads a file once per execution. Retries get the earlier asset. */
async function uploadFile(
	parameters: ParameterReader,
	{ media }: PublishingClient,
	{ name, fileName, open, purpose, storedId, altText, inspect }: FileToUpload,
	{ settings = {}, makeKey }: UploadChoices,
): Promise<UploadedAsset> {
	const { context } = parameters;
	// The service refuses another alt text for the same key.
	const ownPurpose = altText ? `${purpose}:${altText}` : purpose;
	const executionKey = keyOfUpload(parameters, ownPurpose);
	const ofItem = itemEntry<UploadsOfItem>(parameters);
	const before = ownValue(ofItem.facts.uploads ?? {}, ownPurpose);
	if (before) return before;
	ofItem.requireRoom();
	const given = altText ? { ...settings, altText } : settings;
	const signal = context.getExecutionCancelSignal();
	let facts: MediaFacts = {};
	let picture: StoredPicture | undefined;
	const warned = new Set<string>();
	/** The checks of a post say what is wrong with its files. Without a post, each is said once. */
	const warn = (known: MediaFacts): void => {
		for (const { code, problem } of fileProblems(known)) {
			if (warned.has(code) || (code === 'fileUnusual' && given.mediaType !== undefined)) continue;
			warned.add(code);
			showHint(context, { message: `${shown(name)} ${problem}.`, type: 'warning' });
		}
	};
	const send = async (file: BinaryFile, suffix = ''): Promise<MediaAsset> => {
		const looked = await readMediaFile(file, { name, wanted: given.mediaType }, signal);
		facts = looked;
		if (inspect) await inspect(facts);
		else warn(facts);
		const withType = { ...given, mediaType: looked.mediaType };
		const kept = keepingPicture(context, { ...looked, fileName, storedId, mimeType: file.mimeType });
		const source = described(file, signal);
		const key = await makeKey(source.file, withType, executionKey);
		const idempotencyKey = `${key}${suffix}`;
		const onProgress = progressLog(context, name);
		const details = async () => detailsIn(await source.facts());
		const altTexts = altTextsAt(media);
		if (withType.altText !== undefined && altTexts.isRefused) altTexts.refusedKeys.add(idempotencyKey);
		const onAltTextRefused = (): void => {
			altTexts.isRefused = true;
			altTexts.refusedKeys.add(idempotencyKey);
		};
		const options = {
			...withType,
			altText: altTexts.isRefused ? undefined : withType.altText,
			idempotencyKey,
			signal,
			onProgress,
			details,
			...(altTexts.wasTried ? {} : { onAltTextRefused }),
		};
		// Several items can have the same file and upload it at the same time.
		const uploads = uploadsOf(context);
		const asset = await uploads
			.get(idempotencyKey, async () => await media.upload(kept.passing(source.file), options))
			.catch((error: unknown) => {
				altTexts.wasTried ||= options.altText !== undefined;
				throw error;
			});
		if (altTexts.refusedKeys.has(idempotencyKey)) facts = { ...facts, isWithoutAltText: true };
		facts = { ...facts, ...withoutUndefined(await source.facts()) };
		if (!inspect) warn(facts);
		picture = await kept.picture();
		return { ...withoutUndefined({ contentType: facts.contentType }), ...asset };
	};
	const sendAll = async (suffix = ''): Promise<MediaAsset> => {
		const file = await open();
		return await send(file, suffix)
			.catch(async (error: unknown) => {
				if (!(error instanceof SourceSizeError) || !file.measure) throw error;
				// The upload that was started stays unfinished and expires. With another size, it's another request.
				return await send(await file.measure(), `${suffix}-measured`);
			})
			.finally(file.close);
	};
	const asset = await sendAll()
		.catch(async (error: unknown) => {
			if (!(error instanceof FileChangedError)) throw error;
			// Parts of the earlier content may have arrived, so all parts are sent again, to another asset.
			return await sendAll('-changed');
		})
		.catch((error: unknown) => {
			const { name: format, advice } = formatOf(facts.contentType ?? '') ?? {};
			const { mediaType, sizeBytes = 0 } = facts;
			const size = mediaType && sizeProblem(mediaType, sizeBytes);
			throw withFacts(error, { file: { name, size, ...(advice ? { format, advice } : {}) } });
		});
	const done = { asset, facts: inspect ? facts : {} };
	ofItem.note({ uploads: { ...ofItem.facts.uploads, [ownPurpose]: done } });
	noteUpload(context, asset.id, {
		...facts,
		fileName,
		picture,
		altText: facts.isWithoutAltText ? undefined : altText || undefined,
	});
	return { asset, facts };
}

/** Uploads files one after the other. An error names the assets that were already uploaded. */
async function uploadAll(
	parameters: ParameterReader,
	client: PublishingClient,
	files: FileToUpload[],
	choices: UploadChoices,
): Promise<MediaAsset[]> {
	const assets: MediaAsset[] = [];
	const addingIds = (error: unknown): never => addingAssetIds(assets.map(({ id }) => id))(error);
	const { altTexts = [], inspect } = choices;
	for (const [index, file] of files.entries()) {
		const inspectThis: Inspect | undefined = inspect && (async (facts) => await inspect(index, facts));
		const toUpload = { ...file, altText: altTexts[index], inspect: inspectThis };
		const { asset, facts } = await uploadFile(parameters, client, toUpload, choices).catch(addingIds);
		assets.push(asset);
		await inspectThis?.(facts).catch(addingIds);
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
		// n8n can take the name from an address.
		fileName: decodedName(binary.fileName ?? '') ?? binary.fileName,
		open: async () => await openBinaryData(parameters.context, [name, binary]),
		purpose: `media:${name}`,
		storedId: binary.id,
	}));
	const assets = await uploadAll(parameters, client, files, choices);
	return assets.map((asset, index) => ({
		...asset,
		fileName: files[index]?.fileName ?? null,
		binaryField: files[index]?.name ?? '',
	}));
}

/** A URL can contain what separates several, so it separates only if another URL follows. */
const betweenUrls = /\n|[\s,;|]{1,20}(?=https?:\/\/)/i;

const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Removes what copying or a feed has added to an address: invisible characters, and `&amp;` for `&`. */
function mended(url: string): string {
	const without = trimmed(url).replace(invisible, '').replaceAll('&amp;', '&');
	return URL.canParse(without) ? without : trimmed(url);
}

/** Reads URLs from a field, which is a list or a text with one or more of them. */
export const toUrls = (value: unknown): string[] =>
	(typeof value === 'string' && jsonList(value) === undefined
		? [value]
		: toList(value, { field: 'URL', keys: ['url', 'value'] })
	)
		.flatMap((text) => text.split(betweenUrls))
		.map(mended)
		.filter((url) => url !== '');

/** How errors name a URL. Signed URLs are secret, so they are numbered instead. */
export const urlName = (index: number, count: number): string => (count === 1 ? 'URL' : `URL ${index + 1}`);

/** A name has no signs of a path and no control characters. */
const fileNameShape = /^[^\\/\p{Cc}]+$/u;

/** Decodes a file name from an address, such as `My%20video.mp4`. Undefined if that gives no name. */
function decodedName(name: string): string | undefined {
	try {
		const decoded = decodeURIComponent(name);
		return fileNameShape.test(decoded) ? decoded : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the file name at the end of a URL, without the parts that can be secret. */
export const fileNameIn = (url: string): string | undefined =>
	URL.canParse(url) ? decodedName(new URL(url).pathname.split('/').at(-1) ?? '') : undefined;

/** Uploads files from the web one after the other. An error names the assets that were already uploaded. */
export async function uploadUrls(
	parameters: ParameterReader,
	client: PublishingClient,
	{ urls, ...choices }: UploadChoices & { urls: string[] },
): Promise<MediaAsset[]> {
	const wanted = choices.settings?.mediaType;
	urls.forEach((url, index) => requireWebAddress({ url, name: urlName(index, urls.length) }));
	const files = urls.map((url, index) => {
		const name = urlName(index, urls.length);
		const check = (start: FileStart) => void mediaTypeOf(start, { name, wanted, url });
		const open = async () =>
			await openShared(
				url,
				async (address) => await openRemoteFile(parameters.context, { url: address, name, check }),
			);
		return { name, fileName: fileNameIn(url), open, purpose: `media:url:${index}` };
	});
	const assets = await uploadAll(parameters, client, files, choices);
	return assets.map((asset, index) => ({ ...asset, fileName: files[index]?.fileName ?? null }));
}

/** Adds the IDs of assets that were already uploaded to an error, so they aren't lost. */
export const addingAssetIds =
	(uploadedAssetIds: string[]) =>
	(error: unknown): never => {
		throw uploadedAssetIds.length > 0 ? withFacts(error, { uploadedAssetIds }) : error;
	};
