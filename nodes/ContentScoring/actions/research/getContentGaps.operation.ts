import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ContentGapsInput } from '../../../../client/scoring/schemas.js';
import { costs } from '../../../../client/scoring/values.js';
import { collectionField, limitField } from '../../../shared/fields.js';
import type { ParameterReader } from '../../../shared/parameters.js';
import { sentences } from '../../../shared/errorTexts.js';
import { toChoices, toNumber } from '../../../shared/values.js';
import { nicheLocator } from '../../locators.js';
import { toNicheId } from '../../niches.js';
import { paidListOperation } from '../../paidOperation.js';
import { credits } from '../../credits.js';
import { gapOutput } from '../../output.js';

const gapTypesFilter: INodeProperties = {
	displayName: 'Gap Types',
	name: 'gapType',
	type: 'multiOptions',
	options: [
		{
			name: 'Competitive',
			value: 'competitive',
			description: 'Many people search for it, and many videos cover it',
		},
		{ name: 'Stale', value: 'stale', description: 'Existing videos are outdated' },
		{
			name: 'Underserved',
			value: 'underserved',
			description: 'Many people search for it, but few videos cover it',
		},
	],
	default: ['stale', 'underserved'],
	description:
		'Types of gaps to return. Without this filter, the service returns stale and underserved ones.',
};

const filters = collectionField('Filters', 'filters', 'Add Filter', [
	gapTypesFilter,
	limitField,
	{
		displayName: 'Minimum Score',
		name: 'minScore',
		type: 'number',
		default: 0,
		description: 'Lowest opportunity score to return',
	},
]);

function readInput(parameters: ParameterReader): ContentGapsInput {
	const { gapType, limit, minScore } = parameters.collection('filters');
	const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
	const gapTypes = toChoices(gapType, gapTypesFilter);
	return {
		niche: parameters.id('niche', 'Niche'),
		...(gapTypes.length > 0 ? { gapType: gapTypes as ContentGapsInput['gapType'] } : {}),
		...(isGiven(limit) ? { limit: toNumber(limit) } : {}),
		...(isGiven(minScore) ? { minScore: toNumber(minScore) } : {}),
	};
}

/** Finds topics that people search for in a niche but that few or only old videos cover. */
export const getContentGaps = paidListOperation({
	name: 'Get Content Gaps',
	value: 'getContentGaps',
	action: 'Get content gaps',
	description:
		"Get topics people search for but can't find. Returns one item per topic, best first. The higher opportunity_score is, the better.",
	parallelRequests: 4,
	fields: [nicheLocator, filters],
	read: readInput,
	toIds: async (parameters, client, input) => {
		if (parameters.mode('niche') !== 'name') return { input, creditsCost: 0 };
		client.checkContentGaps(input);
		const { niche, creditsCost } = await toNicheId(parameters, client, input.niche);
		return { input: { ...input, niche }, creditsCost };
	},
	call: async (client, input, paid) => await client.contentGaps(input, paid),
	price: credits(costs.contentGaps),
	costNotice: `Each niche costs ${credits(costs.contentGaps)} in a run, and again with other filters. Finding niches by their names costs ${credits(costs.niches)} more.`,
	subjects: ['niche'],
	howToRead: ({ gapType }, gap) =>
		sentences(
			'opportunity_score' in gap ? "The higher 'opportunity_score' is, the better" : '',
			gapType === undefined ? "To get competitive gaps, too, choose them in 'Gap Types'" : '',
		),
	adviceOnEmpty: "Lower 'Minimum Score', or choose other 'Gap Types'",
	cost: () => costs.contentGaps,
	common: (answer, { niche }) => ({
		niche: ('niche' in answer ? answer.niche : niche) as IDataObject | string,
	}),
	output: gapOutput,
});
