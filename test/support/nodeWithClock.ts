import { setTimeout as wait } from 'node:timers/promises';
import type { INodeType } from 'n8n-workflow';
import type { Send } from '../../client/http/types';
import { credentialType } from '../../nodes/SocialPublishing/signIn';
import { executeWith, SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { n8nSend } from '../../nodes/shared/transport';

/** The node with a clock of its own: its waits take no time, and it can be told when to give a request up. */
export interface NodeWithClock {
	nodeType: INodeType;
	/** Milliseconds that the node has waited. */
	waitedMs: () => number;
	reset(): void;
}

/** How long a request may take that is known to get no answer. */
const shortMs = 250;

/**
 * Creates it: everything is the node's own but for `sleep` and the time-out of hopeless requests.
 * @param isHopeless whether a request will be given no answer
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
