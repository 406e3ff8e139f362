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
	signal?: AbortSignal;
}

/** What a write does, by which its errors are explained. */
interface WriteName {
	/** Such as `submit`. */
	kind: string;
	/** The post that it changes. Undefined if it makes one. */
	postId?: string;
	/** Whether an earlier request of the same call has saved that post. */
	isSaved?: boolean;
}

/** What the errors of a request say about it. */
export interface RequestFacts {
	/** The path, without the query. */
	path: string;
	/** Whether it only reads, so nothing can have changed. */
	isRead: boolean;
	/** Undefined for a request that doesn't write a post. */
	write?: WriteName;
	/** Whether the answer to an earlier try got lost, so the service may have carried the request out. */
	hasLostAnswer: boolean;
	/** The credits that each try costs. */
	cost: number;
	/** The credits that the earlier tries may have cost. */
	charged: number;
}

/** An answer with any status. Header names are in lower case. */
export interface HttpResponse {
	status: number;
	headers: Record<string, string>;
	body: string;
	/** The request that it answers, for errors about the answer. */
	request?: RequestFacts;
}

/** Sends one request once. Resolves with an answer of any status, and rejects only if no answer arrives. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * Waits for the given milliseconds. Rejects if the work is canceled meanwhile (see `cancellable`).
 * @param reason the error after which the wait is needed, if there was one
 */
export type Sleep = (durationMs: number, reason?: unknown) => Promise<void>;
