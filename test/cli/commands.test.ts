import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scoringSeed } from '../../sandbox/scoring';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { accountOf, fieldsOf, runScoring, runScoringProcess, type Run } from './support/scoringProgram';

const sandbox = useScoringSandbox();
const { videos, channels, niche } = scoringSeed;
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const folder = mkdtempSync(path.join(tmpdir(), 'scoring-files-'));
const picture = path.join(folder, 'thumbnail.png');
const empty = path.join(folder, 'empty.png');
writeFileSync(picture, png);
writeFileSync(empty, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (args: string[], input?: Run['input']) =>
	await runScoring({ args, input, env: accountOf(sandbox()) });

test.each<[string, string[], string, object, number, string]>([
	['score (S20)', ['score', '--title', 'A'], '/v1/score/packaging', { title: 'A' }, 1, 'percentile'],
	[
		'score --thumb (S20)',
		['score', '--thumb', picture],
		'/v1/score/packaging',
		{ thumbnail_base64: png.toString('base64') },
		2,
		'score',
	],
	[
		'score of both (S20)',
		['score', '--title', 'A', '--thumb', picture],
		'/v1/score/packaging',
		{ title: 'A', thumbnail_base64: png.toString('base64') },
		3,
		'mode',
	],
	[
		'score-video-hook (S20)',
		['score-video-hook', '--url', videos.known],
		'/v1/score/video-hook',
		{ youtube_url: videos.known },
		10,
		'overall_score',
	],
	[
		'benchmark channel (S20)',
		['benchmark', 'channel', '--url', channels.known],
		'/v1/benchmark/channel',
		{ url: channels.known },
		5,
		'channel',
	],
	[
		'benchmark video (S20)',
		['benchmark', 'video', '--url', videos.known],
		'/v1/benchmark/video',
		{ url: videos.known },
		3,
		'video',
	],
])('%s writes the answer as JSON (S19)', async (_title, args, at, body, credits, field) => {
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
	['niches (S20)', ['niches'], '/v1/research/niches', {}, fieldsOf.niches],
	[
		'content-gaps (S20)',
		['content-gaps', '--niche', niche],
		'/v1/research/content-gaps',
		{ niche },
		fieldsOf.gaps,
	],
	[
		'content-gaps with all its flags (S20)',
		['content-gaps', '--niche', niche, '--gap-type', 'stale', '--gap-type', 'competitive'].concat(
			'--limit',
			'3',
			'--min-score',
			'10.5',
		),
		'/v1/research/content-gaps',
		{ niche, gap_type: 'stale,competitive', limit: '3', min_score: '10.5' },
		fieldsOf.gaps,
	],
	['usage (S20)', ['usage'], '/v1/usage/', {}, fieldsOf.usage],
	['me (S20)', ['me'], '/v1/me/', {}, fieldsOf.account],
	['auth status --online (S20)', ['auth', 'status', '--online'], '/v1/me/', {}, 'account'],
])('%s (S19)', async (_title, args, at, query, field) => {
	const { code, stdout } = await run(args);
	expect(code).toBe(0);
	expect(JSON.parse(stdout)).toHaveProperty(field);
	expect(sandbox().requests).toMatchObject([{ method: 'GET', path: at, query }]);
});

describe('standard input', () => {
	// Only a process has its own standard input.
	test.each<[string, string[], string | Buffer, object]>([
		['a piped title (S20)', ['score'], 'Piped title\n', { title: 'Piped title' }],
		['the flag rather than the pipe (S20)', ['score', '--title', 'Flag'], 'Pipe', { title: 'Flag' }],
		['a picture (S21)', ['score', '--thumb', '-'], png, { thumbnail_base64: png.toString('base64') }],
		[
			'a picture with a title (S21)',
			['score', '--thumb', '-', '--title', 'A'],
			png,
			{ title: 'A', thumbnail_base64: png.toString('base64') },
		],
	])('accepts %s', async (_title, args, input, body) => {
		const { code, stderr } = await runScoringProcess({ args, input, env: accountOf(sandbox()) });
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(sandbox().requests[0]?.body).toEqual(body);
	});

	test.each<[string, string[], string, RegExp]>([
		['no picture (S21)', ['score', '--thumb', '-'], '', /standard input is empty/],
		['an empty picture', ['score', '--thumb', empty], '', /empty\.png is empty/],
		['a missing picture', ['score', '--thumb', '/no/such.png'], '', /such\.png can't be read/],
		['nothing (S20)', ['score'], '\n', /nothing to score/],
		['an empty title (S20)', ['score', '--title', ' '], '', /nothing to score/],
		['several lines (S20)', ['score'], 'one\ntwo\n', /several lines/],
	])('reports %s as a usage error that costs nothing (S23)', async (_title, args, input, message) => {
		const { code, stdout, stderr } = await run(args, input);
		expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
		expect(stderr).toMatch(message);
		expect(sandbox().requests).toEqual([]);
	});
});

describe('an input without an end', () => {
	const endless = function* (): Generator<Buffer, void, undefined> {
		for (;;) {
			sent += 1;
			if (sent > 64) throw new Error('The input is read without an end');
			yield Buffer.alloc(1024 * 1024, 120);
		}
	};
	let sent = 0;
	beforeEach(() => (sent = 0));

	test.each<[string, string[], RegExp]>([
		[
			'a picture',
			['score', '--thumb', '-'],
			/--thumb: standard input is too large. Use an image of up to 50,000,000 bytes/,
		],
		['a title', ['score'], /too long for a title/],
	])('is read up to the limit as %s (S23)', async (_title, args, message) => {
		const { code, stderr } = await run(args, endless());
		expect(stderr).toMatch(message);
		expect({ code, requests: sandbox().requests }).toEqual({ code: 4, requests: [] });
		expect(sent).toBeLessThan(60);
	});

	test('is read up to the limit from a device', async () => {
		const { code, stderr } = await run(['score', '--thumb', '/dev/zero']);
		expect(stderr).toMatch(/--thumb: \/dev\/zero is too large. Use an image of up to 50,000,000 bytes/);
		expect(code).toBe(4);
	});
});

describe('--pretty', () => {
	test.each<[string, string[], RegExp]>([
		[
			'score',
			['score', '--title', 'How we built a showroom in 30 days'],
			/^Percentile +90 \(better than 90 of 100\)$/m,
		],
		['usage', ['usage'], /^Credit(s remaining| balance) +50000$/m],
	])('lays out %s, before or after the command (S22)', async (_title, args, layout) => {
		for (const line of [
			[...args, '--pretty'],
			['--pretty', ...args],
		]) {
			const { code, stdout } = await run(line);
			expect(code).toBe(0);
			expect(stdout).toMatch(layout);
		}
	});

	test('leaves other commands unchanged (S22)', async () => {
		const { stdout } = await run(['me', '--pretty']);
		expect(JSON.parse(stdout)).toHaveProperty(fieldsOf.account);
	});

	test('lays out the known fields of an unusual answer (S22)', async () => {
		const answer = { percentile: null, mode: 'title', points: 3 };
		sandbox().faults.add({ path: '/v1/score/packaging', kind: 'body', body: answer });
		expect((await run(['score', '--title', 'x', '--pretty'])).stdout).toBe('Scored  title\n');
	});
});

test.each([['--version'], ['-v']])('prints the version with %s (S22)', async (flag) => {
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
])('shows help for %j with examples and without a key (S22)', async (args, texts) => {
	const { code, stdout } = await runScoring({ args });
	expect(code).toBe(0);
	const words = stdout.replace(/\s+/g, ' ');
	for (const text of texts) expect(words).toContain(text);
});
