import { randomUUID } from 'node:crypto';
import { dayMs } from '../world/moments';
import type { MediaAsset } from '../world/records';
import type { MediaType } from './mediaTypes';
import { UrlSigner } from './signedUrls';

/** A file that is to be uploaded. */
export interface NewFile {
	mediaType: MediaAsset['mediaType'];
	sizeBytes: number;
	altText?: string;
}

/** Where the bytes of one part go. */
export interface PartUrl {
	partNumber: number;
	url: string;
}

/** A finished asset as it travels (N6). */
export interface FinishedAsset {
	id: string;
	mediaType: MediaType;
	processingStatus: string;
	contentType: string;
	sizeBytes: number;
	width: number | null;
	height: number | null;
	durationSec: number | null;
	altText: string | null;
	r2Key: string;
	createdAt: string;
}

/** An upload, from its start on; it stays when it is finished, so that finishing can be repeated. */
export interface Upload {
	asset: MediaAsset;
	/** The storage's own name for the upload, and for the file. */
	uploadId: string;
	r2Key: string;
	sizeBytes: number;
	altText: string | null;
	partSize: number;
	partCount: number;
	startedAt: number;
	/** ETags of the parts that have arrived, quotes included. */
	etags: Map<number, string>;
	/** The first bytes of part 1. */
	head: Buffer;
	/** What finishing was answered with; null until then. */
	result: FinishedAsset | null;
}

/** How big one part is; the last one may be smaller. */
export const partBytes = ({ sizeBytes, partSize, partCount }: Upload, partNumber: number): number =>
	partNumber < partCount ? partSize : sizeBytes - partSize * (partCount - 1);

/**
 * The uploads of all workspaces. Each has its media asset from the start, which is ready once the upload is finished.
 * The seed's unfinished asset has no upload here: it counts as none and never vanishes.
 */
export class Uploads {
	private readonly byAsset = new Map<string, Upload>();
	readonly signer: UrlSigner;

	/** @param media the assets of the world, to which those of the uploads are added. */
	constructor(
		private readonly media: Map<string, MediaAsset>,
		private readonly partSize: number,
		storageUrl: string,
	) {
		this.signer = new UrlSigner(storageUrl);
	}

	begin(workspaceId: string, { mediaType, sizeBytes, altText = '' }: NewFile, now: number): Upload {
		const { partSize } = this;
		const asset = { id: randomUUID(), workspaceId, mediaType, isReady: false };
		const upload: Upload = {
			asset,
			uploadId: randomUUID().replaceAll('-', ''),
			r2Key: `media/${workspaceId}/${asset.id}`,
			sizeBytes,
			altText: altText === '' ? null : altText,
			partSize,
			partCount: Math.ceil(sizeBytes / partSize),
			startedAt: now,
			etags: new Map(),
			head: Buffer.alloc(0),
			result: null,
		};
		this.byAsset.set(asset.id, upload);
		this.media.set(asset.id, asset);
		return upload;
	}

	get(assetId: string): Upload | undefined {
		return this.byAsset.get(assetId.toLowerCase());
	}

	/** Newest first. */
	all(): Upload[] {
		return [...this.byAsset.values()].reverse();
	}

	unfinishedOf(workspaceId: string): number {
		return this.all().filter(({ asset, result }) => asset.workspaceId === workspaceId && result === null)
			.length;
	}

	/** Signs URLs for parts. */
	urlsFor({ r2Key, uploadId }: Upload, partNumbers: number[], now: number): PartUrl[] {
		return partNumbers.map((partNumber) => ({
			partNumber,
			url: this.signer.sign(r2Key, uploadId, partNumber, now),
		}));
	}

	/** Forgets an upload and its asset. */
	discard({ asset: { id } }: Upload): void {
		this.byAsset.delete(id);
		this.media.delete(id);
	}

	/** Discards what was not finished within 24 hours (N8). */
	forgetOld(now: number): void {
		for (const upload of this.byAsset.values()) {
			if (upload.result === null && upload.startedAt + dayMs <= now) this.discard(upload);
		}
	}
}
