import type { CommandSpec, Options } from './commands/command';
import { exitCodeOf, exitCodes, toJson, toText } from './errors';
import { createProgram } from './program';
import { connector } from './connect';
import type { GlobalOptions } from './settings/globalOptions';
import { createPaint } from './terminal/paint';
import { Progress } from './terminal/progress';

/** Ignores a pipe that is closed early, for example by `head`. */
function tolerateClosedPipes(): void {
	for (const stream of [process.stdout, process.stderr]) {
		stream.on('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EPIPE') process.exit(exitCodes.success);
			throw error;
		});
	}
}

/** JSON for programs in one line, and for people with indentation. */
const asJson = (answer: unknown): string =>
	JSON.stringify(answer, undefined, process.stdout.isTTY ? 2 : undefined);

async function act(command: CommandSpec, globals: GlobalOptions, options: Options): Promise<void> {
	const progress = command.progress === undefined ? undefined : new Progress(command.progress);
	const stop = (): void => {
		progress?.end();
		process.exit(exitCodes.interrupted);
	};
	process.once('SIGINT', stop);
	const context = { globals, connect: connector(globals, progress) };
	const answer = await command.run(context, options).finally(() => progress?.end());
	process.off('SIGINT', stop);
	const paint = createPaint(process.stdout, globals.color);
	const isPretty = globals.pretty === true && command.pretty !== undefined && typeof answer !== 'string';
	if (isPretty) process.stdout.write(`${command.pretty?.(answer, paint)}\n`);
	else process.stdout.write(typeof answer === 'string' ? answer : `${asJson(answer)}\n`);
}

/** Writes an error to standard error, as text or as JSON, and sets the exit code. */
function report(error: unknown, args: readonly string[]): void {
	const exitCode = exitCodeOf(error);
	process.exitCode = exitCode;
	if (exitCode === exitCodes.success) return;
	const isJson = args.includes('--json-errors');
	const paint = createPaint(process.stderr, !args.includes('--no-color'));
	process.stderr.write(`${isJson ? toJson(error) : toText(error, paint)}\n`);
}

async function main(args: readonly string[]): Promise<void> {
	tolerateClosedPipes();
	await createProgram(act)
		.parseAsync(args, { from: 'user' })
		.catch((error: unknown) => report(error, args));
}

void main(process.argv.slice(2));
