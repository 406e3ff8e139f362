import { locator } from '../shared/fields';

/** A niche; its list costs a credit, so that it loads only when the user opens it. */
export const nicheLocator = locator({
	displayName: 'Niche',
	name: 'niche',
	description: 'The niche to look at. Opening the list costs 1 credit an hour; an ID costs nothing.',
	hint: 'Opening this list costs 1 credit (kept for an hour). Switch to By ID to type a niche for free. The search for gaps costs 5 credits.',
	searchListMethod: 'searchNiches',
	placeholder: 'Select a niche (1 credit)…',
	idExample: 'home-cooking',
});
