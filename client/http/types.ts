/** The interface between the client and the network. Code that creates a client provides a `Send` and a `Sleep`. */

/** The HTTP methods that the client uses. */
export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Bytes of known length, or a stream of bytes. A stream can be sent only once. */
export type ByteBody = Uint8Array | AsyncIterable<Uint8Array>;

/** A stream of bytes. Closing it early releases the file or connection behind it. */
export interface ByteStream {
	bytes: AsyncIterable<Uint8Array>;
	close(): void;
	/** Frees the memory of a chunk whose bytes were copied. Only streams whose chunks have no other reader have this function. */
	release?(chunk: Uint8Array): void;
	/**
	 * Returns what failed in the stream. Only streams that end after exactly the requested length, or fail, have this function.
	 * They are sent as they are. All other streams are checked while they are sent.
	 */
	failure?(): unknown;
}

/** A complete request, with an absolute URL and an encoded body. Only the API key is missing from the headers. */
export interface HttpRequest {
	method: HttpMethod;
	url: string;
	headers: Record<string, string>;
	body?: string | ByteBody;
	/** Timeout for the whole answer, in milliseconds. */
	timeoutMs: number;
	/** Aborts the request. */
	signal?: AbortSignal;
}

/** An answer with any status. Header names are in lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** Sends one request once. Resolves with an answer of any status, and rejects only if no answer arrives. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Waits for the given milliseconds. Rejects if the work is canceled meanwhile (see `cancellable`).
 * @param reason the error after which the wait is needed, if there was one
 */
export type Sleep = (durationMs: number, reason?: unknown) => Promise<void>;
