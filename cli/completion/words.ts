import type { CommandList } from '../commands/command';
import type { OptionSpec } from '../commands/optionValues';
import { globalOptions } from '../settings/globalOptions';

/** A flag for completion in a shell. */
export interface Flag {
	/** The name with its dashes. */
	name: string;
	description: string;
	takesValue: boolean;
	completes?: OptionSpec['completes'];
}

/** What can follow certain words of a command line. */
export interface Place {
	/** The words so far, joined with spaces. Empty at the start. */
	path: string;
	words: Array<{ name: string; description: string }>;
	flags: Flag[];
}

const toFlag = ({ flags, description, completes }: OptionSpec): Flag => {
	const [name = '', value] = flags.split(' ');
	return { name, description, takesValue: value !== undefined, completes };
};

const commonFlags: Flag[] = [
	...globalOptions.map(toFlag),
	{ name: '--help', description: 'show help', takesValue: false },
];

const groupPlaces = ({ commands, groups }: CommandList): Place[] =>
	Object.keys(groups).map((group) => ({
		path: group,
		words: commands
			.filter(({ path }) => path[0] === group)
			.map(({ path, description }) => ({ name: path[1] ?? '', description })),
		flags: commonFlags,
	}));

function startPlace({ commands, groups }: CommandList): Place {
	const firstWords = [...new Set(commands.map(({ path }) => path[0] ?? ''))];
	const descriptionOf = (word: string): string =>
		groups[word] ?? commands.find(({ path }) => path[0] === word)?.description ?? '';
	return {
		path: '',
		words: firstWords.map((name) => ({ name, description: descriptionOf(name) })),
		flags: [...commonFlags, { name: '--version', description: 'show the version', takesValue: false }],
	};
}

/** All places of a command line, with the start first. */
export const places = (all: CommandList): Place[] => [
	startPlace(all),
	...groupPlaces(all),
	...all.commands.map(({ path, options }) => ({
		path: path.join(' '),
		words: [],
		flags: [...options.map(toFlag), ...commonFlags],
	})),
];

/** All flags whose values a shell can complete, without duplicates. */
export const valueFlags = (all: CommandList): Flag[] => {
	const flagsWithValues = places(all).flatMap(({ flags }) => flags.filter(({ takesValue }) => takesValue));
	return [...new Map(flagsWithValues.map((flag) => [flag.name, flag])).values()];
};
