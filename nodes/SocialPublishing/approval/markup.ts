/** HTML that can go into a page unescaped. Only {@link markup} makes it. */
export class Html {
	constructor(readonly text: string) {}
}

/** What a template can have in its gaps: text is escaped, a list is joined, and nothing is left out. */
export type Content = Html | string | number | undefined | false | readonly Content[];

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Control characters, which no text needs and HTML doesn't allow, apart from tabs and line breaks. */
const controlCharacters = /[^\P{Cc}\t\n\r]/gu;

/** A text as the page shows it, before it is escaped. */
export const shownText = (text: string): string => text.replace(controlCharacters, '\uFFFD');

/** Escapes a text for use between tags and in quoted attributes. */
const escaped = (text: string): string =>
	shownText(text).replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function write(content: Content): string {
	if (content === undefined || content === false) return '';
	if (content instanceof Html) return content.text;
	if (typeof content === 'object') return content.map(write).join('');
	return escaped(String(content));
}

/**
 * Writes HTML from a template. Every text in a gap is escaped, so that nothing from outside becomes markup. A gap in an
 * attribute must stand in quotes, and never in `style`, `href` or `src`.
 */
export const markup = (parts: TemplateStringsArray, ...contents: Content[]): Html =>
	new Html(parts.map((part, index) => part + write(contents[index])).join(''));
