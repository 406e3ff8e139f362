import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scoringSeed } from '../../sandbox/scoring';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { accountOf, ended, start } from '../cli/support/scoringProgram';
import { longTestMs } from '../support/longTest';

const sandbox = useScoringSandbox();
const root = path.resolve(__dirname, '../..');
const binary = path.join(root, 'build', 'scoring', process.platform === 'win32' ? 'scoring.exe' : 'scoring');
const emptyFolder = mkdtempSync(path.join(tmpdir(), 'scoring-path-'));

beforeAll(() => {
	execFileSync(process.execPath, [path.join(root, 'scripts', 'release-cli-binary.mjs')], { stdio: 'pipe' });
}, longTestMs);
afterAll(() => rmSync(emptyFolder, { recursive: true, force: true }));

const run = async (args: string[], apiKey?: string, input = '') => {
	const child = start(binary, args, { ...accountOf(sandbox(), apiKey), PATH: emptyFolder });
	child.stdin.end(input);
	return await ended(child);
};

test('names the release file after its system and adds a checksum (S19)', () => {
	const folder = path.join(root, 'build', 'release');
	const [file = '', checksum = ''] = readdirSync(folder).sort();
	expect(file).toMatch(/^scoring-(linux|macos|windows)-\w+(\.exe)?$/);
	expect(checksum).toBe(`${file}.sha256`);
	const bytes = readFileSync(path.join(folder, file));
	expect(bytes.equals(readFileSync(binary))).toBe(true);
	expect(readFileSync(path.join(folder, checksum), 'utf8')).toBe(
		`${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`,
	);
});

describe('the single executable file, with no Node on the PATH', () => {
	test('scores a title (S19)', async () => {
		const { code, stdout, stderr } = await run(['score', '--title', 'A']);
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(JSON.parse(stdout)).toHaveProperty('percentile');
	});

	test('reads a title from a pipe (S19, S20)', async () => {
		const { stdout } = await run(['score', '--pretty'], undefined, 'Piped title');
		expect(stdout).toContain('Percentile');
	});

	test.each<[string, string[], string | undefined, number]>([
		['an API error', ['score', '--title', 'A'], scoringSeed.keys.empty, 1],
		['a wrong key', ['me'], 'wrong', 2],
		['a usage error', ['me', '--wat'], undefined, 4],
	])('exits with the right code after %s (S19, S23)', async (_title, args, key, code) => {
		expect((await run(args, key)).code).toBe(code);
	});

	test('shows its version (S19, S22)', async () => {
		expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
	});
});
