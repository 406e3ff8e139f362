import { z, type ZodType } from 'zod/v4';
import { UnexpectedResponseError } from '../http/errors';
import { textUpTo } from '../http/fieldSchemas';
import type { KeyedWrite } from '../http/idempotency';
import { isObject } from '../http/json';
import { checked, decode } from '../http/schemaCheck';
import type { Requester } from '../http/request';
import type { Repeatability } from '../http/retry';
import type { HttpResponse } from '../http/types';
import { paths } from './paths';
import { limits, mediaTypes, type MediaType } from './values';

/** A file that is about to be uploaded. */
export interface NewMedia {
	mediaType: MediaType;
	sizeBytes: number;
	altText?: string;
}

/** An upload under way: the file goes up in `partCount` parts of `partSize` bytes, the last one smaller. */
export interface StartedUpload {
	assetId: string;
	partSize: number;
	partCount: number;
	/** URLs of the first parts. */
	urls: PartUrl[];
}

/** A part that arrived; the ETag is kept as the storage wrote it. */
export interface FinishedPart {
	partNumber: number;
	etag: string;
}

/** What is known of a file (wire details N5, N47): pixels up to 16,384, and up to a day of seconds. */
export interface MediaDetails {
	width?: number;
	height?: number;
	durationSec?: number;
}

/** A finished asset: its id goes into `mediaAssetIds`. */
export type MediaAsset = Record<string, unknown> & { id: string };

/** The calls of an upload (contract section 4, media upload flow). All need the permission `upload_media`. */
export interface MediaCalls {
	start(media: NewMedia, options?: KeyedWrite): Promise<StartedUpload>;
	/** At most 16 URLs from part `fromPart` on; they expire after 15 minutes. */
	partUrls(assetId: string, fromPart: number, count: number): Promise<PartUrl[]>;
	/** Safe to repeat. Needs every part. */
	complete(assetId: string, parts: FinishedPart[], details?: MediaDetails): Promise<MediaAsset>;
}

/** Body of the upload's start. */
export const startUploadSchema = z.strictObject({
	mediaType: z.enum(mediaTypes),
	sizeBytes: z.int('must be a whole number').min(1, 'must be at least one byte'),
	altText: textUpTo(limits.altTextMax).optional(),
});

type Loose = Record<string, unknown>;

/** The first of several spellings that a service may use. */
const firstOf = <T>(
	object: Loose,
	names: readonly string[],
	isWanted: (value: unknown) => value is T,
): T | undefined => names.map((name) => object[name]).find(isWanted);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Where the bytes of one part go; the URL is signed: a secret. */
export interface PartUrl {
	/** Counted from 1. */
	partNumber: number;
	url: string;
}

/** @param listed the number of the part by its place in the list, for an entry that is a URL and nothing more */
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

/** Answer with the URLs from part `fromPart` on. */
const partUrlsSchema = (fromPart: number) =>
	z.looseObject({}).transform((answer) => readPartUrls(answer, fromPart));

/** Answer to the upload's start; `partSize` is in bytes. What is missing is worked out by the caller. */
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

/** Answer to the upload's end: the asset, with its id where the service writes it. */
const completedUploadSchema = z.looseObject({}).transform((answer) => ({
	...answer,
	id: firstOf(answer, ['id', 'mediaAssetId', 'assetId'], isText) ?? nestedId(answer),
}));

/** A call that is sent again after every failure, also after an answer that was cut off. */
const repeatedCall = (repeatability: Repeatability, schema: ZodType) => ({
	method: 'POST' as const,
	repeatability,
	inspect: (response: HttpResponse): void => void decode(response, schema),
});

/** Creates the calls of an upload over a requester. */
export function createMediaCalls(request: Requester): MediaCalls {
	return {
		start: async (media, { idempotencyKey } = {}) => {
			const body = checked(startUploadSchema, media);
			// An unfinished upload that a failure leaves behind does no harm: the service removes it.
			const kind = idempotencyKey
				? repeatedCall('harmless', startedUploadSchema)
				: { method: 'POST' as const };
			const response = await request({ ...kind, path: paths.uploads(), body, idempotencyKey });
			const { assetId, urls, ...answer } = decode(response, startedUploadSchema);
			// Without a part size, the whole file goes to a single URL.
			const partSize = answer.partSize ?? media.sizeBytes;
			const needed = Math.ceil(media.sizeBytes / partSize);
			const partCount = answer.partCount ?? needed;
			if (partCount === needed) return { assetId, urls, partSize, partCount };
			const problem = `The answer plans ${partCount} parts of ${partSize} bytes, which don't add up to ${media.sizeBytes} bytes`;
			throw new UnexpectedResponseError(response.status, problem);
		},
		partUrls: async (assetId, fromPart, count) => {
			const path = paths.upload(assetId, 'parts');
			const body = { fromPart, count: Math.min(count, limits.partUrlsPerCall) };
			const schema = partUrlsSchema(fromPart);
			return decode(await request({ ...repeatedCall('read', schema), path, body }), schema);
		},
		complete: async (assetId, parts, details = {}) => {
			const path = paths.upload(assetId, 'complete');
			const body = { ...details, parts: [...parts].sort((a, b) => a.partNumber - b.partNumber) };
			const response = await request({ ...repeatedCall('harmless', completedUploadSchema), path, body });
			const asset = decode(response, completedUploadSchema);
			return { ...asset, id: asset.id ?? assetId };
		},
	};
}
