import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scoringSeed } from '../../../sandbox/scoring';

/** The built command line. */
export const program = path.resolve(__dirname, '../../../cli/dist/scoring.cjs');

/** How the program ended, and what it wrote. */
export interface Outcome {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** A run of the program. */
export interface Run {
	args: string[];
	/** Added to an environment that has nothing but PATH and a home of its own. */
	env?: Record<string, string>;
	/** Standard input; default none at all. */
	input?: string | Buffer;
}

/** Folder that stands for the home of a user; gone after the tests of the file. */
export function useHome(): string {
	const home = mkdtempSync(path.join(tmpdir(), 'scoring-home-'));
	afterAll(() => rmSync(home, { recursive: true, force: true }));
	return home;
}

/** The environment that names a sandbox and a key of it. */
export const accountOf = ({ url }: { url: string }, apiKey: string = scoringSeed.keys.pro) => ({
	SERVICE_API_URL: url,
	SERVICE_API_KEY: apiKey,
});

const environment = (env: Record<string, string> = {}) => ({
	PATH: process.env.PATH,
	HOME: '/nonexistent',
	XDG_CONFIG_HOME: '/nonexistent',
	...env,
});

/** Starts a command with pipes for all it reads and writes. */
export function start(command: string, args: string[], env?: Record<string, string>) {
	if (!existsSync(program)) throw new Error('There is no command line. Run "npm run build -- cli" first.');
	return spawn(command, args, { env: environment(env) });
}

/** Collects what a process writes until it ends. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
	const outcome = { code: null as number | null, stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (outcome.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (outcome.stderr += chunk.toString()));
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	return { ...outcome, code };
}

/** Runs the program by this Node through pipes. */
export async function runScoring({ args, env, input }: Run): Promise<Outcome> {
	const child = start(process.execPath, [program, ...args], env);
	child.stdin.end(input ?? '');
	return await ended(child);
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The program as a line for a shell. */
export const shellLine = (args: string[]): string =>
	[process.execPath, program, ...args].map(shellQuoted).join(' ');

/** Starts a line of a shell in a terminal of its own; what it writes to it comes out together. */
export function startInTerminal(line: string, env?: Record<string, string>) {
	const args =
		process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', line] : ['-qefc', line, '/dev/null'];
	return start('script', args, { TERM: 'xterm', ...env });
}
