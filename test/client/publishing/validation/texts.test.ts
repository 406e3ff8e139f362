import { usePostCheck } from './postCheck';
import { seed } from '../../../../sandbox';
import { textFindings } from '../../../../client/publishing/validation/textRules';

const check = usePostCheck();
const facebook = seed.channels.facebook.id;

/** Texts that nobody wrote, the severity, and what a check says about them. The position counts an emoji as one character. */
const damaged: Array<[title: string, text: string, severity: 'error' | 'warning', says: RegExp]> = [
	[
		'the first half of an emoji at the end',
		'🎉 New sofa \ud83d',
		'error',
		/half a character at character 12\./,
	],
	[
		'the second half of an emoji at the start',
		'\ude00 New sofa',
		'error',
		/half a character at character 1\./,
	],
	['two first halves', '\ud83d\ud83d\ude00', 'error', /half a character at character 1\./],
	[
		'halves in the wrong order',
		'a\ude00\ud83d',
		'error',
		/half a character at character 2 and 1 more time\./,
	],
	['half a Han character of an extension', '𠮷野家\ud842', 'error', /half a character at character 4\./],
	['a NUL', 'New\0 sofa', 'error', /a NUL character at character 4\./],
	['a NUL behind an emoji', '🎉\0', 'error', /a NUL character at character 2\./],
	[
		'a lost umlaut',
		'Sch\uFFFDne Sofas f\uFFFDr alle',
		'warning',
		/lost character \(\uFFFD\) at character 4 and 1 more time\./,
	],
	['an object', 'New: [object Object]', 'warning', /'\[object Object\]' at character 6\. An object was used/],
	['a missing value', 'Price: undefined', 'warning', /'undefined' at character 8\. Check the expression/],
	['a missing value before a full stop', 'Hi undefined.', 'warning', /'undefined' at character 4/],
	['a failed sum', 'Only NaN €', 'warning', /'NaN' at character 6/],
	['a failed date', 'From Invalid DateTime on', 'warning', /'Invalid DateTime' at character 6\. A date/],
	['a failed date of JavaScript', 'Invalid Date', 'warning', /'Invalid Date' at character 1/],
	['a lost reference of a sheet', 'Sofa #REF!', 'warning', /'#REF!' at character 6\. The spreadsheet/],
	['a value that a sheet did not find', '#N/A', 'warning', /'#N\/A' at character 1/],
	['a division by zero of a sheet', 'Save #DIV/0! %', 'warning', /'#DIV\/0!' at character 6/],
	[
		'an expression that was not evaluated',
		'🎉 {{ $json.title }}',
		'warning',
		/'\{\{ \$json\.title \}\}' at character 3\. The expression wasn't/,
	],
	['a long expression', `{{ ${'x'.repeat(100)} }}`, 'warning', /'\{\{ x{37}…' at character 1/],
];

const named = (severity: string, field: string, says: RegExp): object =>
	expect.objectContaining({ severity, field, problem: expect.stringMatching(says) as string }) as object;

test.each(damaged)('names %s with its position', async (_title, caption, severity, says) => {
	expect(await check({ accounts: [facebook], caption })).toContainEqual(named(severity, 'caption', says));
});

test.each<[string, string, (text: string) => object]>([
	['title', 'title', (title) => ({ title })],
	['first comment', 'firstComment', (firstComment) => ({ firstComment })],
	['override', `perAccount.${facebook}.caption`, (caption) => ({ perAccount: { [facebook]: { caption } } })],
	['alt text', 'altText', (altText) => ({ media: [{ mediaType: 'image', altText }] })],
])('names the %s that is damaged', async (_place, field, postOf) => {
	const found = await check({ accounts: [facebook], ...postOf('New\0 sofa') });
	expect(found).toContainEqual(named('error', field, /a NUL character at character 4\./));
});

/** Texts that people write. */
const written = [
	'🎉👩‍👩‍👧‍👦🇩🇪 Schöne Sofas',
	'𠮷野家で新しいソファ',
	'مرحبا بكم',
	'An undefinedness of taste. NaNcy likes it',
	'window.undefined() and Object.NaN',
	'#REFORM and #NA and #VALUES',
	'Use { } and {{ in a text }',
	'[objects] of desire',
	'',
];

test.each(written)('finds nothing in what people write: %s', (caption) => {
	expect(textFindings({ accounts: [], caption, media: [] })).toEqual([]);
});

test('takes no longer than linear time for long texts', () => {
	const hostile = ['{{', '{{ ', '}}', '[object ', '#', 'undefined', '\ud83d', '\0'].map((piece) =>
		piece.repeat(Math.ceil(200_000 / piece.length)),
	);
	const startedAt = Date.now();
	for (const caption of hostile) textFindings({ accounts: [], caption, media: [] });
	expect(Date.now() - startedAt).toBeLessThan(10_000);
});
