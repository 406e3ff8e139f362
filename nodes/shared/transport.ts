import {
	sleep,
	type IAllExecuteFunctions,
	type ICredentialTestFunctions,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { canCarryKey } from '../../client/http/headerNames.js';
import { ClientError, NetworkError, UnexpectedResponseError } from '../../client/http/errors.js';
import { cancellable } from '../../client/http/sleep.js';
import type { HttpRequest, Send, Sleep } from '../../client/http/types.js';
import { ParameterError } from './errors.js';
import { toHttpResponse, toNetworkError } from './httpAnswers.js';
import { requireConnected, toRefusal, type OAuthAnswers } from './oauth.js';
import { shown } from './values.js';

/** The n8n context of an execution, a poll or a dropdown, which can send requests. */
export type RequestContext = Pick<IAllExecuteFunctions, 'helpers' | 'getNode' | 'getCredentials'> & {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
};

function requestOptions({ method, url, headers, body, timeoutMs }: HttpRequest) {
	return {
		method,
		url,
		headers,
		body,
		timeout: timeoutMs,
		// n8n replaces a signal in calls with a credential. A stream can be closed without one.
		encoding: 'stream' as const,
		returnFullResponse: true,
		// The client handles every status. Otherwise 204, 304 and the plain-text 403 would be exceptions.
		ignoreHttpStatusErrors: true,
		// The key must not follow a redirect to another host.
		disableFollowRedirect: true,
	};
}

/** Identifies this package. The services refuse the default names of libraries. A test compares the version with package.json. */
export const userAgent = 'n8n-nodes-social-publishing/0.1.0';

/** How much later than n8n's helper to stop waiting, in milliseconds, so that its own timeout is reported if it notices one. */
const laterMs = 250;

/**
 * Waits for a whole answer, no longer than its timeout. The timeout of n8n's helper ends with the first bytes, or starts again with
 * each of them, so an event stream that is only kept alive would never end.
 */
async function inTime<T>(sending: Promise<T>, timeoutMs: number): Promise<T> {
	const signal = AbortSignal.timeout(timeoutMs + laterMs);
	let end = (): void => undefined;
	const late = new Promise<never>((_resolve, reject) => {
		end = () => reject(new NetworkError(`timeout of ${timeoutMs}ms exceeded`, 'ETIMEDOUT'));
	});
	signal.addEventListener('abort', end, { once: true });
	return await Promise.race([sending, late]).finally(() => signal.removeEventListener('abort', end));
}

/** The largest answer that is read, in MiB. A page of 100 posts has less than one. */
const answerMiBMax = 64;

/** The text of an answer that n8n returns as a stream. Throws an `UnexpectedResponseError` if it's too large. */
async function textOf(status: number, body: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	let left = answerMiBMax * 1024 * 1024;
	for await (const chunk of body) {
		left -= chunk.byteLength;
		if (left < 0) throw new UnexpectedResponseError(status, `The answer is larger than ${answerMiBMax} MiB`);
		chunks.push(chunk);
	}
	return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Reads a whole answer in time. Otherwise closes its connection, even if the answer begins only later. */
async function readInTime(
	sending: Promise<IN8nHttpFullResponse>,
	timeoutMs: number,
): Promise<IN8nHttpFullResponse> {
	let isLate = false;
	let close = (): void => undefined;
	const reading = sending.then(async (response) => {
		const body = response.body as AsyncIterable<Uint8Array> & { destroy(): void };
		close = () => void body.destroy();
		if (isLate) close();
		return { ...response, body: await textOf(response.statusCode, body) };
	});
	return await inTime(reading, timeoutMs).finally(() => {
		isLate = true;
		close();
	});
}

/** Throws the error of a request as the client's. */
function throwNetworkError(error: unknown): never {
	throw error instanceof ClientError ? error : toNetworkError(error);
}

/** Waits for an answer of n8n's helper. Throws the client's error if none arrives. */
async function answerOf(sending: Promise<unknown>, timeoutMs: number): Promise<IN8nHttpFullResponse> {
	return (await inTime(sending, timeoutMs).catch(throwNetworkError)) as IN8nHttpFullResponse;
}

/** Sends requests through n8n's HTTP helper, with the credential's authentication, n8n's proxy settings and its cancel signal. */
export function n8nSend(context: RequestContext, credentialType: string): Send {
	return async (request) => {
		const { httpRequestWithAuthentication } = context.helpers;
		const options = requestOptions(request);
		const sending = httpRequestWithAuthentication.call(
			context as IAllExecuteFunctions,
			credentialType,
			options,
		) as Promise<IN8nHttpFullResponse>;
		return toHttpResponse(await readInTime(sending, request.timeoutMs).catch(throwNetworkError));
	};
}

/** Throws a `ParameterError` for an invalid header name, which would otherwise look like a network error. */
export function requireHeaderName(name: string, label: string): void {
	if (canCarryKey(name)) return;
	throw new ParameterError(
		`'${label}' in the credential can't be ${shown(name)}`,
		'Use a header of your service, in letters, digits and hyphens without spaces, e.g. X-API-Key',
	);
}

/** Throws a `ParameterError` for a value that a header can't have. The value is secret, so the error doesn't show it. */
export function requireHeaderValue(value: string, label: string): void {
	if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
	throw new ParameterError(
		`'${label}' in the credential has characters that aren't allowed in an HTTP header`,
		'Copy it again without line breaks, spaces or curly quotes',
	);
}

/** Throws a `ParameterError` for an API key that can't be sent. @param scheme the word that is sent before it. Empty for none */
export function requireKey(key: string, scheme = ''): void {
	requireHeaderValue(key, 'API Key');
	if (key === '')
		throw new ParameterError("'API Key' in the credential is empty", 'Copy the key from the service');
	if (scheme !== '' && key.toLowerCase().startsWith(`${scheme.toLowerCase()} `)) {
		throw new ParameterError(
			`'API Key' in the credential begins with '${scheme}'`,
			"Enter only the key. The word before it isn't part of it",
		);
	}
}

type IgnoredStatuses = IHttpRequestOptions['ignoreHttpStatusErrors'];

/**
 * Sends requests through n8n's HTTP helper with an OAuth2 credential. n8n renews the token after a 401, but only if the 401 is
 * an exception. Throws a `SignInError` if someone has to connect the credential, or to connect it again.
 */
export function n8nOAuthSend(context: RequestContext, credentialType: string, answers: OAuthAnswers): Send {
	return async (request) => {
		requireConnected(await context.getCredentials(credentialType));
		const send = async (ignoreHttpStatusErrors: IgnoredStatuses): Promise<IN8nHttpFullResponse> =>
			(await context.helpers.httpRequestWithAuthentication.call(
				context as IAllExecuteFunctions,
				credentialType,
				{ ...requestOptions(request), ignoreHttpStatusErrors },
			)) as IN8nHttpFullResponse;
		// n8n 2.8 ignores `except`, so the 401 isn't an exception. The service did nothing, so the request is sent
		// again, and then n8n sees the 401.
		const sendInTime = async (ignored: IgnoredStatuses) => await readInTime(send(ignored), request.timeoutMs);
		return await sendInTime({ ignore: true, except: [401] })
			.then(async (response) => (response.statusCode === 401 ? await sendInTime(false) : response))
			.then(toHttpResponse, (error: unknown) => toRefusal(error, answers));
	};
}

/**
 * Wraps a stream of bytes as a Blob, which n8n's helper sends without loading it into memory. A Node.js stream isn't possible,
 * because verified packages can't import `stream`.
 */
const asBlob = (bytes: AsyncIterable<Uint8Array>, size: number) => ({
	[Symbol.toStringTag]: 'Blob',
	type: 'application/octet-stream',
	size,
	stream: () => bytes,
});

/** Converts a body to a form that n8n's helper accepts. Doesn't load a stream into memory. */
function plainBody({ body, headers }: HttpRequest) {
	if (body === undefined || typeof body === 'string') return body;
	if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	// n8n's helper sends a stream that n8n created, such as that of a file, at the lowest cost.
	if ('pipe' in body) return body as unknown as Buffer;
	return asBlob(body, Number(headers['Content-Length'])) as unknown as Buffer;
}

/** Combines the signals that are given. Undefined if there are none. */
function anySignal(...signals: Array<AbortSignal | undefined>): AbortSignal | undefined {
	const given = signals.filter((signal) => signal !== undefined);
	return given.length > 0 ? AbortSignal.any(given) : undefined;
}

/** Sends requests without a credential, to addresses outside of the service, such as signed URLs. */
export function plainSend(context: RequestContext): Send {
	return async (request) => {
		const headers = { 'Content-Type': 'application/octet-stream', ...request.headers };
		const sending = context.helpers.httpRequest({
			...requestOptions({ ...request, headers, body: undefined }),
			body: plainBody(request),
			abortSignal: anySignal(request.signal, context.getExecutionCancelSignal?.()),
		}) as Promise<IN8nHttpFullResponse>;
		return toHttpResponse(await readInTime(sending, request.timeoutMs).catch(throwNetworkError));
	};
}

/**
 * Sends requests for a credential test. There n8n offers only its older helper, which adds no authentication.
 * @param addHeaders headers with the key to test
 */
export function credentialTestSend(
	context: ICredentialTestFunctions,
	addHeaders: Record<string, string>,
): Send {
	return async ({ method, url, headers, body, timeoutMs }) => {
		const options: IDataObject = {
			method,
			uri: url,
			headers: { ...headers, ...addHeaders },
			body,
			timeout: timeoutMs,
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		};
		const { request } = context.helpers;
		return toHttpResponse(await answerOf(request(options), timeoutMs));
	};
}

/** Waits with n8n's timer. Ends immediately if the user cancels the execution. */
export function n8nSleep(context: RequestContext): Sleep {
	return cancellable(async (durationMs) => await sleep(durationMs, context.getExecutionCancelSignal?.()));
}

/** What a request of a public address has in common: it doesn't sign in, and a status isn't an error. */
const publicRequest = (context: RequestContext, url: string, timeoutMs: number) =>
	({
		url,
		encoding: 'stream',
		timeout: timeoutMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		abortSignal: context.getExecutionCancelSignal?.(),
	}) as const;

/** Asks a public address for its status and the type of its content, without its body. */
export async function headOf(
	context: RequestContext,
	url: string,
	timeoutMs: number,
): Promise<{ statusCode: number; type: string; isEmpty: boolean }> {
	const sending = context.helpers.httpRequest({
		...publicRequest(context, url, timeoutMs),
		method: 'HEAD',
		headers: { 'User-Agent': userAgent },
	});
	const { statusCode, headers } = await answerOf(sending, timeoutMs);
	return {
		statusCode,
		type: String(headers['content-type'] ?? ''),
		isEmpty: headers['content-length'] === '0',
	};
}

/** Which bytes of a file to load, by default all. Servers can ignore it. */
export interface ByteRange {
	offset?: number;
	length?: number;
	/** The version of the file that the range must be of, as an ETag or a date. Of another version, the server sends all bytes. */
	version?: string;
	/** How long to wait for the beginning of the answer, in milliseconds. */
	timeoutMs: number;
}

/** Opens a public address. The body is a stream that starts at `offset` if the server supports ranges. */
export async function openUrl(
	context: RequestContext,
	url: string,
	{ offset = 0, length, version, timeoutMs }: ByteRange,
): Promise<IN8nHttpFullResponse> {
	const end = length === undefined ? '' : String(offset + length - 1);
	const range = offset > 0 || end !== '' ? { Range: `bytes=${offset}-${end}` } : {};
	const condition = version !== undefined && 'Range' in range ? { 'If-Range': version } : {};
	const sending = context.helpers.httpRequest({
		...publicRequest(context, url, timeoutMs),
		method: 'GET',
		// A compressed answer would differ in size from the file.
		headers: { 'Accept-Encoding': 'identity', 'User-Agent': userAgent, ...range, ...condition },
	});
	return await answerOf(sending, timeoutMs);
}
