import type { IExecuteFunctions } from 'n8n-workflow';
import { withoutUndefined } from '../../../client/http/json.js';
import type { MediaFacts } from '../../../client/publishing/validation/types.js';
import { inLowerCase } from '../../shared/names.js';
import { entryOf } from '../../shared/journal/execution.js';

/** Where n8n stores a picture, and its type. */
export interface StoredPicture {
	id: string;
	mimeType: string;
}

/** A file that was uploaded in this execution, because the service doesn't describe assets. */
export interface UploadedFile extends MediaFacts {
	fileName?: string;
	altText?: string;
	/** Set for a picture that is small enough to show on the approval page. */
	picture?: StoredPicture;
}

const fileEntry = (context: IExecuteFunctions, assetId: string) =>
	entryOf<UploadedFile>(context, 'socialPublishingFiles', inLowerCase(assetId));

/** Returns what is known about an asset that any node of this execution has uploaded. */
export const uploadedFile = (context: IExecuteFunctions, assetId: string): UploadedFile =>
	fileEntry(context, assetId).facts;

/**
 * Returns what a check can know about an asset. Nothing, unless this execution has uploaded it. What its format is doesn't matter any
 * more, because the service has accepted the file.
 */
export const factsOfAsset =
	(context: IExecuteFunctions) =>
	(assetId: string): MediaFacts => {
		const { mediaType, sizeBytes, width, height, durationSec, videoCodec, audioCodec, frameRate } =
			uploadedFile(context, assetId);
		return withoutUndefined({
			mediaType,
			sizeBytes,
			width,
			height,
			durationSec,
			videoCodec,
			audioCodec,
			frameRate,
		});
	};

/** Notes what is known about an uploaded file. Several items can have the same file, and only one of them has read it. */
export const noteUpload = (context: IExecuteFunctions, assetId: string, file: UploadedFile): void =>
	fileEntry(context, assetId).note(withoutUndefined(file));
