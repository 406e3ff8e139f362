import { isRecord } from '../http/schema';
import { ApiFailure, malformed } from '../api/failure';
import { perform } from '../api/perform';
import type { ApiRequest } from '../api/request';
import type { Answer } from '../api/route';
import { withTimes } from '../api/times';
import { failureAnswer } from '../http/respond';
import type { RoomContext } from '../http/room';
import { omit } from '../world/omit';
import type { Credential } from '../world/records';
import { rpcCodes, RpcFailure, type RpcRequest } from './rpc';
import { sentence } from './sentence';
import { inputSchema, type Tool } from './tool';
import { tools } from './tools';

type Arguments = Record<string, unknown>;

const text = (words: string) => ({ type: 'text', text: words });

const failure = (words: string) => ({ content: [text(words)], isError: true });

/** Two texts, one to read and the JSON of the REST interface (N27); of a failure one text alone (N40). */
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

/** A list in a query is written with commas, as over REST. */
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
	around: RoomContext,
): Promise<Answer> => {
	try {
		requireKnown(tool, given);
		const match = { route: tool.route, id: pathId(tool, given) };
		return await perform(credential, match, toRequest(tool, given), around);
	} catch (error) {
		if (error instanceof ApiFailure) return failureAnswer(error);
		throw error;
	}
};

/** Carries out one tool; what the API refuses, rate limits included, is a result with `isError` (N40). @throws RpcFailure */
export const callTool = async (
	credential: Credential,
	{ name, arguments: given = {} }: RpcRequest['params'],
	around: RoomContext,
) => {
	const tool = tools.find((each) => each.name === name);
	if (tool === undefined) return failure(`Unknown tool: ${String(name)}`);
	if (!isRecord(given)) throw new RpcFailure(rpcCodes.invalidParams, 'arguments: must be an object');
	const answer = await carryOut(credential, tool, given, around);
	return result(tool, withTimes(answer, around.world.variants));
};
