import type { INodeProperties } from 'n8n-workflow';
import { costs } from '../../client/scoring/values';
import { ParameterError } from '../shared/errors';
import { locator } from '../shared/fields';
import type { ParameterReader } from '../shared/parameters';
import { credits } from './credits';

const price = credits(costs.niches);

/** A niche. Its list costs a credit, so it's loaded only when the user opens it or enters a name. */
export const nicheLocator = locator({
	displayName: 'Niche',
	name: 'niche',
	description: `Niche to use. Opening the list (at most once an hour) or using a name (once for each run) costs ${price}. An ID is free.`,
	hint: `Opening this list (at most once an hour) or using a name (once for each run) costs ${price}. 'By ID' is free.`,
	searchListMethod: 'searchNiches',
	placeholder: `Select a niche (${price})…`,
	nameExample: 'Home cooking',
	idExample: 'home-cooking',
});

/** A field for the address of a video or a channel. */
export const urlField = (
	displayName: string,
	texts: { description: string; example: string },
): INodeProperties => ({
	displayName,
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: `e.g. ${texts.example}`,
	description: texts.description,
});

/** What names a video or a channel: a web address, or for a channel a handle. */
const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+\.[^\s]+/i.test(text);

/** Reads an address; what is none is refused before anything is spent. */
export function readUrl(parameters: ParameterReader, label: string, handles = false): string {
	const text = parameters.text('url', label);
	if (isAddress(text) || (handles && /^@[^\s/]+$/.test(text))) return text;
	throw new ParameterError(
		text === '' ? `'${label}' is empty` : `'${label}' isn't a web address: '${text}'`,
		`No credits were spent. Enter an address that starts with https://${handles ? ', or a handle such as @name' : ''}`,
	);
}
