import { setTimeout as wait } from 'node:timers/promises';
import type { INodeType } from 'n8n-workflow';
import type { Send } from '../../client/http/types';
import { credentialType } from '../../nodes/SocialPublishing/signIn';
import { executeWith, SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { n8nSend } from '../../nodes/shared/transport';

/** The node with its own clock. Its waits take no time, and a test can make requests time out. */
export interface NodeWithClock {
	nodeType: INodeType;
	/** The waits of the node, in milliseconds. */
	waitedMs: () => number;
	reset(): void;
}

/** Timeout of a request that will get no answer. */
const shortMs = 250;

/**
 * Creates the node. Only `sleep` and the timeout of requests without an answer differ from the real one.
 * @param isHopeless whether a request will get no answer
 */
export function nodeWithClock(isHopeless: (method: string, url: string) => boolean): NodeWithClock {
	let waited = 0;
	const startedAt = Date.now();
	const sleep = async (durationMs: number): Promise<void> => {
		waited += durationMs;
		await wait(0);
	};
	const withShortTimeouts =
		(send: Send): Send =>
		async (request) => {
			const isShort = isHopeless(request.method, request.url);
			return await send(isShort ? { ...request, timeoutMs: shortMs } : request);
		};
	const nodeType = new SocialPublishing();
	nodeType.execute = async function (this) {
		const send = withShortTimeouts(n8nSend(this, credentialType));
		return await executeWith({ sleep, now: () => startedAt + waited, send }).call(this);
	};
	return {
		nodeType,
		waitedMs: () => waited,
		reset: () => {
			waited = 0;
		},
	};
}
