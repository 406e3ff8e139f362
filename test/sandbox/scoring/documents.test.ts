import { scoringSeed } from '../../../sandbox/scoring';
import { everyCall, image, openScoringApi, posts, type ScoringApi } from '../scoringApi';

const { keys } = scoringSeed;

let api: ScoringApi;
beforeAll(async () => {
	api = await openScoringApi({ profile: 'documents' });
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

describe('the profile documents', () => {
	test.each(posts)('charges every request, whatever its idempotency key: %s %s (S-N23)', async (...call) => {
		const [method, path, body, cost] = call;
		for (let count = 0; count < 2; count++) await api.send(method, path, { body, once: 'the same' });
		expect(api.spent()).toBe(2 * cost);
	});

	test.each<[path: string, shape: unknown]>([
		[
			'/v1/research/niches',
			expect.arrayContaining([{ slug: 'home-cooking', gap_count: expect.any(Number) }]),
		],
		[
			'/v1/research/content-gaps?niche=home-cooking&limit=1',
			[
				{
					topic: expect.any(String),
					kind: expect.any(String),
					chance: expect.any(Number),
					reason: expect.any(String),
				},
			],
		],
		['/v1/me/', { owner: 'pro@acme.example' }],
		['/v1/usage/', { credit_balance: 50_000, calls: [] }],
	])('has its own names where the contract has none: %s', async (path, shape) => {
		const { text } = await api.send('GET', path);
		expect(JSON.parse(text)).toEqual(shape);
	});

	test.each<[path: string, body: unknown, fields: string[]]>([
		[
			'/v1/benchmark/channel',
			{ url: '@acmestudio' },
			['channel.ranks', 'niche.match_strength', 'niche.examples'],
		],
		['/v1/benchmark/video', { url: scoringSeed.videos.known }, ['video.engagement_percentiles', 'niche.key']],
		[
			'/v1/score/video-hook',
			{ youtube_url: scoringSeed.videos.known },
			['scores.dimension_5', 'overall_score'],
		],
	])('has the documented fields of %s', async (path, body, fields) => {
		const reply = await api.send('POST', path, { body });
		for (const field of fields) expect(reply.body).toHaveProperty(field);
	});

	test.each([
		{ title: 'a'.repeat(2000) },
		{ thumbnail_url: `https://images.example/${'a'.repeat(2000)}`, thumbnail_base64: image('gif') },
	])('refuses no input for a limit that the contract lacks: %#', async (body) => {
		expect((await api.send('POST', '/v1/score/packaging', { body })).status).toBe(200);
	});

	test('has no headers about the rate limit', async () => {
		const limited = await openScoringApi({ profile: 'documents', rateLimits: {} });
		const { headers } = await limited.send('GET', '/v1/me/');
		expect(headers.get('x-ratelimit-remaining')).toBeNull();
		await limited.sandbox.close();
	});

	test.each(everyCall)("refuses a library's User-Agent: %s %s (P8)", async (method, path, body) => {
		const reply = await api.send(method, path, { body, headers: { 'User-Agent': 'axios/1.7.2' } });
		expect(reply).toMatchObject({ status: 403, text: 'error code: 1010' });
	});
});

test("answers 401 as a proxy's page if it's set to", async () => {
	api.sandbox.change({ refusals: 'html' });
	const reply = await api.send('GET', '/v1/me/', { key: keys.revoked });
	expect(reply).toMatchObject({ status: 401, text: expect.stringContaining('<html>') });
});
