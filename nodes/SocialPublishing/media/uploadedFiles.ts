import type { IExecuteFunctions } from 'n8n-workflow';
import { asObject, withoutUndefined } from '../../../client/http/json';
import type { MediaFacts } from '../../../client/publishing/validation/types';
import { inLowerCase } from '../../shared/names';
import { recall, remember, type MemorySection } from '../../shared/executionMemory';

/** Where n8n stores a picture, and its type. */
export interface StoredPicture {
	id: string;
	mimeType: string;
}

/** A file that was uploaded in this execution, because the service doesn't describe assets. */
export interface UploadedFile extends MediaFacts {
	fileName?: string;
	/** Set for a picture that is small enough to show on the approval page. */
	picture?: StoredPicture;
}

/** The files that all nodes of the execution have uploaded, by asset ID. */
const uploadedFiles: MemorySection = {
	name: 'socialPublishingFiles',
	entriesMax: 1_000,
	charactersMax: 800,
	isShared: true,
	outlivesRun: true,
};

/** Returns what is known about an asset that was uploaded in this execution. */
export const uploadedFile = (context: IExecuteFunctions, assetId: string): UploadedFile =>
	asObject(recall(context, uploadedFiles, inLowerCase(assetId)));

/** Notes what is known about an uploaded file. Several items can have the same file, and only one of them has read it. */
export function noteUpload(context: IExecuteFunctions, assetId: string, file: UploadedFile): void {
	remember(context, uploadedFiles, inLowerCase(assetId), {
		...uploadedFile(context, assetId),
		...withoutUndefined(file),
	});
}
