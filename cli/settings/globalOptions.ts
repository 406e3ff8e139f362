import type { OptionSpec } from '../commands/optionValues';

/** Global options from the command line. */
export interface GlobalOptions {
	apiKey?: string;
	apiUrl?: string;
	profile?: string;
	pretty?: boolean;
	color: boolean;
	jsonErrors?: boolean;
}

/** The flags that every command accepts, before or after its name. */
export const globalOptions: readonly OptionSpec[] = [
	{
		flags: '--api-key <key>',
		description: 'API key. Overrides the environment and the configuration file.',
	},
	{
		flags: '--api-url <url>',
		description: 'API URL. Overrides the environment and the configuration file.',
	},
	{
		flags: '--profile <name>',
		description: 'profile in the configuration file. Overrides the environment.',
	},
	{ flags: '--pretty', description: 'format the result for reading (score and usage)' },
	{ flags: '--no-color', description: 'turn off colors' },
	{ flags: '--json-errors', description: 'write errors to standard error as JSON' },
];
