import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ScoringClient } from '../../../../client/scoring';
import type { ContentGapsInput } from '../../../../client/scoring/schemas';
import { costs } from '../../../../client/scoring/values';
import type { Operation } from '../../../shared/operation';
import { readCollection, readId, toList } from '../../../shared/parameters';
import { creditOptions, guardBalance } from '../../credits';
import { nicheLocator } from '../../locators';

const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Gap Types',
			name: 'gapType',
			type: 'multiOptions',
			options: [
				{ name: 'Competitive', value: 'competitive', description: 'Wanted, and contested' },
				{ name: 'Stale', value: 'stale', description: 'What there is has grown old' },
				{ name: 'Underserved', value: 'underserved', description: 'Wanted, and little there is' },
			],
			default: ['stale', 'underserved'],
			description: 'Which gaps to find; without this filter stale and underserved ones',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
		},
		{
			displayName: 'Minimum Score',
			name: 'minScore',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: 0,
			description: 'Only gaps with at least this opportunity score, 0 to 100',
		},
	],
};

function readInput(context: IExecuteFunctions, itemIndex: number): ContentGapsInput {
	const { gapType, limit, minScore } = readCollection(context, 'filters', itemIndex);
	const gapTypes = toList(gapType);
	return {
		niche: readId(context, 'niche', 'Niche', itemIndex),
		...(gapTypes.length > 0 ? { gapType: gapTypes as ContentGapsInput['gapType'] } : {}),
		...(limit === undefined ? {} : { limit: Number(limit) }),
		...(minScore === undefined ? {} : { minScore: Number(minScore) }),
	};
}

/** Finds what a niche lacks. */
export const getContentGaps: Operation<ScoringClient> = {
	name: 'Get Content Gaps',
	value: 'getContentGaps',
	action: 'Get content gaps',
	description:
		'Find what people look for in a niche and do not find, best first, an item for each: 5 credits',
	itemsAtOnce: 4,
	fields: [nicheLocator, filters, creditOptions],
	async execute(context, itemIndex, client) {
		const input = readInput(context, itemIndex);
		await guardBalance(context, itemIndex, client);
		const { items, answer } = await client.contentGaps(input);
		const niche = answer.niche ?? input.niche;
		// The call is paid once, however many gaps it finds.
		return items.map(
			(gap, index) => ({ ...gap, niche, creditsCost: index === 0 ? costs.contentGaps : 0 }) as IDataObject,
		);
	},
};
