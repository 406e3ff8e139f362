import { seed } from '../../sandbox';

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const fixed = new Set(JSON.stringify(seed).match(uuid));
const listMax = 2;
const textMax = 200;
const depthMax = 4;

/** Replaces IDs that differ between runs with fixed ones, in order of appearance. */
export function withFixedIds(text: string): string {
	const changing = [...new Set(text.match(uuid) ?? [])].filter((id) => !fixed.has(id));
	return changing.reduce(
		(changed, id, index) =>
			changed.replaceAll(id, `f0000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`),
		text,
	);
}

/** Replaces the links of posts, which lead to the sandbox's own pages, with links to the networks. */
export const withNetworkLinks = (text: string): string =>
	text.replace(/http:\/\/127\.0\.0\.1:\d+\/sandbox\/live\/(\w+)\//g, 'https://$1.example/posts/');

function shortenedList(list: unknown[], depth: number): unknown[] {
	const shown = list.slice(0, listMax).map((entry) => shortened(entry, depth));
	return list.length > listMax ? [...shown, `… ${list.length - listMax} more`] : shown;
}

/** A readable short value: long lists and texts are cut, deeply nested values are omitted. */
export function shortened(value: unknown, depth = 0): unknown {
	if (typeof value === 'string') return value.length > textMax ? `${value.slice(0, textMax)}…` : value;
	if (typeof value !== 'object' || value === null) return value;
	if (depth === depthMax) return '…';
	if (Array.isArray(value)) return shortenedList(value, depth + 1);
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shortened(one, depth + 1)]));
}
