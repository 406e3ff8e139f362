import { costs } from '../../client/scoring/values';
import { locator } from '../shared/fields';
import { credits } from './price';

const price = credits(costs.niches);

/** A niche; its list costs a credit, so that it loads only when the user opens it. */
export const nicheLocator = locator({
	displayName: 'Niche',
	name: 'niche',
	description: `The niche to look at. Opening the list costs ${price} an hour; an ID costs nothing.`,
	hint: `Opening this list costs ${price} (kept for an hour). Switch to By ID to type a niche for free.`,
	searchListMethod: 'searchNiches',
	placeholder: `Select a niche (${price})…`,
	idExample: 'home-cooking',
});
