import { ClientError } from '../../http/errors';
import { withRetries } from '../../http/retry';
import type { Send, Sleep } from '../../http/types';
import type { FinishedPart } from '../media';
import { nothing, type FeedPart, type OpenPart } from './partFeeds';
import type { PartUrlBook } from './partUrls';
import { putPart, StorageError, storageRetryPolicy } from './storage';
import { StoppedError, untilStopped } from './workers';

/** What an upload needs from its caller. */
export interface UploadPorts {
	/** Sends requests to signed URLs, without the API key. */
	send: Send;
	sleep: Sleep;
	/** Also sent to the storage. */
	userAgent: string;
}

/** What all parts of an upload share. */
interface PartJob extends UploadPorts {
	urls: PartUrlBook;
	stop: AbortSignal;
}

/** The file or the URL of a part failed, not the storage. A retry doesn't help. */
export class PartInputError extends ClientError {
	constructor(override readonly cause: unknown) {
		super("The part couldn't be prepared");
	}
}

const asInputError = (error: unknown): never => {
	throw error instanceof StoppedError ? error : new PartInputError(error);
};

const minTimeoutMs = 120_000;
/** The slowest connection that still fits the timeout, in bytes per millisecond. */
const slowestRate = 32;

/** Returns the body of a part, and a function that says why reading it failed. The network only sees a broken connection. */
function watch({ body, failure }: OpenPart): Required<Pick<OpenPart, 'body' | 'failure'>> {
	if (failure) return { body, failure };
	if (body instanceof Uint8Array) return { body, failure: nothing };
	let failed: unknown;
	const fail = (error: unknown): never => {
		failed = error;
		throw error;
	};
	const passOn = async function* () {
		try {
			yield* body;
		} catch (error) {
			fail(error);
		}
	};
	return { body: passOn(), failure: () => failed };
}

/** Opens a part. If the upload is stopped meanwhile, closes the part as soon as it is open. */
async function open(part: FeedPart, stop: AbortSignal): Promise<OpenPart> {
	let opening: Promise<OpenPart> | undefined;
	const begin = async () => await (opening = part.open());
	return await untilStopped(begin, stop).catch((error: unknown) => {
		void opening?.then(({ close }) => close(), nothing);
		return asInputError(error);
	});
}

async function put(part: FeedPart, url: string, { send, userAgent, stop }: PartJob): Promise<string> {
	const { sizeBytes } = part;
	const opened = await open(part, stop);
	const { body, failure } = watch(opened);
	const timeoutMs = minTimeoutMs + Math.ceil(sizeBytes / slowestRate);
	try {
		return await putPart(send, { url, body, sizeBytes, userAgent, timeoutMs, signal: stop });
	} catch (error) {
		const cause = failure();
		const failed = cause === undefined ? error : new PartInputError(cause);
		throw stop.aborted ? new StoppedError() : failed;
	} finally {
		opened.close();
	}
}

/** Sends a part once, with a fresh body. Replaces an expired URL once. */
async function attempt(part: FeedPart, job: PartJob): Promise<string> {
	const { urls, stop } = job;
	const getUrl = async () =>
		await untilStopped(async () => await urls.get(part.partNumber), stop).catch(asInputError);
	const url = await getUrl();
	return await put(part, url, job).catch(async (error: unknown) => {
		if (!(error instanceof StorageError && error.isExpired)) throw error;
		urls.forget(part.partNumber, url);
		return await put(part, await getUrl(), job);
	});
}

/**
 * Sends one part, with retries. Throws the storage's last error, a `PartInputError` if the file or its URL failed, or a
 * `StoppedError`.
 */
export async function sendPart(part: FeedPart, job: PartJob): Promise<FinishedPart> {
	const etag = await withRetries(async () => await attempt(part, job), {
		policy: storageRetryPolicy,
		sleep: async (durationMs) => await untilStopped(async () => await job.sleep(durationMs), job.stop),
		repeatability: 'harmless',
	});
	part.release();
	return { partNumber: part.partNumber, etag };
}
