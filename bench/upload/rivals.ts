import { createRequire } from 'node:module';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

/** Loads the compared packages. The benchmark runs in the root of the repository. */
const requireRival = createRequire(path.resolve('bench', 'upload', 'package.json'));

/** Creates an instance of a class from one of the compared packages. */
export function createOf<T = INodeType>(file: string, className: string, ...args: unknown[]): T {
	const classes = requireRival(file) as Record<string, new (...args: unknown[]) => T>;
	const found = classes[className];
	if (!found) throw new Error(`${file} has no class ${className}`);
	return new found(...args);
}

/**
 * Creates a credential that sends requests to the sink instead of the node's fixed address. n8n lets the credential complete
 * each request, and only there can the address change without changing the node.
 */
export function redirected(
	{ name, displayName, properties }: ICredentialType,
	sinkUrl: string,
): ICredentialType {
	const toSink = (url: string): string => url.replace(/^https:\/\/[^/]+/, sinkUrl);
	return {
		name,
		displayName,
		properties,
		authenticate: async (_credentials, request) => {
			const { url, baseURL } = request;
			const addresses = { url: toSink(url), ...(baseURL === undefined ? {} : { baseURL: toSink(baseURL) }) };
			return { ...request, ...addresses };
		},
	};
}
