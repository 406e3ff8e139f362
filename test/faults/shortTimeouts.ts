import { setTimeout as wait } from 'node:timers/promises';
import type { Send } from '../../client/http/types';

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

/** Sends as `send` does, but soon gives up a request that will get no answer. */
export const withShortTimeouts =
	(send: Send, hopeless: HopelessRequests): Send =>
	async (request) => {
		if (!hopeless.includes(request.method, request.url)) return await send(request);
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
