import { scoringSeed } from '../../../sandbox/scoring';
import { archetypes } from '../../../sandbox/scoring/results/scores';
import { everyCall, image, openScoringApi, type ScoringApi } from '../scoringApi';

let api: ScoringApi;
beforeAll(async () => {
	api = await openScoringApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

const post = async (path: string, body: unknown) => (await api.send('POST', path, { body })).body;
const get = async (path: string) => (await api.send('GET', path)).body;

const isSnakeCase = (name: string): boolean => /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name);

const namesIn = (value: unknown): string[] => {
	if (typeof value !== 'object' || value === null) return [];
	const own = Array.isArray(value) ? [] : Object.keys(value);
	return [...own, ...Object.values(value).flatMap(namesIn)];
};

const between = (min: number, max: number) => ({
	asymmetricMatch: (value: unknown) => typeof value === 'number' && value >= min && value <= max,
});

const engagement = {
	view_to_sub_ratio: expect.any(Number) as number,
	like_to_view_ratio: expect.any(Number) as number,
	comment_to_view_ratio: expect.any(Number) as number,
};
const percentiles = {
	view_to_sub_ratio: between(0, 100),
	like_to_view_ratio: between(0, 100),
	comment_to_view_ratio: between(0, 100),
	overall: between(0, 100),
};
const matched = {
	slug: expect.any(String) as string,
	name: expect.any(String) as string,
	match_score: between(0, 1),
	match_strength: expect.stringMatching(/^(strong|moderate|weak)$/) as string,
};

test.each(everyCall)(
	'%s %s %j costs %d (S1, S7, S9, S10, S11, S12, S13, S14, S32)',
	async (method, path, body, cost) => {
		const { status, headers, body: answer } = await api.send(method, path, { body });
		expect(status).toBe(200);
		expect(headers.get('content-type')).toBe('application/json');
		expect(api.spent()).toBe(cost);
		expect(api.sandbox.requests.at(-1)?.credits).toBe(cost);
		expect(namesIn(answer).filter((name) => !isSnakeCase(name))).toEqual([]);
	},
);

describe('the packaging score (S2, S8, S15)', () => {
	const title = 'Seven fried rice mistakes';
	const thumbnail_url = 'https://images.example/a.png';

	test.each([
		['title', { title }, 1],
		['thumbnail', { thumbnail_url }, 2],
		['thumbnail', { thumbnail_base64: image('jpeg') }, 2],
		['combined', { title, thumbnail_url }, 3],
		['combined', { title, thumbnail_base64: image('webp') }, 3],
	])('mode %s', async (mode, body, cost) => {
		expect(await post('/v1/score/packaging', body)).toEqual({
			score_id: expect.any(String) as string,
			score: between(0, 1),
			percentile: between(0, 100),
			raw_score: expect.any(Number) as number,
			mode,
			niche_slug: expect.any(String) as string,
			niche_label: expect.any(String) as string,
			niche_confidence: between(0, 1),
		});
		expect(api.spent()).toBe(cost);
	});

	test('assigns a title to its niche', async () => {
		expect(await post('/v1/score/packaging', { title })).toMatchObject({
			niche_slug: 'home-cooking',
			niche_label: 'Home cooking',
		});
	});

	test('returns a higher percentile for a better score', async () => {
		const titles = Array.from({ length: 20 }, (_, index) => `Title number ${index}`);
		const scored = await Promise.all(titles.map((each) => post('/v1/score/packaging', { title: each })));
		const order = (name: string) =>
			[...scored].sort((a, b) => Number(a[name]) - Number(b[name])).map(({ score }) => score);
		const percentiles = [...scored]
			.sort((a, b) => Number(a['score']) - Number(b['score']))
			.map(({ percentile }) => Number(percentile));
		expect(percentiles).toEqual([...percentiles].sort((a, b) => a - b));
		expect(order('raw_score')).toEqual(order('score'));
		expect(new Set(scored.map(({ score }) => score)).size).toBeGreaterThan(10);
	});
});

test.each(everyCall)('returns the same result for the same input: %s %s', async (method, path, body) => {
	const first = (await api.send(method, path, { body })).body;
	api.sandbox.reset();
	const second = (await api.send(method, path, { body })).body;
	expect({ ...second, score_id: 0 }).toEqual({ ...first, score_id: 0 });
	if ('score_id' in first) expect(second['score_id']).not.toBe(first['score_id']);
});

test('returns the hook score (S3)', async () => {
	const dimension = between(0, 10);
	const hook = await post('/v1/score/video-hook', { youtube_url: scoringSeed.videos.known });
	expect(hook).toMatchObject({
		scores: {
			clarity: dimension,
			specificity: dimension,
			tension: dimension,
			visual_energy: dimension,
			pace: dimension,
		},
		overall_score: between(0, 100),
		strengths: expect.arrayContaining([expect.any(String)]) as string[],
		weaknesses: expect.arrayContaining([expect.any(String)]) as string[],
		suggestions: expect.arrayContaining([expect.any(String)]) as string[],
		key_differences_vs_top: expect.any(Array) as string[],
		transcript: expect.any(String) as string,
		visual_summary: expect.any(String) as string,
	});
	expect(new Set(archetypes).size).toBe(13);
	expect(archetypes).toContain(hook['primary_archetype']);
	expect(archetypes).toContain(hook['secondary_archetype']);
});

test('allows a negative or null distance to the top of the niche (S3)', async () => {
	const ids = Array.from({ length: 40 }, (_, index) => `hookVideo${String(index).padStart(2, '0')}`);
	const hooks = await Promise.all(
		ids.map((id) => post('/v1/score/video-hook', { youtube_url: `https://youtu.be/${id}` })),
	);
	const deltas = hooks.map((hook) => hook['delta_vs_niche_top']);
	expect(deltas).toContain(null);
	expect(deltas.some((delta) => typeof delta === 'number' && delta < 0)).toBe(true);
});

test('returns the channel benchmark (S4)', async () => {
	const { channel, niche } = await post('/v1/benchmark/channel', { url: scoringSeed.channels.known });
	expect(channel).toMatchObject({
		channel_id: expect.stringMatching(/^UC.{22}$/) as string,
		title: 'Acmestudio',
		subscriber_count: expect.any(Number) as number,
		video_count: expect.any(Number) as number,
		engagement,
		engagement_percentiles: percentiles,
		sample_window_days: 90,
		title_patterns: expect.any(Object) as object,
	});
	const { exemplar_channels, title_patterns, ...rest } = niche as Record<string, unknown>;
	expect(rest).toMatchObject({ ...matched, engagement: { view_to_sub_ratio: { p50: between(0, 1) } } });
	expect(title_patterns).toMatchObject({
		common_niche_phrases: expect.arrayContaining([
			{ phrase: expect.any(String), frequency: between(0, 1), used_by_channel: expect.any(Boolean) },
		]) as object[],
	});
	expect((exemplar_channels as object[]).length).toBeLessThanOrEqual(5);
	expect((exemplar_channels as object[])[0]).toEqual({
		title: expect.any(String) as string,
		subscriber_count: expect.any(Number) as number,
	});
});

test('returns the video benchmark (S5)', async () => {
	const { video, niche } = await post('/v1/benchmark/video', { url: scoringSeed.videos.known });
	expect(video).toMatchObject({
		video_id: 'acmeVideo01',
		published_at: expect.stringMatching(/^2025-/) as string,
		engagement,
		engagement_percentiles: percentiles,
		title_patterns: { length_chars: expect.any(Number) as number, has_question: false },
	});
	expect(niche).toMatchObject(matched);
	expect(niche).not.toHaveProperty('exemplar_channels');
});

test('lists niches with their number of gaps (S6)', async () => {
	const { niches } = (await get('/v1/research/niches')) as { niches: Record<string, unknown>[] };
	expect(niches).toHaveLength(8);
	for (const { slug, gap_count } of niches) {
		const path = `/v1/research/content-gaps?niche=${slug}&gap_type=underserved,stale,competitive&limit=50`;
		expect((await get(path))['gaps']).toHaveLength(Number(gap_count));
	}
});

describe('the numbers (S-N25)', () => {
	const patterns = {
		mean_length_chars: expect.any(Number) as number,
		mean_length_words: expect.any(Number) as number,
		share_with_question_mark: between(0, 1),
		share_with_number: between(0, 1),
		median_uppercase_ratio: between(0, 1),
		share_with_emoji: between(0, 1),
	};
	const whole = (value: unknown): boolean => Object.values(value as object).every(Number.isInteger);

	test('title patterns of a channel and of its niche', async () => {
		const body = await post('/v1/benchmark/channel', { url: '@acmestudio' });
		expect(body).toMatchObject({
			channel: { title_patterns: patterns },
			niche: { title_patterns: patterns },
		});
		const { channel } = body as { channel: Record<string, object> };
		expect(Object.keys(channel['title_patterns'] ?? {}).sort()).toEqual(Object.keys(patterns).sort());
		expect(whole(channel['engagement_percentiles'])).toBe(true);
	});

	test('keep the components of a gap between 0 and 1', async () => {
		const { gaps } = (await get('/v1/research/content-gaps?niche=home-cooking&limit=50')) as {
			gaps: { components: object }[];
		};
		const component = between(0, 1);
		expect(gaps.length).toBeGreaterThan(10);
		for (const { components } of gaps) {
			expect(components).toEqual({ demand: component, supply: component, recency: component });
		}
	});

	test('include whole percentiles and hook scores', async () => {
		const hook = await post('/v1/score/video-hook', { youtube_url: scoringSeed.videos.known });
		expect(whole(hook['scores'])).toBe(true);
		expect(Number.isInteger(hook['overall_score'])).toBe(true);
		const { percentile } = await post('/v1/score/packaging', { title: 'Seven mistakes' });
		expect(Number.isInteger(percentile)).toBe(true);
	});
});
