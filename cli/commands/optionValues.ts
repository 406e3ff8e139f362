import { InvalidArgumentError } from 'commander';
import { gapTypes } from '../../client/scoring/values';

/** One option of a command, or a global one. */
export interface OptionSpec {
	/** As the argument parser wants them, e.g. `--title <text>`. */
	flags: string;
	description: string;
	isRequired?: boolean;
	/** Turns the text into a value; throws the parser's own error for what is none. */
	parse?: (value: string, previous: unknown) => unknown;
	/** What shell completion offers; `files` for names of files. */
	completes?: readonly string[] | 'files';
}

/** A whole number from 1 on. */
export function count(value: string): number {
	if (/^[1-9]\d*$/.test(value)) return Number(value);
	throw new InvalidArgumentError('It must be a whole number above 0.');
}

/** A number from 0 on. */
export function score(value: string): number {
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
	throw new InvalidArgumentError('It must be a number of 0 or more.');
}

/** Gap types, collected over several flags; commas separate them as well. */
export function gapTypeList(value: string, previous: unknown): string[] {
	const types = value.split(',').map((type) => type.trim());
	const unknown = types.find((type) => !gapTypes.some((known) => known === type));
	if (unknown === undefined) return [...((previous as string[] | undefined) ?? []), ...types];
	throw new InvalidArgumentError(`It must be one of ${gapTypes.join(', ')}.`);
}
