const escaped = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

const line = (cells: string[], widths: number[]): string =>
	`| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;

/** A Markdown table with columns aligned like Prettier. */
export function table(headings: string[], rows: string[][]): string {
	const cells = [headings, ...rows].map((row) => row.map(escaped));
	const widths = headings.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
	const [first = [], ...others] = cells;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [line(first, widths), rule, ...others.map((row) => line(row, widths))].join('\n');
}

/** A Markdown table without alignment, for generated pages. */
export const compactTable = (headings: string[], rows: string[][]): string =>
	[headings, headings.map(() => '---'), ...rows]
		.map((row) => `| ${row.map(escaped).join(' | ')} |`)
		.join('\n');

/** A field's description: links as Markdown, without other tags. */
export const toMarkdown = (html: string): string =>
	html
		.replace(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
		.replace(/<(?!channel|queue|https?:)[^>]+>/g, '')
		.replace(/<([^>]+)>/g, '&lt;$1&gt;');

/** Adds a full stop if the text has none. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A block of JSON. */
export const jsonBlock = (value: unknown): string =>
	`\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

/** The anchor that GitHub creates for a heading. */
export const anchor = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\w\s-]/g, '')
		.trim()
		.replace(/\s/g, '-');

const mark = (name: string): [start: string, end: string] => [
	`<!-- written by npm run docs: ${name} -->`,
	`<!-- end: ${name} -->`,
];

/**
 * Inserts a text between its two marks in a document.
 * @throws Error if the document lacks one of them.
 */
export function fillIn(document: string, name: string, text: string): string {
	const [start, end] = mark(name);
	const [from, to] = [document.indexOf(start), document.indexOf(end)];
	if (from === -1 || to < from)
		throw new Error(`The document lacks the marks for "${name}": ${start} … ${end}`);
	return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
}
