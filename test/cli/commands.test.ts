import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scoringSeed } from '../../sandbox/scoring';
import { useScoringSandbox } from '../support/scoring';
import { accountOf, runScoring } from './support/scoringProgram';

const sandbox = useScoringSandbox();
const { videos, channels, niche } = scoringSeed;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const folder = mkdtempSync(path.join(tmpdir(), 'scoring-files-'));
const picture = path.join(folder, 'thumbnail.png');
const empty = path.join(folder, 'empty.png');
writeFileSync(picture, png);
writeFileSync(empty, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (args: string[], input?: string | Buffer) =>
	await runScoring({ args, input, env: accountOf(sandbox()) });

test.each<[string, string[], string, object, number, string]>([
	['S20 score', ['score', '--title', 'A'], '/v1/score/packaging', { title: 'A' }, 1, 'percentile'],
	[
		'S20 score --thumb',
		['score', '--thumb', picture],
		'/v1/score/packaging',
		{ thumbnail_base64: png.toString('base64') },
		2,
		'score',
	],
	[
		'S20 score of both',
		['score', '--title', 'A', '--thumb', picture],
		'/v1/score/packaging',
		{ title: 'A', thumbnail_base64: png.toString('base64') },
		3,
		'mode',
	],
	[
		'S20 score-video-hook',
		['score-video-hook', '--url', videos.known],
		'/v1/score/video-hook',
		{ youtube_url: videos.known },
		10,
		'overall_score',
	],
	[
		'S20 benchmark channel',
		['benchmark', 'channel', '--url', channels.known],
		'/v1/benchmark/channel',
		{ url: channels.known },
		5,
		'channel',
	],
	[
		'S20 benchmark video',
		['benchmark', 'video', '--url', videos.known],
		'/v1/benchmark/video',
		{ url: videos.known },
		3,
		'video',
	],
])('S19 %s writes the answer as JSON', async (_title, args, at, body, credits, field) => {
	const { code, stdout, stderr } = await run(args);
	expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	expect(JSON.parse(stdout)).toHaveProperty(field);
	expect(stdout.trim().split('\n')).toHaveLength(1);
	expect(sandbox().requests).toMatchObject([{ method: 'POST', path: at, body, credits }]);
	expect(sandbox().requests[0]?.headers).toMatchObject({
		'idempotency-key': expect.stringMatching(/^scoring-.{16}/),
		'user-agent': expect.stringMatching(/^content-scoring\/\d/),
	});
});

test.each<[string, string[], string, object, string]>([
	['S20 niches', ['niches'], '/v1/research/niches', {}, 'niches'],
	['S20 content-gaps', ['content-gaps', '--niche', niche], '/v1/research/content-gaps', { niche }, 'gaps'],
	[
		'S20 content-gaps with all its flags',
		['content-gaps', '--niche', niche, '--gap-type', 'stale', '--gap-type', 'competitive'].concat(
			'--limit',
			'3',
			'--min-score',
			'10.5',
		),
		'/v1/research/content-gaps',
		{ niche, gap_type: 'stale,competitive', limit: '3', min_score: '10.5' },
		'gaps',
	],
	['S20 usage', ['usage'], '/v1/usage/', {}, 'credits_remaining'],
	['S20 me', ['me'], '/v1/me/', {}, 'email'],
	['S20 auth status --online', ['auth', 'status', '--online'], '/v1/me/', {}, 'account'],
])('S19 %s', async (_title, args, at, query, field) => {
	const { code, stdout } = await run(args);
	expect(code).toBe(0);
	expect(JSON.parse(stdout)).toHaveProperty(field);
	expect(sandbox().requests).toMatchObject([{ method: 'GET', path: at, query }]);
});

describe('standard input', () => {
	test.each<[string, string[], string | Buffer, object]>([
		['S20 a piped title', ['score'], 'Piped title\n', { title: 'Piped title' }],
		['S20 the flag before the pipe', ['score', '--title', 'Flag'], 'Pipe', { title: 'Flag' }],
		['S21 a picture', ['score', '--thumb', '-'], png, { thumbnail_base64: png.toString('base64') }],
		[
			'S21 a picture beside a title',
			['score', '--thumb', '-', '--title', 'A'],
			png,
			{ title: 'A', thumbnail_base64: png.toString('base64') },
		],
	])('%s', async (_title, args, input, body) => {
		const { code } = await run(args, input);
		expect(code).toBe(0);
		expect(sandbox().requests[0]?.body).toEqual(body);
	});

	test.each<[string, string[], string, RegExp]>([
		['S21 no picture', ['score', '--thumb', '-'], '', /standard input is empty/],
		['an empty picture', ['score', '--thumb', empty], '', /empty\.png is empty/],
		['a picture that is not there', ['score', '--thumb', '/no/such.png'], '', /such\.png cannot be read/],
		['S20 nothing', ['score'], '\n', /nothing to score/],
		['S20 an empty title', ['score', '--title', ' '], '', /nothing to score/],
		['S20 several lines', ['score'], 'one\ntwo\n', /several lines/],
		['S20 a title that is too long', ['score'], 'x'.repeat(251), /--title is longer than 250/],
	])('S23 %s is a usage error that costs nothing', async (_title, args, input, message) => {
		const { code, stdout, stderr } = await run(args, input);
		expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
		expect(stderr).toMatch(message);
		expect(sandbox().requests).toEqual([]);
	});
});

describe('--pretty', () => {
	test.each<[string, string[], RegExp]>([
		[
			'score',
			['score', '--title', 'How we built a showroom in 30 days'],
			/^Percentile +90 \(better than 90 of 100\)$/m,
		],
		['usage', ['usage'], /^Credits remaining +50000$/m],
	])('S22 lays out %s, before or after the command', async (_title, args, layout) => {
		for (const line of [
			[...args, '--pretty'],
			['--pretty', ...args],
		]) {
			const { code, stdout } = await run(line);
			expect(code).toBe(0);
			expect(stdout).toMatch(layout);
		}
	});

	test('S22 leaves other commands as they are', async () => {
		const { stdout } = await run(['me', '--pretty']);
		expect(JSON.parse(stdout)).toHaveProperty('email');
	});

	test('S22 lays out what there is of an unusual answer', async () => {
		const answer = { percentile: null, mode: 'title', points: 3 };
		sandbox().faults.add({ path: '/v1/score/packaging', kind: 'body', body: answer });
		expect((await run(['score', '--title', 'x', '--pretty'])).stdout).toBe('Scored  title\n');
	});
});

test.each([['--version'], ['-v']])('S22 %s', async (flag) => {
	const { code, stdout } = await run([flag]);
	expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test.each([
	[['--help'], ['score-video-hook', 'Examples:', 'Exit codes:', '--json-errors']],
	[['-h'], ['content-gaps']],
	[
		['score', '--help'],
		['--title', '--thumb', 'scoring score --thumb - < thumbnail.png', '--api-key'],
	],
	[
		['content-gaps', '-h'],
		['--gap-type', '--min-score', '5 credits'],
	],
	[
		['benchmark', 'channel', '-h'],
		['--url', '@name'],
	],
	[['auth', '-h'], ['status']],
])('S22 the help of %j has examples and needs no key', async (args, texts) => {
	const { code, stdout } = await runScoring({ args });
	expect(code).toBe(0);
	for (const text of texts) expect(stdout).toContain(text);
});
