import { z, type ZodType } from 'zod/v4';
import { NotFoundError, UnexpectedResponseError, ValidationError } from '../http/errors.js';
import { textUpTo } from '../http/fieldSchemas.js';
import type { KeyedWrite } from '../http/idempotency.js';
import { isObject } from '../http/json.js';
import { checked, decode } from '../http/schemaCheck.js';
import type { Requester } from '../http/request.js';
import type { Repeatability } from '../http/retry.js';
import type { HttpResponse } from '../http/types.js';
import { UnclearConflictError } from './errors.js';
import { paths } from './paths.js';
import { limits, mediaTypes, type MediaType } from './values.js';

/** A file to upload. */
export interface NewMedia {
	mediaType: MediaType;
	sizeBytes: number;
	altText?: string;
}

/** An upload that was started. The file is sent in `partCount` parts of `partSize` bytes. The last part can be smaller. */
export interface StartedUpload {
	assetId: string;
	partSize: number;
	partCount: number;
	urls: PartUrl[];
}

/** A part that has arrived, with the unchanged ETag from the storage. */
export interface FinishedPart {
	partNumber: number;
	etag: string;
}

/**
 * What is known about a file (wire details N5, N47). Width and height are up to 16,384 pixels, the duration up to a day in
 * seconds.
 */
export interface MediaDetails {
	width?: number;
	height?: number;
	durationSec?: number;
}

/** What the header of a file says about it. The service isn't told about codecs and frames. */
export interface FileFacts extends MediaDetails {
	/** The format by content, such as `video/mp4`. A video format without a picture is sound, such as `audio/mp4`. */
	contentType?: string;
	/** The codec of the first video track, in ffmpeg's words, such as `h264`. */
	videoCodec?: string;
	/** The codec of the first audio track, such as `aac`. */
	audioCodec?: string;
	/** Frames per second on average. */
	frameRate?: number;
	/** Whether one of its pieces reaches past its end. Undefined if that isn't known. */
	isIncomplete?: boolean;
}

/** A finished asset. Its ID goes into `mediaAssetIds`. */
export type MediaAsset = Record<string, unknown> & { id: string };

/** The calls of an upload (contract section 4). All of them need the permission `upload_media`. */
export interface MediaCalls {
	start(media: NewMedia, options?: KeyedWrite): Promise<StartedUpload>;
	/** Requests up to 16 URLs, starting with part `fromPart`. They expire after 15 minutes. */
	partUrls(assetId: string, fromPart: number, count: number): Promise<PartUrl[]>;
	/**
	 * Finishes the upload. Needs every part. Can be repeated. A service that refuses the details gets the parts alone, from then on at once.
	 */
	complete(assetId: string, parts: FinishedPart[], details?: MediaDetails): Promise<MediaAsset>;
}

export const startUploadSchema = z.strictObject({
	mediaType: z.enum(mediaTypes),
	sizeBytes: z.int('must be a whole number').min(1, 'must be at least one byte'),
	altText: textUpTo(limits.altTextMax).optional(),
});

type Loose = Record<string, unknown>;

/** Returns the first of several names under which a service may send a value. */
const firstOf = <T>(
	object: Loose,
	names: readonly string[],
	isWanted: (value: unknown) => value is T,
): T | undefined => names.map((name) => object[name]).find(isWanted);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Where to send one part. The URL is signed, so it's a secret. */
export interface PartUrl {
	/** Counted from 1. */
	partNumber: number;
	url: string;
}

/**
 * Reads the URL of a part.
 * @param listed the part's number by its position, for entries that are only a URL
 */
function readPartUrl(entry: unknown, listed: number): PartUrl | undefined {
	if (isText(entry)) return { partNumber: listed, url: entry };
	if (!isObject(entry)) return undefined;
	const partNumber = firstOf(entry, ['partNumber', 'number', 'part'], isCount);
	const url = firstOf(entry, ['url', 'uploadUrl', 'signedUrl'], isText);
	return partNumber !== undefined && url !== undefined ? { partNumber, url } : undefined;
}

const readPartUrls = (answer: Loose, fromPart: number): PartUrl[] =>
	(firstOf(answer, ['urls', 'parts', 'partUrls'], isList) ?? [])
		.map((entry, index) => readPartUrl(entry, fromPart + index))
		.filter((entry) => entry !== undefined);

/** An answer with URLs, starting with part `fromPart`. */
const partUrlsSchema = (fromPart: number) =>
	z.looseObject({}).transform((answer) => readPartUrls(answer, fromPart));

/** The answer to the start of an upload. `partSize` is in bytes. The caller works out what is missing. */
const startedUploadSchema = z.looseObject({}).transform((answer, context) => {
	const assetId = firstOf(answer, ['mediaAssetId', 'assetId', 'id', 'uploadId'], isText);
	if (assetId === undefined) {
		context.addIssue({ code: 'custom', message: 'has no ID of a media asset' });
		return z.NEVER;
	}
	return {
		assetId,
		partSize: firstOf(answer, ['partSize'], isCount),
		partCount: firstOf(answer, ['partCount'], isCount),
		urls: readPartUrls(answer, 1),
	};
});

const nestedId = (answer: Loose): string | undefined =>
	['asset', 'media', 'data']
		.map((name) => answer[name])
		.filter(isObject)
		.map(({ id }) => id)
		.find(isText);

/** The answer to the end of an upload: the asset with its ID. */
const completedUploadSchema = z.looseObject({}).transform((answer) => ({
	...answer,
	id: firstOf(answer, ['id', 'mediaAssetId', 'assetId'], isText) ?? nestedId(answer),
}));

/** The calls after the start have no key, so no conflict comes from a request that is still running. */
const leaves = (failure: unknown): boolean => failure instanceof UnclearConflictError;

/** Options of a call that is sent again after any failure, including an answer that broke off. */
const repeatedCall = (repeatability: Repeatability, schema: ZodType) => ({
	method: 'POST' as const,
	repeatability,
	inspect: (response: HttpResponse): void => void decode(response, schema),
});

/** Creates the calls of an upload. */
export function createMediaCalls(request: Requester): MediaCalls {
	// No document names the details, so nothing rests on the service taking them.
	let takesDetails = true;
	const finish = async (assetId: string, body: object): Promise<MediaAsset> => {
		const path = paths.upload(assetId, 'complete');
		const response = await request({
			...repeatedCall('harmless', completedUploadSchema),
			leaves,
			path,
			body,
		});
		const asset = decode(response, completedUploadSchema);
		return { ...asset, id: asset.id ?? assetId };
	};
	return {
		start: async (media, { idempotencyKey } = {}) => {
			const body = checked(startUploadSchema, media);
			// An unfinished upload does no harm, because the service removes it.
			const kind = idempotencyKey
				? repeatedCall('harmless', startedUploadSchema)
				: { method: 'POST' as const };
			const response = await request({ ...kind, path: paths.uploads(), body, idempotencyKey });
			const { assetId, urls, ...answer } = decode(response, startedUploadSchema);
			// Without a part size, the whole file is sent to a single URL.
			const partSize = answer.partSize ?? media.sizeBytes;
			const needed = Math.ceil(media.sizeBytes / partSize);
			const partCount = answer.partCount ?? needed;
			if (partCount === needed) return { assetId, urls, partSize, partCount };
			const problem = `The answer plans ${partCount} parts of ${partSize} bytes, which don't add up to ${media.sizeBytes} bytes`;
			throw new UnexpectedResponseError(response.status, problem, response);
		},
		partUrls: async (assetId, fromPart, count) => {
			const path = paths.upload(assetId, 'parts');
			const body = { fromPart, count: Math.min(count, limits.partUrlsPerCall) };
			const schema = partUrlsSchema(fromPart);
			return decode(await request({ ...repeatedCall('read', schema), leaves, path, body }), schema);
		},
		complete: async (assetId, parts, details = {}) => {
			const body = { parts: [...parts].sort((a, b) => a.partNumber - b.partNumber) };
			const isUnknown = Object.values(details).every((value) => value === undefined);
			if (!takesDetails || isUnknown) return await finish(assetId, body);
			return await finish(assetId, { ...details, ...body }).catch(async (refusal: unknown) => {
				if (!(refusal instanceof ValidationError)) throw refusal;
				const asset = await finish(assetId, body).catch((error: unknown) => {
					// The service has discarded the file, so the details weren't the reason.
					throw error instanceof NotFoundError ? refusal : error;
				});
				takesDetails = false;
				return asset;
			});
		},
	};
}
