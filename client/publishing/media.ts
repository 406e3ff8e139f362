import { UnexpectedResponseError } from '../http/errors';
import { checked, decode } from '../http/schemaCheck';
import type { Requester } from '../http/request';
import {
	completedUploadSchema,
	partUrlsSchema,
	startedUploadSchema,
	startUploadSchema,
	type PartUrl,
} from './mediaSchemas';
import { paths } from './paths';
import type { KeyedWrite } from './postCalls';
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

/** A finished asset: its id goes into `mediaAssetIds`. */
export type MediaAsset = Record<string, unknown> & { id: string };

/** The calls of an upload (contract section 4, media upload flow). All need the permission `upload_media`. */
export interface MediaCalls {
	start(media: NewMedia, options?: KeyedWrite): Promise<StartedUpload>;
	/** At most 16 URLs from part `fromPart` on; they expire after 15 minutes. */
	partUrls(assetId: string, fromPart: number, count: number): Promise<PartUrl[]>;
	/** Safe to repeat. Needs every part. */
	complete(assetId: string, parts: FinishedPart[]): Promise<MediaAsset>;
}

/** Creates the calls of an upload over a requester. */
export function createMediaCalls(request: Requester): MediaCalls {
	return {
		start: async (media, { idempotencyKey } = {}) => {
			const body = checked(startUploadSchema, media);
			const response = await request({ method: 'POST', path: paths.uploads(), body, idempotencyKey });
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
			const response = await request({ method: 'POST', path, body, repeatability: 'covered' });
			return decode(response, partUrlsSchema(fromPart));
		},
		complete: async (assetId, parts) => {
			const path = paths.upload(assetId, 'complete');
			const body = { parts: [...parts].sort((a, b) => a.partNumber - b.partNumber) };
			const response = await request({ method: 'POST', path, body, repeatability: 'covered' });
			const asset = decode(response, completedUploadSchema);
			return { ...asset, id: asset.id ?? assetId };
		},
	};
}
