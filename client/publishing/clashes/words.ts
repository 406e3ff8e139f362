import { firstCharacters } from '../../http/text.js';
import { findAllAddresses, type TextSpan } from '../text/links.js';

/** How often each word occurs. */
export type Counts = ReadonlyMap<string, number>;

/** A text as it's compared: without case, blanks, punctuation, emoji, links and the hashtags at its end. */
export interface ComparedWords {
	/** The words in their order, in lower case. Scripts without blanks have pairs of characters instead. */
	words: readonly string[];
	counts: Counts;
	/** The length of all words. Long ones count no more than eight letters. */
	weight: number;
	/** The numbers, such as 1000 and 9:30. */
	numbers: readonly string[];
	/** Words that are written like names: with a capital letter in the middle of a sentence. */
	names: ReadonlySet<string>;
	links: readonly string[];
}

/** Longer than the text of any network but dev.to. What follows is unlikely to decide whether two texts are the same. */
const charactersMax = 10_000;

const hashtag = /^#[\p{L}\p{M}\p{N}_]+$/u;

/** Removes the hashtags at the end of a text. Doesn't look for them with one pattern, which takes long for a text of hashtags. */
function withoutLastHashtags(text: string): string {
	let kept = text.trimEnd();
	for (;;) {
		const start = Math.max(kept.lastIndexOf(' '), kept.lastIndexOf('\n')) + 1;
		if (!hashtag.test(kept.slice(start))) return kept;
		kept = kept.slice(0, start).trimEnd();
	}
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’.,:][\p{L}\p{M}\p{N}]+)*/gu;

const withoutBlanks =
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Whether a word starts a sentence, by the few characters before it. */
function startsSentence(before: string): boolean {
	const rest = before.replace(/[\s"'()“”‘’]/g, '');
	return rest === '' || before.includes('\n') || /[.!?:…]$/.test(rest);
}

/** Removes the comma or point between thousands. */
const plainNumber = (text: string): string =>
	hasDigit.test(text) ? text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '') : text;

const hasWord = /[\p{L}\p{N}]/u;

const hasDigit = /\p{N}/u;

/** The pairs of neighboring characters of a text in a script without blanks. A single character is a word. */
function pairsOf(run: string): string[] {
	const characters = [...run];
	return characters.length === 1
		? characters
		: characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

const latin = /^[\0-\u024F]*$/;

/** Splits a word into its parts in scripts without blanks and the rest. */
function partsOf(word: string): string[] {
	if (latin.test(word)) return [word];
	const parts: string[] = [];
	let end = 0;
	for (const { 0: run, index } of word.matchAll(withoutBlanks)) {
		if (index > end) parts.push(word.slice(end, index));
		parts.push(...pairsOf(run));
		end = index + run.length;
	}
	if (end < word.length) parts.push(word.slice(end));
	return parts;
}

const isCapitalized = (word: string): boolean => /^\p{Lu}\p{M}*\p{Ll}/u.test(word);

/** How many characters before a word show whether it starts a sentence. */
const lookBehind = 8;

interface Word {
	word: string;
	isCapitalized: boolean;
	startsSentence: boolean;
}

const wordsIn = (text: string): Word[] =>
	[...text.matchAll(wordPattern)].flatMap(({ 0: found, index }) => {
		const before = text.slice(Math.max(0, index - lookBehind), index);
		return partsOf(found).map((part) => ({
			word: plainNumber(part.toLowerCase()),
			isCapitalized: isCapitalized(part),
			startsSentence: startsSentence(before),
		}));
	});

/** Returns the words that are written like names. In a headline, all words have a capital letter, so none of them are. */
function namesAmong(words: readonly Word[]): ReadonlySet<string> {
	const capitalized = words.filter((word) => word.isCapitalized);
	if (capitalized.length * 2 > words.length) return new Set();
	return new Set(capitalized.filter((word) => !word.startsSentence).map(({ word }) => word));
}

/** Counts how often each entry of a list occurs. */
export function countsOf(words: readonly string[]): Counts {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

const weightMax = 8;

/** Long words say more than short ones. */
export const weightOf = (words: readonly string[]): number =>
	words.reduce((sum, { length }) => sum + Math.min(length, weightMax), 0);

/** Replaces the addresses of a text by a blank each. */
function withoutAddresses(text: string, addresses: readonly TextSpan[]): string {
	const ends = [0, ...addresses.map(({ end }) => end)];
	return ends.map((end, index) => text.slice(end, addresses[index]?.start)).join(' ');
}

/** Prepares a text for comparisons. */
export function wordsOf(text: string): ComparedWords {
	const whole = firstCharacters(text, charactersMax);
	const addresses = findAllAddresses(whole);
	const withTags = withoutAddresses(whole, addresses).normalize('NFKC');
	const withoutTags = withoutLastHashtags(withTags);
	const all = wordsIn(hasWord.test(withoutTags) ? withoutTags : withTags);
	const [numbers, words] = [true, false].map((isNumber) =>
		all.filter(({ word }) => hasDigit.test(word) === isNumber).map(({ word }) => word),
	) as [string[], string[]];
	return {
		words,
		counts: countsOf(words),
		weight: weightOf(words),
		numbers,
		links: addresses.map((address) => address.text.normalize('NFKC')),
		names: namesAmong(all),
	};
}
