import { withoutMarks, withoutMarksAndEntities, withoutMarksOfLines, type Conversion } from './inline';

/** A text as networks show it. */
interface PlainText {
	text: string;
	/** How many images were left out. */
	droppedImages: number;
}

/** What was read from some lines: the lines to show instead, and the number of the next line. */
interface Block {
	lines: string[];
	next: number;
}

/** Reads what begins at a line. Undefined if it's something else. */
type ReadBlock = (lines: string[], at: number, conversion: Conversion) => Block | undefined;

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Longer code in a post isn't looked for, so that a text with many open fences doesn't take long. */
const codeLinesMax = 1000;

/** Code between lines of backticks or tildes stays as it is. */
const fencedCode: ReadBlock = (lines, at) => {
	const [, fence] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(lines[at] ?? '') ?? [];
	if (!fence) return undefined;
	const code = lines.slice(at + 1, at + 1 + codeLinesMax);
	const length = code.findIndex((line) => line.trim().startsWith(fence) && /^(?:`+|~+)$/.test(line.trim()));
	return length < 0 ? undefined : { lines: code.slice(0, length), next: at + length + 2 };
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
			.map((cell) => withoutMarksAndEntities(cell, conversion))
			.join(' | '),
	);
	return { lines: shown, next };
};

const heading: ReadBlock = (lines, at, conversion) => {
	const [, text] = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(lines[at] ?? '') ?? [];
	if (text === undefined || /^#+$/.test(text.trim())) return undefined;
	const [withoutEnd = ''] = text.trimEnd().split(/[ \t]#+$/, 1);
	return { lines: [withoutMarksAndEntities(withoutEnd.trimEnd(), conversion)], next: at + 1 };
};

/** A line across the page becomes an empty line. */
const rule: ReadBlock = (lines, at) => {
	const marks = (lines[at] ?? '').replace(/[ \t]/g, '');
	if (!/^(?:-{3,}|\*{3,}|_{3,})$/.test(marks)) return undefined;
	let next = at + 1;
	while (next < lines.length && isBlank(lines[next])) next++;
	return { lines: next < lines.length && at > 0 && !isBlank(lines[at - 1]) ? [''] : [], next };
};

/** A quote begins with a blank after its mark, and a number after it is a comparison. */
const quote: ReadBlock = (lines, at, conversion) => {
	const [, text] = /^ {0,3}(?:> ?)*> (\S.*)$/.exec(lines[at] ?? '') ?? [];
	if (text === undefined || /^[\d$€£]/.test(text)) return undefined;
	const shown = [withoutMarksAndEntities(text, conversion)];
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

const blocks: readonly ReadBlock[] = [fencedCode, table, rule, heading, quote, listEntry];

/** Reads the block that begins at a line. Undefined for a line of text. */
function blockAt(lines: string[], at: number, conversion: Conversion): Block | undefined {
	for (const read of blocks) {
		const block = read(lines, at, conversion);
		if (block) return block;
	}
	return undefined;
}

function convert(lines: string[], conversion: Conversion): string {
	const shown: string[] = [];
	let textLines: string[] = [];
	const endParagraph = (): void => {
		if (textLines.length > 0) shown.push(...paragraph(textLines, conversion));
		textLines = [];
	};
	for (let at = 0; at < lines.length; ) {
		const block = blockAt(lines, at, conversion);
		if (block || isBlank(lines[at])) endParagraph();
		if (block) shown.push(...block.lines);
		else textLines.push(lines[at] ?? '');
		at = block?.next ?? at + 1;
	}
	endParagraph();
	return shown.join('\n');
}

/**
 * Converts Markdown to the text that networks show. Only what can't be anything else counts as Markdown, so a text without
 * Markdown stays as it is: `2 * 3 * 4`, `#1`, `#tag`, `snake_case`, `:-)` and a lone asterisk. Lists with `-` or numbers stay, too.
 * Shows a link as its text and address.
 */
export function withoutMarkdown(markdown: string): PlainText {
	const lines = markdown.split(/\r?\n/);
	const original = lines.join('\n');
	let droppedImages = 0;
	const onImage = (): void => void droppedImages++;
	if (convert(lines, { unescapes: false, onImage }) === original) return { text: markdown, droppedImages: 0 };
	droppedImages = 0;
	return { text: convert(lines, { unescapes: true, onImage }), droppedImages };
}
