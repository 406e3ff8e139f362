import { Agent, fetch } from 'undici';
import type { HttpResponse, Send } from '../../client/http/types';

/** Closes each connection after its answer, so that a server with none left has nothing left to wait for. */
const dispatcher = new Agent({ pipelining: 0 });

interface FetchFailure {
	name: string;
	message: string;
	cause?: { code?: string };
}

/** Sends the client's requests without n8n, with the bearer key that n8n would add; without a key for signed URLs. */
export function fetchSend(key?: string): Send {
	const authorization: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
	return async ({ method, url, headers, body, timeoutMs, signal }): Promise<HttpResponse> => {
		const timeout = AbortSignal.timeout(timeoutMs);
		const response = await fetch(url, {
			method,
			headers: { ...headers, ...authorization },
			body,
			// A stream goes out while the answer is still to come.
			duplex: 'half',
			redirect: 'manual',
			dispatcher,
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
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
