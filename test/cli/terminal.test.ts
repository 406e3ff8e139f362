import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useRecordingServer } from '../support/useRecordingServer';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { until } from '../support/until';
import {
	accountOf,
	ended,
	fieldsOf,
	program,
	runScoring,
	shellLine,
	start,
	startInTerminal,
} from './support/scoringProgram';

const sandbox = useScoringSandbox();
const server = useRecordingServer();
const folder = mkdtempSync(path.join(tmpdir(), 'scoring-terminal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const escape = '\u001b';
const color = new RegExp(`${escape}\\[\\d+m`);
const clearedLine = `\r${escape}[K`;

async function inTerminal(line: string, env: Record<string, string> = {}) {
	return await ended(startInTerminal(line, { ...accountOf(sandbox()), ...env }));
}

describe('on a terminal', () => {
	test('indents JSON (S19)', async () => {
		const { code, stdout } = await inTerminal(shellLine(['me']));
		expect(code).toBe(0);
		expect(stdout).toContain(`{\r\n  "${fieldsOf.account}"`);
	});

	const pretty = ['score', '--title', 'How we built a showroom in 30 days', '--pretty'];
	test('colors the output of --pretty (S22)', async () => {
		expect((await inTerminal(shellLine(pretty))).stdout).toMatch(color);
	});

	test.each<[string, string[], Record<string, string>, boolean]>([
		['has colors', pretty, {}, true],
		['has none with --no-color', [...pretty, '--no-color'], {}, false],
		['has none with NO_COLOR', pretty, { NO_COLOR: '1' }, false],
		["has none on a terminal that doesn't support them", pretty, { TERM: 'dumb' }, false],
	])('--pretty %s (S22)', async (_title, args, env, isColored) => {
		const { stdout } = await runScoring({
			args,
			env: { TERM: 'xterm', ...accountOf(sandbox()), ...env },
			isTerminal: true,
		});
		expect(stdout).toContain('Percentile');
		expect(color.test(stdout)).toBe(isColored);
	});

	test('prints errors in red unless --no-color is set (S22)', async () => {
		expect((await inTerminal(shellLine(['wat']))).stdout).toContain(`${escape}[31m`);
		const plain = await runScoring({ args: ['wat', '--no-color'], isTerminal: true });
		expect(plain).toMatchObject({ code: 4, stderr: expect.not.stringMatching(color) });
	});

	test('shows on standard error what a slow call waits for, then removes it', async () => {
		sandbox().change({ latencyMs: 900 });
		const file = path.join(folder, 'out.json');
		const { stdout: seen } = await inTerminal(`${shellLine(['me'])} > '${file}'`);
		expect(seen).toContain('Reading the account … ');
		expect(seen.endsWith(clearedLine)).toBe(true);
		expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty(fieldsOf.account);
	});

	test('announces the wait before a retry', async () => {
		sandbox().faults.add({ path: '/v1/me/', kind: 'status', status: 429, retryAfter: 1 });
		expect((await inTerminal(shellLine(['me']))).stdout).toContain('trying again in 1 s');
	});

	test("reports nothing to score as a usage error and doesn't wait for typed input (S20, S23)", async () => {
		const { code, stdout } = await inTerminal(shellLine(['score']));
		expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringContaining('nothing to score') });
	});

	test('exits with 130 on Ctrl+C', async () => {
		sandbox().faults.add({ path: '/v1/me/', kind: 'stall' });
		const child = startInTerminal(`exec ${shellLine(['me'])}`, accountOf(sandbox()));
		const outcome = ended(child);
		await until(() => sandbox().requests.length === 1);
		child.stdin.write('\u0003');
		expect((await outcome).code).toBe(130);
	});
});

describe('through pipes', () => {
	test('prints nothing during a slow call', async () => {
		// On a terminal, the line appears after 400 ms.
		sandbox().change({ latencyMs: 500 });
		const { stderr } = await runScoring({ args: ['me'], env: accountOf(sandbox()) });
		expect(stderr).toBe('');
	});

	test('prints no colors', async () => {
		const { stdout } = await runScoring({ args: ['usage', '--pretty'], env: accountOf(sandbox()) });
		expect(stdout).not.toMatch(color);
	});

	test('tolerates a pipe that closes early', async () => {
		const line = `set -o pipefail; ${shellLine(['niches'])} | true`;
		const { code, stderr } = await ended(start('bash', ['-c', line], accountOf(sandbox())));
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	});

	test('exits with 130 on SIGINT', async () => {
		sandbox().faults.add({ path: '/v1/me/', kind: 'stall' });
		const child = start(process.execPath, [program, 'me'], accountOf(sandbox()));
		const outcome = ended(child);
		await until(() => sandbox().requests.length === 1);
		child.kill('SIGINT');
		expect((await outcome).code).toBe(130);
	});
});

describe('what the service returns', () => {
	const hostile = 'a\u001b]0;title\u0007b\u009b2Jc\u202ed\u007f';
	const dangerous = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u;
	const answers: Array<[string, string[], number]> = [
		['the JSON of an answer', ['me', '--no-color'], 200],
		['a formatted score', ['score', '--title', 'x', '--pretty', '--no-color'], 200],
		['a formatted balance', ['usage', '--pretty', '--no-color'], 200],
		['an error', ['me', '--no-color'], 403],
		['an error as JSON', ['me', '--json-errors'], 403],
	];
	const bodies: Array<[string, unknown]> = [
		[
			'JSON',
			{
				percentile: 5,
				mode: hostile,
				[hostile]: hostile,
				message: hostile,
				recent: [{ [hostile]: hostile }],
			},
		],
		['text', hostile],
	];
	const cases = answers.flatMap(([title, args, status]) =>
		bodies.map(([kind, body]) => [title, kind, args, status, body] as const),
	);

	test.each(cases)("can't control the terminal: %s, from %s", async (_title, _kind, args, status, body) => {
		server().answerWith({ status, body, headers: { 'X-Request-Id': 'r\u0085' } });
		const { stdout, stderr } = await runScoring({
			args: [...args],
			env: accountOf(server()),
			isTerminal: true,
		});
		const shown = stdout + stderr;
		expect(shown).toContain('\\u001b');
		expect(shown).not.toMatch(dangerous);
	});

	test('keeps its value in JSON output', async () => {
		server().answerWith({ body: { email: hostile } });
		const { stdout } = await runScoring({ args: ['me'], env: accountOf(server()) });
		expect(JSON.parse(stdout)).toEqual({ email: hostile });
	});

	test('stays in its line and column', async () => {
		server().answerWith({ body: { percentile: 5, mode: 'title\nPercentile  100' } });
		const args = ['score', '--title', 'x', '--pretty'];
		const { stdout } = await runScoring({ args, env: accountOf(server()) });
		expect(stdout.match(/^Percentile/gm)).toHaveLength(1);
	});

	test.each([
		['niches', ['niches']],
		['content gaps', ['content-gaps', '--niche', 'a']],
	])('prints a bare list of %s as a list (S-N8, S-N9)', async (_title, args) => {
		server().answerWith({ body: [{ slug: 'a' }] });
		const { stdout } = await runScoring({ args, env: accountOf(server()) });
		expect(JSON.parse(stdout)).toEqual([{ slug: 'a' }]);
	});
});
