import { ConflictError, NetworkError, ValidationError } from '../../http/errors.js';
import type { KeyedWrite } from '../../http/idempotency.js';
import { withoutUndefined } from '../../http/json.js';
import { IdempotencyInFlightError } from '../errors.js';
import type {
	FinishedPart,
	MediaAsset,
	MediaCalls,
	MediaDetails,
	NewMedia,
	PartUrl,
	StartedUpload,
} from '../media.js';
import { keyAfter } from '../posts/keys.js';
import { limits } from '../values.js';
import { createPartFeed } from './partFeeds.js';
import { createPartUrlBook, type PartUrlBook } from './partUrls.js';
import { sendPart, type UploadPorts } from './sendPart.js';
import type { Source } from './sourceReader.js';
import { runWorkers, untilStopped } from './workers.js';

export interface UploadProgress {
	partsDone: number;
	partCount: number;
}

export interface UploadOptions extends KeyedWrite, Omit<NewMedia, 'sizeBytes'> {
	/** The maximum number of parallel part uploads. Default 5. */
	workers?: number;
	/** Stops the upload immediately when aborted. */
	signal?: AbortSignal;
	onProgress?: (progress: UploadProgress) => void;
	/**
	 * If it's set, an upload that the service refuses because of its alt text starts again without it, under the next key. Called if the
	 * service then accepts it.
	 */
	onAltTextRefused?: () => void;
	/** Returns what is known about the file after all its bytes were read. Must not throw. */
	details?: () => Promise<MediaDetails>;
	/** The maximum total size of all part buffers in bytes, for a file that can't be opened in the middle. Default 16 MiB. */
	bufferBytesMax?: number;
}

const defaultWorkers = 5;
const defaultBufferBytesMax = 16 * 1024 * 1024;

/** Whether the service says that the upload is already complete. A request for URLs has no key that could be in use. */
const saysComplete = (error: unknown): boolean =>
	error instanceof ConflictError && !(error instanceof IdempotencyInFlightError);

/** The URLs for the first parts, or undefined if an earlier upload with the same key is complete. */
async function firstUrls(
	media: MediaCalls,
	{ assetId, urls, partCount }: StartedUpload,
	{ idempotencyKey }: KeyedWrite,
): Promise<PartUrl[] | undefined> {
	if (urls.length > 0 || !idempotencyKey) return urls;
	// No URLs means that all parts have already arrived. Requesting more URLs shows whether the upload was completed, too.
	const count = Math.min(partCount, limits.partUrlsPerCall);
	const more = await media.partUrls(assetId, 1, count).catch((error: unknown) => {
		if (saysComplete(error)) return [];
		throw error;
	});
	return more.length > 0 ? more : undefined;
}

/** Sends all parts, several in parallel. Closes the file at the end, even after an error. */
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
			finished.push(await sendPart(part, { ...ports, urls, partCount, stop }));
			onProgress?.({ partsDone: finished.length, partCount });
		}
	};
	await runWorkers(Math.min(feed.workers, partCount), signal, work).finally(() => feed.close());
	return finished;
}

/** Starts an upload. If the service refuses it only with its alt text, the first error is thrown unless it accepts it without. */
async function startUpload(
	media: MediaCalls,
	asked: NewMedia,
	{ idempotencyKey, onAltTextRefused }: UploadOptions,
): Promise<StartedUpload> {
	return await media.start(asked, { idempotencyKey }).catch(async (error: unknown) => {
		if (!(error instanceof ValidationError) || !asked.altText || !onAltTextRefused) throw error;
		const without = { ...asked, altText: undefined };
		const started = await media
			.start(without, keyAfter({ idempotencyKey, isReplaceable: true }, 1))
			.catch(() => {
				throw error;
			});
		onAltTextRefused();
		return started;
	});
}

async function transfer(
	media: MediaCalls,
	ports: UploadPorts,
	source: Source,
	options: UploadOptions,
): Promise<MediaAsset> {
	const { mediaType, altText, signal } = options;
	const sent = { mediaType, sizeBytes: source.sizeBytes };
	const asked = { ...sent, altText };
	const started = await untilStopped(async () => await startUpload(media, asked, options), signal);
	const { assetId, partCount } = started;
	const first = await untilStopped(async () => await firstUrls(media, started, options), signal);
	if (!first) return { ...sent, id: assetId };
	const urls = createPartUrlBook(
		partCount,
		first,
		async (from, count) => await media.partUrls(assetId, from, count),
	);
	const finished = await sendParts(ports, source, started, urls, options);
	const details = await untilStopped(async () => await options.details?.(), signal);
	const asset = await untilStopped(async () => await media.complete(assetId, finished, details), signal);
	return { ...sent, ...withoutUndefined(details ?? {}), ...asset };
}

/**
 * Uploads a file of any size in parts, several in parallel, and returns the finished asset. Each part is retried on its own.
 * The first error that retries can't solve stops all parts and closes the file. An error of the storage is thrown as a
 * `PartUploadError`, and other errors unchanged. If the file's size differs from the expected size, the upload isn't completed
 * and throws a `SourceSizeError`. A canceled upload throws a `NetworkError` with the code `CANCELLED`.
 *
 * The asset has what was sent about the file, because the contract promises only its `id`. If an upload with the same idempotency key
 * is already complete, nothing is sent, and the asset has no details.
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
