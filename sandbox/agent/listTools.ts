import type { Credential } from '../world/records';
import { rpcCodes, RpcFailure } from './rpc';
import { inputSchema, type Tool } from './tool';
import { tools } from './tools';

const view = (tool: Tool) => {
	const { method, isIdempotent = false, permission } = tool.route;
	const isRead = method === 'GET';
	return {
		name: tool.name,
		title: tool.title,
		description: tool.description,
		inputSchema: inputSchema(tool),
		annotations: {
			title: tool.title,
			readOnlyHint: isRead,
			...(isRead ? {} : { destructiveHint: tool.isDestructive === true }),
			idempotentHint: isIdempotent || method !== 'POST',
			openWorldHint: permission === 'publish_directly',
		},
	};
};

const cursorOf = (start: number): string => Buffer.from(`tools from ${start}`).toString('base64url');

/** The place a cursor stands for. @throws RpcFailure for one that was never given out. */
const startOf = (cursor: unknown, pageSize: number, count: number): number => {
	if (cursor === undefined) return 0;
	for (let start = 0; start < count; start += pageSize) {
		if (start > 0 && cursor === cursorOf(start)) return start;
	}
	throw new RpcFailure(rpcCodes.invalidParams, 'cursor: is not one that this list gave');
};

/** The tools that the permissions of a credential allow, a page of them. @throws RpcFailure */
export const listTools = (credential: Credential, { cursor }: Record<string, unknown>, pageSize: number) => {
	const allowed = tools.filter(({ route }) => credential.permissions.includes(route.permission));
	const start = startOf(cursor, pageSize, allowed.length);
	const end = start + pageSize;
	return {
		tools: allowed.slice(start, end).map(view),
		...(end < allowed.length ? { nextCursor: cursorOf(end) } : {}),
	};
};
