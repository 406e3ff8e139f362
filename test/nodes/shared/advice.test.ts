import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { damages } from '../../../client/publishing/validation/textRules';
import { toIsoWithOffset } from '../../../nodes/shared/dates';
import { ParameterError } from '../../../nodes/shared/errors';
import { toText } from '../../../nodes/shared/values';
import { disguises } from '../../../nodes/SocialPublishing/media/disguises';
import { expressionsIn, expressionsOf } from '../../support/expressions';

const berlin = expressionsIn('Europe/Berlin');

/** The error of a call that must fail. */
function errorOf(call: () => unknown): ParameterError {
	try {
		call();
	} catch (error) {
		if (error instanceof ParameterError) return error;
		throw error;
	}
	throw new Error('No error');
}

const said = ({ message, description }: ParameterError): string => `${message}. ${String(description)}`;

/** Runs the first expression that an error gives. */
const followed = (error: ParameterError, json: IDataObject, evaluate = berlin): unknown => {
	const [expression = ''] = expressionsOf(String(error.description));
	return evaluate(expression, json);
};

describe('A text that is an object', () => {
	const notion = [
		{ type: 'text', text: { content: 'Hel' }, plain_text: 'Hel' },
		{ type: 'text', text: { content: 'lo' }, plain_text: 'lo' },
	];

	test.each<[string, unknown, RegExp]>([
		['rich text of Notion', notion, /a list of the parts of a text/],
		[
			'a property of Notion',
			{ id: 'x', type: 'rich_text', rich_text: notion },
			/'id', 'type', and 'rich_text'|'id', 'type' and 'rich_text'/,
		],
		['text of WordPress', { rendered: 'Hello', protected: false }, /'rendered'/],
		['the output of an agent', { output: 'Hello' }, /'output'/],
		['a text of a model', { text: 'Hello' }, /'text'/],
		['a message', { role: 'assistant', content: 'Hello' }, /'role'/],
		['a message with parts', { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] }, /'role'/],
		['an answer with a message', { index: 0, message: { role: 'assistant', content: 'Hello' } }, /'index'/],
		['a content of Gemini', { parts: [{ text: 'Hel' }, { text: 'lo' }], role: 'model' }, /'parts'/],
		['an answer of Gemini', { content: { parts: [{ text: 'Hello' }], role: 'model' } }, /'content'/],
		['a list of texts', ['Hello'], /a list of texts/],
		['a list with an object', [{ output: 'Hello' }], /a list of the parts/],
	])('names what came and the expression for it: %s', (_title, value, says) => {
		const error = errorOf(() => toText(value, 'Caption'));
		expect(said(error)).toMatch(says);
		expect(followed(error, { text: value as IDataObject })).toBe('Hello');
	});

	test('is named if it is JSON text, too', () => {
		const value = '[{"type":"text","text":"Hello"}]';
		expect(
			followed(
				errorOf(() => toText(value, 'Caption')),
				{ text: value },
			),
		).toBe('Hello');
	});

	test('without a text is left to the check of the request', () => {
		for (const value of [{}, [], { a: 1 }, null, undefined]) expect(toText(value, 'Caption')).toBe(value);
	});
});

describe('A time that is refused', () => {
	const read = (value: unknown, zone = 'Europe/Berlin') => toIsoWithOffset(value, zone, 'Publish At');

	test.each<[string, unknown, RegExp]>([
		['of Notion', { start: '2026-11-27T09:00:00', end: null }, /an object with a time in 'start'/],
		[
			'of Google Calendar',
			{ dateTime: '2026-11-27T09:00:00+01:00', timeZone: 'Europe/Berlin' },
			/in 'dateTime'/,
		],
		['of a property of Notion', { type: 'date', date: { start: '2026-11-27T09:00:00' } }, /in 'date\.start'/],
		['with an hour of one digit', '2026-11-27 9:00:00', /has a single-digit number, such as 9 instead of 09/],
		['with a day of one digit', '2026-11-7 09:00', /has a single-digit number/],
		['with slashes', '2026/11/27 09:00', /has '\/' in its date/],
		['with its day first', '27.11.2026 09:00', /has its day first/],
		['with its day first and slashes', '27/11/2026, 9:00', /has its day first/],
		['with its month first', '11/27/2026 9:00 AM', /has its month first/],
		[
			'that can be read in two ways',
			'11/12/2026 9:00',
			/can have its day first or its month first\..*'d\/M\/yyyy H:mm'\).* }}, or 'M\/d\/yyyy H:mm' if its month is first/,
		],
		['that is only a date', '2026-11-27', /which has no time of day\./],
		['that is only a date with its day first', '27.11.2026', /has its day first and has no time of day/],
		[
			'with dashes that can be read in two ways',
			'11-12-2026 9:00',
			/can have its day first or its month first\..*'d-M-yyyy H:mm'\).* }}, or 'M-d-yyyy H:mm' if its month is first/,
		],
		['in milliseconds', 1_795_766_400_000, /a time in milliseconds/],
		['in seconds', '1795766400', /a time in seconds/],
		['of an RSS feed', 'Fri, 27 Nov 2026 08:00:00 GMT', /a time as emails and RSS have it/],
		['with the name of a month', 'Nov 27, 2026 9:00 AM', /a date with the name of a month/],
		['with the whole name of a month', '27 November 2026 09:00', /a date with the name of a month/],
		['as a spreadsheet stores it', 46353.375, /a date as spreadsheets store it/],
	])('says what is wrong, and the expression reads it: %s', (_title, value, says) => {
		const error = errorOf(() => read(value));
		expect(said(error)).toMatch(says);
		const followedTo = read(followed(error, { date: value as IDataObject }));
		const expected: Record<string, string> = {
			'2026-11-7 09:00': '2026-11-07T09:00:00+01:00',
			'11/12/2026 9:00': '2026-12-11T09:00:00+01:00',
			'11-12-2026 9:00': '2026-12-11T09:00:00+01:00',
		};
		expect(followedTo).toBe(expected[String(value)] ?? '2026-11-27T09:00:00+01:00');
	});

	test.each(['27.11.2026 09:00', 'Nov 27, 2026 9:00 AM', 46353.375])(
		'has an expression that keeps the time of day in the zone of the node: %s',
		(value) => {
			const zone = 'Asia/Tokyo';
			const followedTo = followed(
				errorOf(() => read(value, zone)),
				{ date: value },
			);
			expect(read(followedTo, zone)).toBe('2026-11-27T09:00:00+09:00');
		},
	);

	/** The number of a spreadsheet for a wall-clock time, as its programs calculate it. */
	const serialOf = (wall: DateTime): number => wall.toMillis() / 86_400_000 + 25_569;

	test('as a spreadsheet stores it has a formula that is right all year', () => {
		const [formula = ''] = expressionsOf(String(errorOf(() => read(46353.375)).description));
		const wrong: string[] = [];
		for (let minutes = 0; minutes < 365 * 24 * 60; minutes += 35 * 61) {
			const wall = DateTime.fromISO('2026-01-01T00:00:00', { zone: 'utc' }).plus({ minutes });
			const evaluated = berlin(formula.replace('46353.375', String(serialOf(wall))), {});
			if (evaluated !== wall.toFormat("yyyy-MM-dd'T'HH:mm:ss")) wrong.push(String(wall.toISO()));
		}
		expect(wrong).toEqual([]);
	});
});

describe('A text that nobody wrote', () => {
	/** A text with the damage, and how the text is after the advice. The expression is the advice with the text in front. */
	const remedies: Record<string, [text: string, advised: string, mended: string]> = {
		'Half an emoji or another half character': [
			`${'a'.repeat(99)}🎉b`,
			"[...$json.text].slice(0, 100).join('')",
			`${'a'.repeat(99)}🎉`,
		],
		'A NUL character': ['a\0b', '$json.text.replaceAll("\\u0000", "")', 'ab'],
		'What a model thinks, which begins with `<think>`': [
			'<think>Hm</think>\n\nHello',
			"$json.text.split('</think>').pop().trim()",
			'Hello',
		],
		'`\\n` instead of a line break': ['a\\nb', String.raw`$json.text.replaceAll('\\n', '\n')`, 'a\nb'],
		'`%20` between words': ['a%20b', '$json.text.urlDecode()', 'a b'],
	};

	test.each(damages.filter(({ advice }) => /[.[]\w*\(|\[\.\.\./.test(advice)))(
		'is mended by the advice: $name',
		({ name, advice }) => {
			expect(Object.keys(remedies)).toContain(name);
			const [text = '', expression = '', mended] = remedies[name] ?? [];
			expect(advice.replaceAll('text', '')).toContain(
				expression.replace(/^\$json\.text/, '').replaceAll('$json.text', ''),
			);
			expect(berlin(`{{ ${expression} }}`, { text })).toBe(mended);
		},
	);
});

test('The expression for a data URI returns its Base64', () => {
	const [expression = ''] = disguises.flatMap(({ advice }) => expressionsOf(advice));
	expect(berlin(expression, { image: 'data:image/png;base64,iVBORw0KGgo=' })).toBe('iVBORw0KGgo=');
});
