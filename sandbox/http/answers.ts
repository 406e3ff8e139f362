import type { ServerResponse } from 'node:http';

/** The optional fields of the error envelope (contract, section 7). */
export interface FailureExtras {
	tier?: string;
	limit?: number;
	remaining?: number;
	retry_after?: number;
	available_at?: string | null;
	post_id?: string;
}

/** An error answer of the API. `code` is the body's `error` (N13). */
export class ApiFailure extends Error {
	override readonly name = 'ApiFailure';

	constructor(
		readonly status: number,
		readonly code: string,
		readonly detail: string,
		readonly extras: FailureExtras = {},
		readonly headers: Record<string, string> = {},
	) {
		super(`${status} ${code}: ${detail}`);
	}

	/** Returns the same error with the ID of the post that was saved before it. */
	withPost(postId: string): ApiFailure {
		return new ApiFailure(
			this.status,
			this.code,
			this.detail,
			{ ...this.extras, post_id: postId },
			this.headers,
		);
	}
}

/** The default error code of each status, for scripted faults. */
export const codeOfStatus: Readonly<Record<number, string>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'not_found',
	405: 'method_not_allowed',
	409: 'conflict',
	413: 'too_large',
	422: 'invalid',
	429: 'rate_limited',
	500: 'internal',
	503: 'unavailable',
};

/** 422: the request doesn't match the schema. */
export const malformed = (path: string, message: string): ApiFailure =>
	new ApiFailure(422, 'invalid_request', `${path}: ${message}`);

/** 422: the request matches the schema, but can't be carried out. */
export const unworkable = (path: string, message: string): ApiFailure =>
	new ApiFailure(422, 'invalid', `${path}: ${message}`);

/** 409: the post's status doesn't allow the request. */
export const conflict = (detail: string): ApiFailure => new ApiFailure(409, 'conflict', detail);

/** 404. */
export const notFound = (detail: string): ApiFailure => new ApiFailure(404, 'not_found', detail);

/** 403. */
export const forbidden = (detail: string): ApiFailure => new ApiFailure(403, 'forbidden', detail);

/** Turns an error into an error answer. Anything but an {@link ApiFailure} is a bug in the sandbox and becomes a 500. */
export const failureAnswer = (error: unknown): Answer => {
	if (error instanceof ApiFailure) {
		const { status, code, detail, extras, headers } = error;
		return { status, body: { error: code, detail, ...extras }, headers };
	}
	const detail = error instanceof Error ? error.message : String(error);
	return { status: 500, body: { error: 'internal', detail: `sandbox: ${detail}` } };
};

const hasHeader = (headers: Record<string, string>, name: string): boolean =>
	Object.keys(headers).some((each) => each.toLowerCase() === name);

/**
 * Sends an answer. Text and bytes are sent unchanged, anything else as JSON. If the answer breaks off, the connection closes in the middle
 * of the body.
 */
export const respond = (
	response: ServerResponse,
	{ status, body, headers = {} }: Answer,
	{ breaksOff = false } = {},
): void => {
	if (body === undefined) {
		response.writeHead(status, headers).end();
		return;
	}
	const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
	const type = isRaw ? 'text/plain; charset=utf-8' : 'application/json';
	const payload = Buffer.isBuffer(body) ? body : Buffer.from(isRaw ? body : JSON.stringify(body));
	response.writeHead(status, {
		...(hasHeader(headers, 'content-type') ? {} : { 'Content-Type': type }),
		'Content-Length': payload.length,
		...headers,
	});
	if (!breaksOff) response.end(payload);
	else response.write(payload.subarray(0, payload.length / 2), () => response.destroy());
};

/** An answer to send. It can be without a body. */
export interface Answer {
	status: number;
	body?: unknown;
	headers?: Record<string, string>;
}
