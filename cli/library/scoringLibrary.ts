import { NetworkError } from '../../client/http/errors';
import type { HttpResponse, Send, Sleep } from '../../client/http/types';
import { createScoringClient, type ScoringClient } from '../../client/scoring';
import { ConfigurationError } from './configurationError';
import type { Fetch, FetchResponse, ScoringClientOptions } from './types';

/** What a client over fetch is made of; the environment is not looked at. */
export interface LibraryOptions extends ScoringClientOptions {
	apiKey: string;
	apiUrl: string;
	/** Waits; outside n8n a timer. */
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

/** Fetch hides the system's code in the cause. */
const codeOf = ({ name, cause }: FetchFailure): string | undefined =>
	name === 'TimeoutError' ? 'ETIMEDOUT' : cause?.code;

/** Sends with fetch; the key goes to the API's own host alone, because redirects are not followed. */
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

/** The scoring client over fetch, for use outside n8n; throws a `ConfigurationError` without a key. */
export function createScoringLibrary({ apiKey, fetch, ...others }: LibraryOptions): ScoringClient {
	if (apiKey.trim() === '') throw new ConfigurationError('There is no API key');
	const send = createFetchSend(apiKey.trim(), fetch ?? globalThis.fetch);
	return createScoringClient({ ...others, send, secrets: [apiKey.trim()] });
}
