import type { HttpResponse, Send } from '../../client/http/types';

interface FetchFailure {
	name: string;
	message: string;
	cause?: { code?: string };
}

/** Sends the client's requests without n8n, with the bearer key that n8n would add. */
export function fetchSend(key: string): Send {
	return async ({ method, url, headers, body, timeoutMs }): Promise<HttpResponse> => {
		const response = await fetch(url, {
			method,
			headers: { ...headers, Authorization: `Bearer ${key}`, Connection: 'close' },
			body,
			redirect: 'manual',
			signal: AbortSignal.timeout(timeoutMs),
		}).catch((error: FetchFailure) => {
			throw Object.assign(new Error(error.message), { code: codeOf(error) });
		});
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			body: await response.text(),
		};
	};
}

/** The system's code, as n8n's helper reports it. */
function codeOf({ name, cause }: FetchFailure): string | undefined {
	return name === 'TimeoutError' ? 'ETIMEDOUT' : cause?.code;
}
