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

/** Requests that the service won't answer. */
interface HopelessRequests {
	includes(method: string, url: string): boolean;
	/** How many requests the service has received. */
	arrived(): number;
}

/** Timeout of a request that will get no answer. */
const shortMs = 250;

/** Enough for the sandbox, which runs in this process, to log a request that was sent before its timeout, however busy the machine is. */
const settleMs = 2_000;
const lookMs = 5;

/** Whether more requests than `before` arrive. */
async function hasArrived({ arrived }: HopelessRequests, before: number): Promise<boolean> {
	for (let lookedMs = 0; lookedMs < settleMs && arrived() <= before; lookedMs += lookMs) await wait(lookMs);
	return arrived() > before;
}

/**
 * Creates the node. Only `sleep` and the timeout of requests without an answer differ from the real one.
 * @param hopeless requests that will get no answer. Default: none
 */
export function nodeWithClock(hopeless?: HopelessRequests): NodeWithClock {
	let waited = 0;
	const startedAt = Date.now();
	const sleep = async (durationMs: number): Promise<void> => {
		waited += durationMs;
		await wait(0);
	};
	const withShortTimeouts =
		(send: Send): Send =>
		async (request) => {
			if (!hopeless?.includes(request.method, request.url)) return await send(request);
			// On a busy machine, a request can time out before it's sent. That would be another failure than the one to test.
			for (let timeoutMs = shortMs; ; timeoutMs *= 2) {
				const before = hopeless.arrived();
				const outcome = await send({ ...request, timeoutMs }).then(
					(response) => ({ response }),
					(error: unknown) => ({ error }),
				);
				if ('response' in outcome) return outcome.response;
				if (await hasArrived(hopeless, before)) throw outcome.error;
			}
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
