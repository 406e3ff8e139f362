import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
	StreamableHTTPClientTransport,
	type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The official client of the protocol, which checks the sandbox independently. */
export interface McpConnection {
	client: Client;
	/** Calls a tool and returns its texts. The second is the JSON of the REST interface. */
	call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
	close(): Promise<void>;
}

/** The result of a tool. */
interface ToolAnswer {
	isError: boolean;
	texts: string[];
	/** The second text, parsed. An empty object if there is none. */
	body: Record<string, unknown> & { post?: { id: string; status: string }; data?: Record<string, unknown>[] };
}

/** The address of a sandbox's endpoint. */
export const agentUrl = ({ url }: { url: string }): URL => new URL(`${url}/api/v1/mcp`);

const namedAgent = { 'User-Agent': 'conformance-test/1.0' };

const toAnswer = ({ isError, content }: CallToolResult): ToolAnswer => {
	const texts = content.flatMap((item) => (item.type === 'text' ? [item.text] : []));
	return { isError: isError === true, texts, body: JSON.parse(texts[1] ?? '{}') as ToolAnswer['body'] };
};

/** Connects the official client to the endpoint of a sandbox. */
export async function connectMcp(
	sandbox: { url: string },
	{ key, ...options }: StreamableHTTPClientTransportOptions & { key?: string },
): Promise<McpConnection> {
	const headers = { ...namedAgent, ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) };
	const transport = new StreamableHTTPClientTransport(agentUrl(sandbox), {
		requestInit: { headers },
		...options,
	});
	const client = new Client({ name: 'conformance-test', version: '1.0.0' });
	await client.connect(transport);
	return {
		client,
		call: async (name, args = {}) =>
			toAnswer((await client.callTool({ name, arguments: args })) as CallToolResult),
		close: async () => await client.close(),
	};
}
