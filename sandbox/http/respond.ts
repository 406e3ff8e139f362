import type { ServerResponse } from 'node:http';
import { ApiFailure } from '../api/failure';
import type { Answer } from '../api/route';

/** A failure in the error envelope; what is no {@link ApiFailure} is a mistake of the sandbox itself: 500. */
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

/** Sends an answer: text as it is, anything else as JSON. One that breaks off ends, with its connection, in mid-body. */
export const respond = (
	response: ServerResponse,
	{ status, body, headers = {} }: Answer,
	{ breaksOff = false } = {},
): void => {
	if (body === undefined) {
		response.writeHead(status, headers).end();
		return;
	}
	const isText = typeof body === 'string';
	const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
	const payload = Buffer.from(isText ? body : JSON.stringify(body));
	response.writeHead(status, {
		...(hasHeader(headers, 'content-type') ? {} : { 'Content-Type': type }),
		'Content-Length': payload.length,
		...headers,
	});
	if (!breaksOff) response.end(payload);
	else response.write(payload.subarray(0, payload.length / 2), () => response.destroy());
};
