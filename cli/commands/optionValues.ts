import { InvalidArgumentError } from 'commander';
import { gapTypes } from '../../client/scoring/values';

/** An option of a command, or a global option. */
export interface OptionSpec {
	/** The flags in the format of the argument parser, e.g. `--title <text>`. */
	flags: string;
	description: string;
	isRequired?: boolean;
	/** Turns the text into a value. Throws the parser's error if the text is invalid. */
	parse?: (value: string, previous: unknown) => unknown;
	/** The values that shell completion offers. `files` offers file names. */
	completes?: readonly string[] | 'files';
}

/** Reads a whole number of 1 or more. */
export function count(value: string): number {
	if (/^[1-9]\d*$/.test(value)) return Number(value);
	throw new InvalidArgumentError('It must be a whole number above 0.');
}

/** Reads a number. */
export function score(value: string): number {
	if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value);
	throw new InvalidArgumentError('It must be a number.');
}

/** Reads gap types, separated by commas or given in several flags. */
export function gapTypeList(value: string, previous: unknown): string[] {
	const types = value.split(',').map((type) => type.trim());
	const unknown = types.find((type) => !gapTypes.some((known) => known === type));
	if (unknown === undefined) return [...((previous as string[] | undefined) ?? []), ...types];
	throw new InvalidArgumentError(`It must be one of ${gapTypes.join(', ')}.`);
}
