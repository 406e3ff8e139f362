import { NetworkError } from '../../client/http/errors';
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

/** Creates a `send` that uses fetch. It doesn't follow redirects, so the key is sent only to the API's own host. */
export function createFetchSend(apiKey: string, fetch: Fetch): Send {
	return async ({ method, url, headers, body, timeoutMs }) => {
		const exchange = async () =>
			await toResponse(
				await fetch(url, {
					method,
					headers: { ...headers, Authorization: `Bearer ${apiKey}` },
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
export function createScoringLibrary({ apiKey, fetch, ...others }: LibraryOptions): ScoringClient {
	if (apiKey.trim() === '') throw new ConfigurationError('There is no API key');
	const send = createFetchSend(apiKey.trim(), fetch ?? globalThis.fetch);
	return createScoringClient({ ...others, send, secrets: [apiKey.trim()] });
}
