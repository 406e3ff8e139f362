import type { Answer } from '../http/answers';
import { toIso } from '../http/clock';
import type { Conversation, Service, Work } from '../http/exchange';
import { isRecord } from '../http/json';
import { recordedBody, recordedHeaders } from '../http/requestLog';
import { ClientLeft, isChosenUserAgent, proxyRefusal, type Asked } from '../http/requests';
import { failureAnswer, faultAnswer } from './answers';
import { perform } from './perform';
import type { ScoringState } from './state';

/** The largest body, in bytes: a thumbnail of 12.5 MB and the rest of its request. A larger body isn't read (413). */
const maxBodyBytes = 14_000_000;

/** What the proxy answers to a library's default `User-Agent`. */
const proxyAnswer: Answer = { status: 403, body: proxyRefusal, headers: { 'Content-Type': 'text/plain' } };

const keptCharacters = 100_000;

/** Shortens long texts for the log, because thumbnails can have megabytes. */
const cut = (value: unknown): unknown => {
	if (typeof value !== 'string' || value.length <= keptCharacters) return value;
	return `${value.slice(0, 40)}… (${value.length} characters)`;
};

const cutBody = (text: string | null): unknown => {
	const body = recordedBody(text);
	if (!isRecord(body)) return cut(body);
	return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, cut(value)]));
};

const converse = (state: ScoringState, { method, url, headers, bodyText }: Asked): Conversation => {
	const { pathname: path, searchParams: search } = url;
	const { settings, clock, accounts, behaviour, profile } = state;
	const requestId = state.nextRequestId();
	const leave = state.load.enter(path);
	const record = state.log.record({
		method,
		path,
		query: Object.fromEntries(search),
		headers: recordedHeaders(headers, settings.auth.header),
		body: cutBody(bodyText),
		status: 0,
		at: toIso(clock.time()),
		requestId,
		account: null,
		credits: 0,
	});
	const failed = (error: unknown): Answer => failureAnswer(error, behaviour, requestId);
	const work = async ({ left, pause }: Work): Promise<Answer> => {
		const account = accounts.authenticate(headers);
		record.account = account.name;
		const asked = { method, path, search, headers, bodyText, requestId, left, pause };
		const paid = await perform(state, account, asked).catch((error: unknown) => {
			if (error instanceof ClientLeft) throw error;
			return { answer: failed(error), credits: 0 };
		});
		record.credits = paid.credits;
		const { answer } = paid;
		const limits = profile.tellsLimits ? account.limiter.headers(clock.time()) : {};
		return { ...answer, headers: { ...limits, ...answer.headers } };
	};
	const isRefused = profile.isGuarded && !isChosenUserAgent(headers['user-agent']);
	return {
		...(isRefused ? { refusal: proxyAnswer } : {}),
		headers: behaviour.requestIdHeader === '' ? {} : { [behaviour.requestIdHeader]: requestId },
		work,
		failed,
		faulted: (fault) => faultAnswer(fault, behaviour, requestId),
		ended: (answer) => {
			leave();
			record.status = answer?.status ?? 0;
		},
	};
};

/** The scoring API. */
export const scoringService = (state: ScoringState): Service => ({
	faults: state.faults,
	latencyMs: () => state.behaviour.latencyMs,
	maxBodyBytes: () => maxBodyBytes,
	converse: (asked) => converse(state, asked),
});
