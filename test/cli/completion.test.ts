import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runScoring } from './support/scoringProgram';

const folder = mkdtempSync(path.join(tmpdir(), 'scoring-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cases: Array<[line: string, includes: string[], excludes: string[]]> = [
	['scoring ', ['score', 'benchmark', 'content-gaps', 'auth'], ['channel']],
	['scoring sc', ['score', 'score-video-hook'], ['usage']],
	['scoring benchmark ', ['channel', 'video'], ['score']],
	['scoring --profile work benchmark ', ['channel', 'video'], ['score']],
	['scoring score --t', ['--title', '--thumb'], ['--niche']],
	['scoring content-gaps --', ['--niche', '--gap-type', '--api-key', '--json-errors'], ['--title']],
	['scoring content-gaps --gap-type ', ['stale', 'underserved', 'competitive'], ['--niche']],
	['scoring auth status --o', ['--online'], ['--title']],
	['scoring completion ', ['bash', 'zsh', 'fish'], ['score']],
];

/** How to ask each shell for the completions of a line. */
const shells: Record<string, (script: string, line: string) => string> = {
	bash: (script, line) => {
		const words = line.split(' ');
		const list = words.map((word) => `'${word}'`).join(' ');
		const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _scoring; printf '%s\\n' "\${COMPREPLY[@]}"`;
		return execFileSync('bash', ['--norc', '-c', `source '${script}'; ${ask}`]).toString();
	},
	zsh: (script, line) => {
		const words = line.split(' ');
		const list = words.map((word) => `'${word}'`).join(' ');
		const current = words.at(-1) ?? '';
		// compadd doesn't work outside the line editor. Its arguments are what it would offer.
		const ask = `compdef() { :; }; compadd() { shift; print -l -- \${(M)@:#${current}*}; }; source '${script}'; words=(${list}); CURRENT=${words.length}; _scoring`;
		return execFileSync('zsh', ['-f', '-c', ask]).toString();
	},
	fish: (script, line) =>
		execFileSync('fish', ['--no-config', '-c', `source '${script}'; complete -C '${line}'`]).toString(),
};

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

// Bash is always available. The others are tested if they are installed.
const present = Object.keys(shells).filter((shell) => shell === 'bash' || isThere(shell));

describe.each(present)('%s', (shell) => {
	const script = path.join(folder, shell);
	beforeAll(async () => {
		const { code, stdout } = await runScoring({ args: ['completion', shell] });
		expect(code).toBe(0);
		writeFileSync(script, stdout);
	});

	test.each(cases)('completes "%s"', (line, includes, excludes) => {
		const offered = (shells[shell]?.(script, line) ?? '')
			.split('\n')
			.map((entry) => entry.split('\t')[0]?.trim());
		expect(offered).toEqual(expect.arrayContaining(includes));
		for (const word of excludes) expect(offered).not.toContain(word);
	});
});

test.each(Object.keys(shells))('prints the script for %s without a key', async (shell) => {
	const { code, stdout, stderr } = await runScoring({ args: ['completion', shell] });
	expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
	expect(stdout).toContain('content-gaps');
});
