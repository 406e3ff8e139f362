import { AuthenticationError, type ApiError } from '../../../client/http/errors';
import type { FaultSpec } from '../../../sandbox';
import type { HttpRequest } from '../../../client/http/types';
import { createScoringClient } from '../../../client/scoring';
import { entriesOf } from '../../../client/scoring/lists';
import { envelopeStyles } from '../../../sandbox/scoring/types';
import { scoringSeed } from '../../../sandbox/scoring';
import { createScoringLibrary } from '../../../cli/library/scoringLibrary';
import { scoringClientOf } from '../../support/scoringClient';
import { useScoringSandbox } from '../../support/useScoringSandbox';

const sandbox = useScoringSandbox();
const { keys, niche } = scoringSeed;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');

type Client = ReturnType<typeof scoringClientOf>;
type Work = (client: Client) => Promise<unknown>;
const failureOf = async (work: Promise<unknown>): Promise<ApiError> =>
	await work.then(
		() => {
			throw new Error('It did not fail');
		},
		(error: ApiError) => error,
	);

describe('every call', () => {
	test('uses the paths, names and key of the service (S1, S7, S32)', async () => {
		await scoringClientOf(sandbox()).contentGaps({
			niche,
			gapType: ['stale', 'competitive'],
			limit: 3,
			minScore: 10,
		});
		const [request] = sandbox().requests;
		expect(request).toMatchObject({
			method: 'GET',
			path: '/v1/research/content-gaps',
			query: { niche, gap_type: 'stale,competitive', limit: '3', min_score: '10' },
		});
		expect(request?.headers['user-agent']).toBe('test-client/1.0');
	});

	test("leaves omitted values to the service's defaults (S16, S17)", async () => {
		const answer = await scoringClientOf(sandbox()).contentGaps({ niche });
		const types = entriesOf(answer)?.map(({ gap_type: type, kind = type }) => kind);
		expect(new Set(types)).toEqual(new Set(['underserved', 'stale']));
		expect(sandbox().requests[0]?.query).toEqual({ niche });
	});
});

test.each<[string, Work, object]>([
	['a long title (S8)', async (c) => await c.score({ title: 'x'.repeat(251) }), {}],
	[
		'both thumbnails (S8)',
		async (c) => await c.score({ thumbnailUrl: 'https://a.example/b.png', thumbnailBase64: png }),
		{ thumbnail_url: 'https://a.example/b.png', thumbnail_base64: png },
	],
	['a long URL (S10)', async (c) => await c.benchmarkChannel({ url: `@${'x'.repeat(1100)}` }), {}],
	['a score below 0 (S17)', async (c) => await c.contentGaps({ niche, minScore: -5 }), { min_score: '-5' }],
])(
	'leaves it to the service to refuse %s, because the contract has no such limit',
	async (_title, work, input) => {
		await work(scoringClientOf(sandbox())).catch(() => undefined);
		const [request] = sandbox().requests;
		expect({ ...request?.query, ...(request?.body as object) }).toMatchObject(input);
	},
);

test.each<[string, Work, string]>([
	['no input (S15)', async (c) => await c.score({}), 'title'],
	['an empty title (S15)', async (c) => await c.score({ title: '' }), 'title'],
	['a limit of 0 (S17)', async (c) => await c.contentGaps({ niche, limit: 0 }), 'limit'],
	[
		'an unknown gap type (S16)',
		async (c) => await c.contentGaps({ niche, gapType: ['new' as 'stale'] }),
		'gapType.0',
	],
])('rejects %s before anything is sent', async (_title, work, field) => {
	expect(await failureOf(work(scoringClientOf(sandbox())))).toMatchObject({
		name: 'InvalidRequestError',
		field,
	});
	expect(sandbox().requests).toHaveLength(0);
});

describe('errors', () => {
	const score: Work = async (client) => await client.score({ title: 'x' });
	test.each<[string, string, Work, object]>([
		['401', keys.revoked, score, { name: 'AuthenticationError', statusCode: 401 }],
		['402', keys.empty, score, { name: 'InsufficientCreditsError', statusCode: 402 }],
		[
			'404',
			keys.pro,
			async (c) => await c.contentGaps({ niche: 'nothing' }),
			{ name: 'NotFoundError', statusCode: 404 },
		],
		[
			'400',
			keys.pro,
			async (c) => await c.videoHook({ youtubeUrl: 'https://a.example' }),
			{ name: 'BadRequestError' },
		],
	])(
		'%s has a type, an id and the envelope, and is not retried (S28, S31)',
		async (_title, key, work, expected) => {
			const client = scoringClientOf(sandbox(), key);
			const error = await failureOf(work(client));
			expect(error).toMatchObject({
				...expected,
				requestId: expect.any(String),
				envelope: expect.anything(),
			});
			expect(client.waits).toEqual([]);
		},
	);

	test.each(envelopeStyles.map((style) => [style]))('reads the envelope %s (S28)', async (envelope) => {
		sandbox().change({ envelope });
		const error = await failureOf(score(scoringClientOf(sandbox(), keys.empty)));
		expect(error).toMatchObject({ name: 'InsufficientCreditsError', statusCode: 402 });
		expect(error.detail).toMatch(/credit/i);
	});

	test.each<[string, object, string]>([
		['message', { message: 'The title is too long' }, 'The title is too long'],
		['a list of errors', { errors: [{ title: 'Too long' }, { message: 'No key' }] }, 'Too long; No key'],
		[
			'any text with a space',
			{ code: 'E1', reason: { why: 'The title is too long' } },
			'The title is too long',
		],
		['an error that is a sentence', { error: 'The title is too long' }, 'The title is too long'],
		['no text at all', { code: 'E1' }, 'The service answered with status 422'],
		[
			'an address with a token',
			{ note: 'See https://example.com/a?token=secret for more' },
			'See https://example.com/a?[hidden] for more',
		],
	])('keep the reason of an envelope with %s (S28)', async (_title, body, detail) => {
		sandbox().faults.add({ path: '/v1/score/packaging', kind: 'status', status: 422, body });
		expect(await failureOf(score(scoringClientOf(sandbox())))).toMatchObject({ statusCode: 422, detail });
	});

	test.each([401, 403])(
		'are an AuthenticationError for %s, also as the page of a proxy (S28)',
		async (status) => {
			for (const refusals of ['json', 'html'] as const) {
				sandbox().change({ refusals });
				sandbox().faults.add({ path: '/v1/score/packaging', kind: 'status', status });
				const error = await failureOf(score(scoringClientOf(sandbox())));
				expect(error).toBeInstanceOf(AuthenticationError);
				expect(error).toMatchObject({ name: 'AuthenticationError', statusCode: status });
			}
		},
	);

	test('are a NetworkError with the same fields without a response (S28)', async () => {
		const error = await failureOf(
			scoringClientOf({ url: 'http://127.0.0.1:59321' }, keys.pro, { retries: 0 }).me(),
		);
		expect(error).toMatchObject({ name: 'NetworkError', code: 'ECONNREFUSED' });
		expect(error).toHaveProperty('requestId');
	});

	test('reject a client without a key (S24)', () => {
		const options = { apiUrl: sandbox().url, userAgent: 'x', sleep: async () => undefined };
		expect(() => createScoringLibrary({ ...options, apiKey: ' ' })).toThrow('There is no API key');
	});
});

describe('retries', () => {
	const path = '/v1/score/packaging';
	test.each<[string, number | undefined, number[]]>([
		['five times with doubled waits (S29)', undefined, [1_000, 2_000, 4_000, 8_000, 16_000]],
		['with the wait from the service (S29)', 7, [7_000, 7_000, 7_000, 7_000, 7_000]],
	])('503: %s', async (_title, retryAfter, waits) => {
		sandbox().faults.add({
			path,
			kind: 'status',
			status: 503,
			times: 9,
			...(retryAfter ? { retryAfter } : {}),
		});
		const client = scoringClientOf(sandbox());
		expect(await failureOf(client.score({ title: 'x' }))).toMatchObject({ name: 'ServiceUnavailableError' });
		expect(client.waits).toEqual(waits);
	});

	test('are turned off by 0 (S24, S29)', async () => {
		sandbox().faults.add({ path, kind: 'status', status: 429 });
		const client = scoringClientOf(sandbox(), keys.pro, { retries: 0 });
		expect(await failureOf(client.score({ title: 'x' }))).toMatchObject({ name: 'RateLimitError' });
		expect(client.waits).toEqual([]);
	});

	test.each<[string, object, number | undefined]>([
		['with Retry-After', { retryAfter: 7 }, 7],
		['without', {}, undefined],
	])('429 %s (S28, S29)', async (_title, more, retryAfter) => {
		sandbox().faults.add({ path, kind: 'status', status: 429, times: 2, ...more });
		const error = await failureOf(scoringClientOf(sandbox(), keys.pro, { retries: 0 }).score({ title: 'x' }));
		expect(error).toMatchObject({ name: 'RateLimitError', statusCode: 429 });
		expect(error.retryAfter).toBe(retryAfter);
		const client = scoringClientOf(sandbox());
		await client.score({ title: 'x' });
		expect(client.waits).toEqual([retryAfter === undefined ? 1000 : 7000]);
	});

	test('allow a minute or the set time for a request (S30)', async () => {
		const timeouts: number[] = [];
		const options = {
			apiUrl: sandbox().url,
			userAgent: 'x',
			sleep: async () => undefined,
			send: async ({ timeoutMs }: HttpRequest) => {
				timeouts.push(timeoutMs);
				return { status: 200, headers: {}, body: '{"a":1}' };
			},
		};
		await createScoringClient(options).me();
		await createScoringClient({ ...options, timeout: 5 }).me();
		expect(timeouts).toEqual([60_000, 5]);
	});

	test('throw a NetworkError without a response in time (S30)', async () => {
		sandbox().faults.add({ path: '/v1/me/', kind: 'stall', times: 9 });
		const client = scoringClientOf(sandbox(), keys.pro, { retries: 0, timeout: 50 });
		expect(await failureOf(client.me())).toMatchObject({ name: 'NetworkError', code: 'ETIMEDOUT' });
	});

	test.each<[kind: FaultSpec['kind'], requests: number]>([
		['dropAfter', 1],
		['drop', 1],
		['cut', 1],
		['statusAfter', 2],
	])('exclude a paid call whose answer got lost, with a key or without (%s, S-N24)', async (...fault) => {
		const [kind, requests] = fault;
		for (const paid of [{ idempotencyKey: 'item-1' }, {}]) {
			sandbox().reset();
			sandbox().faults.add({ path, kind, ...(kind === 'statusAfter' ? { status: 502 } : {}) });
			sandbox().faults.add({ path, kind: 'status', status: 401 });
			const error = await failureOf(scoringClientOf(sandbox()).score({ title: 'x' }, paid));
			expect(error.possibleCharge).toBe(1);
			expect(sandbox().requests).toHaveLength(requests);
		}
	});

	test('report what all requests may have cost that ended with an error of the service (S29)', async () => {
		sandbox().faults.add({ path, kind: 'status', status: 503, times: 6 });
		const error = await failureOf(scoringClientOf(sandbox()).score({ title: 'x' }));
		expect(error).toMatchObject({ name: 'ServiceUnavailableError', possibleCharge: 6 });
	});
});

describe('an unreadable response', () => {
	test.each<[string, string, string, unknown]>([
		['a page', '<html>Down</html>', 'text/html', '<html>Down</html>'],
		['broken JSON', '{"email":', 'application/json', '{"email":'],
		['JSON of another shape', '"text"', 'application/json', 'text'],
	])('reports its status, request and body: %s (S28)', async (_title, body, contentType, envelope) => {
		sandbox().faults.add({ path: '/v1/me/', kind: 'body', status: 200, body, contentType });
		expect(await failureOf(scoringClientOf(sandbox()).me())).toMatchObject({
			name: 'UnexpectedResponseError',
			statusCode: 200,
			requestId: expect.any(String),
			envelope,
		});
	});

	test.each<[string, Work]>([
		['an invalid input', async (client) => await client.videoHook({ youtubeUrl: '' })],
		['no answer', async () => await scoringClientOf({ url: 'http://127.0.0.1:9' }).me()],
	])('reports the same facts without a response: %s (S28)', async (_title, work) => {
		const error = await failureOf(work(scoringClientOf(sandbox())));
		expect(error).toMatchObject({ statusCode: undefined, requestId: undefined, envelope: undefined });
		expect(Object.keys(error)).toEqual(expect.arrayContaining(['statusCode', 'requestId', 'envelope']));
	});
});
