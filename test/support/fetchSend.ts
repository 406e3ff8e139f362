import { Readable } from 'node:stream';
import { Agent, request as sendRequest } from 'undici';
import type { HttpResponse, Send } from '../../client/http/types';

/** For the service: keeps connections open for later requests. A server closes the idle ones when it closes. */
const keepingAgent = new Agent();

/** For the storage: closes each connection after its answer, so a test can check immediately that none is left. */
const closingAgent = new Agent({ pipelining: 0 });

interface SendFailure {
	name: string;
	message: string;
	code?: string;
}

/** Sends the client's requests without n8n. Adds the bearer key as n8n would, but not to signed URLs. */
export function fetchSend(key?: string): Send {
	const authorization: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
	return async ({ method, url, headers, body, timeoutMs, signal }): Promise<HttpResponse> => {
		const timeout = AbortSignal.timeout(timeoutMs);
		const isWhole = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
		const response = await sendRequest(url, {
			method,
			headers: { ...headers, ...authorization },
			body: isWhole ? body : Readable.from(body),
			dispatcher: key === undefined ? closingAgent : keepingAgent,
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
		}).catch((error: SendFailure) => {
			throw Object.assign(new Error(error.message), { code: codeOf(error) });
		});
		return {
			status: response.statusCode,
			headers: Object.fromEntries(
				Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
			),
			body: await response.body.text(),
		};
	};
}

/** The system's code, as n8n's helper reports it. */
function codeOf({ name, code }: SendFailure): string | undefined {
	return name === 'TimeoutError' ? 'ETIMEDOUT' : code;
}
