import { bracketPairs, CodeEnds } from './enclosures.js';
import { decodeEntities } from './entities.js';
import { bareAddress, readableAddress } from './html.js';
import { continuesAddress, findAddresses, type TextSpan } from './links.js';
import { findPairs, type MarkPair, type MarkRun } from './marks.js';

/** How a text is converted. */
export interface Conversion {
	/** Whether `\*` becomes `*`. Only for a text with other Markdown, because people also type backslashes. */
	unescapes: boolean;
	/** Whether `&amp;` becomes `&`. */
	decodes: boolean;
	/** The addresses of reference links, by their names in lower case. */
	references: ReadonlyMap<string, string>;
	/** Counts an image that was dropped. */
	onImage(): void;
}

/** Stands for a piece of a line that has no marks of its own, such as a link. A private character of Unicode. */
const placeholder = '\uE000';

/** A link or an image: `[text](address)`, `[text][name]` or `[name]`. */
interface Link {
	text: string;
	address: string;
	end: number;
}

const linkTextMax = 1000;

const addressMax = 2000;

const linkTitle = /[ \t]+(?:"[^"]{0,1000}"|'[^']{0,1000}'|\([^()]{0,1000}\))[ \t]*\)|[ \t]*\)/y;

/** A line of a text, with what is found in it once for all of its pieces. */
class Line {
	readonly codeEnds: CodeEnds;

	private readonly pairs: ReadonlyMap<number, number>;

	private readonly addresses: ReadonlyMap<number, TextSpan>;

	constructor(
		readonly text: string,
		readonly conversion: Conversion,
	) {
		this.codeEnds = new CodeEnds(text);
		this.pairs = bracketPairs(text);
		this.addresses = new Map(findAddresses(text).map((address) => [address.start, address]));
	}

	/** Returns the address that was typed at a position. */
	addressAt(start: number): TextSpan | undefined {
		return this.addresses.get(start);
	}

	/** Returns the link whose text begins with the bracket at a position. */
	linkAt(start: number): Link | undefined {
		const bracket = this.pairs.get(start);
		if (bracket === undefined || bracket - start > linkTextMax) return undefined;
		const text = this.text.slice(start + 1, bracket);
		return this.linkTo(text, bracket + 1) ?? this.linkByName(text, bracket + 1);
	}

	private linkTo(text: string, parenthesis: number): Link | undefined {
		if (this.text[parenthesis] !== '(') return undefined;
		const from = parenthesis + 1;
		const near = this.text.slice(from, Math.min(from + addressMax, this.pairs.get(parenthesis) ?? Infinity));
		const angle = near.startsWith('<') ? near.indexOf('>') : undefined;
		const blank = near.search(/\s/);
		const length = angle ?? (blank < 0 ? near.length : blank);
		if (length < 0) return undefined;
		linkTitle.lastIndex = from + length + (angle === undefined ? 0 : 1);
		if (!linkTitle.test(this.text)) return undefined;
		const address = near.slice(angle === undefined ? 0 : 1, length);
		return { text, address, end: linkTitle.lastIndex };
	}

	private linkByName(text: string, position: number): Link | undefined {
		const { references } = this.conversion;
		if (references.size === 0) return undefined;
		const close = this.text[position] === '[' ? this.pairs.get(position) : undefined;
		const name = close === undefined ? '' : this.text.slice(position + 1, close);
		const address = references.get((name === '' ? text : name).toLowerCase());
		return address === undefined
			? undefined
			: { text, address, end: close === undefined ? position : close + 1 };
	}
}

function shownLink(text: string, address: string): string {
	if (text === '' || bareAddress(text) === bareAddress(address)) return address;
	return `${text}${text.endsWith(':') ? '' : ':'} ${address}`;
}

const decode = (text: string, { decodes }: Conversion): string => (decodes ? decodeEntities(text) : text);

/** In an address, only the ampersand is one that a feed has written in the way of HTML. */
const decodeAddress = (address: string, { decodes }: Conversion): string =>
	decodes ? address.replaceAll('&amp;', '&') : address;

/** What stands for a piece of a line. */
interface Shown {
	text: string;
	/** Whether it ends with an address, which is either that of a link or was typed as it is. */
	ending?: 'link' | 'address';
	/** Whether the line has another text in its place. */
	isChanged?: boolean;
}

/** A piece of a line that is replaced as a whole, and where it ends. */
interface Piece extends Shown {
	end: number;
}

type FindPiece = (line: Line, start: number) => Piece | undefined;

/** Finds a piece by a sticky pattern. */
const byPattern =
	(pattern: RegExp, replace: (groups: readonly string[], conversion: Conversion) => Shown): FindPiece =>
	({ text, conversion }, start) => {
		pattern.lastIndex = start;
		const found = pattern.exec(text);
		if (!found) return undefined;
		return { ...replace(found, conversion), end: pattern.lastIndex };
	};

const escaped = byPattern(/\\([!-/:-@[-`{-~])/y, ([found = '', character = ''], { unescapes }) => ({
	text: unescapes ? character : found,
}));

const image: FindPiece = (line, start) => {
	const link = line.text[start + 1] === '[' ? line.linkAt(start + 1) : undefined;
	if (!link?.address) return undefined;
	line.conversion.onImage();
	return { text: '', end: link.end };
};

const link: FindPiece = (line, start) => {
	const { conversion } = line;
	const found = line.linkAt(start);
	const address = found && readableAddress(found.address);
	if (!found || address === undefined) return undefined;
	const text = decode(withoutMarks(found.text, conversion), conversion).trim();
	// A page of the same website has no address that a reader could open. Code has such brackets behind a word.
	if (address === '') return inWord.test(line.text[start - 1] ?? '') ? undefined : { text, end: found.end };
	return { text: shownLink(text, decodeAddress(address, conversion)), end: found.end, ending: 'link' };
};

/** An address in angles. Slack adds its text behind a bar. */
const addressInAngles = byPattern(
	/<(https?:\/\/[^\s<>|]+)(?:\|([^<>\n]{1,500}))?>/iy,
	([, address = '', text = ''], conversion) => ({
		text: shownLink(decode(text, conversion).trim(), decodeAddress(address, conversion)),
		ending: 'link',
	}),
);

const lineBreak = byPattern(/<br[ \t]*\/?>[ \t]*/iy, () => ({ text: '\n' }));

/** At the end of a line, there is a line break already. */
const lastBreak = byPattern(/<br[ \t]*\/?>[ \t]*$/iy, () => ({ text: '' }));

const tag: FindPiece = (...at) => addressInAngles(...at) ?? lastBreak(...at) ?? lineBreak(...at);

/** An address that was typed as it is. Marks and punctuation after it don't belong to it. */
const address: FindPiece = (line, start) => {
	const found = line.addressAt(start);
	return found && { text: decodeAddress(found.text, line.conversion), end: found.end, ending: 'address' };
};

const inWord = /[\p{L}\p{N}]/u;

/** Code between backticks, which are equally many on both sides. */
const code: FindPiece = ({ text: line, codeEnds }, start) => {
	const from = codeEnds.runEnd(start);
	const close = codeEnds.closing(start, from);
	const end = close === undefined ? from : close + from - start;
	const text = line.slice(from, close ?? from).trim();
	const isCode = text !== '' && !inWord.test(line[start - 1] ?? '') && !inWord.test(line[end] ?? '');
	return isCode ? { text, end } : undefined;
};

/** Characters that are kept for the pairs of marks, although they stand for a piece elsewhere. */
const itself: FindPiece = (_line, start) => ({ text: placeholder, end: start + 1 });

/** What can begin with a character. */
const pieceAt: Readonly<Record<string, FindPiece>> = {
	'\\': escaped,
	'!': image,
	'[': link,
	'<': tag,
	h: address,
	H: address,
	'`': code,
	[placeholder]: itself,
};

/** Returns where a run of the same character ends. */
function runEnd(line: string, start: number): number {
	let end = start;
	while (line[end] === line[start]) end++;
	return end;
}

/** A text of a line in which a placeholder stands for each piece, with the pieces and the runs of marks. */
interface TakenOut {
	flat: string;
	pieces: Shown[];
	runs: MarkRun[];
}

const isMark = (character: string): character is MarkRun['mark'] => character === '*' || character === '~';

/** Replaces the pieces of a line by a placeholder each. */
function takeOut(text: string, conversion: Conversion): TakenOut {
	const line = new Line(text, conversion);
	const pieces: Shown[] = [];
	const runs: MarkRun[] = [];
	const parts: string[] = [];
	let length = 0;
	const add = (part: string): void => {
		parts.push(part);
		length += part.length;
	};
	const special = /[\\!<hH`[*~\uE000]/g;
	for (let position = 0; position < text.length; ) {
		special.lastIndex = position;
		const next = special.exec(text)?.index ?? text.length;
		if (next > position) add(text.slice(position, next));
		if (next === text.length) break;
		const character = text[next] ?? '';
		const piece = pieceAt[character]?.(line, next);
		const end = piece?.end ?? ('*~`'.includes(character) ? runEnd(text, next) : next + 1);
		if (piece) pieces.push({ ...piece, isChanged: piece.text !== text.slice(next, end) });
		if (isMark(character)) runs.push({ mark: character, start: length, length: end - next });
		add(piece ? placeholder : text.slice(next, end));
		position = end;
	}
	return { flat: parts.join(''), pieces, runs };
}

/** A text without marks, with the positions at which marks were removed. */
interface Unmarked {
	text: string;
	seams: ReadonlySet<number>;
}

/** Cuts the marks out of a text, and decodes the entities between them. */
function withoutPairs(flat: string, pairs: MarkPair[], conversion: Conversion): Unmarked {
	const edges = pairs
		.flatMap(({ open, close, length }) => [
			{ at: open, length },
			{ at: close, length },
		])
		.sort((a, b) => a.at - b.at);
	const seams = new Set<number>();
	const parts: string[] = [];
	let [position, length] = [0, 0];
	for (const edge of [...edges, { at: flat.length, length: 0 }]) {
		const part = decode(flat.slice(position, edge.at), conversion);
		parts.push(part);
		length += part.length;
		position = edge.at + edge.length;
		if (edge.length > 0) seams.add(length);
	}
	return { text: parts.join(''), seams };
}

const letterBefore = /[\p{Script=Latin}\p{N}]$/u;

/** A part of a line, and whether something was removed directly before it and directly or soon after it. */
interface Part extends Shown {
	isAfterSeam: boolean;
	isBeforeSeam: boolean;
}

/** How much of the text after an address shows whether it continues the address. */
const lookAhead = 50;

/** How far after the start of an address something must have been removed to matter. Punctuation can be between them. */
const nearby = [1, 2, 3, 4, 5];

const noPart: Part = { text: '', isAfterSeam: false, isBeforeSeam: false };

/** Joins parts, with a blank where a network would take the words before or after an address for a part of it. */
function joinParts(parts: Part[]): string {
	const shown: string[] = [];
	let following = '';
	let isBeforeChange = false;
	for (let index = parts.length - 1; index >= 0; index--) {
		const { text, ending, isAfterSeam, isBeforeSeam } = parts[index] ?? noPart;
		const isLink = ending === 'link';
		const isEnd = isLink || (ending === 'address' && (isBeforeSeam || isBeforeChange));
		const isStart = (isLink || (ending === 'address' && isAfterSeam)) && /^https?:/i.test(text);
		const before = isStart && letterBefore.test(parts[index - 1]?.text ?? '') ? ' ' : '';
		const after = isEnd && continuesAddress(following) ? ' ' : '';
		shown.push(before + text + after);
		following = (before + text + after + following).slice(0, lookAhead);
		isBeforeChange = isAfterSeam;
	}
	return shown.reverse().join('');
}

/** Puts the pieces of a text without marks back, line by line. */
function putBack({ text, seams }: Unmarked, pieces: Shown[]): string[] {
	let [next, position] = [0, 0];
	return text.split('\n').map((line) => {
		const parts: Part[] = [];
		let isAfterSeam = false;
		const add = (part: Shown): void => {
			isAfterSeam ||= seams.has(position);
			const isBeforeSeam = nearby.some((distance) => seams.has(position + distance));
			if (part.text !== '') parts.push({ ...part, isAfterSeam, isBeforeSeam });
			isAfterSeam = part.text === '' && isAfterSeam;
		};
		line.split(placeholder).forEach((words, index) => {
			const piece = index > 0 ? pieces[next++] : undefined;
			isAfterSeam ||= piece?.isChanged === true;
			if (piece) add(piece);
			if (index > 0) position++;
			isAfterSeam ||= piece?.isChanged === true;
			add({ text: words });
			position += words.length;
		});
		position++;
		return joinParts(parts);
	});
}

/** Returns the lines of a paragraph without the marks of Markdown. */
export function withoutMarksOfLines(lines: string[], conversion: Conversion): string[] {
	// A backslash at the end of a line is a line break of Markdown.
	const taken = lines.map((line, index) =>
		takeOut(index < lines.length - 1 ? line.replace(/(?<!\\)\\$/, '') : line, conversion),
	);
	let length = 0;
	const runs = taken.flatMap(({ flat, runs: ofLine }) => {
		const start = length;
		length += flat.length + 1;
		return ofLine.map((run) => ({ ...run, start: start + run.start }));
	});
	const flat = taken.map((line) => line.flat).join('\n');
	return putBack(
		withoutPairs(flat, findPairs(flat, runs), conversion),
		taken.flatMap(({ pieces }) => pieces),
	);
}

/** Returns a single line without the marks of Markdown. */
export const withoutMarks = (line: string, conversion: Conversion): string =>
	withoutMarksOfLines([line], conversion).join('');
