import type { IDataObject } from 'n8n-workflow';
import type { ScoringClient } from '../../../../client/scoring';
import { costs } from '../../../../client/scoring/values';
import type { Operation } from '../../../shared/operation';
import { creditOptions, guardBalance } from '../../credits';

/** Lists the niches. */
export const getNiches: Operation<ScoringClient> = {
	name: 'Get Niches',
	value: 'getNiches',
	action: 'Get niches',
	description: 'List the niches the service knows, an item for each: 1 credit',
	fields: [creditOptions],
	async execute(context, itemIndex, client) {
		await guardBalance(context, itemIndex, client);
		const { items } = await client.niches();
		// The call is paid once, however many niches it gives.
		return items.map(
			(niche, index) => ({ ...niche, creditsCost: index === 0 ? costs.niches : 0 }) as IDataObject,
		);
	},
};
