import type { INodeProperties } from 'n8n-workflow';
import { costs } from '../../client/scoring/values';
import { ParameterError } from '../shared/errors';
import { locator } from '../shared/fields';
import type { ParameterReader } from '../shared/parameters';
import { credits } from './credits';

const price = credits(costs.niches);

/** A niche. Its list costs a credit, so it's loaded only when the user opens it. */
export const nicheLocator = locator({
	displayName: 'Niche',
	name: 'niche',
	description: `Niche to use. Opening the list costs ${price}, at most once an hour. Entering an ID is free.`,
	hint: `Opening this list costs ${price}, at most once an hour. Choose 'By ID' to enter a niche for free.`,
	searchListMethod: 'searchNiches',
	placeholder: `Select a niche (${price})…`,
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
