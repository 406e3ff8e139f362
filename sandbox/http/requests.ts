import type { IncomingMessage, ServerResponse } from 'node:http';
import { malformed } from './answers';

/** The largest body over REST, in bytes (N22). */
export const maxBodyBytes = 1_048_576;

/**
 * Reads a body as text. Returns null if it has more than `maxBytes`. It still reads the rest and discards it, so that the
 * client can finish sending and then receives the 413.
 */
export const readBodyText = async (
	request: IncomingMessage,
	maxBytes = maxBodyBytes,
): Promise<string | null> => {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size <= maxBytes) chunks.push(chunk);
	}
	return size <= maxBytes ? Buffer.concat(chunks).toString('utf8') : null;
};

/** The URL of a request. Anything but a path, such as an absolute URL or the `*` of OPTIONS, becomes a URL without a route. */
export const urlOf = ({ url = '' }: IncomingMessage): URL =>
	new URL(`http://127.0.0.1${url.startsWith('/') ? url : '/not-a-path'}`);

/** A request after all of it has arrived. */
export interface Asked {
	method: string;
	url: URL;
	/** The names are in lower case. */
	headers: Readonly<Record<string, string | undefined>>;
	/** Null if it was larger than the service accepts. */
	bodyText: string | null;
}

/** The part of a request that the routes of an API use. */
export interface ApiRequest {
	search: URLSearchParams;
	/** The names are in lower case. */
	headers: Readonly<Record<string, string | undefined>>;
	/** The whole body. Null if it was larger than 1 MiB. */
	bodyText: string | null;
}

/** Reads the body as JSON. @throws ApiFailure 422 if there is no body, it has another content type, or it isn't JSON. */
export const readJsonBody = ({ headers, bodyText }: ApiRequest): unknown => {
	if (bodyText === '') throw malformed('body', 'is required');
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		throw malformed('Content-Type', 'must be application/json');
	}
	try {
		return JSON.parse(bodyText ?? '');
	} catch {
		throw malformed('body', 'is not JSON');
	}
};

/**
 * Reads query parameters by name.
 *
 * @param lists names that can be repeated. Their values are joined with commas.
 * @throws ApiFailure 422 if any other parameter is repeated.
 */
export const readQuery = (search: URLSearchParams, lists: readonly string[] = []): Record<string, string> => {
	const names = [...search.keys()];
	const repeated = names.find((name, index) => names.indexOf(name) !== index && !lists.includes(name));
	if (repeated !== undefined) throw malformed(repeated, 'given more than once');
	return Object.fromEntries([...new Set(names)].map((name) => [name, search.getAll(name).join(',')]));
};

/** The client disconnected while its request was waiting, so no one waits for an answer. */
export class ClientLeft extends Error {
	override readonly name = 'ClientLeft';
}

/** Waits for milliseconds of real time, or forever with Infinity. @throws ClientLeft if the connection closes meanwhile. */
export const waitFor = (response: ServerResponse, ms: number): Promise<void> =>
	new Promise((resolve, reject) => {
		const leave = (): void => {
			clearTimeout(timer);
			reject(new ClientLeft('the client left'));
		};
		const timer = Number.isFinite(ms) ? setTimeout(finish, ms) : undefined;
		function finish(): void {
			response.off('close', leave);
			resolve();
		}
		if (response.destroyed) leave();
		else response.once('close', leave);
	});

/** Names that libraries use by default. `n8n` is a default name only on its own. `n8n-nodes-…/1.0` isn't. */
const libraryDefaults = [
	/^node$/i,
	/^undici$/i,
	/^n8n$/i,
	/^axios\//i,
	/^node-fetch\b/i,
	/^node-superagent\b/i,
	/^superagent\b/i,
	/^got\b/i,
	/^ky\b/i,
	/^needle\//i,
	/^request\b/i,
	/^python-requests\//i,
	/^python-urllib\//i,
	/^python-httpx\//i,
	/^aiohttp\b/i,
	/^python\/[\d.]+ aiohttp/i,
	/^curl\//i,
	/^wget\//i,
	/^okhttp\b/i,
	/^go-http-client\b/i,
	/^java\//i,
	/^apache-httpclient\//i,
	/^postmanruntime\b/i,
	/^insomnia\//i,
	/^ruby$/i,
	/^faraday\b/i,
	/^guzzlehttp\b/i,
	/^libwww-perl\b/i,
	/^deno\//i,
	/^bun\//i,
];

/** The proxy's answer, as plain text with status 403 (P8, P105). */
export const proxyRefusal = 'error code: 1010';

/** Whether the proxy accepts a `User-Agent`. It accepts everything but default names of libraries. */
export const isChosenUserAgent = (userAgent: string | undefined): boolean => {
	const name = userAgent?.trim() ?? '';
	return name !== '' && !libraryDefaults.some((shape) => shape.test(name));
};
