import { countsOf, weightOf, type ComparedWords, type Counts } from './words.js';

/** How alike two texts are. Undefined if they are different. */
export type Likeness = 'same' | 'similar' | undefined;

/** The words of one text that the other doesn't have, each as often as it's missing. */
const missingIn = (counts: Counts, other: Counts): string[] =>
	[...counts].flatMap(([word, count]) =>
		Array.from({ length: Math.max(0, count - (other.get(word) ?? 0)) }, () => word),
	);

function sharedStart(one: string, other: string): number {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length += 1;
	return length;
}

/** Whether one word becomes the other if one letter is added, removed, replaced or swapped with the next one. */
function differsByOneLetter(one: string, other: string): boolean {
	const [short, long] = one.length <= other.length ? [one, other] : [other, one];
	if (long.length - short.length > 1) return false;
	const start = sharedStart(short, long);
	const [restOfShort, restOfLong] = [short.slice(start), long.slice(start)];
	if (short.length < long.length) return restOfShort === restOfLong.slice(1);
	const [first = '', second = ''] = restOfShort;
	return (
		restOfShort.slice(1) === restOfLong.slice(1) ||
		(restOfLong.startsWith(second + first) && restOfShort.slice(2) === restOfLong.slice(2))
	);
}

/** Shorter words with one other letter are mostly other words. */
const typoLengthMin = 5;

/** Whether two words are forms of one word, such as "opens" and "opening", or one has a typing error after its first letter. */
function isSameWord(one: string, other: string): boolean {
	if (one[0] !== other[0]) return false;
	const [shortest, longest] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
	if (shortest >= typoLengthMin && differsByOneLetter(one, other)) return true;
	return sharedStart(one, other) >= Math.max(4, Math.ceil(longest * 0.55));
}

/** How many pairs of words are compared for two texts. Texts with more different words are hardly the same with other forms. */
const pairsMax = 10_000;

/** Removes the words of two lists that are forms of the same word. */
function withoutPairs(one: string[], other: string[]): [string[], string[]] {
	const left = [...other];
	let compared = 0;
	const unpaired = one.filter((word) => {
		if (compared >= pairsMax) return true;
		const index = left.findIndex((candidate) => isSameWord(word, candidate));
		compared += index < 0 ? left.length : index + 1;
		if (index >= 0) left.splice(index, 1);
		return index < 0;
	});
	return [unpaired, left];
}

/** Which share of the words two similar texts can have exchanged, and which share they must have in common. */
const exchangedMax = 0.12;
const commonMin = 0.6;

/** Texts with a larger share of different words aren't similar, even if some of these are forms of the same word. */
const differentMax = 0.4;

/** Whether each text has an entry that the other doesn't have. */
const areExchanged = (one: readonly string[], other: readonly string[]): boolean => {
	const [counts, others] = [countsOf(one), countsOf(other)];
	return missingIn(counts, others).length > 0 && missingIn(others, counts).length > 0;
};

/** Words that count like numbers, because templates have them, too. */
const countingWords = new Set(
	[
		'one two three four five six seven eight nine ten eleven twelve',
		'first second third fourth fifth sixth seventh eighth ninth tenth',
		'monday tuesday wednesday thursday friday saturday sunday',
		'january february march april may june july august september october november december',
	]
		.join(' ')
		.split(' '),
);

/** Whether the same template has other numbers or names in the two texts. */
function isRefilled(one: ComparedWords, other: ComparedWords, missing: [string[], string[]]): boolean {
	const [ofOne, ofOther] = missing;
	const isCounting = (word: string): boolean => countingWords.has(word);
	return (
		areExchanged(one.numbers, other.numbers) ||
		(ofOne.some(isCounting) && ofOther.some(isCounting)) ||
		(ofOne.some((word) => one.names.has(word)) && ofOther.some((word) => other.names.has(word)))
	);
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((entry, index) => entry === other[index]);

/**
 * Compares two texts. The same words in the same order with the same numbers and links are the same text. A text with another
 * link, other hashtags at its end, a corrected word or another sentence is similar. A template that is filled with other numbers or
 * names isn't, and neither is a translation.
 */
export function likenessOf(one: ComparedWords, other: ComparedWords): Likeness {
	if (one.words.length + one.numbers.length === 0 || other.words.length + other.numbers.length === 0) {
		return undefined;
	}
	if (isSameList(one.words, other.words) && isSameList(one.numbers, other.numbers)) {
		return isSameList(one.links, other.links) ? 'same' : 'similar';
	}
	const [total, totalOfOther] = [one.weight, other.weight];
	const largest = Math.max(total, totalOfOther);
	if (total === 0 || Math.min(total, totalOfOther) < commonMin * largest) return undefined;
	const different = [missingIn(one.counts, other.counts), missingIn(other.counts, one.counts)] as const;
	if (Math.min(...different.map(weightOf)) > differentMax * largest) return undefined;
	const missing = withoutPairs(...different);
	if (isRefilled(one, other, missing)) return undefined;
	const [extra, extraOfOther] = missing.map(weightOf) as [number, number];
	const common = (total - extra + totalOfOther - extraOfOther) / 2;
	const exchanged = Math.min(extra, extraOfOther);
	const isSimilar =
		exchanged <= exchangedMax * (common + exchanged) &&
		common >= commonMin * (common + Math.max(extra, extraOfOther));
	return isSimilar ? 'similar' : undefined;
}
