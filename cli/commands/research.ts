import type { ContentGapsInput } from '../../client/scoring/schemas';
import { gapTypes } from '../../client/scoring/values';
import type { CommandSpec } from './command';
import { count, gapTypeList, score } from './optionValues';

/** Commands for niches and their content gaps. */
export const researchCommands: readonly CommandSpec[] = [
	{
		path: ['niches'],
		description: 'List the niches that the service covers (1 credit)',
		options: [],
		examples: ['niches'],
		progress: 'Reading the niches',
		run: async ({ connect }) => await (await connect()).niches(),
	},
	{
		path: ['content-gaps'],
		description: "Find topics that people search for in a niche but can't find, best first (5 credits)",
		options: [
			{ flags: '--niche <slug>', description: 'ID of the niche, from the niches command', isRequired: true },
			{
				flags: '--gap-type <type>',
				description: `${gapTypes.join(', ')}. Can be repeated.`,
				parse: gapTypeList,
				completes: gapTypes,
			},
			{ flags: '--limit <number>', description: 'maximum number of results', parse: count },
			{ flags: '--min-score <number>', description: 'minimum score', parse: score },
		],
		examples: [
			'content-gaps --niche home-cooking --limit 5',
			'content-gaps --niche home-cooking --gap-type stale --gap-type competitive --min-score 60',
		],
		progress: 'Looking for gaps',
		run: async ({ connect }, options) =>
			await (await connect()).contentGaps(options as unknown as ContentGapsInput),
	},
];
