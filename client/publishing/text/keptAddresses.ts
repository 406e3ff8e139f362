import { bracketPairs, CodeEnds, codeFences } from './enclosures.js';
import type { TextSpan } from './links.js';

/** A part of a text, by the positions of its start and its end. */
type Span = readonly [start: number, end: number];

/** A paragraph or another group of lines without an empty one, and where it begins in its text. */
interface Group {
	text: string;
	start: number;
}

/** What is at the start of a text for dev.to itself, such as the address of the cover image. */
const frontMatter = /^---\r?\n[\s\S]{0,5000}?\n---[ \t]*(?=\r?\n|$)/;

/** Comments, code and images of HTML, and commands to dev.to. */
const tags =
	/<!--[\s\S]{0,5000}?-->|<(code|pre)\b[\s\S]{0,5000}?<\/\1>|<img\b[^<>]{0,2000}>|\{%[\s\S]{0,1000}?%\}/gi;

const listEntry = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;

const indented = /^(?: {4}|\t)/;

const definition = /^ {0,3}\[([^[\]]{1,200})\]:/;

const spansOf = (pattern: RegExp, text: string): Span[] =>
	[...text.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length]);

/** Splits a text into its code blocks and the groups of lines between them. */
function readBlocks(markdown: string): { code: Span[]; groups: Group[] } {
	const lines = markdown.split('\n');
	const fences = codeFences(lines.map((line) => line.replace(/^[>\s]+/, '')));
	const code: Span[] = [];
	const groups: Group[] = [];
	let [isInList, canBeCode] = [false, true];
	let group: Group | undefined;
	let start = 0;
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] ?? '';
		const last = fences.get(at);
		const isCode =
			last !== undefined || (canBeCode && !isInList && indented.test(line) && line.trim() !== '');
		const text = lines.slice(at, (last ?? at) + 1).join('\n');
		if (isCode) code.push([start, start + text.length]);
		if (isCode || line.trim() === '') group = undefined;
		else if (group) group.text += `\n${line}`;
		else groups.push((group = { text: line, start }));
		if (!isCode && line.trim() !== '' && !indented.test(line)) isInList = listEntry.test(line);
		canBeCode = line.trim() === '' || isCode;
		at = last ?? at;
		start += text.length + 1;
	}
	return { code, groups };
}

function codeIn({ text, start }: Group): Span[] {
	const ends = new CodeEnds(text);
	const spans: Span[] = [];
	const backticks = /\\`|`+/g;
	for (let found = backticks.exec(text); found; found = backticks.exec(text)) {
		if (found[0].startsWith('\\')) continue;
		const from = backticks.lastIndex;
		const close = ends.closing(found.index, from);
		if (close === undefined) continue;
		backticks.lastIndex = close + from - found.index;
		spans.push([start + found.index, start + backticks.lastIndex]);
	}
	return spans;
}

/** Returns the addresses of the images in a group of lines, and adds the names of those that are defined elsewhere. */
function imagesIn({ text, start }: Group, names: Set<string>): Span[] {
	const pairs = bracketPairs(text);
	return [...text.matchAll(/!(?=\[)/g)].flatMap(({ index }): Span[] => {
		const bracket = pairs.get(index + 1);
		if (bracket === undefined) return [];
		const close = pairs.get(bracket + 1);
		if (text[bracket + 1] === '(') return close === undefined ? [] : [[start + bracket, start + close]];
		const name = close === undefined ? '' : text.slice(bracket + 2, close);
		names.add((name === '' ? text.slice(index + 2, bracket) : name).toLowerCase());
		return [];
	});
}

/** Returns the lines that define the addresses of images. */
const definitionsIn = ({ text, start }: Group, names: ReadonlySet<string>): Span[] => {
	let position = start;
	return text.split('\n').flatMap((line): Span[] => {
		const from = position;
		position += line.length + 1;
		const name = definition.exec(line)?.[1]?.toLowerCase();
		return name !== undefined && names.has(name) ? [[from, from + line.length]] : [];
	});
};

/**
 * Returns whether an address of a Markdown text isn't a link: it's in code or a comment, or the address of an image.
 */
export function keptAddresses(markdown: string): (address: TextSpan) => boolean {
	const { code, groups } = readBlocks(markdown);
	const names = new Set<string>();
	const spans = [
		...spansOf(new RegExp(frontMatter, 'g'), markdown),
		...spansOf(tags, markdown),
		...code,
		...groups.flatMap(codeIn),
		...groups.flatMap((group) => imagesIn(group, names)),
		...groups.flatMap((group) => definitionsIn(group, names)),
	].sort(([one], [other]) => one - other);
	let next = 0;
	let keptUntil = 0;
	return ({ start }) => {
		for (; (spans[next]?.[0] ?? Infinity) <= start; next++)
			keptUntil = Math.max(keptUntil, spans[next]?.[1] ?? 0);
		return start < keptUntil;
	};
}
