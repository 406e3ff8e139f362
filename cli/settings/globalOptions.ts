import type { OptionSpec } from '../commands/optionValues';

/** Global options as the command line gave them. */
export interface GlobalOptions {
	apiKey?: string;
	apiUrl?: string;
	profile?: string;
	pretty?: boolean;
	color: boolean;
	jsonErrors?: boolean;
}

/** The flags every command takes, before or after its name. */
export const globalOptions: readonly OptionSpec[] = [
	{
		flags: '--api-key <key>',
		description: 'key of the account; wins over environment and configuration file',
	},
	{
		flags: '--api-url <url>',
		description: 'address of the API; wins over environment and configuration file',
	},
	{ flags: '--profile <name>', description: 'profile of the configuration file; wins over the environment' },
	{ flags: '--pretty', description: 'lay the answer out for people (score and usage)' },
	{ flags: '--no-color', description: 'write without colors' },
	{ flags: '--json-errors', description: 'write errors as JSON to standard error' },
];
