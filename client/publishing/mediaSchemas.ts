import { z } from 'zod/v4';
import { textUpTo } from '../http/fieldSchemas';
import { isObject } from '../http/json';
import { limits, mediaTypes } from './values';

/** Requests and answers of the media upload (contract section 4, wire details N1 to N8). */

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
export const partUrlsSchema = (fromPart: number) =>
	z.looseObject({}).transform((answer) => readPartUrls(answer, fromPart));

/** Answer to the upload's start; `partSize` is in bytes. What is missing is worked out by the caller. */
export const startedUploadSchema = z.looseObject({}).transform((answer, context) => {
	const assetId = firstOf(answer, ['mediaAssetId', 'assetId', 'id', 'uploadId'], isText);
	if (assetId === undefined) {
		context.addIssue({ code: 'custom', message: 'names no media asset' });
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
export const completedUploadSchema = z.looseObject({}).transform((answer) => ({
	...answer,
	id: firstOf(answer, ['id', 'mediaAssetId', 'assetId'], isText) ?? nestedId(answer),
}));
