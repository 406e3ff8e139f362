import { ClientError, NetworkError, toClientError } from '../../http/errors';
import { backoffUpTo, type RetryPolicy } from '../../http/retry';
import { retryAfterSeconds } from '../../http/rateLimits';
import type { ByteBody, Send } from '../../http/types';

/**
 * The storage behind a signed URL refused a part. The error has neither the URL nor the storage's text, which can contain
 * secrets.
 */
export class StorageError extends ClientError {
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

	/** Whether the signature of the URL is no longer valid, or never was. */
	get isExpired(): boolean {
		return this.statusCode === 403;
	}
}

/** Whether an error is temporary. Object storages report a body that stops arriving as a 400 with `RequestTimeout`. */
const isPassing = (error: unknown): boolean =>
	error instanceof StorageError &&
	(error.statusCode === 408 ||
		error.statusCode === 429 ||
		error.statusCode >= 500 ||
		error.code === 'RequestTimeout');

const backoffMs = backoffUpTo(16_000);

/** When a part is sent again. A repeated part simply replaces the bytes that arrived before. */
export const storageRetryPolicy: RetryPolicy = {
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

/** A part and where to send it. */
interface PartUpload {
	/** A signed URL. It must not appear in errors or output. */
	url: string;
	body: ByteBody;
	sizeBytes: number;
	/** Identifies the client to the storage. */
	userAgent: string;
	timeoutMs: number;
	signal?: AbortSignal;
}

/**
 * Sends the bytes of one part to its signed URL, without the API key (wire detail N7). Returns the ETag unchanged, including
 * its quotes. Throws a `StorageError`, or a `NetworkError` if no answer arrived.
 */
export async function putPart(
	send: Send,
	{ url, body, sizeBytes, userAgent, timeoutMs, signal }: PartUpload,
): Promise<string> {
	const headers = { 'Content-Length': String(sizeBytes), 'User-Agent': userAgent };
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
