import type { IncomingMessage, ServerResponse } from 'node:http';
import { malformed } from './answers';

/** What a REST body may weigh (N22). */
export const maxBodyBytes = 1_048_576;

/**
 * Reads a body as text; null when it weighs more than `maxBytes`. What is too much is thrown away but read to the end,
 * so that the caller can finish sending and then see the 413.
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

/** Where a request leads; anything but a path (an absolute address, or the `*` of OPTIONS) leads nowhere. */
export const urlOf = ({ url = '' }: IncomingMessage): URL =>
	new URL(`http://127.0.0.1${url.startsWith('/') ? url : '/not-a-path'}`);

/** A request that has come in whole. */
export interface Asked {
	method: string;
	url: URL;
	/** Lower-case names. */
	headers: Readonly<Record<string, string | undefined>>;
	/** Null if it was larger than the service accepts. */
	bodyText: string | null;
}

/** What the routes of an API read of a request, whatever it came in over. */
export interface ApiRequest {
	search: URLSearchParams;
	/** Lower-case names. */
	headers: Readonly<Record<string, string | undefined>>;
	/** The whole body; null when it was larger than 1 MiB. */
	bodyText: string | null;
}

/** The body as JSON. @throws ApiFailure 422 for none, for another content type, and for what is no JSON. */
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
 * Query parameters by name.
 *
 * @param lists names that may be given more than once; their values are joined by commas.
 * @throws ApiFailure 422 for any other that is given twice.
 */
export const readQuery = (search: URLSearchParams, lists: readonly string[] = []): Record<string, string> => {
	const names = [...search.keys()];
	const repeated = names.find((name, index) => names.indexOf(name) !== index && !lists.includes(name));
	if (repeated !== undefined) throw malformed(repeated, 'given more than once');
	return Object.fromEntries([...new Set(names)].map((name) => [name, search.getAll(name).join(',')]));
};

/** The client has left while its request waited; there is nobody to answer. */
export class ClientLeft extends Error {
	override readonly name = 'ClientLeft';
}

/** Waits real milliseconds, for ever with Infinity. @throws ClientLeft when the connection closes meanwhile. */
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

/** What libraries call themselves when nobody names them. `n8n` is one only as it stands: `n8n-nodes-…/1.0` is a name. */
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

/** What the proxy in front of the service answers with, as plain text and with status 403 (P8, P105). */
export const proxyRefusal = 'error code: 1010';

/** Whether the proxy lets a `User-Agent` pass: any that somebody chose. */
export const isChosenUserAgent = (userAgent: string | undefined): boolean => {
	const name = userAgent?.trim() ?? '';
	return name !== '' && !libraryDefaults.some((shape) => shape.test(name));
};
