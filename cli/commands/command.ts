import type { ScoringClient } from '../../client/scoring';
import type { ScoringAnswer } from '../../client/scoring/schemas';
import type { Host } from '../host';
import type { GlobalOptions } from '../settings/globalOptions';
import type { Paint } from '../terminal/paint';
import type { OptionSpec } from './optionValues';

/** What a command needs to run. */
export interface Context extends Host {
	/** The global options that the user gave. */
	globals: GlobalOptions;
	/** Creates the client. Throws a `ConfigurationError` if there is no key or no address. */
	connect(): Promise<ScoringClient>;
}

/** The options of a command, by their names in camelCase. */
export type Options = Record<string, unknown>;

/** A command, with its texts, its options and what it does. */
export interface CommandSpec {
	/** The words of the command, e.g. `['benchmark', 'video']`. */
	path: readonly string[];
	description: string;
	options: readonly OptionSpec[];
	/** Command lines without the program's name. */
	examples: readonly string[];
	/** The text on the terminal while the command waits for the service. Undefined for commands that don't wait. */
	progress?: string;
	/** Returns the text for standard output. An answer is written as JSON. */
	run(context: Context, options: Options): Promise<ScoringAnswer | unknown[] | string>;
	/** Formats the answer for people. */
	pretty?: (answer: ScoringAnswer, paint: Paint) => string;
}

/** All commands, and the descriptions of command groups. */
export interface CommandList {
	commands: readonly CommandSpec[];
	groups: Readonly<Record<string, string>>;
}
