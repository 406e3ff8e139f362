/** HTML that is inserted into a page without escaping. Create it with {@link markup}. */
export class Html {
	constructor(readonly text: string) {}
}

/** A value for a gap in a template. Text is escaped, lists are joined, and `undefined` and `false` add nothing. */
export type Fragment = Html | string | number | undefined | false | readonly Fragment[];

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Control characters that HTML doesn't allow, which are all but tabs and line breaks. */
const controlCharacters = /[^\P{Cc}\t\n\r]/gu;

/** Returns a text as the page shows it, before escaping. */
export const shownText = (text: string): string => text.replace(controlCharacters, '\uFFFD');

/** Escapes a text for use between tags and in quoted attributes. */
const escaped = (text: string): string =>
	shownText(text).replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function write(content: Fragment): string {
	if (content === undefined || content === false) return '';
	if (content instanceof Html) return content.text;
	if (typeof content === 'object') return content.map(write).join('');
	return escaped(String(content));
}

/**
 * Creates HTML from a template. Escapes every text in a gap, so outside text can't become markup. A gap in an attribute must be
 * in quotes, and must never be in `style` or `src`, except in the data of a picture. In `href`, it must follow a `#`.
 */
export const markup = (parts: TemplateStringsArray, ...contents: Fragment[]): Html =>
	new Html(parts.map((part, index) => part + write(contents[index])).join(''));
