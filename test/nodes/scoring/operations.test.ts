import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ContentScoringApi } from '../../../credentials/ContentScoringApi.credentials';
import { ContentScoring } from '../../../nodes/ContentScoring/ContentScoring.node';
import { scoringSeed } from '../../../sandbox/scoring';
import { searchList } from '../../support/n8nContexts';
import { testCredential } from '../../support/n8nCredentialTest';
import { storeBinary, useBinaryMode } from '../../support/n8nBinary';
import { scoringNodeOf, useScoringSandbox } from '../../support/scoring';

const sandbox = useScoringSandbox();
const { keys, videos, channels, niche } = scoringSeed;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const titles = (...list: string[]): INodeExecutionData[] => list.map((title) => ({ json: { title } }));
const byTitle = { title: '={{ $json.title }}' };
const nicheById = { niche: { __rl: true, mode: 'id', value: niche } };
const spent = (key = 'pro'): number => sandbox().account(key).spent;
const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map(({ json }) => json);

describe('operations', () => {
	test.each<[string, string, IDataObject, number, string]>([
		['a title (S8)', 'score:packaging', { title: 'A title' }, 1, 'percentile'],
		[
			'a thumbnail by URL (S8)',
			'score:packaging',
			{ thumbnailFrom: 'url', thumbnailUrl: 'https://a.example/b.png' },
			2,
			'score',
		],
		[
			'title and Base64 (S8)',
			'score:packaging',
			{
				title: 'A',
				thumbnailFrom: 'base64',
				thumbnailBase64: `data:image/png;base64,${png.toString('base64')}`,
			},
			3,
			'mode',
		],
		['a hook (S9)', 'score:videoHook', { url: videos.known }, 10, 'overall_score'],
		['a channel by handle (S10)', 'benchmark:channel', { url: channels.known }, 5, 'match_strength'],
		['a video (S11)', 'benchmark:video', { url: videos.known }, 3, 'engagement_percentiles'],
		['niches (S12)', 'research:getNiches', {}, 1, 'slug'],
		['content gaps (S13)', 'research:getContentGaps', nicheById, 5, 'gap_type'],
	])('%s says what it cost', async (_title, name, values, credits, field) => {
		const items = jsonOf(await scoringNodeOf(sandbox())(name, values));
		expect(items[0]).toMatchObject({ creditsCost: credits });
		expect(items[0]).toHaveProperty(field);
		expect(spent()).toBe(credits);
	});

	test.each([['account:get'], ['account:getUsage']])('%s is free (S14)', async (name) => {
		expect(jsonOf(await scoringNodeOf(sandbox())(name, {}))[0]).toHaveProperty('credits_remaining');
		expect(spent()).toBe(0);
	});

	test('a thumbnail from a binary field (S8)', async () => {
		await useBinaryMode('filesystem');
		const data = await storeBinary(png, { fileName: 'a.png', mimeType: 'image/png' });
		const items = [{ json: {}, binary: { data } }];
		const [item] = await scoringNodeOf(sandbox())('score:packaging', { thumbnailFrom: 'binary' }, { items });
		expect(item?.json).toMatchObject({ mode: 'thumbnail', creditsCost: 2 });
	});

	test('several items run at once and come out in order, each paired', async () => {
		sandbox().change({ latencyMs: 30 });
		const list = Array.from({ length: 8 }, (_, index) => `Title ${index}`);
		const items = await scoringNodeOf(sandbox())('score:packaging', byTitle, { items: titles(...list) });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(list.map((_, item) => ({ item })));
		expect(sandbox().inFlight['/v1/score/packaging'].peak).toBeGreaterThan(1);
		expect(sandbox().inFlight.all.peak).toBeLessThanOrEqual(5);
	});

	test('two hooks at the most are in flight', async () => {
		sandbox().change({ latencyMs: 30 });
		const items = Array.from({ length: 5 }, (_, index) => ({
			json: { v: `https://youtu.be/acmeVideo1${index}` },
		}));
		await scoringNodeOf(sandbox())('score:videoHook', { url: '={{ $json.v }}' }, { items });
		expect(sandbox().inFlight['/v1/score/video-hook'].peak).toBe(2);
	});
});

describe('never a credit wasted', () => {
	test.each([
		['Retry On Fail (D4)', '70'],
		['another execution (S-N23)', '71'],
	])('%s does not pay for the same input again', async (_title, executionId) => {
		const run = scoringNodeOf(sandbox());
		const first = await run('score:packaging', { title: 'x' }, { executionId: '70' });
		const again = await run('score:packaging', { title: 'x' }, { executionId });
		expect(again[0]?.json.score_id).toBe(first[0]?.json.score_id);
		expect(spent()).toBe(1);
	});

	test('out of credits in the middle, with Continue: what was paid for is kept, the rest is marked', async () => {
		const run = scoringNodeOf(sandbox(), keys.free);
		const videosOfItems = ['1', '2', '3'].map((v) => ({ json: { v } }));
		const url = '={{ "https://youtu.be/acmeVideo0" + $json.v }}';
		sandbox().credits.set('free', 12);
		const items = jsonOf(
			await run('score:videoHook', { url }, { items: videosOfItems, continueOnFail: true }),
		);
		expect(items.filter(({ error }) => error === undefined)).toHaveLength(1);
		expect(items.filter(({ error }) => error === 'The account is out of credits')).toHaveLength(2);
		expect(spent('free')).toBe(10);
	});

	test('out of credits at once is an error', async () => {
		const failing = scoringNodeOf(sandbox(), keys.empty)('score:packaging', { title: 'x' });
		await expect(failing).rejects.toMatchObject({
			message: 'The account is out of credits',
			httpCode: '402',
		});
	});

	test('Minimum Balance stops before anything is spent, and asks once per run', async () => {
		const run = scoringNodeOf(sandbox(), keys.free);
		const values = { ...byTitle, options: { keepCredits: 500 } };
		const items = jsonOf(
			await run('score:packaging', values, { items: titles('a', 'b', 'c'), continueOnFail: true }),
		);
		expect(items.map(({ error }) => error)).toEqual(
			Array(3).fill('The account has 100 credits, and this call costs 1'),
		);
		expect(items[0]?.message).toContain("At least the 500 of 'Minimum Balance' must be left");
		expect(sandbox().requests.map(({ path }) => path)).toEqual(['/v1/me/']);
	});

	test('the list of niches is paid once, whatever is typed', async () => {
		const data = { apiUrl: sandbox().url, apiKey: keys.starter, headerName: '', headerScheme: 'Bearer' };
		const credentials = [{ type: new ContentScoringApi(), data }];
		for (const filter of ['', 'c', 'co']) {
			const { results } = await searchList(new ContentScoring(), 'searchNiches', { credentials, filter });
			expect(results.map(({ value }) => value)).toContain('home-cooking');
		}
		expect(spent('starter')).toBe(1);
	});
});

test.each<[string, string, IDataObject, RegExp]>([
	[
		'no title and no thumbnail (S15)',
		'score:packaging',
		{ title: ' ' },
		/There is no title and no thumbnail/,
	],
	[
		'Base64 that is none',
		'score:packaging',
		{ thumbnailFrom: 'base64', thumbnailBase64: '%%%' },
		/'Thumbnail Base64' is no Base64 text/,
	],
	[
		'a title that is too long',
		'score:packaging',
		{ title: 'x'.repeat(251) },
		/'Title' is longer than 250 characters/,
	],
	[
		'a page that is no video (S9)',
		'score:videoHook',
		{ url: 'https://example.com' },
		/The service refused the input/,
	],
	['a video that is none', 'score:videoHook', { url: 'hello' }, /'Video URL' is no web address: 'hello'/],
	['an empty channel', 'benchmark:channel', { url: '' }, /'Channel URL or Handle' is empty/],
	[
		'an unknown niche',
		'research:getContentGaps',
		{ niche: { __rl: true, mode: 'id', value: 'nothing' } },
		/The service does not know this/,
	],
])('%s reads well and costs nothing', async (_title, name, values, message) => {
	await expect(scoringNodeOf(sandbox())(name, values)).rejects.toMatchObject({
		message: expect.stringMatching(message),
		description: expect.stringMatching(/.{20}/),
	});
	expect(spent()).toBe(0);
});

test('a thumbnail as large as may be is sent', async () => {
	const picture = Buffer.concat([png, Buffer.alloc(9_375_000 - png.length)]).toString('base64');
	const values = { thumbnailFrom: 'base64', thumbnailBase64: picture };
	await scoringNodeOf(sandbox())('score:packaging', values);
	expect(spent()).toBe(2);
});

test('a thumbnail that is too large is refused before anything is sent', async () => {
	const values = { thumbnailFrom: 'base64', thumbnailBase64: 'A'.repeat(12_500_004) };
	await expect(scoringNodeOf(sandbox())('score:packaging', values)).rejects.toThrow(
		'The thumbnail is too large',
	);
	expect(sandbox().requests).toHaveLength(0);
});

test.each<[string, IDataObject, object]>([
	['a key that works (S14)', {}, { status: 'OK', message: 'Connected. The account has 50000 credits' }],
	[
		'a wrong key',
		{ apiKey: 'x' },
		{ status: 'Error', message: expect.stringContaining('The API key was refused') },
	],
	[
		'no address',
		{ apiUrl: 'scoring' },
		{ status: 'Error', message: expect.stringContaining("'API URL' is not a web address") },
	],
])('the credential test: %s', async (_title, changes, expected) => {
	const data = {
		apiUrl: sandbox().url,
		apiKey: keys.pro,
		headerName: 'Authorization',
		headerScheme: 'Bearer',
		...changes,
	};
	expect(await testCredential(new ContentScoringApi(), data, new ContentScoring())).toMatchObject(expected);
	expect(spent()).toBe(0);
});
