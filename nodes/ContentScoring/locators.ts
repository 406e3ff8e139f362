import type { INodeProperties } from 'n8n-workflow';
import { costs } from '../../client/scoring/values.js';
import { ParameterError } from '../shared/errors.js';
import { locator } from '../shared/fields.js';
import type { ParameterReader } from '../shared/parameters.js';
import { shown } from '../shared/values.js';
import { credits } from './credits.js';

const price = credits(costs.niches);

const costOfChoosing = `An ID is free. Opening the list costs ${price} once an hour, and a name costs the same in each run.`;

/** The field for a niche. The list costs a credit, so it's loaded only if the user opens it or enters a name. */
export const nicheLocator = locator({
	displayName: 'Niche',
	name: 'niche',
	description: `Niche to use. ${costOfChoosing}`,
	hint: costOfChoosing,
	searchListMethod: 'searchNiches',
	placeholder: `Select a niche (${price})…`,
	nameExample: 'Home cooking',
	idExample: 'home-cooking',
});

/** Creates a field for the address of a video or a channel. */
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

const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+\.[^\s]+/i.test(text);

/**
 * Returns a text that is a web address. With `handles`, it can be a handle. Throws a `ParameterError` for any other text, before any
 * credits are spent.
 */
export function requireAddress(text: string, label: string, handles = false): string {
	if (isAddress(text) || (handles && /^@[^\s/]+$/.test(text))) return text;
	throw new ParameterError(
		text === '' ? `'${label}' is empty` : `'${label}' isn't a web address: ${shown(text)}`,
		`Enter an address that starts with https://${handles ? ', or a handle such as @name' : ''}`,
	);
}

const youTubeHost = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/i;

/** Reads the address of a YouTube video. Throws a `ParameterError` for one of another website, before any credits are spent. */
export function readYouTubeUrl(parameters: ParameterReader, label: string): string {
	const url = readUrl(parameters, label);
	if (URL.canParse(url) && youTubeHost.test(new URL(url).hostname)) return url;
	throw new ParameterError(
		`'${label}' isn't the address of a YouTube video: ${shown(url)}`,
		'Enter an address that starts with https://www.youtube.com/ or https://youtu.be/',
	);
}

/** Reads the address of a video or a channel as {@link requireAddress} does. */
export function readUrl(parameters: ParameterReader, label: string, handles = false): string {
	const url = parameters.text('url', label);
	if (url === '' && parameters.isWorkedOut('url'))
		throw new ParameterError(`'${label}' is empty`, parameters.adviceOnEmpty('url', label, ''));
	return requireAddress(url, label, handles);
}
