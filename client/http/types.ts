/** The port between the client and the network: whoever builds a client brings a `Send` and a `Sleep`. */

/** HTTP methods the client uses. */
export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Bytes of known length, or a stream of them. A stream can be sent only once. */
export type ByteBody = Uint8Array | AsyncIterable<Uint8Array>;

/** Bytes that are being read. Closing early releases the file or connection that they come from. */
export interface ByteStream {
	bytes: AsyncIterable<Uint8Array>;
	close(): void;
	/**
	 * Only of bytes that end after exactly the length asked for, or fail: they are sent as they are, and this tells what
	 * failed. Without it they are watched while they pass.
	 */
	failure?(): unknown;
}

/** One request, complete: an absolute URL, every header but the credential's, and a body already encoded. */
export interface HttpRequest {
	method: HttpMethod;
	url: string;
	headers: Record<string, string>;
	body?: string | ByteBody;
	/** How long to wait for the whole answer, in milliseconds. */
	timeoutMs: number;
	/** Aborts the request. */
	signal?: AbortSignal;
}

/** One answer of any status; header names are in lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** Sends one request once. Resolves with whatever status came back; rejects only when no answer came. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** Waits the given milliseconds; rejects when the work is cancelled meanwhile (see `cancellable`). */
export type Sleep = (durationMs: number) => Promise<void>;
