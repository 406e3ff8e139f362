import { parseArgs } from 'node:util';
import { caps, subjects, type Choice } from './plan';

/** The options of the benchmark. */
export interface Options extends Choice {
	/** How often to make each measurement. The result is the median, with the lowest and the highest. */
	runs: number;
	json: boolean;
}

const allSubjects = Object.keys(subjects);
const allCaps = Object.keys(caps);

/** The text of `--help`. */
export const helpText = `npm run bench -- upload [options]

  --subjects a,b   ${allSubjects.join(', ')} (default: all)
  --files 200      file sizes in MB, which is 1,000,000 bytes (default: 1000)
  --parts 8        part sizes of this package in MiB (default: 8,64)
  --caps none      ${allCaps.join(', ')} (default: both)
  --runs 5         number of runs. Packages that load the whole file run only once
  --this-node      runs on the Node.js of npm instead of the one that n8n needs
  --json           prints one JSON array instead of tables
`;

function listOf(text: string | undefined, known: string[]): string[] {
	const names = text?.split(',') ?? known;
	const unknown = names.find((name) => !known.includes(name));
	if (unknown === undefined) return names;
	throw new Error(`'${unknown}' must be one of ${known.join(', ')}`);
}

function numbersOf(text: string): number[] {
	const numbers = text.split(',').map(Number);
	if (numbers.every((number) => number > 0)) return numbers;
	throw new Error(`'${text}' must be a list of numbers`);
}

/** Reads the command line. Returns undefined if only help was requested. Throws an Error that says what is wrong. */
export function readOptions(args: string[]): Options | undefined {
	const { values } = parseArgs({
		args,
		options: {
			subjects: { type: 'string' },
			files: { type: 'string', default: '1000' },
			parts: { type: 'string', default: '8,64' },
			caps: { type: 'string' },
			runs: { type: 'string', default: '5' },
			json: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return {
		subjects: listOf(values.subjects, allSubjects),
		files: numbersOf(values.files),
		parts: numbersOf(values.parts),
		caps: listOf(values.caps, allCaps),
		runs: numbersOf(values.runs)[0] ?? 1,
		json: values.json,
	};
}
