import { ClientError, NetworkError } from '../../http/errors';
import { withRetries } from '../../http/retry';
import type { Send, Sleep } from '../../http/types';
import type { FinishedPart, MediaAsset, MediaCalls, NewMedia } from '../media';
import type { KeyedWrite } from '../postWrites';
import type { FeedPart } from './feed';
import { createPartFeed } from './partFeed';
import { createPartUrlBook, type PartUrlBook } from './partUrls';
import type { Source } from './source';
import { putPart, StorageError, storageRetryPolicy } from './storage';
import { runWorkers, sleepUntilStopped } from './workers';

/** What an upload needs from outside. */
export interface UploadPorts {
	/** Sends to signed URLs: without the key. */
	send: Send;
	sleep: Sleep;
}

/** How far an upload is. */
export interface UploadProgress {
	partsDone: number;
	partCount: number;
}

/** How a file is uploaded. */
export interface UploadOptions extends KeyedWrite, Omit<NewMedia, 'sizeBytes'> {
	/** Parts under way at once; default 5. */
	workers?: number;
	/** Ends the upload at once when aborted. */
	signal?: AbortSignal;
	onProgress?: (progress: UploadProgress) => void;
	/** All part buffers together, in bytes, where the file cannot be opened in the middle; default 32 MiB. */
	bufferBytesMax?: number;
}

/** A part could not be uploaded, after all retries; `cause` says why. */
export class PartUploadError extends ClientError {
	constructor(
		readonly partNumber: number,
		readonly partCount: number,
		override readonly cause: unknown,
	) {
		super(`Part ${partNumber} of ${partCount} could not be uploaded: ${(cause as Error).message}`);
	}
}

/** The file, not the network, failed while a part was under way: no retry helps. */
class SourceReadError extends ClientError {
	constructor(override readonly cause: unknown) {
		super('The file could not be read');
	}
}

const defaultWorkers = 5;
const defaultBufferBytesMax = 32 * 1024 * 1024;
const minTimeoutMs = 120_000;
/** The slowest line worth waiting for, in bytes per millisecond. */
const slowestRate = 32;

interface Job extends UploadPorts {
	partCount: number;
	urls: PartUrlBook;
	stop: AbortSignal;
}

/** A body that fails breaks the connection; what is remembered here is the reason. */
async function* watch(
	body: AsyncIterable<Uint8Array>,
	failure: { error?: unknown },
): AsyncGenerator<Uint8Array> {
	try {
		yield* body;
	} catch (error) {
		failure.error = new SourceReadError(error);
		throw error;
	}
}

/** One attempt: a fresh body to a URL that is still valid; an expired one is renewed once. */
async function sendOnce(part: FeedPart, job: Job, mayRenew = true): Promise<string> {
	const url = await job.urls.get(part.partNumber);
	const opened = await part.open();
	const failure: { error?: unknown } = {};
	const { sizeBytes } = part;
	const body = opened.body instanceof Uint8Array ? opened.body : watch(opened.body, failure);
	const timeoutMs = minTimeoutMs + Math.ceil(sizeBytes / slowestRate);
	const sent = putPart(job.send, { url, body, sizeBytes, timeoutMs, signal: job.stop }).finally(opened.close);
	return await sent.catch(async (error: unknown) => {
		if (failure.error !== undefined) throw failure.error;
		const hasExpired = error instanceof StorageError && error.isExpired;
		if (!hasExpired || !mayRenew) throw error;
		job.urls.forget(part.partNumber, url);
		return await sendOnce(part, job, false);
	});
}

async function sendPart(part: FeedPart, job: Job): Promise<FinishedPart> {
	const attempt = async (): Promise<string> => {
		if (job.stop.aborted) throw new StorageError(0, 'The upload was stopped');
		return await sendOnce(part, job);
	};
	const sleep: Sleep = async (durationMs) => await sleepUntilStopped(job.sleep(durationMs), job.stop);
	const etag = await withRetries(attempt, {
		policy: storageRetryPolicy,
		sleep,
		repeatability: 'covered',
	}).catch((error: unknown) => {
		if (error instanceof SourceReadError) throw error.cause;
		throw new PartUploadError(part.partNumber, job.partCount, error);
	});
	part.release();
	return { partNumber: part.partNumber, etag };
}

/**
 * Uploads a file of any size in parts, several at once, and gives back the finished asset.
 * Every part is retried by itself; the first lasting failure stops the others, closes the file and is thrown as a
 * `PartUploadError`. A file of another size than announced is a `SourceSizeError`; nothing is completed then.
 */
export async function upload(
	media: MediaCalls,
	ports: UploadPorts,
	source: Source,
	{
		idempotencyKey,
		workers = defaultWorkers,
		bufferBytesMax = defaultBufferBytesMax,
		signal,
		onProgress,
		...described
	}: UploadOptions,
): Promise<MediaAsset> {
	const started = await media.start({ ...described, sizeBytes: source.sizeBytes }, { idempotencyKey });
	const { assetId, partSize, partCount } = started;
	const urls = createPartUrlBook(
		partCount,
		started.urls,
		async (from, count) => await media.partUrls(assetId, from, count),
	);
	const feed = createPartFeed(source, { partSize, partCount, workers, bufferBytesMax });
	const finished: FinishedPart[] = [];
	const work = async (stop: AbortSignal): Promise<void> => {
		for (let part = await feed.next(); part && !stop.aborted; part = await feed.next()) {
			finished.push(await sendPart(part, { ...ports, partCount, urls, stop }));
			onProgress?.({ partsDone: finished.length, partCount });
		}
	};
	await runWorkers(Math.min(feed.workers, partCount), signal, work).finally(() => feed.close());
	if (signal?.aborted) throw new NetworkError('The upload was cancelled', 'CANCELLED');
	return await media.complete(assetId, finished);
}
