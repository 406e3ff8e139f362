import { keptAddresses } from './keptAddresses.js';
import { addressEndAt, replaceAddresses } from './links.js';

/** The parameters that tell a website's statistics where a visitor comes from. Empty ones are left out. */
export interface UtmValues {
	source: string;
	medium: string;
	campaign: string;
}

/** Whether an address is on one of the domains or a subdomain of one. */
export function isOnDomain(url: string, domains: string[]): boolean {
	const host = URL.canParse(url) ? new URL(url).hostname : '';
	return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

const encoded = (character: string): string =>
	`%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Encodes a value so that the address still ends where it did before. */
const encodeValue = (value: string): string => encodeURIComponent(value).replace(/[!'()*]|[-_.~]$/g, encoded);

/** Adds the parameters to an address that it doesn't have yet. Keeps everything else byte for byte. */
function withValues(url: string, values: UtmValues): string {
	const [beforeFragment = '', ...fragment] = url.split('#');
	const mark = beforeFragment.indexOf('?');
	const query = mark < 0 ? undefined : beforeFragment.slice(mark + 1);
	const there = new URLSearchParams(query ?? '');
	const added = Object.entries(values)
		.map(([name, value]: [string, string]) => [`utm_${name}`, value] as const)
		.filter(([name, value]) => value !== '' && !there.has(name))
		.map(([name, value]) => `${name}=${encodeValue(value)}`)
		.join('&');
	if (added === '') return url;
	const separator = query === undefined ? '?' : query === '' || query.endsWith('&') ? '' : '&';
	return [beforeFragment + separator + added, ...fragment].join('#');
}

/** How much of the text around an address shows where the address ends. */
const lookAround = 500;

/**
 * Adds UTM parameters to the links of a text that are on one of the domains. Parameters that a link already has stay. In Markdown,
 * code and the addresses of images stay as they are. So does a domain without a path if the text directly behind it would become a
 * part of the address, as in `https://example.com,now`.
 */
export function withUtm(text: string, domains: string[], values: UtmValues, isMarkdown = false): string {
	const isKept = isMarkdown ? keptAddresses(text) : () => false;
	return replaceAddresses(text, (address) => {
		const { text: url, start, end } = address;
		if (isKept(address) || !isOnDomain(url, domains)) return url;
		const changed = withValues(url, values);
		const before = text.slice(Math.max(0, start - lookAround), start);
		const around = before + changed + text.slice(end, end + lookAround);
		return addressEndAt(around, before.length) === before.length + changed.length ? changed : url;
	});
}
