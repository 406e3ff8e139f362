import { perform, withTimes } from '../api/perform';
import { ApiFailure, failureAnswer, malformed, type Answer, type FailureExtras } from '../http/answers';
import { isRecord, omit } from '../http/json';
import type { ApiRequest } from '../http/requests';
import type { EndpointContext } from '../api/endpoint';
import type { Profile } from '../profiles';
import type { Credential } from '../world/records';
import { rpcCodes, RpcFailure, type RpcRequest } from './rpc';
import { inputSchema, tools, type Tool } from './tools';

/** The tools of a service. Only `observed` has those for paths that the contract doesn't list. */
const toolsOf = ({ hasExtras, toolName }: Profile): Tool[] =>
	tools
		.filter(({ route }) => hasExtras || route.isExtra !== true)
		.map((tool) => ({ ...tool, name: toolName(tool.name) }));

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

/** The index of the first tool on the page of a cursor. @throws RpcFailure if this service didn't issue the cursor. */
const startOf = (cursor: unknown, pageSize: number, count: number): number => {
	if (cursor === undefined) return 0;
	for (let start = 0; start < count; start += pageSize) {
		if (start > 0 && cursor === cursorOf(start)) return start;
	}
	throw new RpcFailure(rpcCodes.invalidParams, 'cursor: is not one that this list gave');
};

/** One page of the tools that a credential's permissions allow. @throws RpcFailure */
export const listTools = (
	credential: Credential,
	{ cursor }: Record<string, unknown>,
	{ world: { profile }, state }: EndpointContext,
) => {
	const pageSize = state.settings.toolsPerPage;
	const allowed = toolsOf(profile).filter(({ route }) => credential.permissions.includes(route.permission));
	const start = startOf(cursor, pageSize, allowed.length);
	const end = start + pageSize;
	return {
		tools: allowed.slice(start, end).map(view),
		...(end < allowed.length ? { nextCursor: cursorOf(end) } : {}),
	};
};

interface Failure {
	error: string;
	detail: string;
}

const aboutPost = (post: Record<string, unknown>, routed: unknown): string => {
	const way = typeof routed === 'string' ? ` (routed: ${routed})` : '';
	return `the post ${String(post['id'])} is ${String(post['status'])}${way}`;
};

const about = (body: unknown): string => {
	if (!isRecord(body)) return 'done';
	const { post, data, routed } = body;
	if (isRecord(post)) return aboutPost(post, routed);
	if (Array.isArray(data)) return `${data.length} found`;
	return 'done';
};

/** The result of a call as a sentence. */
const sentence = (title: string, status: number, body: unknown): string => {
	if (status < 400) return `${title}: ${about(body)}.`;
	const { error, detail, retry_after, post_id, available_at } = body as FailureExtras & Failure;
	if (error === 'rate_limited') return `Too many requests. Try again in ${retry_after} seconds.`;
	const more = [
		...(post_id === undefined ? [] : [`The post ${post_id} was saved as a draft.`]),
		...(typeof available_at === 'string' ? [`It fits again from ${available_at}.`] : []),
	];
	return [`${title} failed (${status} ${error}): ${detail.replace(/\.?$/, '.')}`, ...more].join(' ');
};

type Arguments = Record<string, unknown>;

const text = (words: string) => ({ type: 'text', text: words });

const failure = (words: string) => ({ content: [text(words)], isError: true });

/** The result of a call: a text to read and the JSON of the REST API (N27). A failure has only one text (N40). */
const result = (tool: Tool, { status, body }: Answer) => {
	const words = sentence(tool.title, status, body);
	if (status >= 400) return failure(words);
	return { content: [text(words), ...(body === undefined ? [] : [text(JSON.stringify(body))])] };
};

const requireKnown = (tool: Tool, given: Arguments): void => {
	const known = inputSchema(tool)['properties'] as object;
	const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
	if (unknown !== undefined) throw malformed(unknown, 'unknown property');
};

const pathId = ({ idArgument }: Tool, given: Arguments): string => {
	if (idArgument === undefined) return '';
	const id = given[idArgument];
	if (typeof id !== 'string' || id === '') throw malformed(idArgument, 'is required');
	return id;
};

/** Turns arguments into a query. Lists are joined with commas, as in REST. */
const toQuery = (rest: Arguments): URLSearchParams =>
	new URLSearchParams(Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]));

const toRequest = ({ route, idArgument = '' }: Tool, given: Arguments): ApiRequest => {
	const rest = omit(given, idArgument);
	const isQuery = route.body === undefined;
	return {
		search: isQuery ? toQuery(rest) : new URLSearchParams(),
		headers: { 'content-type': 'application/json' },
		bodyText: isQuery ? '' : JSON.stringify(rest),
	};
};

const carryOut = async (
	credential: Credential,
	tool: Tool,
	given: Arguments,
	context: EndpointContext,
): Promise<Answer> => {
	try {
		requireKnown(tool, given);
		const match = { route: tool.route, id: pathId(tool, given) };
		return await perform(credential, match, toRequest(tool, given), context);
	} catch (error) {
		if (error instanceof ApiFailure) return failureAnswer(error);
		throw error;
	}
};

/**
 * Calls a tool. If the API refuses the call, also because of a rate limit, returns a result with `isError` (N40). @throws
 * RpcFailure
 */
export const callTool = async (
	credential: Credential,
	{ name, arguments: given = {} }: RpcRequest['params'],
	context: EndpointContext,
) => {
	const tool = toolsOf(context.world.profile).find((each) => each.name === name);
	if (tool === undefined) return failure(`Unknown tool: ${String(name)}`);
	if (!isRecord(given)) throw new RpcFailure(rpcCodes.invalidParams, 'arguments: must be an object');
	const answer = await carryOut(credential, tool, given, context);
	return result(tool, withTimes(answer, context.world.variants));
};
