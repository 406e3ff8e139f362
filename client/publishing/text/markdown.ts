import { codeFences } from './enclosures.js';
import { withoutHtml, type PlainText } from './html.js';
import { withoutMarks, withoutMarksOfLines, type Conversion } from './inline.js';

/** What was read from some lines: the lines to show instead, and the number of the next line. */
interface Block {
	lines: string[];
	next: number;
}

/** How the blocks of a text are converted. */
interface BlockConversion extends Conversion {
	/** The lines that begin code, each with the line that ends it. */
	fences: ReadonlyMap<number, number>;
}

/** Reads what begins at a line. Undefined if it's something else. */
type ReadBlock = (lines: string[], at: number, conversion: BlockConversion) => Block | undefined;

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Code between lines of backticks or tildes stays as it is. */
const fencedCode: ReadBlock = (lines, at, { fences }) => {
	const end = fences.get(at);
	return end === undefined ? undefined : { lines: lines.slice(at + 1, end), next: end + 1 };
};

/** Whether a line is the rule under the head of a table, such as `| --- | ---: |`. */
const isTableRule = (line: string): boolean =>
	line.includes('|') && cellsOf(line).length > 0 && cellsOf(line).every((cell) => /^:?-+:?$/.test(cell));

/** The cells of a row. A backslash keeps a bar inside a cell. */
function cellsOf(row: string): string[] {
	const cells = row.trim().split(/(?<!\\)\|/);
	if (cells[0]?.trim() === '') cells.shift();
	if (cells.at(-1)?.trim() === '') cells.pop();
	return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Rows of cells under a head with a rule. */
const table: ReadBlock = (lines, at, conversion) => {
	const [head = '', rule = ''] = lines.slice(at, at + 2);
	if (!head.includes('|') || !isTableRule(rule)) return undefined;
	let next = at + 2;
	while (lines[next]?.includes('|')) next++;
	const rows = [head, ...lines.slice(at + 2, next)];
	const shown = rows.map((row) =>
		cellsOf(row)
			.map((cell) => withoutMarks(cell, conversion).replaceAll('\n', ' '))
			.join(' | '),
	);
	return { lines: shown, next };
};

const heading: ReadBlock = (lines, at, conversion) => {
	const [, text] = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(lines[at] ?? '') ?? [];
	if (text === undefined || /^#+$/.test(text.trim())) return undefined;
	const [withoutEnd = ''] = text.trimEnd().split(/[ \t]#+$/, 1);
	return { lines: [withoutMarks(withoutEnd.trimEnd(), conversion)], next: at + 1 };
};

/** Leaves out lines and the empty ones after them. An empty line stays between the paragraphs around them. */
function leaveOut(lines: string[], at: number, end: number): Block {
	let next = end;
	while (next < lines.length && isBlank(lines[next])) next++;
	return { lines: next < lines.length && at > 0 && !isBlank(lines[at - 1]) ? [''] : [], next };
}

/** A line across the page becomes an empty line. */
const rule: ReadBlock = (lines, at) => {
	const marks = (lines[at] ?? '').replace(/[ \t]/g, '');
	return /^(?:-{3,}|\*{3,})$/.test(marks) ? leaveOut(lines, at, at + 1) : undefined;
};

/** The line under a heading. */
const underline: ReadBlock = (lines, at) =>
	/^ {0,3}={3,}[ \t]*$/.test(lines[at] ?? '') && at > 0 && !isBlank(lines[at - 1])
		? { lines: [], next: at + 1 }
		: undefined;

/** What a text has for a website before it begins. It stays, because a part of it would only be harder to notice. */
const frontMatter: ReadBlock = (lines, at) => {
	if (at > 0 || lines[0] !== '---') return undefined;
	const end = lines.findIndex((line, index) => index > 0 && !/^[\w-]{1,40}:|^\s|^- /.test(line));
	return end > 1 && lines[end] === '---' ? { lines: lines.slice(0, end + 1), next: end + 1 } : undefined;
};

const definition =
	/^ {0,3}\[([^[\]^][^[\]]{0,200})\]:[ \t]*<?(https?:\/\/[^\s<>]+)>?(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$/i;

/** The address that a line defines for the links with its name. */
const definedAt: ReadBlock = (lines, at, { references }) => {
	const [, name] = definition.exec(lines[at] ?? '') ?? [];
	return name !== undefined && references.has(name.toLowerCase()) ? leaveOut(lines, at, at + 1) : undefined;
};

/** Returns the addresses of reference links by their names in lower case. A name that no link has is only a text in brackets. */
function findReferences(markdown: string, lines: string[]): ReadonlyMap<string, string> {
	const defined = lines.flatMap((line) => {
		const [, name = '', address = ''] = definition.exec(line) ?? [];
		return address === '' ? [] : [[name.toLowerCase(), address] as const];
	});
	if (defined.length === 0) return new Map();
	const names = [...markdown.matchAll(/\[([^[\]\n]{1,201})\](?![:(])/g)].map(([, name = '']) =>
		name.toLowerCase(),
	);
	const used = new Set(names);
	// The first definition of a name counts.
	return new Map(defined.filter(([name]) => used.has(name)).reverse());
}

/** A quote begins with a blank after its mark, and a number after it is a comparison. */
const quote: ReadBlock = (lines, at, conversion) => {
	const [, text] = /^ {0,3}(?:> ?)*> (\S.*)$/.exec(lines[at] ?? '') ?? [];
	if (text === undefined || /^[\d$€£]/.test(text)) return undefined;
	const shown = [withoutMarks(text, conversion)];
	const isEmptyQuote = /^ {0,3}(?:> ?)+$/.test(lines[at + 1] ?? '');
	return { lines: isEmptyQuote ? [...shown, ''] : shown, next: at + (isEmptyQuote ? 2 : 1) };
};

const bullet = /^([ \t]*)\*[ \t]+(\S.*)$/;

/** A list has at least two entries. A single asterisk at the start of a line can be a footnote. */
const listEntry: ReadBlock = (lines, at, conversion) => {
	const [, indent = '', text] = bullet.exec(lines[at] ?? '') ?? [];
	if (text === undefined || !hasNeighbor(lines, at)) return undefined;
	return { lines: [`${indent}• ${withoutMarks(text, conversion)}`], next: at + 1 };
};

/** Whether the next or the previous paragraph line begins with an asterisk, too. Lines of the entry itself are indented. */
function hasNeighbor(lines: string[], at: number): boolean {
	const isEntry = (step: 1 | -1): boolean => {
		let index = at + step;
		while (index >= 0 && index < lines.length && !bullet.test(lines[index] ?? '')) {
			const line = lines[index] ?? '';
			if (!isBlank(line) && !/^[ \t]{2}/.test(line)) return false;
			index += step;
		}
		return index >= 0 && index < lines.length;
	};
	return isEntry(1) || isEntry(-1);
}

/** The lines of a paragraph. A line with nothing but images goes. */
const paragraph = (lines: string[], conversion: Conversion): string[] =>
	withoutMarksOfLines(lines, conversion).filter((text, index) => !isBlank(text) || isBlank(lines[index]));

const blocks: readonly ReadBlock[] = [
	fencedCode,
	frontMatter,
	definedAt,
	table,
	rule,
	underline,
	heading,
	quote,
	listEntry,
];

/** Reads the block that begins at a line. Undefined for a line of text. */
function blockAt(lines: string[], at: number, conversion: BlockConversion): Block | undefined {
	for (const read of blocks) {
		const block = read(lines, at, conversion);
		if (block) return block;
	}
	return undefined;
}

function convert(lines: string[], conversion: BlockConversion): string {
	const shown: string[] = [];
	let textLines: string[] = [];
	let isLeftOut = false;
	const endParagraph = (): void => {
		if (textLines.length > 0) shown.push(...paragraph(textLines, conversion));
		textLines = [];
	};
	for (let at = 0; at < lines.length; ) {
		const block = blockAt(lines, at, conversion);
		if (block || isBlank(lines[at])) endParagraph();
		if (block) shown.push(...block.lines);
		else textLines.push(lines[at] ?? '');
		isLeftOut = block?.lines.length === 0;
		at = block?.next ?? at + 1;
	}
	endParagraph();
	// Without the empty lines before something that was left out at the end.
	const last = isLeftOut ? shown.findLastIndex((line) => !isBlank(line)) : shown.length - 1;
	return shown.slice(0, last + 1).join('\n');
}

/** Whether backslashes keep characters from being marks, as in `9\.99` and `Sale\!`. */
const hasEscapes = (text: string): boolean => /(?<=[\p{L}\p{N}])\\[.!-](?=[\s\p{N}]|$)/mu.test(text);

/**
 * Converts Markdown and HTML to the text that networks show. Only unambiguous Markdown is converted, so a text without
 * Markdown stays as it is: `2 * 3 * 4`, `#1`, `#tag`, `_x_`, `:-)` and a lone asterisk. Lists with `-` or numbers stay, too. Shows a
 * link as its text and address.
 */
export function withoutMarkdown(markdown: string): PlainText {
	const original = markdown.replace(/\r\n/g, '\n');
	const html = withoutHtml(original);
	const lines = html.text.split('\n');
	let droppedImages = 0;
	const conversion = {
		unescapes: false,
		decodes: false,
		fences: codeFences(lines),
		references: findReferences(html.text, lines),
		onImage: (): void => void droppedImages++,
	};
	const hasMarks = convert(lines, conversion) !== original || hasEscapes(original);
	droppedImages = html.droppedImages;
	const text = convert(lines, { ...conversion, unescapes: hasMarks, decodes: true });
	return text === original ? { text: markdown, droppedImages: 0 } : { text, droppedImages };
}
