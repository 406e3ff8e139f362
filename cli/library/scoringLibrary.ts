import { NetworkError } from '../../client/http/errors';
import { canCarryKey } from '../../client/http/headerNames';
import type { HttpResponse, Send, Sleep } from '../../client/http/types';
import { createScoringClient, type ScoringClient } from '../../client/scoring';
import { ConfigurationError } from './configurationError';
import type { Fetch, FetchResponse, ScoringClientOptions } from './types';

/** Options of a client that uses fetch. Environment variables aren't read. */
export interface LibraryOptions extends ScoringClientOptions {
	apiKey: string;
	apiUrl: string;
	/** Waits for the given milliseconds. */
	sleep: Sleep;
	userAgent: string;
}

async function toResponse(response: FetchResponse): Promise<HttpResponse> {
	const headers: Record<string, string> = {};
	response.headers.forEach((value, name) => (headers[name.toLowerCase()] = value));
	return { status: response.status, headers, body: await response.text() };
}

interface FetchFailure extends Error {
	cause?: { code?: string; message: string };
}

/** Reads the system's error code, which fetch puts into the cause. */
const codeOf = ({ name, cause }: FetchFailure): string | undefined =>
	name === 'TimeoutError' ? 'ETIMEDOUT' : cause?.code;

/** What the value of a header can't have. */
const headerControls = /\p{Cc}|[^\p{ASCII}]/u;

/** The header that carries the key. Throws a `ConfigurationError` if HTTP can't send it. */
function keyHeader({ apiKey, headerName: name, headerScheme }: KeyOptions): Record<string, string> {
	const given = name?.trim() || 'Authorization';
	if (!canCarryKey(given)) {
		throw new ConfigurationError(
			'The header name must be the name of an HTTP header that can carry a key, such as X-API-Key',
		);
	}
	const value = [(headerScheme ?? 'Bearer').trim(), apiKey].filter(Boolean).join(' ');
	if (!headerControls.test(value)) return { [given]: value };
	throw new ConfigurationError("The API key or the header scheme has characters that a header can't have");
}

type KeyOptions = Pick<LibraryOptions, 'apiKey' | 'headerName' | 'headerScheme'>;

/** Creates a `send` that uses fetch. It doesn't follow redirects, so the key is sent only to the API's own host. */
export function createFetchSend(key: Record<string, string>, fetch: Fetch): Send {
	return async ({ method, url, headers, body, timeoutMs }) => {
		const exchange = async () =>
			await toResponse(
				await fetch(url, {
					method,
					headers: { ...headers, ...key },
					body: body as string | undefined,
					redirect: 'manual',
					signal: AbortSignal.timeout(timeoutMs),
				}),
			);
		return await exchange().catch((error: FetchFailure) => {
			throw new NetworkError(error.cause?.message ?? error.message, codeOf(error));
		});
	};
}

/** Creates the scoring client for use outside n8n. Throws a `ConfigurationError` if there is no key. */
export function createScoringLibrary(options: LibraryOptions): ScoringClient {
	const { fetch = globalThis.fetch, headerName: name, headerScheme, ...others } = options;
	const apiKey = options.apiKey.trim();
	if (apiKey === '') throw new ConfigurationError('There is no API key');
	const send = createFetchSend(keyHeader({ apiKey, headerName: name, headerScheme }), fetch);
	return createScoringClient({ ...others, send, secrets: [apiKey] });
}
