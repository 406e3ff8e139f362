import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { CompleteBody } from '../api/bodies';
import { unworkable } from '../http/answers';
import { dayMs, toIso } from '../http/clock';
import type { MediaAsset } from '../world/records';
import { fileTypeOf, type FileType, type MediaType } from './files';

/** How long the URL of a part is valid (N7). */
const urlLifetimeSeconds = 900;

/** The start of all storage paths. The rest of a path is the storage's own key of the file. */
export const storagePrefix = '/storage/';

/** The result of checking a URL of the storage. */
export type UrlState = 'valid' | 'expired' | 'forged';

const signatureName = 'X-Amz-Signature';
const dateShape = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

const writeDate = (moment: number): string => `${new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')}`;

const readDate = (text: string): number =>
	Date.parse(
		text.replace(dateShape, (_all, year, month, day, hour, minute, second) => {
			return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
		}),
	);

/** Signs the URLs of parts. A new signer, for example after a reset, doesn't accept older URLs. */
class UrlSigner {
	private readonly secret = randomBytes(32);

	/** @param storageUrl origin of the storage. */
	constructor(private readonly storageUrl: string) {}

	/** Creates a URL for one part that is valid for 15 minutes after `now`. */
	sign(key: string, uploadId: string, partNumber: number, now: number): string {
		const path = `${storagePrefix}${key}`;
		const query = new URLSearchParams({
			partNumber: String(partNumber),
			uploadId,
			'X-Amz-Date': writeDate(now),
			'X-Amz-Expires': String(urlLifetimeSeconds),
		});
		query.set(signatureName, this.signatureOf(path, query).toString('hex'));
		return `${this.storageUrl}${path}?${query}`;
	}

	/** Checks whether this signer created exactly this URL, and whether it's still valid. */
	check({ pathname, searchParams }: URL, now: number): UrlState {
		const query = new URLSearchParams(searchParams);
		const given = Buffer.from(query.get(signatureName) ?? '', 'hex');
		query.delete(signatureName);
		const own = this.signatureOf(pathname, query);
		if (given.length !== own.length || !timingSafeEqual(given, own)) return 'forged';
		const signedAt = readDate(query.get('X-Amz-Date') ?? '');
		return now < signedAt + urlLifetimeSeconds * 1000 ? 'valid' : 'expired';
	}

	private signatureOf(path: string, query: URLSearchParams): Buffer {
		return createHmac('sha256', this.secret).update(`PUT\n${path}\n${query}`).digest();
	}
}

/** A file to upload. */
interface NewFile {
	mediaType: MediaAsset['mediaType'];
	sizeBytes: number;
	altText?: string;
}

/** The URL for one part. */
interface PartUrl {
	partNumber: number;
	url: string;
}

/** A finished asset in the API's format (N6). */
interface FinishedAsset {
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

/** An upload. It's kept after it's finished, so that complete can be repeated. */
export interface Upload {
	asset: MediaAsset;
	/** The storage's own IDs of the upload and of the file. */
	uploadId: string;
	r2Key: string;
	sizeBytes: number;
	altText: string | null;
	partSize: number;
	partCount: number;
	startedAt: number;
	/** ETags of the parts that have arrived, with their quotes. */
	etags: Map<number, string>;
	/** The first bytes of part 1. */
	head: Buffer;
	/** The answer to complete. Null until then. */
	result: FinishedAsset | null;
}

/** The size of a part in bytes. The last part can be smaller. */
export const partBytes = ({ sizeBytes, partSize, partCount }: Upload, partNumber: number): number =>
	partNumber < partCount ? partSize : sizeBytes - partSize * (partCount - 1);

/** @throws ApiFailure 422 unless each part is listed once, with the ETag from the storage. */
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

/** @throws ApiFailure 422 if the file doesn't have the announced type (N8). */
const requireFileType = ({ asset: { mediaType }, head }: Upload): FileType => {
	const found = fileTypeOf(head);
	if (found?.mediaType === mediaType) return found;
	const problem = found === undefined ? 'its bytes are no known type' : `it is ${found.contentType}`;
	throw unworkable('mediaType', `the file is no ${mediaType}: ${problem}; it was discarded, start again`);
};

/** The type of a file that is believed to be what was announced. */
const typeOf = ({ asset: { mediaType }, head }: Upload): FileType =>
	fileTypeOf(head) ?? { mediaType, contentType: 'application/octet-stream' };

/** A finished asset in the API's format (N6). Values that the client didn't send are null. */
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
 * The uploads of all workspaces. Each has a media asset from the start, which is ready when the upload is finished. The seed's
 * unfinished asset has no upload here, so it doesn't count as an unfinished upload and stays.
 */
export class Uploads {
	private readonly byAsset = new Map<string, Upload>();
	readonly signer: UrlSigner;

	/** @param media the world's assets. Those of the uploads are added to it. */
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

	/** Removes an upload and its asset. */
	discard({ asset: { id } }: Upload): void {
		this.byAsset.delete(id);
		this.media.delete(id);
	}

	/**
	 * Turns the parts that have arrived into an asset. Repeating the call with the same parts returns the same asset. If the
	 * file isn't what was announced, the upload is discarded.
	 *
	 * @param isChecked whether the service looks at the bytes (N8).
	 * @throws ApiFailure 422
	 */
	finish(upload: Upload, body: CompleteBody, isChecked: boolean): FinishedAsset {
		requireParts(upload, body.parts);
		if (upload.result !== null) return upload.result;
		try {
			upload.result = viewAsset(upload, isChecked ? requireFileType(upload) : typeOf(upload), body);
		} catch (error) {
			this.discard(upload);
			throw error;
		}
		upload.asset.isReady = true;
		return upload.result;
	}

	/** Discards uploads that weren't finished within 24 hours (N8). */
	forgetOld(now: number): void {
		for (const upload of this.byAsset.values()) {
			if (upload.result === null && upload.startedAt + dayMs <= now) this.discard(upload);
		}
	}
}
