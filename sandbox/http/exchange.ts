import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond, type Answer } from './answers';
import { cutInHalf, relabeled, type Faults, type FaultSpec } from './faults';
import { ClientLeft, readBodyText, urlOf, waitFor, type Asked } from './requests';

/** What the work on one request may use. */
export interface Work {
	/** The scripted fault that the request has met. */
	fault: FaultSpec | undefined;
	/** Aborts when the client leaves. */
	left: AbortSignal;
	/** Stalls and waits where that was asked for; called right before the work. @throws ClientLeft */
	pause(): Promise<void>;
}

/** How one service answers one request. */
export interface Conversation {
	/** An answer that comes before anything else, faults included: that of a proxy in front of the service. */
	refusal?: Answer;
	/** Headers of every answer. */
	headers?: Record<string, string>;
	/** Does what was asked for. What it throws becomes {@link failed}. */
	work(work: Work): Promise<Answer>;
	failed(error: unknown): Answer;
	/** The answer of a fault of kind `status`, `statusAfter` or `body`. */
	faulted(fault: FaultSpec): Answer;
	/** Told how the request ends, before the client is: null without an answer. */
	ended(answer: Answer | null, isWhole: boolean): void;
}

/** What both APIs have below their own rules: bodies, latency and faults. */
export interface Service {
	readonly faults: Faults;
	/** Real milliseconds added to each answer. */
	latencyMs(): number;
	/** The largest body that is read; a larger one is null. */
	maxBodyBytes(path: string): number;
	/** Begins with a request that has come in whole. */
	converse(asked: Asked): Conversation;
}

const answeredBefore: ReadonlySet<string> = new Set(['status', 'body']);
const droppedBefore: ReadonlySet<string> = new Set(['drop', 'dropMidBody']);

/** Null: the connection is dropped. */
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
	response.once('close', () => leaving.abort());
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
	/** Waits out a stall, once: before the work where there is any. */
	const stall = async (): Promise<void> => {
		if (fault?.kind !== 'stall' || isHeld) return;
		isHeld = true;
		await waitFor(response, fault.ms ?? Infinity);
	};
	let isLate = false;
	/** Adds the latency, once: before the work where there is any. */
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
	if (answer === null) response.destroy();
	else
		respond(
			response,
			{ ...answer, headers: { ...conversation.headers, ...answer.headers } },
			{ breaksOff: !isWhole },
		);
};

/** Answers one request to a service: its faults, then its own work. */
export const answerRequest = async (
	service: Service,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	try {
		await exchange(service, request, response);
	} catch {
		// The client left, or broke off while sending: there is nobody to answer.
		response.destroy();
	}
};
