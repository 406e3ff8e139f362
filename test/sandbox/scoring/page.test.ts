import { Script } from 'node:vm';
import { scoringSeed } from '../../../sandbox/scoring';
import { image, openScoringApi, type ScoringApi } from '../scoringApi';

let api: ScoringApi;
beforeEach(async () => {
	api = await openScoringApi();
});
afterEach(() => api.sandbox.close());

const stateOf = async () => {
	const answer = await fetch(`${api.sandbox.url}/sandbox/api/state`);
	return (await answer.json()) as { requests: unknown[]; accounts: unknown[] };
};

test.each(['/', '/sandbox', '/sandbox/'])('serves %s as a self-contained page', async (path) => {
	const answer = await fetch(`${api.sandbox.url}${path}`);
	const html = await answer.text();
	expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
		status: 200,
		type: 'text/html; charset=utf-8',
	});
	expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
	expect(html).toContain('<h1>Scoring sandbox</h1>');
	expect(html).not.toMatch(/(src|href)="(?!#|data:)/);
	const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
	expect(() => new Script(script)).not.toThrow();
});

test('shows requests, costs and remaining credits, newest first', async () => {
	await api.send('POST', '/v1/score/packaging', { body: { title: '<b>Seven</b> mistakes' } });
	await api.send('GET', '/v1/research/content-gaps?niche=home-cooking');
	await api.send('POST', '/v1/score/packaging', { body: { thumbnail_base64: image('png', 3000) } });
	await api.send('GET', '/v1/me/', { key: 'nobody' });
	const { requests, accounts } = await stateOf();
	expect(requests).toMatchObject([
		{ path: '/v1/me/', status: 401, credits: 0, account: null, asked: [] },
		{
			path: '/v1/score/packaging',
			credits: 2,
			asked: [expect.stringMatching(/^thumbnail_base64: .{100}…$/)],
		},
		{ path: '/v1/research/content-gaps', credits: 5, asked: ['niche: home-cooking'] },
		{
			path: '/v1/score/packaging',
			status: 200,
			credits: 1,
			account: 'pro',
			asked: ['title: <b>Seven</b> mistakes'],
		},
	]);
	expect(accounts).toContainEqual(
		expect.objectContaining({ key: 'pro', credits: scoringSeed.accounts.pro.credits - 8, spent: 8 }),
	);
	expect(JSON.stringify(requests)).not.toContain(scoringSeed.keys.pro);
});
