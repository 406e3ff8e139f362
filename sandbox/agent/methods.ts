import { ApiFailure } from '../api/failure';
import type { RoomContext } from '../http/room';
import type { Credential } from '../world/records';
import { callTool } from './callTool';
import { listTools } from './listTools';
import { rpcCodes, RpcFailure, type RpcRequest } from './rpc';
import { agreedVersion } from './versions';

type Method = (credential: Credential, params: RpcRequest['params'], around: RoomContext) => unknown;

/** Greetings, pings and lists count against the same limit as reads over REST (N40). */
const countRead = (credential: Credential, { limiter, world }: RoomContext): void =>
	limiter.count('read', credential, world.time());

const initialize: Method = (credential, { protocolVersion }, around) => {
	countRead(credential, around);
	if (typeof protocolVersion !== 'string') {
		throw new RpcFailure(rpcCodes.invalidParams, 'protocolVersion: must be a string');
	}
	return {
		protocolVersion: agreedVersion(protocolVersion),
		capabilities: { tools: {} },
		serverInfo: { name: 'publishing-sandbox', title: 'Publishing sandbox', version: '1.0.0' },
		instructions:
			'Start with social_list_accounts. A draft goes nowhere by itself: submit it, or schedule or publish it where the permissions allow that.',
	};
};

const methods: Readonly<Record<string, Method>> = {
	initialize,
	ping: (credential, _params, around) => {
		countRead(credential, around);
		return {};
	},
	'tools/list': (credential, params, around) => {
		countRead(credential, around);
		return listTools(credential, params, around.state.settings.toolsPerPage);
	},
	'tools/call': callTool,
};

/** A limit of requests that a tool does not meet is an error of the protocol (N27). */
export const toProtocolFailure = (error: unknown): unknown => {
	if (!(error instanceof ApiFailure) || error.code !== 'rate_limited') return error;
	return new RpcFailure(rpcCodes.refused, error.detail, { ...error.extras });
};

/** Carries out one request. @throws RpcFailure */
export const performMethod = async (
	credential: Credential,
	{ method, params }: RpcRequest,
	around: RoomContext,
): Promise<unknown> => {
	const perform = Object.hasOwn(methods, method) ? methods[method] : undefined;
	if (perform === undefined) throw new RpcFailure(rpcCodes.methodNotFound, `There is no method ${method}`);
	try {
		return await perform(credential, params, around);
	} catch (error) {
		throw toProtocolFailure(error);
	}
};
