import { setTimeout as wait } from 'node:timers/promises';
import type { INodeType } from 'n8n-workflow';
import type { Send } from '../../client/http/types';
import { resources } from '../../nodes/SocialPublishing/actions';
import { publishingForRuns } from '../../nodes/SocialPublishing/client';
import { credentialType } from '../../nodes/SocialPublishing/signIn';
import { isWaitLimit, publishingErrorTexts } from '../../nodes/SocialPublishing/errorTexts';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { route } from '../../nodes/shared/router';
import { n8nSend } from '../../nodes/shared/transport';

/** The node with a clock of its own: its waits take no time, and it can be told when to give a request up. */
export interface UnhurriedNode {
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
export function unhurriedNode(isHopeless: (method: string, url: string) => boolean): UnhurriedNode {
	let waited = 0;
	const startedAt = Date.now();
	const sleep = async (durationMs: number): Promise<void> => {
		waited += durationMs;
		await wait(0);
	};
	const hurried =
		(send: Send): Send =>
		async (request) => {
			const isShort = isHopeless(request.method, request.url);
			return await send(isShort ? { ...request, timeoutMs: shortMs } : request);
		};
	const execute = route({
		resources,
		connect: async (context) =>
			await publishingForRuns(context, {
				sleep,
				now: () => startedAt + waited,
				send: hurried(n8nSend(context, credentialType)),
			}),
		errorTexts: publishingErrorTexts,
		endsRun: isWaitLimit,
	});
	return {
		nodeType: { description: new SocialPublishing().description, execute },
		waitedMs: () => waited,
		reset: () => {
			waited = 0;
		},
	};
}
