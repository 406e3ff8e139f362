import { isObject } from '../client/http/json';
import type { CommandSpec, Options } from './commands/command';
import { exitCodeOf, exitCodes, toJson, toText } from './errors';
import { createProgram } from './program';
import { connector } from './connect';
import type { Host, HostProcess } from './host';
import type { GlobalOptions } from './settings/globalOptions';
import { createPaint } from './terminal/paint';
import { printableJson, printableValues } from './terminal/printable';
import { Progress } from './terminal/progress';

/** Ignores a pipe that is closed early, for example by `head`. */
function tolerateClosedPipes(process: HostProcess): void {
	for (const stream of [process.stdout, process.stderr]) {
		stream.on('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EPIPE') process.exit(exitCodes.success);
			throw error;
		});
	}
}

/** JSON for programs in one line, and for people with indentation. */
const asJson = (answer: unknown, { isTTY }: NodeJS.WriteStream): string =>
	printableJson(answer, isTTY ? 2 : undefined);

async function act(
	host: Host,
	command: CommandSpec,
	globals: GlobalOptions,
	options: Options,
): Promise<void> {
	const { process } = host;
	const { stdout } = process;
	const progress = command.progress === undefined ? undefined : new Progress(command.progress, process);
	const stop = (): void => {
		progress?.end();
		process.exit(exitCodes.interrupted);
	};
	process.once('SIGINT', stop);
	const context = { ...host, globals, connect: connector(host, globals, progress) };
	const answer = await command.run(context, options).finally(() => progress?.end());
	process.off('SIGINT', stop);
	const paint = createPaint(stdout, process.env, globals.color);
	const pretty = globals.pretty === true ? command.pretty : undefined;
	if (typeof answer === 'string') stdout.write(answer);
	else if (pretty && isObject(answer)) stdout.write(`${pretty(printableValues(answer), paint)}\n`);
	else stdout.write(`${asJson(answer, stdout)}\n`);
}

/** Writes an error to standard error, as text or as JSON, and sets the exit code. */
function report(process: HostProcess, error: unknown, args: readonly string[]): void {
	const exitCode = exitCodeOf(error);
	process.exitCode = exitCode;
	if (exitCode === exitCodes.success) return;
	const isJson = args.includes('--json-errors');
	const paint = createPaint(process.stderr, process.env, !args.includes('--no-color'));
	process.stderr.write(`${isJson ? toJson(error) : toText(error, paint)}\n`);
}

/** Runs the command line of the host's process, and sets the exit code there. */
export async function main(host: Host): Promise<void> {
	const { process } = host;
	const args = process.argv.slice(2);
	tolerateClosedPipes(process);
	await createProgram(process.stdout, async (...command) => await act(host, ...command))
		.parseAsync(args, { from: 'user' })
		.catch((error: unknown) => report(process, error, args));
}

const sleep = async (durationMs: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, durationMs));

// A module that requires this file calls main itself.
if (require.main === module) void main({ process, sleep });
