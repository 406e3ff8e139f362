import { createRequire } from 'node:module';
import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

/** The benchmark is started in the root of the repository. */
const requireRival = createRequire(path.resolve('bench', 'upload', 'package.json'));

/** Creates an instance of a class of the packages that the benchmark compares with. */
export function createOf<T = INodeType>(file: string, className: string, ...args: unknown[]): T {
	const classes = requireRival(file) as Record<string, new (...args: unknown[]) => T>;
	const found = classes[className];
	if (!found) throw new Error(`${file} has no class ${className}`);
	return new found(...args);
}

/**
 * A credential that sends to the sink in place of an address that is fixed in the node. n8n asks the credential to
 * complete each request: this is the one place where the address can be changed without touching the node.
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
			return await Promise.resolve({ ...request, ...addresses });
		},
	};
}
