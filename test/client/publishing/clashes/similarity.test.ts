import fc from 'fast-check';
import { likenessOf } from '../../../../client/publishing/clashes/similarity';
import { wordsOf } from '../../../../client/publishing/clashes/words';
import { fuzzFactor } from '../../../fuzz/settings';
import { handMadePairs } from './handMadePairs';
import { ruleMadePairs } from './ruleMadePairs';

const compare = (one: string, other: string) => likenessOf(wordsOf(one), wordsOf(other));

const pairs = [...handMadePairs, ...ruleMadePairs];

test('there are 200 pairs with an answer', () => {
	expect(pairs).toHaveLength(200);
	expect(pairs.filter(([isRepeat]) => isRepeat)).toHaveLength(115);
});

test('finds repeats with a precision of at least 95 % and a recall of at least 90 %', () => {
	const found = pairs.filter(([, one, other]) => compare(one, other) !== undefined);
	const right = found.filter(([isRepeat]) => isRepeat).length;
	expect(right / found.length).toBeGreaterThanOrEqual(0.95);
	expect(right / pairs.filter(([isRepeat]) => isRepeat).length).toBeGreaterThanOrEqual(0.9);
	// docs/clashes.md states these numbers.
	expect({ found: found.length, right }).toEqual({ found: 115, right: 112 });
});

test.each<[string, string, string, 'same' | 'similar' | undefined]>([
	['case, blanks and emoji', 'We are open', '🎉 we are  OPEN!', 'same'],
	['bold letters of Unicode', 'We are open', '𝗪𝗲 𝗮𝗿𝗲 𝗼𝗽𝗲𝗻', 'same'],
	['the same link', 'We are open https://a.example/x', 'we are open: https://a.example/x', 'same'],
	['another link', 'We are open https://a.example/x', 'We are open https://b.example/y', 'similar'],
	['a link without a scheme', 'We are open: a.example/x', 'We are open: b.example/y', 'similar'],
	['no link', 'We are open https://a.example/x', 'We are open', 'similar'],
	['other hashtags at the end', 'We are open #a #b', 'We are open #c', 'same'],
	['thousands with a comma or a point', '1,000 trees', '1.000 trees', 'same'],
	['another number', 'We have 3 seats left', 'We have 2 seats left', undefined],
	['links alone', 'https://a.example/x', 'https://b.example/y', undefined],
	['numbers alone', '100', '200', undefined],
	['nothing', '', '', undefined],
])('compares texts with %s', (_title, one, other, likeness) => {
	expect(compare(one, other)).toBe(likeness);
});

const runs = { numRuns: Math.ceil(500 * fuzzFactor) };
const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 200 }),
	fc
		.array(
			fc.constantFrom(
				'launch',
				'Straße',
				'новости',
				'发布',
				'お知らせ',
				'42',
				'#tag',
				'https://a.example',
				'.',
				'\n',
			),
		)
		.map((words) => words.join(' ')),
);

test('finds a text in itself, whatever it is', () => {
	fc.assert(
		fc.property(text, text, (one, other) => {
			if (wordsOf(one).words.length > 0) expect(compare(one, one)).toBe('same');
			expect(() => compare(one, other)).not.toThrow();
		}),
		runs,
	);
});

test.each([
	['hashtags', '#a '.repeat(200_000)],
	['letters', 'a'.repeat(500_000)],
	['points', 'a.'.repeat(300_000)],
	['blanks', `#a${' '.repeat(500_000)}b`],
	['commas between digits', '1,'.repeat(300_000)],
	['broken characters', `a ${'\uD800'.repeat(10_000)}`],
	['combining marks', `a${'\u0301'.repeat(100_000)}`],
])('compares a huge text of %s', (_title, huge) => {
	expect(compare(huge, `${huge}x`)).toBeDefined();
});
