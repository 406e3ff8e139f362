import { unworkable } from '../api/failure';
import { toIso } from '../world/moments';
import type { World } from '../world/world';
import type { CompleteBody } from '../api/bodies';
import { fileTypeOf, type FileType } from './fileTypes';
import type { FinishedAsset, Upload } from './uploads';

/** @throws ApiFailure 422 unless every part is named once, with the ETag that the storage gave for it. */
const requireParts = ({ partCount, etags }: Upload, parts: CompleteBody['parts']): void => {
	const named = new Set<number>();
	for (const [index, { partNumber, etag }] of parts.entries()) {
		const path = `parts[${index}]`;
		if (partNumber > partCount) throw unworkable(`${path}.partNumber`, `there are only ${partCount} parts`);
		if (named.has(partNumber))
			throw unworkable(`${path}.partNumber`, `${partNumber} is named more than once`);
		if (partNumber < Math.max(0, ...named))
			throw unworkable(`${path}.partNumber`, 'the parts are not in order');
		if (!etags.has(partNumber)) throw unworkable(`${path}.partNumber`, `part ${partNumber} has not arrived`);
		if (etags.get(partNumber) !== etag) {
			throw unworkable(`${path}.etag`, 'is not what the storage answered, quotes included');
		}
		named.add(partNumber);
	}
	if (named.size < partCount) throw unworkable('parts', `${named.size} of ${partCount} parts are named`);
};

/** @throws ApiFailure 422 for a file that is not what was announced; the upload is discarded then (N8). */
const requireFileType = (world: World, upload: Upload): FileType => {
	const { mediaType } = upload.asset;
	const found = fileTypeOf(upload.head);
	if (found?.mediaType === mediaType) return found;
	world.uploads.discard(upload);
	const problem = found === undefined ? 'its bytes are no known type' : `it is ${found.contentType}`;
	throw unworkable('mediaType', `the file is no ${mediaType}: ${problem}; it was discarded, start again`);
};

/** The finished asset as it travels (N6): what was not told is null. */
const viewAsset = (
	upload: Upload,
	type: FileType,
	{ width, height, durationSec }: CompleteBody,
): FinishedAsset => ({
	id: upload.asset.id,
	mediaType: upload.asset.mediaType,
	processingStatus: 'ready',
	contentType: type.contentType,
	sizeBytes: upload.sizeBytes,
	width: width ?? null,
	height: height ?? null,
	durationSec: durationSec ?? null,
	altText: upload.altText,
	r2Key: upload.r2Key,
	createdAt: toIso(upload.startedAt),
});

/**
 * Makes an asset of the parts that have arrived. Finishing again with the same parts gives the same asset.
 *
 * @throws ApiFailure 422
 */
export const finish = (world: World, upload: Upload, body: CompleteBody): FinishedAsset => {
	requireParts(upload, body.parts);
	if (upload.result !== null) return upload.result;
	const type = requireFileType(world, upload);
	upload.result = viewAsset(upload, type, body);
	upload.asset.isReady = true;
	return upload.result;
};
