import { betweenGraphemes, characterCount, isLongerThan, positionAfter } from '../../http/text.js';
import { addressEndAt, findAddresses, findAddressesAnd, isAddress } from './links.js';

/** How a text is shortened. */
interface Limits {
	/** The maximum number of characters, counted in code points as the service does. */
	max: number;
	/** How many hashtags of the text's end are kept. Hashtags in sentences are words. */
	hashtags: number;
}

const ellipsis = '…';

/** Mentions and hashtags, which are never cut. Neither are links. */
const tag = /[@#][\p{L}\p{N}\p{M}_]+(?:[.@-]+[\p{L}\p{N}\p{M}_]+)*/gu;

const wholeHashtag = /^#[\p{L}\p{N}\p{M}_]+$/u;

/** The end of a sentence or a paragraph, in scripts with and without blanks. */
const sentenceEnd = /[.!?…]["'”’»)\]]?(?=\s)|[。！？｡]["'”’»」』）]?|\n/gu;

/** A text is cut after a sentence if this share of the room is used then. */
const sentenceShare = 0.6;

/** How far back a blank is looked for. Longer words, and scripts without blanks, are cut between two characters. */
const wordMax = 40;

/** Links, mentions and hashtags are looked for this far after the cut. */
const unbreakableMax = 2000;

/** A word at the end of a text, with the blanks before it. */
interface LastWord {
	blanks: string;
	word: string;
	isLink: boolean;
}

/** Returns where the characters of a kind end that are before a position. */
function startOf(kind: RegExp, text: string, end: number): number {
	let start = end;
	while (start > 0 && kind.test(text[start - 1] ?? '')) start--;
	return start;
}

/** Splits a text into its body and the hashtags at its end, which can have one link among them. */
function splitEnding(text: string): { body: string; ending: LastWord[] } {
	const ending: LastWord[] = [];
	let end = text.trimEnd().length;
	let hasLink = false;
	for (;;) {
		const start = startOf(/\S/, text, end);
		const word = text.slice(start, end);
		const isLink = !wholeHashtag.test(word);
		if (isLink && (hasLink || !isAddress(word)))
			return { body: text.slice(0, end), ending: ending.reverse() };
		hasLink ||= isLink;
		const endBefore = startOf(/\s/, text, start);
		ending.push({ blanks: text.slice(endBefore, start), word, isLink });
		end = endBefore;
	}
}

/** Returns the end of the last whole word up to `max`. In scripts without blanks, that is `max`. */
function lastWord(text: string, max: number): number {
	if (/\s/.test(text[max] ?? ' ')) return max;
	const from = Math.max(0, max - wordMax);
	const before = text.slice(from, max);
	const blank = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n'));
	return blank < 0 ? max : from + blank;
}

/** Returns where to cut a text that has more than `max` units. */
function cutPosition(text: string, max: number): number {
	const spans = findAddressesAnd(tag, text);
	const before = (position: number): number =>
		spans.find(({ start, end }) => start < position && position < end)?.start ?? position;
	const sentence = [...text.slice(0, max + 1).matchAll(sentenceEnd)]
		.map(({ index, 0: { length } }) => index + length)
		.findLast((end) => end <= max && before(end) === end);
	if (sentence !== undefined && sentence >= sentenceShare * max) return sentence;
	const position = betweenGraphemes(text, before(lastWord(text, max)));
	// Cutting what ends an address, such as `](`, could make it longer. Then the text is cut directly after the address.
	const last = spans.findLast(({ end }) => end <= position);
	const end = last && addressEndAt(text.slice(0, position) + ellipsis, last.start);
	return last && end !== undefined && end !== last.end ? last.end : position;
}

/** Cuts a text to `room` code points, with the ellipsis. Returns an empty text if not even one word fits. */
function cut(text: string, room: number): string {
	if (!isLongerThan(text, room)) return text;
	const max = positionAfter(text, room - 1);
	// The unbreakable word at the end has to be whole.
	const rest = text.slice(0, max + unbreakableMax);
	const kept = text.slice(0, cutPosition(rest, max)).trimEnd();
	const isSentence = /[.!?]$/.test(kept);
	if (!isSentence || characterCount(kept) + 2 <= room)
		return kept && kept + (isSentence ? ' ' : '') + ellipsis;
	return text.slice(0, cutPosition(rest, positionAfter(text, room - 2))).trimEnd() + ellipsis;
}

const join = (body: string, ending: LastWord[]): string =>
	ending.reduce((text, { blanks, word }) => text + (text === '' ? '' : blanks || ' ') + word, body);

/** The ending without hashtags over the limit. */
function keptEnding(ending: LastWord[], max: number): LastWord[] {
	let left = max;
	return ending.filter(({ isLink }) => isLink || left-- > 0);
}

/**
 * Shortens a text that has too many characters: after a sentence if most of the room is used then, otherwise after a word, but
 * never inside a link, a mention, a hashtag or a character. The cut text ends with an ellipsis. After it come the link and the
 * hashtags of the text's end, or the first link if it would be lost. Returns the text as it is if the link alone is too long.
 */
export function shorten(text: string, { max, hashtags }: Limits): string {
	if (!isLongerThan(text, max)) return text;
	const { body, ending } = splitEnding(text);
	const link = ending.some(({ isLink }) => isLink) ? undefined : findAddresses(body)[0]?.text;
	const withLink = (kept: LastWord[]): LastWord[] =>
		link === undefined
			? kept
			: [{ blanks: kept[0]?.blanks ?? ' ', word: link, isLink: true }, ...kept.map(afterBlank)];
	const fitting = (count: number): string | undefined => {
		const kept = keptEnding(ending, count);
		return [kept, withLink(kept)]
			.map((words) => join(cut(body, max - lengthOf(words)), words))
			.find(
				(candidate) =>
					candidate !== '' &&
					!isLongerThan(candidate, max) &&
					(link === undefined || candidate.includes(link)),
			);
	};
	return lastFitting(Math.min(hashtags, ending.length), fitting) ?? text;
}

/** Returns the result for the largest number up to `max` that fits. All smaller ones fit, too, so it's found by halves. */
function lastFitting(max: number, resultFor: (count: number) => string | undefined): string | undefined {
	let found = resultFor(max);
	if (found !== undefined) return found;
	let [fitting, tooMany] = [-1, max];
	while (tooMany - fitting > 1) {
		const count = Math.floor((fitting + tooMany) / 2);
		const result = resultFor(count);
		found = result ?? found;
		if (result === undefined) tooMany = count;
		else fitting = count;
	}
	return found;
}

const afterBlank = (last: LastWord, index: number): LastWord =>
	index === 0 ? { ...last, blanks: ' ' } : last;

const lengthOf = (ending: LastWord[]): number => characterCount(join('x', ending)) - 1;
