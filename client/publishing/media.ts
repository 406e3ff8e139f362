import type { ZodType } from 'zod/v4';
import { UnexpectedResponseError } from '../http/errors';
import type { KeyedWrite } from '../http/idempotency';
import { checked, decode } from '../http/schemaCheck';
import type { Requester } from '../http/request';
import type { Repeatability } from '../http/retry';
import type { HttpResponse } from '../http/types';
import {
	completedUploadSchema,
	partUrlsSchema,
	startedUploadSchema,
	startUploadSchema,
	type PartUrl,
} from './mediaSchemas';
import { paths } from './paths';
import { limits, type MediaType } from './values';

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
			// Without a part size a single URL takes the whole file.
			const partSize = answer.partSize ?? media.sizeBytes;
			const needed = Math.ceil(media.sizeBytes / partSize);
			const partCount = answer.partCount ?? needed;
			if (partCount === needed) return { assetId, urls, partSize, partCount };
			const problem = `${partCount} parts of ${partSize} bytes do not make ${media.sizeBytes} bytes`;
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
