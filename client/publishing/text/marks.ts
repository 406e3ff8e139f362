import { characterAt, characterBefore } from '../../http/text.js';

/** A run of marks in a line, such as `**` or `~~`. */
export interface MarkRun {
	mark: '*' | '~';
	start: number;
	length: number;
}

/** A pair of marks, by the positions of both. Both have the same length. */
export interface MarkPair {
	open: number;
	close: number;
	length: number;
}

const wordCharacter = /[\p{L}\p{M}\p{N}]/u;

/** Scripts that write words without spaces. In them, marks inside a word aren't mistaken for anything else. */
const unspaced =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * What can stand first in marked words, such as an opening quotation mark. Ornaments and faces such as `*:・゚✧` and `~*~` begin with other
 * characters.
 */
const first =
	/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}*`"'([{¡¿.€$£¥#@+\-\uE000]|(?![\0-\x7F])[\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Sc}]/u;

/** What can stand last, such as the full stops of all scripts. */
const last =
	/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3*`"')\]}!?.,:;…%€$£¥#+\-\uE000]|(?![\0-\x7F])[\p{P}\p{Sc}]/u;

/** What can't stand before or after a single mark, because then it's part of a face, a handle or a word. */
const partOfOther = /[:;=@#/\\^<>_~-]/;

const isSpacedWord = (character: string): boolean =>
	wordCharacter.test(character) && !unspaced.test(character);

/** A run and how it can be used. `left` is how many of its marks aren't paired yet. */
interface Candidate extends MarkRun {
	canOpen: boolean;
	canClose: boolean;
	isInWord: { before: boolean; after: boolean };
	left: number;
}

function toCandidate(text: string, run: MarkRun): Candidate {
	const { mark, start, length } = run;
	const before = characterBefore(text, start);
	const after = characterAt(text, start + length);
	const isDouble = length >= 2;
	const isKnown = length <= 3 && (mark !== '~' || length === 2);
	const isInWord = { before: isSpacedWord(before), after: isSpacedWord(after) };
	const mayBegin = isDouble || !(isInWord.before || partOfOther.test(before));
	const mayEnd = isDouble || !(isInWord.after || partOfOther.test(after));
	return {
		...run,
		canOpen: isKnown && mayBegin && first.test(after),
		canClose: isKnown && mayEnd && last.test(before),
		isInWord,
		left: length,
	};
}

/** Whether words with a blank on at least one side are marked, as opposed to `2**3**4` and `f**k and s**t`. */
const isAtWordEdge = (open: Candidate, close: Candidate): boolean =>
	!(open.isInWord.before && close.isInWord.after);

/** Pairs the marks of two runs. Undefined if the words between them can't be what they mark. */
function pairOf(
	opener: Candidate,
	closer: Candidate,
	{ hasWords, isOneLine }: Between,
): MarkPair | undefined {
	const from = opener.start + opener.left;
	if (!isAtWordEdge(opener, closer) || !hasWords(from, closer.start)) return undefined;
	const length = Math.min(opener.left, closer.left);
	// Single marks at the ends of two lines can be footnotes.
	if (length === 1 && !isOneLine(from, closer.start)) return undefined;
	const pair = { open: from - length, close: closer.start + closer.length - closer.left, length };
	opener.left -= length;
	closer.left -= length;
	return pair;
}

/** What is between two positions. */
interface Between {
	/** Whether there is a letter, a digit or an emoji. */
	hasWords(from: number, to: number): boolean;
	/** Whether there is no line break. */
	isOneLine(from: number, to: number): boolean;
}

/** Pairs runs from left to right, each with the nearest one before it. */
function pairUp(candidates: Candidate[], between: Between): MarkPair[] {
	const pairs: MarkPair[] = [];
	const open: Record<MarkRun['mark'], Candidate[]> = { '*': [], '~': [] };
	const nextPair = (closer: Candidate): MarkPair | undefined => {
		const opener = closer.canClose && closer.left > 0 ? open[closer.mark].at(-1) : undefined;
		const pair = opener && pairOf(opener, closer, between);
		if (opener?.left === 0) open[closer.mark].pop();
		return pair;
	};
	for (const candidate of candidates) {
		for (let pair = nextPair(candidate); pair; pair = nextPair(candidate)) pairs.push(pair);
		if (candidate.canOpen && candidate.left === candidate.length) open[candidate.mark].push(candidate);
	}
	return pairs;
}

type Range = (from: number, to: number) => boolean;

/** Counts the characters of a kind before each position, so that each pair is checked in no time. */
function hasBetween(text: string, isOfKind: (unit: string) => boolean): Range {
	const counts = new Uint32Array(text.length + 1);
	for (let position = 0; position < text.length; position++)
		counts[position + 1] = (counts[position] ?? 0) + (isOfKind(text[position] ?? '') ? 1 : 0);
	return (from, to) => (counts[to] ?? 0) > (counts[from] ?? 0);
}

const not =
	(range: Range): Range =>
	(from, to) =>
		!range(from, to);

const isHalfUsed = ({ left, length }: Candidate): boolean => left > 0 && left < length;

/** How often pairs are looked for again without runs that had a partner for some of their marks only. */
const attemptsMax = 8;

/**
 * Finds the marks around words that a writer can only have meant as Markdown. Marks of which only some would have a partner stay.
 * @param runs in the order of the text
 */
export function findPairs(text: string, runs: MarkRun[]): MarkPair[] {
	const between: Between = {
		hasWords: hasBetween(text, canBeMarked),
		isOneLine: not(hasBetween(text, (unit) => unit === '\n')),
	};
	let usable = runs;
	for (let attempt = 0; attempt < attemptsMax; attempt++) {
		const candidates = usable.map((run) => toCandidate(text, run));
		const pairs = pairUp(candidates, between);
		const half = new Set(candidates.filter(isHalfUsed).map(({ start }) => start));
		if (half.size === 0) return pairs;
		usable = usable.filter(({ start }) => !half.has(start));
	}
	return [];
}

/** Letters, digits, and both halves of emoji and rare letters. */
const canBeMarked = (unit: string): boolean => /[\p{L}\p{N}\uD800-\uDFFF\uE000]/u.test(unit);
