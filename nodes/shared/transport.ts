import {
	sleep,
	type IAllExecuteFunctions,
	type ICredentialTestFunctions,
	type IDataObject,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { NetworkError } from '../../client/http/errors';
import type { HttpRequest, HttpResponse, Send, Sleep } from '../../client/http/types';

/** n8n's contexts that can send requests: of an execution, a poll or a dropdown. */
export type RequestContext = Pick<IAllExecuteFunctions, 'helpers' | 'getNode' | 'getCredentials'> & {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
};

interface Failure {
	code?: string;
	message?: string;
	cause?: Failure;
}

/** n8n wraps the system's error several times; the innermost one with a code says what happened. */
function toNetworkError(error: unknown): NetworkError {
	let innermost = error as Failure;
	for (let next: Failure | undefined = innermost; next; next = next.cause) {
		if (typeof next.code === 'string') innermost = next;
	}
	const code = typeof innermost.code === 'string' ? innermost.code : undefined;
	return new NetworkError(innermost.message ?? 'no answer arrived', code);
}

const joinValues = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value));

function readHeaders(headers: object): Record<string, string> {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
	return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), joinValues(value)]));
}

/** n8n hands JSON over parsed in places; the client reads text. */
const asText = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

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

/** Sends through n8n's HTTP helper with the credential's authentication, n8n's proxy settings and cancel signal. */
export function n8nSend(context: RequestContext, credentialType: string): Send {
	return async (request) => {
		const response = (await context.helpers.httpRequestWithAuthentication
			.call(context as IAllExecuteFunctions, credentialType, requestOptions(request))
			.catch((error: unknown) => {
				throw toNetworkError(error);
			})) as IN8nHttpFullResponse;
		return {
			status: response.statusCode,
			headers: readHeaders(response.headers),
			body: asText(response.body),
		};
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
	return async ({ method, url, headers, body, timeoutMs }): Promise<HttpResponse> => {
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
		return {
			status: response.statusCode,
			headers: readHeaders(response.headers),
			body: asText(response.body),
		};
	};
}

/** Waits as n8n does; ends at once when the user cancels the execution. */
export function n8nSleep(context: RequestContext): Sleep {
	return async (durationMs) => await sleep(durationMs, context.getExecutionCancelSignal?.());
}
