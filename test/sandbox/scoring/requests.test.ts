import { scoringSeed } from '../../../sandbox/scoring';
import { everyCall, image, openScoringApi, type ScoringApi } from '../scoringApi';

const { keys, videos, channels, niche } = scoringSeed;

let api: ScoringApi;
beforeAll(async () => {
	api = await openScoringApi();
});
beforeEach(() => api.sandbox.reset());
afterAll(() => api.sandbox.close());

describe('a path must match exactly (S14, S32)', () => {
	const wrong = everyCall.map(([method, path, body]): [string, string, unknown] => {
		const [plain = '', query = ''] = path.split('?');
		const other = plain.endsWith('/') ? plain.slice(0, -1) : `${plain}/`;
		return [method, query === '' ? other : `${other}?${query}`, body];
	});
	test.each([
		...wrong,
		['GET', '/me/', undefined],
		['GET', '/v2/me/', undefined],
		['GET', '/v1/', undefined],
	])('answers %s %s with 404', async (method, path, body) => {
		expect(await api.send(method, path, { body })).toMatchObject({ status: 404 });
		expect(api.spent()).toBe(0);
	});

	test.each(everyCall)('answers methods other than %s %s with 405', async (method, path) => {
		const reply = await api.send(method === 'GET' ? 'DELETE' : 'GET', path);
		expect(reply).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
		expect(reply.headers.get('allow')).toBe(method);
	});
});

describe('keys (S28)', () => {
	test.each([
		['none', '', {}],
		['an unknown one', 'sbs_nobody', {}],
		['a revoked one', keys.revoked, {}],
		['another scheme', '', { Authorization: `Basic ${keys.pro}` }],
		['no scheme', '', { Authorization: keys.pro }],
		['another header', '', { 'X-API-Key': keys.pro }],
	])('rejects %s with 401', async (_title, key, headers) => {
		expect(await api.send('GET', '/v1/me/', { key, headers })).toMatchObject({
			status: 401,
			body: { code: 'unauthorized' },
		});
	});

	test('accepts the scheme in any case and stops accepting a revoked key', async () => {
		const asked = { key: '', headers: { Authorization: `bearer ${keys.free}` } };
		expect((await api.send('GET', '/v1/me/', asked)).status).toBe(200);
		api.sandbox.keys.revoke('free');
		expect((await api.send('GET', '/v1/me/', asked)).status).toBe(401);
	});

	test.each([
		[{ header: 'X-API-Key', scheme: '' }, { 'x-api-key': keys.pro }],
		[{ scheme: 'Token' }, { Authorization: `Token ${keys.pro}` }],
	])('accepts them with %j as %j', async (auth, headers) => {
		const other = await openScoringApi({ auth });
		expect((await other.send('GET', '/v1/me/', { key: '', headers })).status).toBe(200);
		expect((await other.send('GET', '/v1/me/')).status).toBe(401);
		expect(Object.values(other.sandbox.requests[0]?.headers ?? {})).toContain('***');
		expect(JSON.stringify(other.sandbox.requests)).not.toContain(keys.pro);
		await other.sandbox.close();
	});
});

describe('a body of the wrong shape returns 400 and costs nothing (S7, S8, S9, S10, S11, S15, S31)', () => {
	const tooLong = `https://images.example/${'a'.repeat(1024)}`;
	test.each<[string, unknown]>([
		['/v1/score/packaging', {}],
		['/v1/score/packaging', []],
		['/v1/score/packaging', { title: '' }],
		['/v1/score/packaging', { title: ' ' }],
		['/v1/score/packaging', { title: null }],
		['/v1/score/packaging', { title: 'a'.repeat(251) }],
		['/v1/score/packaging', { title: 'A', thumbnail_url: '' }],
		['/v1/score/packaging', { title: 'A', thumbnail_base64: '' }],
		['/v1/score/packaging', { title: 'A', thumbnailUrl: 'https://images.example/a.png' }],
		['/v1/score/packaging', { channel_url: 'https://www.youtube.com/@acmestudio' }],
		['/v1/score/packaging', { thumbnail_url: 'a.png' }],
		['/v1/score/packaging', { thumbnail_url: 'ftp://images.example/a.png' }],
		['/v1/score/packaging', { thumbnail_url: tooLong }],
		[
			'/v1/score/packaging',
			{ thumbnail_url: 'https://images.example/a.png', thumbnail_base64: image('png') },
		],
		['/v1/score/packaging', { thumbnail_base64: 'no base64!' }],
		['/v1/score/packaging', { thumbnail_base64: image('png').slice(1) }],
		['/v1/score/packaging', { thumbnail_base64: `data:image/png;base64,${image('png')}` }],
		['/v1/score/packaging', { thumbnail_base64: image('gif') }],
		['/v1/score/packaging', { thumbnail_base64: image('pdf') }],
		['/v1/score/video-hook', {}],
		['/v1/score/video-hook', { youtube_url: '' }],
		['/v1/score/video-hook', { youtubeUrl: videos.known }],
		['/v1/score/video-hook', { youtube_url: 'acmeVideo01' }],
		['/v1/score/video-hook', { youtube_url: 'https://www.youtube.com/watch?v=short' }],
		['/v1/score/video-hook', { youtube_url: 'https://www.youtube.com/@acmestudio' }],
		['/v1/score/video-hook', { youtube_url: 'https://video.example/watch?v=acmeVideo01' }],
		['/v1/benchmark/video', { url: channels.known }],
		['/v1/benchmark/channel', { url: videos.known }],
		['/v1/benchmark/channel', { url: 'acmestudio' }],
		['/v1/benchmark/channel', { url: '@a' }],
		['/v1/benchmark/channel', { url: 'https://www.youtube.com/channel/UCshort' }],
	])('%s %j', async (path, body) => {
		expect(await api.send('POST', path, { body })).toMatchObject({
			status: 400,
			body: { code: 'invalid_request' },
		});
		expect(api.spent()).toBe(0);
	});

	test.each([
		['without valid JSON', { body: '{' }],
		['without a body', {}],
		['that is not declared as JSON', { body: { title: 'A' }, headers: { 'Content-Type': 'text/plain' } }],
		['with an idempotency key that is too long', { body: { title: 'A' }, once: 'k'.repeat(256) }],
	])('so does a request %s', async (_title, asked) => {
		expect((await api.send('POST', '/v1/score/packaging', asked)).status).toBe(400);
	});
});

describe('requests that the contract allows', () => {
	test.each([
		{ title: 'a'.repeat(250) },
		{ thumbnail_url: `https://images.example/${'a'.repeat(1001)}` },
		{ title: 'A', thumbnail_url: null },
		{ title: 'A', channel_url: 'https://www.youtube.com/@acmestudio' },
		{ thumbnail_base64: image('png') },
	])('accepts packaging %j (S8, S-N25)', async (body) => {
		expect((await api.send('POST', '/v1/score/packaging', { body })).status).toBe(200);
	});

	test.each(['watch?v=acmeVideo01&t=5', 'shorts/acmeVideo01', 'embed/acmeVideo01'])(
		'accepts the URL of a video as %s (S9, S11)',
		async (form) => {
			const url = `https://www.youtube.com/${form}`;
			const known = await api.send('POST', '/v1/score/video-hook', { body: { youtube_url: videos.known } });
			const other = await api.send('POST', '/v1/score/video-hook', { body: { youtube_url: url } });
			expect(other.body).toEqual(known.body);
			expect((await api.send('POST', '/v1/benchmark/video', { body: { url } })).status).toBe(200);
		},
	);

	test.each([
		'@acmestudio',
		'@Acme.Studio-1',
		'https://www.youtube.com/@acmestudio/videos',
		'https://youtube.com/channel/UCabcdefghijklmnopqrstuv',
		'https://m.youtube.com/c/AcmeStudio',
		'https://www.youtube.com/user/acme',
	])('accepts the channel %s (S10)', async (url) => {
		expect((await api.send('POST', '/v1/benchmark/channel', { body: { url } })).status).toBe(200);
	});
});

test.each([
	['/v1/score/video-hook', { youtube_url: videos.missing }, 'video_not_found'],
	['/v1/benchmark/video', { url: videos.missing }, 'video_not_found'],
	['/v1/benchmark/channel', { url: channels.missing }, 'channel_not_found'],
])('answers %s for an unknown %j with 404 and charges nothing (S31)', async (path, body, code) => {
	expect(await api.send('POST', path, { body })).toMatchObject({ status: 404, body: { code } });
	expect(api.spent()).toBe(0);
});

describe('the size of a thumbnail (S8)', () => {
	test.each([
		['as large as allowed', 12_500_000, 200],
		['larger than allowed', 12_500_004, 413],
		['larger than any body', 14_000_000, 413],
	])('%s, %d characters, is answered with %d', async (_title, characters, status) => {
		const thumbnail_base64 = image('jpeg', (characters / 4) * 3);
		const reply = await api.send('POST', '/v1/score/packaging', { body: { thumbnail_base64 } });
		expect(reply.status).toBe(status);
		expect(api.spent()).toBe(status === 200 ? 2 : 0);
		expect(JSON.stringify(api.sandbox.requests).length).toBeLessThan(120_000);
	});
});

describe('content gaps (S13, S16, S17)', () => {
	const path = '/v1/research/content-gaps';
	const gaps = async (query: string) => {
		const { body } = await api.send('GET', `${path}?niche=${niche}${query}`);
		return (body['gaps'] as { gap_type: string; opportunity_score: number }[]).map((gap) => gap);
	};

	test.each([
		['', ['stale', 'underserved']],
		['&gap_type=competitive', ['competitive']],
		['&gap_type=stale,competitive', ['competitive', 'stale']],
		['&gap_type=underserved%2Cstale%2Ccompetitive', ['competitive', 'stale', 'underserved']],
		['&gap_type=stale&gap_type=competitive', ['competitive', 'stale']],
	])('have the types of "%s": %j', async (query, types) => {
		const found = await gaps(`${query}&limit=51`);
		expect([...new Set(found.map(({ gap_type }) => gap_type))].sort()).toEqual(types);
	});

	test('are ranked best first and limited by number and score (S6)', async () => {
		const all = await gaps('&limit=50');
		const scores = all.map(({ opportunity_score }) => opportunity_score);
		expect(scores).toEqual([...scores].sort((a, b) => b - a));
		expect(await gaps('&limit=3')).toEqual(all.slice(0, 3));
		expect(await gaps('&limit=50&min_score=62.5')).toEqual(
			all.filter(({ opportunity_score }) => opportunity_score >= 62.5),
		);
		expect(await gaps('')).toEqual(all.slice(0, 20));
		expect(await gaps('&min_score=100')).toEqual([]);
	});

	test('have every field (S6)', async () => {
		const [first] = await gaps('&limit=1');
		expect(Object.keys(first ?? {})).toEqual([
			'canonical_title',
			'opportunity_score',
			'gap_type',
			'components',
			'explanation',
			'suggested_angles',
			'evidence',
		]);
		expect(first).toMatchObject({
			components: { demand: expect.any(Number), supply: expect.any(Number), recency: expect.any(Number) },
			evidence: {
				top_competitors: [{ age_days: expect.any(Number) }, {}, {}],
				related_queries: [{}, {}, {}],
			},
		});
	});

	test.each([
		['', 400],
		['?niche=', 400],
		['?niche=nothing', 404],
		[`?niche=${niche}&gap_type=`, 400],
		[`?niche=${niche}&gap_type=new`, 400],
		[`?niche=${niche}&gapType=stale`, 400],
		[`?niche=${niche}&limit=0`, 400],
		[`?niche=${niche}&limit=2.5`, 400],
		[`?niche=${niche}&niche=${niche}`, 400],
		[`?niche=${niche}&min_score=-1`, 400],
		[`?niche=${niche}&min_score=101`, 400],
	])('answer "%s" with %d at no cost', async (query, status) => {
		expect((await api.send('GET', `${path}${query}`)).status).toBe(status);
		expect(api.spent()).toBe(0);
	});
});
