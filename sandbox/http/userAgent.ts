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
