import { ClientError, NetworkError, toClientError } from '../../http/errors.js';
import { retryAfterSeconds } from '../../http/rateLimits.js';
import { backoffUpTo, retryDelayMs, type RetryPolicy } from '../../http/retry.js';
import type { Send, Sleep } from '../../http/types.js';
import { PartUploadError } from '../errors.js';
import type { FinishedPart } from '../media.js';
import { nothing, type FeedPart, type OpenPart } from './partFeeds.js';
import type { PartUrlBook } from './partUrls.js';
import { StoppedError, untilStopped } from './workers.js';

/** What an upload needs from its caller. */
export interface UploadPorts {
	/** Sends requests to signed URLs, without the API key. */
	send: Send;
	sleep: Sleep;
	/** Also sent to the storage. */
	userAgent: string;
}

interface PartJob extends UploadPorts {
	urls: PartUrlBook;
	partCount: number;
	stop: AbortSignal;
}

/**
 * The storage behind a signed URL refused a part. The error has neither the URL nor the storage's text, which can contain
 * secrets.
 */
class StorageError extends ClientError {
	declare readonly statusCode: number;

	constructor(
		statusCode: number,
		message: string,
		/** Seconds that the storage asks to wait. */
		readonly retryAfter?: number,
		/** The storage's error code, such as `SlowDown`, from the XML answer of an object storage. */
		readonly code?: string,
	) {
		super(message, { statusCode });
	}
}

/** Whether an error is temporary. Object storages report a body that stops arriving as a 400 with `RequestTimeout`. */
const isPassing = (error: unknown): boolean =>
	error instanceof StorageError &&
	(error.statusCode === 408 ||
		error.statusCode === 429 ||
		error.statusCode >= 500 ||
		error.code === 'RequestTimeout');

/** Whether the storage refused the request. The URL may have expired. */
const isRefusedUrl = (error: unknown): boolean =>
	error instanceof StorageError && error.statusCode >= 400 && error.statusCode < 500;

const backoffMs = backoffUpTo(16_000);

/** When a part is sent again. A repeated part simply replaces the bytes that arrived before. */
const storageRetryPolicy: RetryPolicy = {
	maxRetries: 4,
	maxWaitMs: 60_000,
	rules: [
		{
			because: 'the storage is busy or away for a moment',
			appliesTo: isPassing,
			requests: 'any',
			waitMs: backoffMs,
		},
		{
			because: 'the connection failed in the middle of the part',
			appliesTo: (error) => error instanceof NetworkError,
			requests: 'any',
			waitMs: backoffMs,
		},
	],
};

/** The file or the URL of a part failed, not the storage. A retry doesn't help. */
class PartInputError extends ClientError {
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

/** Returns the body of a part, and a function that says why reading it failed. */
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

/**
 * Sends the bytes of a part to its signed URL, which must not appear in errors or output, without the API key (wire detail N7).
 * Returns the ETag unchanged, including its quotes. Throws a `StorageError`, or a `NetworkError` if no answer arrived.
 */
async function putBytes(
	{ sizeBytes }: FeedPart,
	body: OpenPart['body'],
	url: string,
	{ send, userAgent, stop: signal }: PartJob,
): Promise<string> {
	const headers = { 'Content-Length': String(sizeBytes), 'User-Agent': userAgent };
	const timeoutMs = minTimeoutMs + Math.ceil(sizeBytes / slowestRate);
	const [, query = ''] = url.split('?');
	const response = await send({ method: 'PUT', url, headers, body, timeoutMs, signal }).catch(
		(error: unknown) => {
			throw toClientError(error, [url, query]);
		},
	);
	const { status } = response;
	if (status < 200 || status >= 300) {
		const retryAfter = retryAfterSeconds(response.headers['retry-after']);
		const [, code] = /<Code>(\w{1,64})<\/Code>/.exec(response.body) ?? [];
		throw new StorageError(status, `The storage answered with status ${status}`, retryAfter, code);
	}
	if (response.headers.etag) return response.headers.etag;
	throw new StorageError(status, 'The storage accepted the part but returned no ETag');
}

/** Sends a part with a fresh body. If reading the body failed, says so, because the network only sees a broken connection. */
async function put(part: FeedPart, url: string, job: PartJob): Promise<string> {
	const { stop } = job;
	const opened = await open(part, stop);
	const { body, failure } = watch(opened);
	try {
		return await putBytes(part, body, url, job);
	} catch (error) {
		const cause = failure();
		const failed = cause === undefined ? error : new PartInputError(cause);
		throw stop.aborted ? new StoppedError() : failed;
	} finally {
		opened.close();
	}
}

/** Sends a part once, with a fresh body. Replaces a URL that may have expired once. */
async function attempt(part: FeedPart, job: PartJob, countTry: () => void): Promise<string> {
	const { urls, stop } = job;
	const getUrl = async () =>
		await untilStopped(async () => await urls.get(part.partNumber), stop).catch(asInputError);
	const send = async (url: string) => {
		countTry();
		return await put(part, url, job);
	};
	const url = await getUrl();
	return await send(url).catch(async (error: unknown) => {
		// Storages answer with different statuses to a URL that has expired.
		if (!(isRefusedUrl(error) && !isPassing(error))) throw error;
		urls.forget(part.partNumber, url);
		return await send(await getUrl());
	});
}

/** Sends one part, with retries. Throws a `PartUploadError`, the error of the file or of its URL if that failed, or a `StoppedError`. */
export async function sendPart(part: FeedPart, job: PartJob): Promise<FinishedPart> {
	let tries = 0;
	const named = (error: unknown): unknown => {
		if (error instanceof PartInputError) return error.cause;
		if (error instanceof StoppedError) return error;
		return new PartUploadError(part.partNumber, job.partCount, tries, error);
	};
	for (let retry = 0; ; retry++) {
		const outcome = await attempt(part, job, () => tries++).then(
			(etag) => ({ etag }),
			(error: unknown) => ({ error }),
		);
		if ('etag' in outcome) {
			part.release();
			return { partNumber: part.partNumber, etag: outcome.etag };
		}
		const waitMs = retryDelayMs(storageRetryPolicy, outcome.error, retry, 'harmless');
		if (waitMs === undefined) throw named(outcome.error);
		await untilStopped(async () => await job.sleep(waitMs), job.stop).catch((error: unknown) => {
			throw named(error);
		});
	}
}
