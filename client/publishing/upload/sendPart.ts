import { ClientError } from '../../http/errors';
import { withRetries } from '../../http/retry';
import type { Send, Sleep } from '../../http/types';
import type { FinishedPart } from '../media';
import { nothing, type FeedPart, type OpenPart } from './partFeeds';
import type { PartUrlBook } from './partUrls';
import { putPart, StorageError, storageRetryPolicy } from './storage';
import { StoppedError, untilStopped } from './workers';

/** What an upload needs from outside. */
export interface UploadPorts {
	/** Sends to signed URLs: without the key. */
	send: Send;
	sleep: Sleep;
	/** Names the caller at the storage, too. */
	userAgent: string;
}

/** What all parts of an upload share. */
interface PartJob extends UploadPorts {
	urls: PartUrlBook;
	stop: AbortSignal;
}

/** Not the storage failed but what a part needs, the file or its URL: sending again does not help. */
export class PartInputError extends ClientError {
	constructor(override readonly cause: unknown) {
		super("The part couldn't be prepared");
	}
}

const asInputError = (error: unknown): never => {
	throw error instanceof StoppedError ? error : new PartInputError(error);
};

const minTimeoutMs = 120_000;
/** The slowest line worth waiting for, in bytes per millisecond. */
const slowestRate = 32;

/** The body of a part and what tells why it failed: to the network it is no more than a broken connection. */
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

/** What opens only after the work was stopped is closed again. */
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

/** One attempt: a fresh body to a URL that is still valid; an expired one is renewed once. */
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
 * Sends one part, again and again while that helps. Throws what the storage said last, a `PartInputError` when file or
 * URL failed, or a `StoppedError`.
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
