import { Command } from 'commander';
import { commands, groups } from './commands/all';
import type { CommandSpec, Options } from './commands/command';
import type { OptionSpec } from './commands/optionValues';
import { version } from './library/version';
import { globalOptions, type GlobalOptions } from './settings/globalOptions';

/** Runs a command with its options. */
type Act = (command: CommandSpec, globals: GlobalOptions, options: Options) => Promise<void>;

function addOption(command: Command, { flags, description, isRequired, parse }: OptionSpec): void {
	const method = isRequired ? 'requiredOption' : 'option';
	if (parse) command[method](flags, description, parse);
	else command[method](flags, description);
}

const exampleText = (examples: readonly string[]): string =>
	`\nExamples:\n${examples.map((example) => `  $ scoring ${example}`).join('\n')}`;

const exitText = `
The API key is read from --api-key, SERVICE_API_KEY, or a profile in ~/.config/scoring/config.json, in this order.
The API URL is read from --api-url, SERVICE_API_URL, or the profile. --profile overrides the environment.

  { "default": "work", "profiles": { "work": { "api_key": "…", "api_url": "https://…" } } }

Exit codes:
  0  success
  1  the service refused the request (4xx)
  2  the API key is missing or was refused, or the configuration is wrong
  3  no usable answer, because of the network, a timeout, or an error of the service
  4  the command has a wrong or missing argument`;

/** Finds the parent of a command, and creates it if it doesn't exist yet. */
function parentOf(program: Command, { path }: CommandSpec): Command {
	const [group = ''] = path;
	if (path.length === 1) return program;
	return (
		program.commands.find((known) => known.name() === group) ??
		program.command(group).description(groups[group] ?? '')
	);
}

function addCommand(program: Command, spec: CommandSpec, act: Act): void {
	const command = parentOf(program, spec)
		.command(spec.path.at(-1) ?? '')
		.description(spec.description)
		.addHelpText('after', exampleText(spec.examples))
		.action(async (options: Options) => await act(spec, program.opts<GlobalOptions>(), options));
	for (const option of spec.options) addOption(command, option);
}

/**
 * Creates the argument parser. It throws errors instead of ending the program, writes help to `stdout`, and never writes to
 * standard error itself.
 */
export function createProgram(stdout: NodeJS.WriteStream, act: Act): Command {
	const program = new Command('scoring')
		.description('Score titles, thumbnails and hooks of videos. Results are JSON on standard output.')
		.version(version, '-v, --version', 'show the version')
		.helpOption('-h, --help', 'show help')
		.helpCommand('help [command]', 'Show help for a command')
		.configureHelp({ showGlobalOptions: true })
		.exitOverride()
		.configureOutput({
			writeOut: (text) => stdout.write(text),
			writeErr: () => undefined,
			getOutHelpWidth: () => stdout.columns,
		})
		.addHelpText(
			'after',
			exampleText(['score --title "How we built a showroom in 30 days" --pretty', 'usage', 'auth status']),
		)
		.addHelpText('after', exitText);
	for (const option of globalOptions) addOption(program, option);
	for (const spec of commands) addCommand(program, spec, act);
	return program;
}
