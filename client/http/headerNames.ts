/** Headers that every request has, or that are about the connection. In one of them, a key would break the request or get lost. */
const reserved: ReadonlySet<string> = new Set([
	'accept',
	'connection',
	'content-length',
	'content-type',
	'expect',
	'host',
	'idempotency-key',
	'keep-alive',
	'te',
	'trailer',
	'transfer-encoding',
	'upgrade',
	'user-agent',
]);

/** Whether a header with this name can carry an API key: HTTP allows the name, and no request needs it for something else. */
export const canCarryKey = (name: string): boolean =>
	/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name) && !reserved.has(name.toLowerCase());
