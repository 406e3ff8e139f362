import { tests as examples } from 'commonmark-spec';
import { withoutMarkdown } from '../../../../client/publishing/text/markdown';

const withTabs = (text: string): string => text.replaceAll('→', '\t');

/** What a reader of CommonMark's HTML sees, with links, images and rules as networks show them here. */
const shownText = (html: string): string =>
	html
		.replace(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_link, address: string, content: string) => {
			const text = content.replace(/<[^>]+>/g, '');
			return text === '' || text === address ? address : `${text}: ${address}`;
		})
		.replace(/<li>/g, '• ')
		.replace(/<[^>]+>/g, '')
		.replaceAll('&quot;', '"')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');

/** Blanks and empty lines don't matter to what a text says. */
const withoutBlanks = (text: string): string =>
	text
		.split('\n')
		.map((line) => line.replace(/[ \t]+/g, ' ').trim())
		.filter((line) => line !== '')
		.join('\n');

const converted = examples.map(({ markdown, html, section, number }) => ({
	number,
	section,
	ours: withoutMarkdown(withTabs(markdown)).text,
	theirs: shownText(withTabs(html)),
}));

const isShownAlike = ({ ours, theirs }: (typeof converted)[number]): boolean =>
	withoutBlanks(ours) === withoutBlanks(theirs);

test.each([
	['Paragraphs', 8, 8],
	['Textual content', 3, 3],
	['Soft line breaks', 2, 2],
	['ATX headings', 16, 18],
	// Underscores are never marks.
	['Thematic breaks', 12, 19],
	['Fenced code blocks', 22, 29],
	// What can be typed as text stays: marks inside a word, four marks in a row, marks that are nested in each other. An address
	// directly behind a word gets a blank.
	['Emphasis and strong emphasis', 66, 132],
	// The code of an example often has marks inside.
	['Code spans', 11, 22],
	// Comparisons such as `>5` and quotes without a blank stay.
	['Block quotes', 13, 25],
	// Only addresses on the web are links. Those of the examples are mostly `/url`.
	['Links', 13, 90],
	['Images', 8, 22],
	['Autolinks', 10, 19],
	// A heading over a line of hyphens looks like text and a rule.
	['Setext headings', 18, 27],
	// The addresses of most examples aren't on the web.
	['Link reference definitions', 6, 27],
	['Entity and numeric character references', 8, 17],
	['Backslash escapes', 8, 13],
	// Elements without their other end stay, and so do unknown ones.
	['HTML blocks', 13, 44],
	['Raw HTML', 7, 20],
	// Lists with `-` and numbers stay as they are.
	['List items', 8, 48],
	['Lists', 2, 26],
])('%s: shows %i of %i examples as CommonMark does', (name, alike, all) => {
	const ofSection = converted.filter(({ section }) => section === name);
	expect(ofSection).toHaveLength(all);
	expect(ofSection.filter(isShownAlike).length).toBe(alike);
});

/** Marks without a partner of the same length, four or more in a row, and marks directly inside others. */
const mistakable = [411, 415, 416, 427, 432, 441, 442, 443, 444, 446, 464, 466];

test('leaves asterisks where CommonMark leaves none only if they can be mistaken', () => {
	const left = converted.filter(({ ours, theirs }) => ours.includes('**') && !theirs.includes('**'));
	expect(left.map(({ number }) => number)).toEqual(mistakable);
});
