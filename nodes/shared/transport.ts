import {
	sleep,
	type IAllExecuteFunctions,
	type ICredentialTestFunctions,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { canCarryKey } from '../../client/http/headerNames';
import { cancellable } from '../../client/http/sleep';
import type { HttpRequest, Send, Sleep } from '../../client/http/types';
import { ParameterError } from './errors';
import { toHttpResponse, toNetworkError } from './httpAnswers';
import { requireConnected, toRefusal } from './oauth';
import { shown } from './parameters';

/** n8n's contexts that can send requests: of an execution, a poll or a dropdown. */
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
		encoding: 'text' as const,
		returnFullResponse: true,
		// Every status is an answer for the client: 304, 204 and the plain-text 403 would be exceptions otherwise.
		ignoreHttpStatusErrors: true,
		// The key must not follow a redirect to another host.
		disableFollowRedirect: true,
	};
}

/** Names this package to the services, which refuse the defaults of libraries. Kept equal to package.json by a test. */
export const userAgent = 'n8n-nodes-social-publishing/0.1.0';

/** Sends through n8n's HTTP helper with the credential's authentication, n8n's proxy settings and cancel signal. */
export function n8nSend(context: RequestContext, credentialType: string): Send {
	return async (request) => {
		const response = (await context.helpers.httpRequestWithAuthentication
			.call(context as IAllExecuteFunctions, credentialType, requestOptions(request))
			.catch((error: unknown) => {
				throw toNetworkError(error);
			})) as IN8nHttpFullResponse;
		return toHttpResponse(response);
	};
}

/** Refuses a header name of a credential that can't carry a key: such a request fails in ways that look like a broken network. */
export function requireHeaderName(name: string, label: string): void {
	if (canCarryKey(name)) return;
	throw new ParameterError(
		`'${label}' in the credential can't be ${shown(name)}`,
		'Nothing was sent. Use a header of your service, in letters, digits and hyphens without spaces, e.g. X-API-Key',
	);
}

/** Refuses a value of a credential that a header can't have. The value is secret, so the error doesn't show it. */
export function requireHeaderValue(value: string, label: string): void {
	if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
	throw new ParameterError(
		`'${label}' in the credential has characters that aren't allowed in an HTTP header`,
		'Nothing was sent. Copy it again without line breaks, spaces or curly quotes',
	);
}

type IgnoredStatuses = IHttpRequestOptions['ignoreHttpStatusErrors'];

/**
 * Sends through n8n's HTTP helper with an OAuth2 credential. n8n renews the token on a 401, which therefore has to be an
 * exception. Throws a `SignInError` when no one has connected the credential, or someone has to connect it again.
 * @param advice what else can help if the service refuses the token
 */
export function n8nOAuthSend(context: RequestContext, credentialType: string, advice = ''): Send {
	return async (request) => {
		requireConnected(await context.getCredentials(credentialType));
		const send = async (ignoreHttpStatusErrors: IgnoredStatuses): Promise<IN8nHttpFullResponse> =>
			(await context.helpers.httpRequestWithAuthentication.call(
				context as IAllExecuteFunctions,
				credentialType,
				{ ...requestOptions(request), ignoreHttpStatusErrors },
			)) as IN8nHttpFullResponse;
		// n8n before 2 knows no exceptions and ignores the 401 as well. Nothing was carried out, so the request is sent again for n8n to see it.
		return await send({ ignore: true, except: [401] })
			.then(async (response) => (response.statusCode === 401 ? await send(false) : response))
			.then(toHttpResponse, (error: unknown) => toRefusal(error, advice));
	};
}

/**
 * A stream of bytes in the shape of a Blob, which n8n's helper sends without holding it in memory. The package may not
 * make a Node stream of its own: verified packages do not import `stream`.
 */
const asBlob = (bytes: AsyncIterable<Uint8Array>, size: number) => ({
	[Symbol.toStringTag]: 'Blob',
	type: 'application/octet-stream',
	size,
	stream: () => bytes,
});

/** A body in the form that n8n's plain helper accepts: text and bytes as they are, a stream without loading it into memory. */
function plainBody({ body, headers }: HttpRequest) {
	if (body === undefined || typeof body === 'string') return body;
	if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	// A stream that n8n made, such as that of a file, is what its helper sends at least cost.
	if ('pipe' in body) return body as unknown as Buffer;
	return asBlob(body, Number(headers['Content-Length'])) as unknown as Buffer;
}

/** Sends to an address that is not the service's, such as a signed URL: with no credential at all. */
export function plainSend(context: RequestContext): Send {
	return async (request) => {
		const signals = [request.signal, context.getExecutionCancelSignal?.()].filter(
			(signal) => signal !== undefined,
		);
		const headers = { 'Content-Type': 'application/octet-stream', ...request.headers };
		const response = (await context.helpers
			.httpRequest({
				...requestOptions({ ...request, headers, body: undefined }),
				body: plainBody(request),
				abortSignal: signals.length > 0 ? AbortSignal.any(signals) : undefined,
			})
			.catch((error: unknown) => {
				throw toNetworkError(error);
			})) as IN8nHttpFullResponse;
		return toHttpResponse(response);
	};
}

/**
 * Sends for a credential test, where n8n offers only its older helper and adds no authentication.
 * @param addHeaders headers that carry the key under test
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
		const response = (await request(options).catch((error: unknown) => {
			throw toNetworkError(error);
		})) as IN8nHttpFullResponse;
		return toHttpResponse(response);
	};
}

/** Waits as n8n does, and ends immediately when the user cancels the execution. */
export function n8nSleep(context: RequestContext): Sleep {
	return cancellable(async (durationMs) => await sleep(durationMs, context.getExecutionCancelSignal?.()));
}

/** Opens a public address for reading, from `offset` on where the server can do that; the body is a stream. */
export async function openUrl(
	context: RequestContext,
	url: string,
	offset: number,
): Promise<IN8nHttpFullResponse> {
	const range = offset > 0 ? { Range: `bytes=${offset}-` } : {};
	return (await context.helpers
		.httpRequest({
			method: 'GET',
			url,
			// A compressed answer would have another size than the file.
			headers: { 'Accept-Encoding': 'identity', 'User-Agent': userAgent, ...range },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			abortSignal: context.getExecutionCancelSignal?.(),
		})
		.catch((error: unknown) => {
			throw toNetworkError(error);
		})) as IN8nHttpFullResponse;
}
