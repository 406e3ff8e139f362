import { findPairs, type MarkPair, type MarkRun } from './marks';

/** How a text is converted. */
export interface Conversion {
	/** Whether `\*` becomes `*`. Only for a text with other Markdown, because people also type backslashes. */
	unescapes: boolean;
	/** Counts an image that was dropped. */
	onImage(): void;
}

/** Stands for a piece of a line that has no marks of its own, such as a link. A private character of Unicode. */
const placeholder = '\uE000';

/** A link or an image, `[text](address)`. */
interface Link {
	text: string;
	address: string;
	end: number;
}

const linkTextMax = 1000;

const addressMax = 2000;

/** Returns the position of the bracket that closes the one at `start`. Undefined if there is none nearby. */
function closingBracket(line: string, start: number): number | undefined {
	let depth = 0;
	const last = Math.min(line.length, start + linkTextMax);
	for (let position = start; position < last; position++) {
		const character = line[position];
		if (character === '\\') position++;
		else if (character === '[') depth++;
		else if (character === ']' && --depth === 0) return position;
	}
	return undefined;
}

/** Returns where an address ends: at a blank, or at a parenthesis that it didn't open. */
function addressEnd(line: string, start: number): number {
	let depth = 0;
	const last = Math.min(line.length, start + addressMax);
	for (let position = start; position < last; position++) {
		const character = line[position] ?? '';
		if (/\s/.test(character)) return position;
		if (character === '(') depth++;
		if (character === ')' && depth-- === 0) return position;
	}
	return last;
}

const linkTitle = /[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\))[ \t]*\)|[ \t]*\)/y;

function parseLink(line: string, start: number): Link | undefined {
	const bracket = closingBracket(line, start);
	if (bracket === undefined || line[bracket + 1] !== '(') return undefined;
	const from = bracket + 2;
	const isAngled = line[from] === '<';
	const angle = line.indexOf('>', from);
	if (isAngled && angle < 0) return undefined;
	const addressStart = isAngled ? from + 1 : from;
	const end = isAngled ? angle : addressEnd(line, from);
	linkTitle.lastIndex = isAngled ? end + 1 : end;
	if (!linkTitle.test(line)) return undefined;
	return {
		text: line.slice(start + 1, bracket),
		address: line.slice(addressStart, end),
		end: linkTitle.lastIndex,
	};
}

/** An address without what doesn't matter to a reader, to notice a link whose text is its address. */
const bareAddress = (address: string): string =>
	address
		.replace(/^https?:\/\//i, '')
		.replace(/^www\./i, '')
		.replace(/\/$/, '')
		.toLowerCase();

function shownLink(text: string, address: string): string {
	if (text === '' || bareAddress(text) === bareAddress(address)) return address;
	return `${text}${text.endsWith(':') ? '' : ':'} ${address}`;
}

const entities: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&apos;': "'",
	'&nbsp;': '\u00A0',
};

/** Replaces the entities that models write most. */
const decode = (text: string): string =>
	text.replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/g, (entity) => entities[entity] ?? entity);

/** A piece of a line that is replaced as a whole, and where it ends. */
interface Piece {
	text: string;
	end: number;
}

type FindPiece = (line: string, start: number, conversion: Conversion) => Piece | undefined;

/** Finds a piece by a sticky pattern. */
const byPattern =
	(pattern: RegExp, replace: (found: string, group: string, conversion: Conversion) => string): FindPiece =>
	(line, start, conversion) => {
		pattern.lastIndex = start;
		const found = pattern.exec(line);
		if (!found) return undefined;
		return { text: replace(found[0], found[1] ?? '', conversion), end: pattern.lastIndex };
	};

const escaped = byPattern(/\\([!-/:-@[-`{-~])/y, (found, character, { unescapes }) =>
	unescapes ? character : found,
);

const image: FindPiece = (line, start, { onImage }) => {
	const link = line[start + 1] === '[' ? parseLink(line, start + 1) : undefined;
	if (!link?.address) return undefined;
	onImage();
	return { text: '', end: link.end };
};

const link: FindPiece = (line, start, conversion) => {
	const found = parseLink(line, start);
	if (!found || !/^https?:\/\/./i.test(found.address)) return undefined;
	const text = decode(withoutMarks(found.text, conversion)).trim();
	return { text: shownLink(text, found.address), end: found.end };
};

const addressInAngles = byPattern(/<(https?:\/\/[^\s<>]+)>/iy, (_found, address) => address);

const typedAddress = /https?:\/\/[^\s<>]+/iy;

/** An address that was typed as it is. Marks and punctuation after it don't belong to it. */
const address: FindPiece = (line, start) => {
	typedAddress.lastIndex = start;
	if (!typedAddress.test(line)) return undefined;
	let end = typedAddress.lastIndex;
	while (/[*_~`.,;:!?)\]"']/.test(line[end - 1] ?? '')) end--;
	return { text: line.slice(start, end), end };
};

/** A mention or a hashtag can contain underscores. */
const handle = byPattern(/[@#][\p{L}\p{N}]+(?:[_.@-]+[\p{L}\p{N}]+)*/uy, (found) => found);

/** Code between backticks, which are equally many on both sides. */
const code: FindPiece = (line, start) => {
	let length = 1;
	while (line[start + length] === '`') length++;
	const mark = '`'.repeat(length);
	let close = line.indexOf(mark, start + length);
	while (close >= 0 && (line[close - 1] === '`' || line[close + length] === '`')) {
		while (line[close] === '`') close++;
		close = line.indexOf(mark, close);
	}
	const text = close < 0 ? '' : line.slice(start + length, close).trim();
	const isInWord =
		/[\p{L}\p{N}]/u.test(line[start - 1] ?? '') || /[\p{L}\p{N}]/u.test(line[close + length] ?? '');
	return text === '' || isInWord ? undefined : { text, end: close + length };
};

/** Characters that are kept for the pairs of marks, although they stand for a piece elsewhere. */
const itself: FindPiece = (_line, start) => ({ text: placeholder, end: start + 1 });

/** What can begin with a character. */
const pieceAt: Readonly<Record<string, FindPiece>> = {
	'\\': escaped,
	'!': image,
	'[': link,
	'<': addressInAngles,
	h: address,
	H: address,
	'@': handle,
	'#': handle,
	'`': code,
	[placeholder]: itself,
};

/** Returns where a run of the same character ends. */
function runEnd(line: string, start: number): number {
	let end = start;
	while (line[end] === line[start]) end++;
	return end;
}

/** Replaces the pieces of a line by a placeholder each. */
function takeOut(line: string, conversion: Conversion): { flat: string; pieces: string[]; runs: MarkRun[] } {
	const pieces: string[] = [];
	const runs: MarkRun[] = [];
	const parts: string[] = [];
	let length = 0;
	const add = (part: string): void => {
		parts.push(part);
		length += part.length;
	};
	const lastLink = line.lastIndexOf('](');
	const special = /[\\!<hH@#`[*_~\uE000]/g;
	for (let position = 0; position < line.length; ) {
		special.lastIndex = position;
		const next = special.exec(line)?.index ?? line.length;
		if (next > position) add(line.slice(position, next));
		if (next === line.length) break;
		const character = line[next] ?? '';
		if (character === '*' || character === '_' || character === '~') {
			const end = runEnd(line, next);
			runs.push({ mark: character, start: length, length: end - next });
			add(line.slice(next, end));
			position = end;
			continue;
		}
		const isInWord = '@#hH'.includes(character) && /[\p{L}\p{N}]/u.test(line[next - 1] ?? '');
		const isNoLink = '!['.includes(character) && next > lastLink;
		const find = isInWord || isNoLink ? undefined : pieceAt[character];
		const piece = find?.(line, next, conversion);
		if (piece) pieces.push(piece.text);
		add(piece ? placeholder : character);
		position = piece?.end ?? next + 1;
	}
	return { flat: parts.join(''), pieces, runs };
}

/** Cuts the marks out of a line, and decodes entities between them. */
function withoutPairs(flat: string, pairs: MarkPair[]): string {
	const edges = pairs
		.flatMap(({ open, close, length }) => [
			{ at: open, length, depth: 1 },
			{ at: close, length, depth: -1 },
		])
		.sort((a, b) => a.at - b.at);
	let depth = 0;
	let position = 0;
	const parts: string[] = [];
	for (const edge of [...edges, { at: flat.length, length: 0, depth: 0 }]) {
		const part = flat.slice(position, edge.at);
		parts.push(depth > 0 ? decode(part) : part);
		depth += edge.depth;
		position = edge.at + edge.length;
	}
	return parts.join('');
}

/**
 * Returns the lines of a paragraph without the marks of Markdown. Entities are decoded only between marks and in the texts of
 * links.
 */
export function withoutMarksOfLines(lines: string[], conversion: Conversion): string[] {
	const taken = lines.map((line) => takeOut(line, conversion));
	let length = 0;
	const runs = taken.flatMap(({ flat, runs: ofLine }) => {
		const start = length;
		length += flat.length + 1;
		return ofLine.map((run) => ({ ...run, start: start + run.start }));
	});
	const flat = taken.map((line) => line.flat).join('\n');
	const pieces = taken.flatMap((line) => line.pieces);
	let next = 0;
	const putBack = (line: string): string =>
		pieces.length === 0 ? line : line.replace(/\uE000/g, () => pieces[next++] ?? '');
	return withoutPairs(flat, findPairs(flat, runs)).split('\n').map(putBack);
}

/** The same for a single line. */
export const withoutMarks = (line: string, conversion: Conversion): string =>
	withoutMarksOfLines([line], conversion).join('\n');

/** The same for a line that is Markdown as a whole, such as a heading. */
export const withoutMarksAndEntities = (line: string, conversion: Conversion): string =>
	decode(withoutMarks(line, conversion));
