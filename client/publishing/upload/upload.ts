import { ConflictError, NetworkError } from '../../http/errors';
import type { KeyedWrite } from '../../http/idempotency';
import { PartUploadError } from '../errors';
import type {
	FinishedPart,
	MediaAsset,
	MediaCalls,
	MediaDetails,
	NewMedia,
	PartUrl,
	StartedUpload,
} from '../media';
import { limits } from '../values';
import { createPartFeed, type FeedPart } from './partFeeds';
import { createPartUrlBook, type PartUrlBook } from './partUrls';
import { PartInputError, sendPart, type UploadPorts } from './sendPart';
import type { Source } from './sourceReader';
import { runWorkers, StoppedError, untilStopped } from './workers';

/** How far an upload is. */
export interface UploadProgress {
	partsDone: number;
	partCount: number;
}

/** How a file is uploaded. */
export interface UploadOptions extends KeyedWrite, Omit<NewMedia, 'sizeBytes'> {
	/** Parts that are uploaded in parallel. Default 5. */
	workers?: number;
	/** Ends the upload immediately when aborted. */
	signal?: AbortSignal;
	onProgress?: (progress: UploadProgress) => void;
	/** What is known of the file by the time all of its bytes were read; must not fail. */
	details?: () => Promise<MediaDetails>;
	/** All part buffers together, in bytes, where the file cannot be opened in the middle; default 32 MiB. */
	bufferBytesMax?: number;
}

const defaultWorkers = 5;
const defaultBufferBytesMax = 32 * 1024 * 1024;

/** Adds the number of the part to an error of the storage. Other errors stay as they are. */
const namePart = ({ partNumber }: FeedPart, partCount: number, error: unknown): unknown => {
	if (error instanceof PartInputError) return error.cause;
	return error instanceof StoppedError ? error : new PartUploadError(partNumber, partCount, error);
};

/** The answer to a request for part URLs of an upload that is complete. A key in use, for one, is another conflict. */
const saysComplete = (error: unknown): boolean => error instanceof ConflictError && error.code === 'conflict';

/** The URLs to begin with; none when an earlier upload under the same key is complete. */
async function firstUrls(
	media: MediaCalls,
	{ assetId, urls, partCount }: StartedUpload,
	{ idempotencyKey }: KeyedWrite,
): Promise<PartUrl[] | undefined> {
	if (urls.length > 0 || !idempotencyKey) return urls;
	// No URLs: all parts have arrived before. The request for more shows whether the upload was completed, too.
	const count = Math.min(partCount, limits.partUrlsPerCall);
	const more = await media.partUrls(assetId, 1, count).catch((error: unknown) => {
		if (saysComplete(error)) return [];
		throw error;
	});
	return more.length > 0 ? more : undefined;
}

/** Sends every part, several in parallel. Afterwards the file is closed, also after a failure. */
async function sendParts(
	ports: UploadPorts,
	source: Source,
	{ partSize, partCount }: StartedUpload,
	urls: PartUrlBook,
	options: UploadOptions,
): Promise<FinishedPart[]> {
	const { workers = defaultWorkers, bufferBytesMax = defaultBufferBytesMax, signal, onProgress } = options;
	const feed = createPartFeed(source, { partSize, partCount, workers, bufferBytesMax });
	const finished: FinishedPart[] = [];
	const work = async (stop: AbortSignal): Promise<void> => {
		const next = async () => await untilStopped(feed.next, stop);
		for (let part = await next(); part; part = await next()) {
			const current = part;
			const sent = sendPart(current, { ...ports, urls, stop }).catch((error: unknown) => {
				throw namePart(current, partCount, error);
			});
			finished.push(await sent);
			onProgress?.({ partsDone: finished.length, partCount });
		}
	};
	await runWorkers(Math.min(feed.workers, partCount), signal, work).finally(() => feed.close());
	return finished;
}

async function transfer(
	media: MediaCalls,
	ports: UploadPorts,
	source: Source,
	options: UploadOptions,
): Promise<MediaAsset> {
	const { idempotencyKey, mediaType, altText, signal } = options;
	const asked = { mediaType, altText, sizeBytes: source.sizeBytes };
	const started = await untilStopped(async () => await media.start(asked, { idempotencyKey }), signal);
	const { assetId, partCount } = started;
	const first = await untilStopped(async () => await firstUrls(media, started, options), signal);
	if (!first) return { id: assetId };
	const urls = createPartUrlBook(
		partCount,
		first,
		async (from, count) => await media.partUrls(assetId, from, count),
	);
	const finished = await sendParts(ports, source, started, urls, options);
	const details = await untilStopped(async () => await options.details?.(), signal);
	return await untilStopped(async () => await media.complete(assetId, finished, details), signal);
}

/**
 * Uploads a file of any size in parts, several in parallel, and returns the finished asset.
 * Every part is retried by itself; the first lasting failure stops the others, closes the file and is thrown: as a
 * `PartUploadError` when it is the storage's, else as it is. A file of another size than announced is a
 * `SourceSizeError`; nothing is completed then. An upload that is cancelled is a `NetworkError` with the code
 * `CANCELLED`.
 *
 * Under the idempotency key of an upload that is complete nothing is sent: the asset has only its `id` then.
 */
export async function upload(
	media: MediaCalls,
	ports: UploadPorts,
	source: Source,
	options: UploadOptions,
): Promise<MediaAsset> {
	const { signal } = options;
	return await transfer(media, ports, source, options).catch((error: unknown) => {
		throw signal?.aborted ? new NetworkError('The upload was canceled', 'CANCELLED') : error;
	});
}
