import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond, type Answer } from './answers';
import { cutInHalf, relabeled, type Faults, type FaultSpec } from './faults';
import { ClientLeft, readBodyText, urlOf, waitFor, type Asked } from './requests';

/** What the handling of a request can use. */
export interface Work {
	/** The scripted fault for this request. */
	fault: FaultSpec | undefined;
	/** Aborts when the client disconnects before its answer. */
	left: AbortSignal;
	/** Waits for a stall and the latency if there are any. Call it right before the work. @throws ClientLeft */
	pause(): Promise<void>;
}

/** How a service answers one request. */
export interface Conversation {
	/** An answer of a proxy in front of the service. It comes before anything else, including faults. */
	refusal?: Answer;
	/** Headers of every answer. */
	headers?: Record<string, string>;
	/** Whether the answer has no `Date` header. */
	isUndated?: boolean;
	/** Does what the request asks for. If it throws, {@link failed} creates the answer. */
	work(work: Work): Promise<Answer>;
	failed(error: unknown): Answer;
	/** The answer for a fault of kind `status`, `statusAfter` or `body`. */
	faulted(fault: FaultSpec): Answer;
	/** Called when the request ends, before the client notices. The answer is null if the client gets none. */
	ended(answer: Answer | null, isWhole: boolean): void;
}

/** What both APIs need to answer requests with latency and faults. */
export interface Service {
	readonly faults: Faults;
	/** Milliseconds of real time to add to each answer. */
	latencyMs(): number;
	/** The largest body to read, in bytes. A larger body is passed on as null. */
	maxBodyBytes(path: string): number;
	/** Starts handling a request after all of it has arrived. */
	converse(asked: Asked): Conversation;
}

const answeredBefore: ReadonlySet<string> = new Set(['status', 'body']);
const droppedBefore: ReadonlySet<string> = new Set(['drop', 'dropMidBody']);

/** The answer to a request. Null if the connection is dropped. */
const answerTo = async ({ work, failed, faulted }: Conversation, around: Work): Promise<Answer | null> => {
	const { fault } = around;
	if (fault !== undefined && droppedBefore.has(fault.kind)) return null;
	if (fault !== undefined && answeredBefore.has(fault.kind)) return faulted(fault);
	const answer = await work(around).catch((error: unknown) => {
		if (error instanceof ClientLeft) throw error;
		return failed(error);
	});
	if (fault?.kind === 'dropAfter') return null;
	if (fault?.kind === 'statusAfter') return faulted(fault);
	if (fault?.kind === 'cut') return cutInHalf(answer);
	return fault?.kind === 'relabel' ? relabeled(answer, fault) : answer;
};

const exchange = async (
	service: Service,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	const leaving = new AbortController();
	response.once('close', () => {
		if (!response.writableEnded) leaving.abort();
	});
	const { method = 'GET' } = request;
	const url = urlOf(request);
	const headers = Object.fromEntries(
		Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
	);
	const bodyText = await readBodyText(request, service.maxBodyBytes(url.pathname));
	const conversation = service.converse({ method, url, headers, bodyText });
	const { refusal } = conversation;
	const fault = refusal === undefined ? service.faults.take(method, url.pathname) : undefined;
	let isHeld = false;
	/** Waits for a stall, but only once. Normally that is before the work. */
	const stall = async (): Promise<void> => {
		if (fault?.kind !== 'stall' || isHeld) return;
		isHeld = true;
		await waitFor(response, fault.ms ?? Infinity);
	};
	let isLate = false;
	/** Waits for the latency, but only once. Normally that is before the work. */
	const beLate = async (): Promise<void> => {
		const ms = isLate ? 0 : service.latencyMs();
		if (ms === 0) return;
		isLate = true;
		await waitFor(response, ms);
	};
	const pause = async (): Promise<void> => {
		await stall();
		await beLate();
	};
	const isWhole = fault?.kind !== 'dropMidAnswer';
	let answer: Answer | null = null;
	try {
		answer = refusal ?? (await answerTo(conversation, { fault, left: leaving.signal, pause }));
		await stall();
		await beLate();
	} catch (error) {
		answer = null;
		throw error;
	} finally {
		conversation.ended(answer, isWhole);
	}
	response.sendDate = conversation.isUndated !== true;
	if (answer === null) response.destroy();
	else
		respond(
			response,
			{ ...answer, headers: { ...conversation.headers, ...answer.headers } },
			{ breaksOff: !isWhole },
		);
};

/** Answers one request to a service, with its fault if there is one. */
export const answerRequest = async (
	service: Service,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	try {
		await exchange(service, request, response);
	} catch {
		// The client has disconnected or stopped sending, so no one waits for an answer.
		response.destroy();
	}
};
