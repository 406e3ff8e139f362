import {
	scoringSeed,
	startScoringSandbox,
	type ScoringPath,
	type ScoringSandbox,
	type ScoringSandboxOptions,
} from '../../sandbox/scoring';
import { fileOf, type FileKind } from '../support/mediaFiles';
import { until } from '../support/until';

/** What a scoring sandbox answered. */
export interface ScoringReply {
	status: number;
	headers: Headers;
	text: string;
	body: Record<string, unknown>;
}

export interface ScoringCall {
	body?: unknown;
	/** The bearer string; empty for none. */
	key?: string;
	headers?: Record<string, string>;
	/** An idempotency key. */
	once?: string;
	signal?: AbortSignal;
}

const parse = (text: string): Record<string, unknown> => {
	try {
		return JSON.parse(text) as Record<string, unknown>;
	} catch {
		return {};
	}
};

const headersFor = ({
	body,
	key = scoringSeed.keys.pro,
	headers,
	once,
}: ScoringCall): Record<string, string> => ({
	'User-Agent': 'scoring-test/1.0',
	...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
	...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
	...(once === undefined ? {} : { 'Idempotency-Key': once }),
	...headers,
});

/** Starts a scoring sandbox with a stopped clock, by default without plan limits, and a client for it. */
export const openScoringApi = async (options: ScoringSandboxOptions = {}) => {
	const sandbox: ScoringSandbox = await startScoringSandbox({
		clock: 'manual',
		rateLimits: 'off',
		...options,
	});
	const send = async (method: string, path: string, asked: ScoringCall = {}): Promise<ScoringReply> => {
		const { body, signal } = asked;
		const answer = await fetch(`${sandbox.url}${path}`, {
			method,
			headers: headersFor(asked),
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
			...(signal === undefined ? {} : { signal }),
		});
		const text = await answer.text();
		return { status: answer.status, headers: answer.headers, text, body: parse(text) };
	};
	const spent = (key = 'pro'): number => sandbox.account(key).spent;
	return { sandbox, send, spent };
};

export type ScoringApi = Awaited<ReturnType<typeof openScoringApi>>;

/** Calls that stay in progress until released, then end without an answer. */
export const hold = async (
	{ sandbox, send }: ScoringApi,
	path: ScoringPath,
	asked: readonly ScoringCall[],
): Promise<() => Promise<unknown>> => {
	const { working } = sandbox.inFlight[path];
	sandbox.faults.add({ path, kind: 'stall', times: asked.length });
	const client = new AbortController();
	const method = asked[0]?.body === undefined ? 'GET' : 'POST';
	const calls = asked.map((each) => send(method, path, { ...each, signal: client.signal }));
	await until(() => sandbox.inFlight[path].working === working + asked.length);
	return () => {
		client.abort();
		return Promise.allSettled(calls);
	};
};

/** A file in base64, as `thumbnail_base64` accepts it. */
export const image = (kind: FileKind, sizeBytes = 300): string => fileOf(kind, sizeBytes).toString('base64');

/** One valid request to each endpoint, and its cost. */
export const everyCall: readonly [string, string, unknown, number][] = [
	['POST', '/v1/score/packaging', { title: 'Seven fried rice mistakes' }, 1],
	['POST', '/v1/score/video-hook', { youtube_url: scoringSeed.videos.known }, 10],
	['POST', '/v1/benchmark/channel', { url: scoringSeed.channels.known }, 5],
	['POST', '/v1/benchmark/video', { url: scoringSeed.videos.known }, 3],
	['GET', '/v1/research/niches', undefined, 1],
	['GET', `/v1/research/content-gaps?niche=${scoringSeed.niche}`, undefined, 5],
	['GET', '/v1/me/', undefined, 0],
	['GET', '/v1/usage/', undefined, 0],
];

/** The four calls that support an idempotency key. */
export const posts = everyCall.filter(([method]) => method === 'POST');
