import { z } from 'zod/v4';
import type { KeyedWrite } from '../../http/idempotency.js';
import { once } from '../../http/memo.js';
import { collect, pages } from '../../http/pages.js';
import type { Requester } from '../../http/request.js';
import type { Repeatability } from '../../http/retry.js';
import { Conversation } from './conversation.js';
import { UnknownToolError } from '../errors.js';
import { readResult, toolResultSchema, type ToolResult } from './results.js';

/** A tool of the agent endpoint. `inputSchema` is a JSON Schema of its arguments. */
const toolSchema = z.looseObject({
	name: z.string(),
	title: z.string().nullish(),
	description: z.string().nullish(),
	inputSchema: z.looseObject({}).default({}),
	annotations: z.looseObject({ readOnlyHint: z.boolean().nullish() }).nullish(),
});

const toolPageSchema = z.looseObject({
	tools: z.array(toolSchema),
	nextCursor: z.string().nullish(),
});

/** A tool of the agent endpoint. */
export type Tool = z.output<typeof toolSchema>;

/**
 * The agent endpoint (contract section 1). It uses MCP over Streamable HTTP, and has the same permissions and limits as REST.
 */
export interface Agent {
	/** Lists the tools that the API key's permissions allow. Reads them only once. */
	listTools(): Promise<Tool[]>;
	/**
	 * Calls a tool. Throws a `ToolFailedError` with the tool's own text, or an `UnknownToolError`. If the tool has an argument
	 * for the idempotency key, sends the key with it. After a lost connection, a call without a key is repeated only if the
	 * tool just reads.
	 */
	callTool(name: string, args: Record<string, unknown>, options?: KeyedWrite): Promise<ToolResult>;
}

const keyArgument = 'idempotencyKey';

const takesKey = ({ inputSchema }: Tool): boolean =>
	keyArgument in ((inputSchema.properties as object | undefined) ?? {});

/** A tool that only reads can always be called again. Any other tool can be called again only with an idempotency key. */
function repeatabilityOf({ annotations }: Tool, isKeyed: boolean): Repeatability | undefined {
	if (annotations?.readOnlyHint) return 'read';
	return isKeyed ? 'repeatable' : undefined;
}

function prepare(tool: Tool, args: Record<string, unknown>, { idempotencyKey }: KeyedWrite) {
	const key = takesKey(tool) && idempotencyKey ? { [keyArgument]: idempotencyKey } : {};
	const complete: Record<string, unknown> = { ...key, ...args };
	const isKeyed = takesKey(tool) && Boolean(complete[keyArgument]);
	return {
		params: { name: tool.name, arguments: complete },
		repeatability: repeatabilityOf(tool, isKeyed),
	};
}

/** Creates the calls of the agent endpoint. */
export function createAgent(request: Requester, userAgent: string, secrets: readonly string[]): Agent {
	const conversation = new Conversation(request, secrets);
	const [clientName = userAgent, version = '0'] = userAgent.split('/');
	const greet = once(async () => await conversation.greet({ name: clientName, version }));
	const listTools = once(async () => {
		await greet();
		return await readTools(conversation);
	});
	return {
		listTools,
		callTool: async (name, args, options = {}) => {
			const tools = await listTools();
			const tool = tools.find((each) => each.name === name);
			if (!tool)
				throw new UnknownToolError(
					name,
					tools.map((each) => each.name),
				);
			const { params, repeatability } = prepare(tool, args, options);
			const result = await conversation.ask('tools/call', params, toolResultSchema, repeatability);
			return readResult(name, result, secrets);
		},
	};
}

async function readTools(conversation: Conversation): Promise<Tool[]> {
	const list = pages(async (cursor) => {
		const params = cursor === undefined ? {} : { cursor };
		const { tools, nextCursor } = await conversation.ask('tools/list', params, toolPageSchema, 'read');
		return { data: tools, nextCursor: nextCursor ?? null };
	});
	return await collect(list);
}
