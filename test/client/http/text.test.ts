import { characterCount, firstCharacters, firstLine, isLongerThan } from '../../../client/http/text';
import type { InvalidRequestError } from '../../../client/http/errors';
import { startUploadSchema } from '../../../client/publishing/media';
import { createPostSchema } from '../../../client/publishing/requests';
import { requestProblems } from '../../../client/http/schemaCheck';
import { checkSchema } from '../../../client/publishing/options/check';
import { sampleIds } from '../../support/sampleAnswers';
import { clientOf, errorOf, wishOf } from '../../support/publishingClient';

const emoji = '🎉';

test.each([
	['nothing', '', 0],
	['letters', 'abc', 3],
	['letters with accents', 'äöü', 3],
	['emoji', emoji.repeat(3), 3],
	['half an emoji', emoji.slice(0, 1), 1],
	['an emoji made of several characters', '👩‍🚀', 3],
])('characterCount counts %s (D7)', (_title, text, count) => {
	expect(characterCount(text)).toBe(count);
	expect([isLongerThan(text, count), isLongerThan(text, count - 1)]).toEqual([false, true]);
});

test('firstCharacters splits no character', () => {
	expect(firstCharacters(`a${emoji}${emoji}b`, 2)).toBe(`a${emoji}`);
	expect(firstCharacters(emoji, 1)).toBe(emoji);
});

test.each([
	['a family', 'ab👨‍👩‍👧‍👦', 4, 'ab'],
	['a flag in a row of flags', '🇩🇪🇫🇷🇯🇵', 3, '🇩🇪'],
	['a letter with its accent', 'ae\u0301', 2, 'a'],
	['a skin tone', 'hi👍🏽', 3, 'hi'],
])('firstCharacters leaves out %s rather than cut it', (_title, text, max, first) => {
	expect(firstCharacters(text, max)).toBe(first);
});

const post = (more: object) => ({ accounts: [sampleIds.channel], caption: 'Hi', ...more });
const override = (more: object) => post({ perAccount: { [sampleIds.channel]: more } });
const problems: Record<string, (text: string) => unknown[]> = {
	altText: (altText) => requestProblems(startUploadSchema, { mediaType: 'image', sizeBytes: 1, altText }),
	linkUrl: (linkUrl) => requestProblems(createPostSchema, post({ linkUrl })),
	boardId: (boardId) => requestProblems(createPostSchema, override({ boardId })),
	'a tag of dev.to': (tag) =>
		requestProblems(createPostSchema, override({ options: { devto: { tags: [tag] } } })),
	'a text with a schema': (text) => checkSchema(text, { type: 'string', maxLength: 10 }),
};

test.each([
	['N1', 'altText', 1000],
	['P69', 'linkUrl', 2048],
	['P34', 'boardId', 128],
	['P35', 'a tag of dev.to', 100],
	['P14', 'a text with a schema', 10],
])('%s D7 counts characters for the limit of %s: %i emoji fit', (_number, name, max) => {
	expect(problems[name]?.(emoji.repeat(max))).toEqual([]);
	expect(problems[name]?.(emoji.repeat(max + 1))).toHaveLength(1);
});

test('counts characters for the limit of an idempotency key (P107, D7)', async () => {
	const client = clientOf({
		baseUrl: 'http://localhost',
		send: async () => await Promise.reject(new Error('sent')),
	});
	const create = async (idempotencyKey: string) =>
		await errorOf<InvalidRequestError>(client.posts.create(wishOf(post({})), { idempotencyKey }));
	expect(await create(emoji.repeat(129))).toMatchObject({ field: 'idempotencyKey' });
	expect(await create(emoji.repeat(128))).toMatchObject({ name: 'NetworkError' });
});

test.each<[title: string, text: string, line: string]>([
	['nothing', '', ''],
	['white space', ' \n\t\n ', ''],
	['one line', 'One line', 'One line'],
	['several lines', '\n\nFirst\nSecond', 'First'],
	['81 characters', 'a'.repeat(81), 'a'.repeat(81)],
	['more characters', 'a'.repeat(82), `${'a'.repeat(80)}…`],
	['emojis', '\u{1F600}'.repeat(82), `${'\u{1F600}'.repeat(80)}…`],
	['lone surrogates', '\uD800'.repeat(200), `${'\uD800'.repeat(80)}…`],
	['a long text', 'word '.repeat(100_000), `${'word '.repeat(15)}word…`],
	['a word at the limit', `${'word '.repeat(15)}showroom`, `${'word '.repeat(14)}word…`],
	['a long word late in the line', `a ${'b'.repeat(100)}`, `a ${'b'.repeat(78)}…`],
])('firstLine returns the first line of %s', (_title, text, line) => {
	expect(firstLine(text)).toBe(line);
});
