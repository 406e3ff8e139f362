import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond, type Answer } from '../http/answers';
import { toIso } from '../http/clock';
import { spoiled, type FaultSpec } from '../http/faults';
import { isRecord } from '../http/json';
import { addBounded, recordedBody, recordedHeaders } from '../http/requestLog';
import { ClientLeft, readBodyText, waitFor } from '../http/requests';
import { failureAnswer, faultAnswer } from './answers';
import { perform } from './perform';
import type { ScoringState } from './state';
import type { ScoringRequest } from './types';

const keptRequests = 10_000;
const keptCharacters = 100_000;

/** Cuts what would fill the memory: thumbnails weigh megabytes. */
const cut = (value: unknown): unknown => {
	if (typeof value !== 'string' || value.length <= keptCharacters) return value;
	return `${value.slice(0, 40)}… (${value.length} characters)`;
};

const cutBody = (text: string | null): unknown => {
	const body = recordedBody(text);
	if (!isRecord(body)) return cut(body);
	return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, cut(value)]));
};

interface Seen {
	url: URL;
	request: IncomingMessage;
	method: string;
	requestId: string;
	bodyText: string | null;
}

/** Notes a request; its status and its credits follow. */
export const recordRequest = (
	{ requests, settings, clock }: ScoringState,
	{ url, request, method, requestId, bodyText }: Seen,
): ScoringRequest => {
	const record: ScoringRequest = {
		method,
		path: url.pathname,
		query: Object.fromEntries(url.searchParams),
		headers: recordedHeaders(request.headers, settings.auth.header),
		body: cutBody(bodyText),
		status: 0,
		at: toIso(clock.time()),
		requestId,
		credits: 0,
	};
	addBounded(requests, record, keptRequests);
	return record;
};

/** A thumbnail of 12.5 MB and the rest of its request; what is larger than this is not even read (413). */
const maxBodyBytes = 14_000_000;

const answeredBefore: ReadonlySet<string> = new Set(['status', 'body']);
const droppedBefore: ReadonlySet<string> = new Set(['drop', 'dropMidBody']);

const headersOf = (request: IncomingMessage): Record<string, string | undefined> =>
	Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]));

/** One request to the scoring API on its way through the sandbox. */
class ScoringExchange {
	private readonly method: string;
	private readonly requestId: string;
	private readonly fault: FaultSpec | undefined;
	private readonly left = new AbortController();
	private isLate = false;

	constructor(
		private readonly state: ScoringState,
		private readonly url: URL,
		private readonly request: IncomingMessage,
		private readonly response: ServerResponse,
	) {
		this.method = request.method ?? 'GET';
		this.requestId = state.nextRequestId();
		this.fault = state.faults.take(this.method, url.pathname);
		response.once('close', () => this.left.abort());
	}

	async run(): Promise<void> {
		const leave = this.state.load.enter(this.url.pathname);
		const answer = await this.readAndAnswer().finally(leave);
		if (answer === null) this.response.destroy();
		else respond(this.response, answer);
	}

	/** Null: the connection is dropped. */
	private async readAndAnswer(): Promise<Answer | null> {
		const { state, url, request, method, requestId } = this;
		const bodyText = await readBodyText(request, maxBodyBytes);
		const record = recordRequest(state, { url, request, method, requestId, bodyText });
		const answer = await this.answer(bodyText, record);
		await this.beLate();
		if (answer === null || this.fault?.kind === 'dropAfter') return null;
		record.status = answer.status;
		const { requestIdHeader } = state.behaviour;
		const ownHeaders = requestIdHeader === '' ? {} : { [requestIdHeader]: requestId };
		return { ...answer, headers: { ...ownHeaders, ...answer.headers } };
	}

	private async answer(bodyText: string | null, record: ScoringRequest): Promise<Answer | null> {
		const { fault } = this;
		if (fault !== undefined && droppedBefore.has(fault.kind)) return null;
		if (fault !== undefined && answeredBefore.has(fault.kind)) return this.faultAnswer(fault);
		const answer = await this.orFailure(() => this.work(bodyText, record));
		return fault?.kind === 'statusAfter' ? this.faultAnswer(fault) : spoiled(answer, fault);
	}

	private async work(bodyText: string | null, record: ScoringRequest): Promise<Answer> {
		const { state, url, method, requestId, left } = this;
		const headers = headersOf(this.request);
		const account = state.accounts.authenticate(headers);
		const { pathname: path, searchParams: search } = url;
		const asked = { method, path, search, headers, bodyText, requestId, left: left.signal };
		const answer = await this.orFailure(async () => {
			const paid = await perform(state, account, { ...asked, pause: () => this.pause() });
			record.credits = paid.credits;
			return paid.answer;
		});
		return { ...answer, headers: { ...account.limiter.headers(state.clock.time()), ...answer.headers } };
	}

	private async orFailure(run: () => Promise<Answer>): Promise<Answer> {
		try {
			return await run();
		} catch (error) {
			if (error instanceof ClientLeft) throw error;
			return failureAnswer(error, this.state.behaviour, this.requestId);
		}
	}

	private faultAnswer(fault: FaultSpec): Answer {
		return faultAnswer(fault, this.state.behaviour, this.requestId);
	}

	private async pause(): Promise<void> {
		if (this.fault?.kind === 'stall') await waitFor(this.response, this.fault.ms ?? Infinity);
		await this.beLate();
	}

	/** Adds the latency, once: before the work where there is any. */
	private async beLate(): Promise<void> {
		const { latencyMs } = this.state.behaviour;
		if (latencyMs === 0 || this.isLate) return;
		this.isLate = true;
		await waitFor(this.response, latencyMs);
	}
}

/** Answers one request to the scoring API. */
export const answerScoring = async (
	state: ScoringState,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	try {
		await new ScoringExchange(state, url, request, response).run();
	} catch {
		// The client left, or broke off while sending: there is nobody to answer.
		response.destroy();
	}
};
