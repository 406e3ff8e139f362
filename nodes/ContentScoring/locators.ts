import type { INodeProperties } from 'n8n-workflow';
import { costs } from '../../client/scoring/values.js';
import { ParameterError } from '../shared/errors.js';
import { locator } from '../shared/fields.js';
import type { ParameterReader } from '../shared/parameters.js';
import { shown } from '../shared/values.js';
import { credits } from './credits.js';

const price = credits(costs.niches);

const costOfChoosing = `An ID, such as the slug from 'Get Niches', costs nothing extra. Opening the list costs ${price} once an hour, and a name costs the same in each run.`;

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

const isHandle = (text: string): boolean => /^@[^\s/]+$/.test(text);

const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+\.[^\s]+/i.test(text);

const examples = {
	channel: 'Enter the address of a channel, such as https://www.youtube.com/@name, or a handle such as @name',
	image: 'Enter an address that starts with https://',
	video: 'Enter the address of a video, such as https://www.youtube.com/watch?v=…',
};

/**
 * Returns a text that is a web address, or for a channel a handle. Throws a `ParameterError` for any other text, before any credits are
 * spent.
 */
export function requireAddress(text: string, label: string, wanted: keyof typeof examples): string {
	const handles = wanted === 'channel';
	if (isAddress(text) || (handles && isHandle(text))) return text;
	throw new ParameterError(
		text === ''
			? `'${label}' is empty`
			: `'${label}' ${handles ? 'is neither a web address nor a handle' : "isn't a web address"}: ${shown(text)}`,
		examples[wanted],
	);
}

const youTubeHost = /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/i;

/** Reads the address of a YouTube video. Throws a `ParameterError` for one of another website, before any credits are spent. */
export function readYouTubeUrl(parameters: ParameterReader, label: string): string {
	const url = readUrl(parameters, label, 'video');
	if (URL.canParse(url) && youTubeHost.test(new URL(url).hostname)) return url;
	throw new ParameterError(
		`'${label}' isn't the address of a YouTube video: ${shown(url)}`,
		'Enter an address that starts with https://www.youtube.com/ or https://youtu.be/',
	);
}

/** An address on YouTube as people write it. */
const withoutScheme = /^(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)\//i;

/** Paths on YouTube that are those of videos, and of channels. */
const videoPath = /^\/(?:embed|live|shorts|watch)(?:$|[/?])/i;
const channelPath = /^\/(?:@|(?:c|channel|user)\/)/i;

/** Whether an address on YouTube is that of a video, a channel or a playlist. Undefined if it doesn't say so. */
function kindOf(url: string): 'channel' | 'playlist' | 'video' | undefined {
	const { hostname, pathname } = new URL(url);
	if (!youTubeHost.test(hostname)) return undefined;
	if (/youtu\.be$/i.test(hostname) || videoPath.test(pathname)) return 'video';
	if (/^\/playlist\/?$/i.test(pathname)) return 'playlist';
	return channelPath.test(pathname) ? 'channel' : undefined;
}

/**
 * Returns the usual address of a video on YouTube, or the handle of a channel, so that the same one isn't paid for twice. Leaves other
 * addresses alone. Capitals in handles don't matter.
 */
function canonical(url: string): string {
	if (isHandle(url)) return url.toLowerCase();
	if (!URL.canParse(url)) return url;
	const { hostname, pathname, searchParams } = new URL(url);
	if (!youTubeHost.test(hostname)) return url;
	const [, handle] = /^\/(@[^/%]+)/.exec(pathname) ?? [];
	if (handle !== undefined) return handle.toLowerCase();
	const inPath = /youtu\.be$/i.test(hostname) ? /^\/([^/]+)/ : /^\/(?:embed|live|shorts)\/([^/]+)/;
	const [, id = pathname === '/watch' ? searchParams.get('v') : undefined] = inPath.exec(pathname) ?? [];
	return /^[\w-]{11}$/.test(id ?? '') ? `https://www.youtube.com/watch?v=${id}` : url;
}

/** The address as the user wrote it, for the output. */
export const ownUrl = (parameters: ParameterReader) => ({
	url: parameters.text('url', 'URL'),
});

/**
 * Reads the address of a video or a channel as {@link requireAddress} does. Throws a `ParameterError` if the address is clearly that of
 * the other one.
 */
export function readUrl(parameters: ParameterReader, label: string, wanted: 'channel' | 'video'): string {
	const given = parameters.text('url', label);
	const text = withoutScheme.test(given) ? `https://${given}` : given;
	if (text === '' && parameters.isWorkedOut('url')) throw parameters.emptyField('url', label, '');
	const url = requireAddress(text, label, wanted);
	const kind = URL.canParse(url) ? kindOf(url) : undefined;
	if (kind === undefined || kind === wanted) return canonical(url);
	throw new ParameterError(`'${label}' is that of a ${kind}: ${shown(url)}`, examples[wanted]);
}
