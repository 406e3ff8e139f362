import { ClientError, NetworkError } from '../client/http/errors';
import type { HttpResponse, Send, Sleep } from '../client/http/types';
import { createScoringClient, type ScoringClient } from '../client/scoring';

/** What the client library takes (contract section 4). */
export interface LibraryOptions {
	apiKey: string;
	/** Address of the scoring API. */
	apiUrl: string;
	/** Milliseconds for one request; default 60,000. */
	timeout?: number;
	/** Default 5; 0 switches repeating off. */
	retries?: number;
	/** Takes the place of the global fetch. */
	fetch?: typeof globalThis.fetch;
	/** Waits; outside n8n a timer. */
	sleep: Sleep;
	userAgent: string;
}

/** There is no key to send. */
export class MissingKeyError extends ClientError {}

async function toResponse(response: Response): Promise<HttpResponse> {
	return {
		status: response.status,
		headers: Object.fromEntries(response.headers.entries()),
		body: await response.text(),
	};
}

interface FetchFailure extends Error {
	cause?: { code?: string; message: string };
}

/** Fetch hides the system's code in the cause. */
const codeOf = ({ name, cause }: FetchFailure): string | undefined =>
	name === 'TimeoutError' ? 'ETIMEDOUT' : cause?.code;

/** Sends with fetch; the key goes to the API's own host alone, because redirects are not followed. */
export function createFetchSend(apiKey: string, fetch: typeof globalThis.fetch): Send {
	return async ({ method, url, headers, body, timeoutMs }) => {
		const response = await fetch(url, {
			method,
			headers: { ...headers, Authorization: `Bearer ${apiKey}` },
			body: body as string | undefined,
			redirect: 'manual',
			signal: AbortSignal.timeout(timeoutMs),
		}).catch((error: FetchFailure) => {
			throw new NetworkError(error.cause?.message ?? error.message, codeOf(error));
		});
		return await toResponse(response);
	};
}

/** The scoring client over fetch, for use outside n8n; throws a `MissingKeyError` without a key. */
export function createScoringLibrary(options: LibraryOptions): ScoringClient {
	const { apiKey, fetch = globalThis.fetch, ...others } = options;
	if (apiKey.trim() === '') throw new MissingKeyError('There is no API key');
	return createScoringClient({ ...others, send: createFetchSend(apiKey, fetch), secrets: [apiKey] });
}
