import { costs } from '../../../../client/scoring/values.js';
import { paidListOperation } from '../../paidOperation.js';
import { credits } from '../../credits.js';

/** Lists the niches that the service covers. */
export const getNiches = paidListOperation({
	name: 'Get Niches',
	value: 'getNiches',
	action: 'Get niches',
	description: 'Get the niches that the service covers, one item for each',
	fields: [],
	read: () => ({}),
	call: async (client, _input, paid) => await client.niches(paid),
	price: credits(costs.niches),
	costNotice: `Each run costs ${credits(costs.niches)}`,
	subjects: [],
	cost: () => costs.niches,
});
