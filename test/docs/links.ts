import { posix } from 'node:path';
import { anchor } from './markdown';

/** Reads a file or lists a folder of the repository; `undefined` if the path doesn't exist. */
export type ReadPath = (path: string) => string | undefined;

const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

const inMarkdown = /\]\(([^)\s]+)\)/g;
const inHtml = /\b(?:href|src|srcset)="([^"\s]+)"/g;

/** The targets of all links and pictures of a page, in order within each kind. */
export const linksIn = (text: string): string[] =>
	[inMarkdown, inHtml].flatMap((pattern) =>
		[...withoutCode(text).matchAll(pattern)].map(([, target = '']) => target),
	);

/** The anchors of a page's headings. Duplicates are numbered as on GitHub. */
function anchorsIn(text: string): string[] {
	const headings = text.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} +(.+)$/gm);
	const counts = new Map<string, number>();
	return [...headings].map(([, heading = '']) => {
		const name = anchor(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
		const count = counts.get(name) ?? 0;
		counts.set(name, count + 1);
		return count === 0 ? name : `${name}-${count}`;
	});
}

/** The relative links of a page whose file or heading is missing, as written. */
export function brokenLinks(page: string, read: ReadPath): string[] {
	const relative = linksIn(read(page) ?? '').filter((target) => !/^[a-z]+:/i.test(target));
	return relative.filter((target) => {
		const [path = '', heading = ''] = target.split('#');
		const text = read(path === '' ? page : posix.join(posix.dirname(page), path));
		return text === undefined || (heading !== '' && !anchorsIn(text).includes(heading));
	});
}
