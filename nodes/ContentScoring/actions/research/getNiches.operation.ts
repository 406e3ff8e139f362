import { costs } from '../../../../client/scoring/values';
import { paidListOperation } from '../../paidOperation';

/** Lists the niches. */
export const getNiches = paidListOperation({
	name: 'Get Niches',
	value: 'getNiches',
	action: 'Get niches',
	description: 'List the niches the service knows, an item for each: 1 credit for each run',
	fields: [],
	read: () => ({}),
	call: async (client) => await client.niches(),
	cost: () => costs.niches,
});
