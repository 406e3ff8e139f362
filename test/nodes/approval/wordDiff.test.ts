import {
	createDiffBudget,
	wordDiff,
	type DiffPart,
} from '../../../nodes/SocialPublishing/approval/page/wordDiff';

const diff = (before: string, after: string): DiffPart[] => wordDiff(before, after, createDiffBudget());

/** Short form: `-removed-`, `+added+`, and the rest. */
const short = (parts: DiffPart[]): string =>
	parts
		.map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
		.join('');

const textOf = (parts: DiffPart[], without: DiffPart['kind']): string =>
	parts
		.filter(({ kind }) => kind !== without)
		.map(({ text }) => text)
		.join('');

test.each<[title: string, before: string, after: string, expected: string]>([
	['nothing', '', '', ''],
	['no change', 'The same text.', 'The same text.', 'The same text.'],
	['a new text', '', 'Two words', '[+Two words+]'],
	['no text anymore', 'Two words', '', '[-Two words-]'],
	['a word', 'We open on Monday.', 'We open on Friday.', 'We open on [-Monday-][+Friday+].'],
	['a sign', 'Welcome!', 'Welcome.', 'Welcome[-!-][+.+]'],
	['capitals', 'welcome all', 'Welcome all', '[-welcome-][+Welcome+] all'],
	['neighbors', 'a red old car', 'a blue new car', 'a [-red old-][+blue new+] car'],
	['an addition in between', 'a car', 'a red car', 'a [+red +]car'],
	['an addition at the end', 'a car', 'a car!', 'a car[+!+]'],
	['a removal', 'a very old car', 'an old car', '[-a very -][+an +]old car'],
	['lines', 'one\ntwo', 'one\n\ntwo', 'one\n[+\n+]two'],
	[
		'an emoji',
		'Hi \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
		'Hi \u{1F468}\u200D\u{1F469}',
		'Hi [-\u{1F468}\u200D\u{1F469}\u200D\u{1F467}-][+\u{1F468}\u200D\u{1F469}+]',
	],
	['a text without spaces', '我们星期一开门', '我们星期五开门', '我们[-星期一-][+星期五+]开门'],
	['right to left', 'שלום עולם', 'שלום לך', 'שלום [-עולם-][+לך+]'],
	['markup', 'a <b>red</b> car', 'a <i>red</i> car', 'a <[-b-][+i+]>red</[-b-][+i+]> car'],
	[
		'a name with a meaning',
		'__proto__ constructor',
		'constructor __proto__',
		'[-__proto__ -]constructor[+ __proto__+]',
	],
])('finds %s', (_title, before, after, expected) => {
	expect(short(diff(before, after))).toBe(expected);
});

/** The same numbers in every run. */
function randomFrom(seed: number): (below: number) => number {
	let value = seed;
	return (below) => {
		value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
		return value % below;
	};
}

test('keeps both texts in every random pair, and has no empty part', () => {
	const random = randomFrom(7);
	const text = (): string =>
		Array.from(
			{ length: random(30) },
			() => ['a', 'b', ' ', '\n', '.', '\uD800', '\u{1F600}'][random(7)],
		).join('');
	for (let round = 0; round < 300; round += 1) {
		const [before, after] = [text(), text()];
		const parts = diff(before, after);
		expect([textOf(parts, 'added'), textOf(parts, 'removed')]).toEqual([before, after]);
		expect(parts.filter((part) => part.text === '')).toEqual([]);
	}
});

const manyWords = (count: number, word: (index: number) => string): string =>
	Array.from({ length: count }, (_, index) => word(index)).join(' ');

describe('a hostile text', () => {
	test.each<[title: string, before: string, after: string]>([
		['100,000 words', manyWords(100_000, (index) => `a${index}`), manyWords(100_000, (index) => `b${index}`)],
		['equal words', manyWords(9_000, () => 'a'), manyWords(9_000, (index) => (index % 2 === 0 ? 'a' : 'b'))],
		[
			'words in another order',
			manyWords(9_000, (index) => `a${index}`),
			manyWords(9_000, (index) => `a${9_000 - index}`),
		],
		['one long word', 'a'.repeat(500_000), 'b'.repeat(500_000)],
		['signs', '<>&"'.repeat(50_000), '"&><'.repeat(50_000)],
		['line breaks', '\n'.repeat(100_000), '\r\n'.repeat(100_000)],
	])('is removed and added as a whole: %s', (_title, before, after) => {
		expect(diff(before, after)).toEqual([
			{ kind: 'removed', text: before },
			{ kind: 'added', text: after },
		]);
	});

	test("takes no more than the page's work", () => {
		const budget = createDiffBudget();
		const [before, after] = [
			manyWords(9_000, () => 'a'),
			manyWords(9_000, (index) => (index % 2 === 0 ? 'a' : 'b')),
		];
		const { steps } = budget;
		for (let round = 0; round < 20; round += 1) wordDiff(before, after, budget);
		expect(budget.steps).toBeLessThanOrEqual(0);
		expect(budget.steps).toBeGreaterThan(-steps);
		expect(short(wordDiff('a b', 'a c', { steps: 0 }))).toBe('[-a b-][+a c+]');
	});

	test('is still compared if only a few of its words differ', () => {
		const before = manyWords(9_000, (index) => `a${index}`);
		expect(short(diff(before, before.replace('a4500 ', 'new ')))).toBe(
			before.replace('a4500 ', '[-a4500-][+new+] '),
		);
	});
});
