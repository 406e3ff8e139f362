import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import type * as Program from '../../../cli/main';
import { scoringSeed } from '../../../sandbox/scoring';
import { profile } from '../../support/profile';

/** The built command line. */
export const program = path.resolve(__dirname, '../../../cli/dist/scoring.cjs');

/** A field of each answer in the service of this profile. The contract doesn't name them. */
export const fieldsOf = {
	observed: { account: 'email', gaps: 'gaps', niches: 'niches', usage: 'credits_remaining' },
	documents: { account: 'owner', gaps: '0', niches: '0', usage: 'credit_balance' },
}[profile];

/** How the program ended, and what it wrote. */
export interface Outcome {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** A run of the program. */
export interface Run {
	args: string[];
	/** Added to an environment that contains only PATH and its own home folder. */
	env?: Record<string, string>;
	/** Standard input: a text, bytes, or chunks that can go on forever. None by default. */
	input?: string | Buffer | Iterable<Buffer>;
	/** Whether its outputs are a terminal. Pipes by default. */
	isTerminal?: boolean;
}

/** A folder used as a user's home, deleted after the tests of the file. */
export function useHome(): string {
	const home = mkdtempSync(path.join(tmpdir(), 'scoring-home-'));
	afterAll(() => rmSync(home, { recursive: true, force: true }));
	return home;
}

/** The environment with a sandbox's address and one of its keys. */
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

/** Fails if the command line hasn't been built. */
function requireProgram(): void {
	if (!existsSync(program)) throw new Error('There is no command line. Run "npm run build -- cli" first.');
}

/** Starts a command with pipes for its input and outputs. */
export function start(command: string, args: string[], env?: Record<string, string>) {
	requireProgram();
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

const chunksOf = (input: Run['input'] = []): Iterable<Buffer> =>
	typeof input === 'string' || Buffer.isBuffer(input) ? [Buffer.from(input)] : input;

/** Runs the program as its own process, through pipes. */
export async function runScoringProcess({ args, env, input }: Run): Promise<Outcome> {
	const child = start(process.execPath, [program, ...args], env);
	Readable.from(chunksOf(input)).pipe(child.stdin);
	return await ended(child);
}

/** A stream that stores what is written to it. */
class Collector extends Writable {
	text = '';

	constructor(readonly isTTY: boolean) {
		super();
	}

	override _write(chunk: Buffer, _encoding: string, done: () => void): void {
		this.text += chunk.toString();
		done();
	}
}

/**
 * Runs the built program within this process: the same file, with its own arguments, environment, streams and exit code.
 * Its waits before retries pass immediately. Features that need a process, such as signals, use {@link runScoringProcess}.
 */
export async function runScoring({ args, env, input, isTerminal = false }: Run): Promise<Outcome> {
	requireProgram();
	const { main } = createRequire(__filename)(program) as typeof Program;
	const [stdout, stderr] = [new Collector(isTerminal), new Collector(isTerminal)];
	const stdin = Readable.from(chunksOf(input));
	const exit = (code: number) => {
		throw new Error(`The program ended itself with ${code}`);
	};
	const process = Object.assign(new EventEmitter(), {
		...{ argv: ['node', program, ...args], env: environment(env), exitCode: undefined as number | undefined },
		...{ stdin, stdout, stderr, exit },
	});
	await main({ process: process as unknown as NodeJS.Process, sleep: async () => undefined });
	return { code: process.exitCode ?? 0, stdout: stdout.text, stderr: stderr.text };
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The program as a shell command line. */
export const shellLine = (args: string[]): string =>
	[process.execPath, program, ...args].map(shellQuoted).join(' ');

/** Starts a shell command in its own terminal, which combines its outputs. */
export function startInTerminal(line: string, env?: Record<string, string>) {
	const args =
		process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', line] : ['-qefc', line, '/dev/null'];
	return start('script', args, { TERM: 'xterm', ...env });
}
