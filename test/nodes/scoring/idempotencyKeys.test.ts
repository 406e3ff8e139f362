import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ContentScoringApi } from '../../../credentials/ContentScoringApi.credentials';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { scoringSeed, startScoringSandbox } from '../../../sandbox/scoring';
import { createRunData } from '../../support/n8nWorkflow';
import { testCredential } from '../../support/n8nCredentialTest';
import { scoringNodeOf, scoringRunOf, useScoringSandbox } from '../../support/scoring';

const sandbox = useScoringSandbox();
const { keys, videos, niche } = scoringSeed;
const byTitle = { title: '={{ $json.title }}' };
const nicheById = { niche: { __rl: true, mode: 'id', value: niche } };
const titles = (...list: string[]): INodeExecutionData[] => list.map((title) => ({ json: { title } }));
const answerWith = (path: string, body: unknown, contentType = 'application/json'): void =>
	sandbox().faults.add({ path, kind: 'body', status: 200, body, contentType });
const keysSent = (): Array<string | undefined> =>
	sandbox().requests.map(({ headers }) => headers['idempotency-key']);

describe('out of credits', () => {
	test('in a batch of several at once, with Continue: what was paid for is kept, the rest is marked (S28)', async () => {
		sandbox().credits.set('free', 1);
		const items = titles('a', 'b', 'c', 'd', 'e', 'f');
		const { outputs } = await scoringRunOf(sandbox(), keys.free)('score:packaging', byTitle, {
			items,
			continueOnFail: true,
		});
		const errors = (outputs[0] ?? []).filter(({ json }) => json.error === 'The account is out of credits');
		expect(errors).toHaveLength(5);
		expect(errors[0]?.json).toMatchObject({
			message: expect.stringContaining('cost nothing'),
			details: { statusCode: 402 },
		});
		expect(sandbox().account('free')).toMatchObject({ credits: 0, spent: 1 });
		expect(sandbox().requests.length).toBeLessThan(6);
	});

	test('at once in a batch: one error, and no further item is asked for (S28)', async () => {
		const items = titles('a', 'b', 'c', 'd', 'e', 'f', 'g');
		const failing = scoringNodeOf(sandbox(), keys.empty)('score:packaging', byTitle, { items });
		await expect(failing).rejects.toMatchObject({ message: 'The account is out of credits' });
		expect(sandbox().requests.length).toBeLessThanOrEqual(4);
	});
});

describe('the idempotency key', () => {
	const execution = { executionId: '900' };

	test('differs for each operation and each input, and is the same for the same content (S-N23)', async () => {
		const run = scoringNodeOf(sandbox());
		await run('score:packaging', byTitle, { ...execution, items: titles('a', 'b') });
		await run('score:packaging', { title: 'other' }, execution);
		await run('score:videoHook', { url: videos.known }, execution);
		await run('benchmark:video', { url: videos.known }, execution);
		expect(new Set(keysSent()).size).toBe(5);
		await run('benchmark:video', { url: videos.known }, { executionId: '901' });
		expect(keysSent().at(-1)).toBe(keysSent().at(-2));
	});

	test('items with the same content are asked for once, and the first one has the cost (S-N23)', async () => {
		const items = await scoringNodeOf(sandbox())('score:packaging', byTitle, {
			items: titles('a', 'a', 'b'),
		});
		expect(items.map(({ json }) => json.creditsCost)).toEqual([1, 0, 1]);
		expect(keysSent()).toHaveLength(2);
	});

	test('is not sent where the user switched it off (S-N23)', async () => {
		await scoringNodeOf(sandbox())('score:packaging', { title: 'x', options: { payOnce: false } });
		expect(keysSent()).toEqual([undefined]);
	});
});

describe('what was paid for before the run stopped', () => {
	test('is got again at no cost below the minimum balance, too (S-N23)', async () => {
		sandbox().credits.set('free', 12);
		const options = { keepCredits: 10 };
		const items = titles('a', 'b', 'c');
		const execution = { items, runData: createRunData(items), executionId: '910' };
		const run = scoringNodeOf(sandbox(), keys.free);
		await expect(run('score:packaging', { ...byTitle, options }, execution)).rejects.toMatchObject({
			description: expect.stringContaining('2 items were paid for before'),
		});
		const again = { ...execution, continueOnFail: true };
		const outputs = await run('score:packaging', { ...byTitle, options }, again);
		expect(outputs.map(({ json }) => json.creditsCost)).toEqual([0, 0, undefined]);
		expect(sandbox().account('free')).toMatchObject({ credits: 10 });
	});

	test('is not paid for again by a retry of the execution (S13)', async () => {
		const items = [{ json: { niche } }, { json: { niche: '' } }];
		const values = { niche: { __rl: true, mode: 'id', value: '={{ $json.niche }}' } };
		const run = { items, runData: createRunData(items) };
		await expect(scoringNodeOf(sandbox())('research:getContentGaps', values, run)).rejects.toMatchObject({
			description: expect.stringContaining('1 item was paid for before. A retry of this execution gets'),
		});
		const again = { ...run, continueOnFail: true };
		const [gap] = await scoringNodeOf(sandbox())('research:getContentGaps', values, again);
		expect(gap?.json).toMatchObject({ creditsCost: 0 });
		expect(sandbox().account('pro').spent).toBe(5);
	});
});

describe('what several items ask for', () => {
	test.each<[string, IDataObject, number]>([
		['research:getNiches', {}, 1],
		['research:getContentGaps', nicheById, 5],
	])('%s is paid once for a run (S12, S13)', async (name, values, credits) => {
		const items = await scoringNodeOf(sandbox())(name, values, { items: titles('a', 'b', 'c') });
		expect(sandbox().account('pro').spent).toBe(credits);
		expect(items.reduce((sum, { json }) => sum + Number(json.creditsCost), 0)).toBe(credits);
		expect(new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem))).size).toBe(3);
	});
});

describe('answers of another shape', () => {
	test.each<[string, string, IDataObject, string, unknown, object]>([
		['an object', 'score:packaging', { title: 'x' }, '/v1/score/packaging', { points: 3 }, { points: 3 }],
		['a list', 'score:packaging', { title: 'x' }, '/v1/score/packaging', [3], { data: [3] }],
		['no list', 'research:getNiches', {}, '/v1/research/niches', { count: 0 }, { count: 0 }],
	])('%s is passed on with a hint', async (_title, name, values, path, body, expected) => {
		answerWith(path, JSON.stringify(body));
		const { outputs, hints } = await scoringRunOf(sandbox())(name, values);
		expect(outputs[0]).toMatchObject([{ json: { ...expected, creditsCost: 1 } }]);
		expect(hints).toMatchObject([{ message: expect.stringContaining('passed on as it came') }]);
	});

	test.each<[string, unknown, IDataObject[]]>([
		['under another name (S-N8)', { results: [{ slug: 'a' }] }, [{ slug: 'a', creditsCost: 1 }]],
		['bare (S-N8)', [{ slug: 'a' }], [{ slug: 'a', creditsCost: 1 }]],
		['of names alone', { niches: ['a'] }, [{ value: 'a', creditsCost: 1 }]],
	])('a list %s', async (_title, body, expected) => {
		answerWith('/v1/research/niches', JSON.stringify(body));
		const items = await scoringNodeOf(sandbox())('research:getNiches', {});
		expect(items.map(({ json }) => json)).toEqual(expected);
	});

	test('an empty list gives no item, and a hint with the cost', async () => {
		answerWith('/v1/research/content-gaps', { gaps: [] });
		const { outputs, hints } = await scoringRunOf(sandbox())('research:getContentGaps', nicheById);
		expect(outputs).toEqual([[]]);
		expect(hints).toMatchObject([{ message: 'The list is empty. The call cost 5 credits' }]);
	});

	test('a benchmark inside a payload is taken out (S-N10)', async () => {
		answerWith('/v1/benchmark/video', { payload: { video: { title: 'In a box' }, niche: {} } });
		const [item] = await scoringNodeOf(sandbox())('benchmark:video', { url: videos.known });
		expect(item?.json).toMatchObject({ title: 'In a box' });
	});

	test.each<[string, string, string, RegExp]>([
		['nothing usable', '{}', 'application/json', /is empty.*API URL in the credential/],
		['a page', '<html>Welcome</html>', 'text/html', /not JSON.*API URL in the credential/],
	])('%s is an error that reads well', async (_title, body, contentType, description) => {
		const fault = { path: '/v1/score/packaging', kind: 'body', status: 200, body, contentType } as const;
		sandbox().faults.add({ ...fault, times: 3 });
		await expect(scoringNodeOf(sandbox())('score:packaging', { title: 'x' })).rejects.toMatchObject({
			message: 'The service gave an answer that cannot be read',
			description: expect.stringMatching(description),
		});
	});
});

describe('filters of content gaps that expressions give', () => {
	test.each<[string, IDataObject, object]>([
		['no minimum score', { minScore: null }, {}],
		['an empty minimum score', { minScore: '' }, {}],
		['no limit', { limit: null }, {}],
		['numbers as text', { limit: '10', minScore: '5' }, { limit: '10', min_score: '5' }],
	])('%s', async (_title, filters, query) => {
		await scoringNodeOf(sandbox())('research:getContentGaps', { ...nicheById, filters });
		expect(sandbox().requests.map((request) => request.query)).toEqual([{ niche, ...query }]);
	});
});

describe('failures', () => {
	const path = '/v1/score/packaging';
	test.each<[string, number, string, RegExp]>([
		['a redirect is not followed (S-N7)', 301, 'The service redirects', /API URL of the credential/],
		['404 of a POST (S-N7)', 404, 'The service does not know this', /API URL in the credential/],
		['403 (S-N19)', 403, 'The API key may not do this', /another key/],
		['401 (S-N19)', 401, 'The API key was refused', /credential/],
	])('%s', async (_title, status, message, description) => {
		sandbox().faults.add({ path, kind: 'status', status, headers: { Location: 'https://b.example/v1' } });
		await expect(scoringNodeOf(sandbox())('score:packaging', { title: 'x' })).rejects.toMatchObject({
			message: expect.stringContaining(message),
			description: expect.stringMatching(description),
		});
		expect(sandbox().requests).toHaveLength(1);
	});

	test.each<[string, object]>([
		['429 with Retry-After (S29)', { status: 429, retryAfter: 0 }],
		['503 with a page (S29)', { status: 503, retryAfter: 0, body: '<html>', contentType: 'text/html' }],
	])('%s is repeated with the same key', async (_title, fault) => {
		sandbox().faults.add({ path, kind: 'status', times: 2, ...fault });
		const [item] = await scoringNodeOf(sandbox())('score:packaging', { title: 'x' });
		expect(item?.json).toHaveProperty('percentile');
		expect(new Set(keysSent()).size).toBe(1);
		expect(keysSent()).toHaveLength(3);
	});

	test('a wait of more than a minute is left to the user (S29)', async () => {
		sandbox().faults.add({ path, kind: 'status', status: 429, retryAfter: 3600 });
		await expect(scoringNodeOf(sandbox())('score:packaging', { title: 'x' })).rejects.toMatchObject({
			message: 'Too many requests',
			description: expect.stringContaining('in 3600 seconds'),
		});
	});
});

test('another header carries the key, in the node and in the test of the credential (S-N1)', async () => {
	const other = await startScoringSandbox({ auth: { header: 'X-API-Key', scheme: '' } });
	const carrier = { headerName: ' X-API-Key ', headerScheme: '' };
	const [item] = await scoringNodeOf(other, keys.pro, carrier)('account:get', {});
	expect(item?.json).toHaveProperty('credits_remaining');
	const data = { apiUrl: `${other.url}/v1/`, apiKey: keys.pro, ...carrier };
	const tested = await testCredential(new ContentScoringApi(), data, new ContentScoring());
	expect(tested).toMatchObject({ status: 'OK' });
	await other.close();
});

describe.each([
	['Header Name', 'X API Key', { headerName: 'X API Key' }],
	['Header Name', 'X-API-Key:', { headerName: 'X-API-Key:' }],
	['Header Scheme', 'line break', { headerScheme: 'Bearer\n' }],
	['API Key', 'quotes of a word processor', { apiKey: '“sk_1”' }],
])("a '%s' that no header can be made of (%s)", (field, _what, changes) => {
	const data = () => ({
		apiUrl: sandbox().url,
		apiKey: keys.pro,
		headerName: 'Authorization',
		headerScheme: 'Bearer',
		...changes,
	});

	test('is refused before anything is sent', async () => {
		const { apiKey, ...carrier } = data();
		const run = scoringRunOf(sandbox(), apiKey, carrier)('score:packaging', { title: 'A title' });
		const error = await run.then(
			() => undefined,
			(failure: Error & { description?: string }) => failure,
		);
		expect(error?.message).toContain(`'${field}'`);
		expect(error?.description).toContain('Nothing was sent');
		expect(error?.description).not.toMatch(/paid|sk_1/);
		expect(sandbox().requests).toEqual([]);
	});

	test("is refused in the credential's test", async () => {
		const tested = await testCredential(new ContentScoringApi(), data(), new ContentScoring());
		expect(tested).toMatchObject({ status: 'Error', message: expect.stringContaining(`'${field}'`) });
		expect(sandbox().requests).toEqual([]);
	});
});
