import type { ScoringClient } from '../../client/scoring';
import type { Answer } from '../../client/scoring/schemas';
import type { GlobalOptions } from '../settings/globalOptions';
import type { Paint } from '../terminal/paint';
import type { OptionSpec } from './optionValues';

/** What a command works with. */
export interface Context {
	/** Global options as they were given. */
	globals: GlobalOptions;
	/** Makes the client; throws a `ConfigurationError` without key or address. */
	connect(): Promise<ScoringClient>;
}

/** Options of a command by the names of their long flags, in camelCase. */
export type Options = Record<string, unknown>;

/** One command: its texts, its options and what it does. */
export interface CommandSpec {
	/** The words that call it, e.g. `['benchmark', 'video']`. */
	path: readonly string[];
	description: string;
	options: readonly OptionSpec[];
	/** Command lines without the program's name. */
	examples: readonly string[];
	/** The text that is shown while the command waits for the service. Absent for commands that don't wait. */
	progress?: string;
	/** Returns what is written to standard output: JSON, or a text that is written as it is. */
	run(context: Context, options: Options): Promise<Answer | string>;
	/** Formats the answer for people. */
	pretty?: (answer: Answer, paint: Paint) => string;
}

/** Every command, and the descriptions of command groups. */
export interface CommandList {
	commands: readonly CommandSpec[];
	groups: Readonly<Record<string, string>>;
}
