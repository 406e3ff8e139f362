import { authenticate } from '../api/access';
import { ApiFailure, type Answer } from '../http/answers';
import { ClientLeft } from '../http/requests';
import type { Asked } from '../http/requests';
import type { Endpoint, EndpointContext } from '../api/endpoint';
import { agentPath, metadataUrl, originOf } from '../oauth/metadata';
import type { Credential } from '../world/records';
import { callTool, listTools } from './callTool';
import {
	encode,
	errorMessage,
	messagesOf,
	readMessage,
	resultMessage,
	rpcCodes,
	RpcFailure,
	type RpcId,
	type RpcRequest,
} from './rpc';

/** Protocol versions that the endpoint supports, newest first. */
const protocolVersions: readonly string[] = [
	'2025-11-25',
	'2025-06-18',
	'2025-03-26',
	'2024-11-05',
	'2024-10-07',
];

/** The protocol version to use: the one that the client asked for if it's supported, otherwise the newest. */
const agreedVersion = (asked: string): string =>
	protocolVersions.find((version) => version === asked) ?? protocolVersions[0] ?? asked;

type Method = (credential: Credential, params: RpcRequest['params'], context: EndpointContext) => unknown;

/** Counts a request that isn't a tool call against the limit for reads over REST (N40). */
const countRead = (credential: Credential, { limiter, world }: EndpointContext): void =>
	limiter.count('read', credential, world.time());

const initialize: Method = (credential, { protocolVersion }, context) => {
	countRead(credential, context);
	if (typeof protocolVersion !== 'string') {
		throw new RpcFailure(rpcCodes.invalidParams, 'protocolVersion: must be a string');
	}
	return {
		protocolVersion: agreedVersion(protocolVersion),
		capabilities: { tools: {} },
		serverInfo: { name: 'publishing-sandbox', title: 'Publishing sandbox', version: '1.0.0' },
		instructions:
			'Start with the tool that lists the channels. A draft goes nowhere by itself: submit it, or schedule or publish it where the permissions allow that.',
	};
};

const methods: Readonly<Record<string, Method>> = {
	initialize,
	ping: (credential, _params, context) => {
		countRead(credential, context);
		return {};
	},
	'tools/list': (credential, params, context) => {
		countRead(credential, context);
		return listTools(credential, params, context);
	},
	'tools/call': callTool,
};

/** Turns a rate limit outside of a tool call into an error of the protocol (N27). */
const toProtocolFailure = (error: unknown): unknown => {
	if (!(error instanceof ApiFailure) || error.code !== 'rate_limited') return error;
	return new RpcFailure(rpcCodes.refused, error.detail, { ...error.extras });
};

/** Handles one request. @throws RpcFailure */
const performMethod = async (
	credential: Credential,
	{ method, params }: RpcRequest,
	context: EndpointContext,
): Promise<unknown> => {
	const perform = Object.hasOwn(methods, method) ? methods[method] : undefined;
	if (perform === undefined) throw new RpcFailure(rpcCodes.methodNotFound, `There is no method ${method}`);
	try {
		return await perform(credential, params, context);
	} catch (error) {
		throw toProtocolFailure(error);
	}
};

/** The largest message, in bytes (N22). */
const maxMessageBytes = 28 * 1024 * 1024;

const refused = (status: number, message: string, headers: Record<string, string> = {}): RpcFailure =>
	new RpcFailure(rpcCodes.refused, message, {}, status, headers);

const accepts = (header: string, type: string): boolean =>
	header.split(',').some((each) => each.split(';')[0]?.trim().toLowerCase() === type);

const requireAccept = (header = ''): void => {
	if (accepts(header, 'application/json') && accepts(header, 'text/event-stream')) return;
	throw refused(406, 'Accept: must name both application/json and text/event-stream');
};

const requireJson = (header = ''): void => {
	if (accepts(header, 'application/json')) return;
	throw refused(415, 'Content-Type: must be application/json');
};

const requireVersion = (header: string | undefined): void => {
	if (header === undefined || protocolVersions.includes(header)) return;
	throw refused(400, `MCP-Protocol-Version: must be one of ${protocolVersions.join(', ')}`);
};

/** Checks the headers of a message before it's read. @throws RpcFailure, or ApiFailure 413 */
const requireHeaders = ({ headers, bodyText }: Asked): string => {
	requireAccept(headers['accept']);
	requireJson(headers['content-type']);
	requireVersion(headers['mcp-protocol-version']);
	if (bodyText === null) throw new ApiFailure(413, 'too_large', 'body: at most 28 MiB');
	return bodyText;
};

/** Finds the credential of a request: an API key, or a token that someone granted to an agent. */
const authenticateAgent = (asked: Asked, { world, state: { oauth } }: EndpointContext): Credential => {
	const { host, authorization } = asked.headers;
	const challenge = `Bearer resource_metadata="${metadataUrl(originOf(host))}"`;
	const now = world.time();
	const find = (bearer: string) => world.credentials.get(bearer) ?? oauth.credentialOf(bearer);
	return authenticate({ find, challenge, now }, authorization);
};

/** Turns an error into one of the protocol. Errors of the API itself stay unchanged. */
const toRpcFailure = (error: unknown): RpcFailure => {
	if (error instanceof ApiFailure || error instanceof ClientLeft) throw error;
	if (error instanceof RpcFailure) return error;
	return new RpcFailure(rpcCodes.internal, `sandbox: ${String(error)}`);
};

const failed = (error: unknown, { state }: EndpointContext): Answer => {
	const failure = toRpcFailure(error);
	const { status, headers } = failure;
	return encode(state.agentAnswers, { status, message: errorMessage(null, failure), headers });
};

interface Reply {
	message: object;
	status: number;
}

/** The answer to one message. Undefined if the message is a notification, which gets no answer. */
const replyTo = async (
	message: unknown,
	credential: Credential,
	context: EndpointContext,
): Promise<Reply | undefined> => {
	let id: RpcId = null;
	try {
		const request = readMessage(message);
		if (request?.id === undefined) return undefined;
		id = request.id;
		return { status: 200, message: resultMessage(id, await performMethod(credential, request, context)) };
	} catch (error) {
		const failure = toRpcFailure(error);
		return { status: failure.status, message: errorMessage(id, failure) };
	}
};

const converse = async (credential: Credential, asked: Asked, context: EndpointContext): Promise<Answer> => {
	const { isBatch, messages } = messagesOf(requireHeaders(asked));
	const replies: Reply[] = [];
	for (const message of messages) {
		const reply = await replyTo(message, credential, context);
		if (reply !== undefined) replies.push(reply);
	}
	const [first] = replies;
	if (first === undefined) return { status: 202 };
	const { agentAnswers } = context.state;
	if (isBatch) return encode(agentAnswers, { message: replies.map(({ message }) => message) });
	return encode(agentAnswers, first);
};

/** The agent endpoint (MCP over Streamable HTTP). It's stateless and accepts only POST (N27). */
export const agentEndpoint: Endpoint = {
	owns: (path) => path === agentPath,
	maxBodyBytes: maxMessageBytes,
	isGuarded: () => true,
	answer: async (asked, context) => {
		if (asked.method !== 'POST') {
			return failed(refused(405, 'This endpoint takes POST alone', { Allow: 'POST' }), context);
		}
		const credential = authenticateAgent(asked, context);
		const answer = await converse(credential, asked, context).catch((error: unknown) =>
			failed(error, context),
		);
		context.logActivity(credential, answer.status);
		return answer;
	},
};
