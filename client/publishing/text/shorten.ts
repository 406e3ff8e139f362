import { characterCount, isLongerThan } from '../../http/text';

/** How a text is shortened. */
export interface Limits {
	/** The maximum number of characters, counted in code points as the service does. */
	max: number;
	/** How many hashtags of the text's end are kept. Hashtags in sentences are words. */
	hashtags: number;
}

/** A part of a text, by the positions of its start and its end. */
type Span = readonly [start: number, end: number];

const ellipsis = '…';

/** A link, a mention or a hashtag. None of them is ever cut. */
const unbreakable = /https?:\/\/\S+|[@#][\p{L}\p{N}\p{M}_]+(?:[.@-]+[\p{L}\p{N}\p{M}_]+)*/giu;

const anyLink = /https?:\/\/\S+/i;

const wholeLink = /^https?:\/\/\S+$/i;

const wholeHashtag = /^#[\p{L}\p{N}\p{M}_]+$/u;

/** The end of a sentence or a paragraph, in scripts with and without blanks. */
const sentenceEnd = /[.!?…]["'”’»)\]]?(?=\s)|[。！？｡]["'”’»」』）]?|\n/gu;

/** A text is cut after a sentence if this share of the room is used then. */
const sentenceShare = 0.6;

/** How far back a blank is looked for. Longer words, and scripts without blanks, are cut between two characters. */
const wordMax = 40;

/** Links, mentions and hashtags are looked for this far after the cut. */
const unbreakableMax = 2000;

/** Longer than any character as a reader sees it, such as an emoji of a family. */
const graphemeMax = 200;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A word at the end of a text, with the blanks before it. */
interface LastWord {
	blanks: string;
	word: string;
}

/** Splits a text into its body and the hashtags at its end, which can have one link among them. */
function splitEnding(text: string): { body: string; ending: LastWord[] } {
	const ending: LastWord[] = [];
	let body = text.trimEnd();
	for (;;) {
		const start = Math.max(body.lastIndexOf(' '), body.lastIndexOf('\n')) + 1;
		const word = body.slice(start);
		const isSecondLink = ending.some((last) => wholeLink.test(last.word));
		if (!wholeHashtag.test(word) && (isSecondLink || !wholeLink.test(word))) return { body, ending };
		const rest = body.slice(0, start).trimEnd();
		ending.unshift({ blanks: body.slice(rest.length, start), word });
		body = rest;
	}
}

/** Returns the position after so many code points. */
function positionAfter(text: string, count: number): number {
	let position = 0;
	for (let left = count; left > 0 && position < text.length; left--)
		position += (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
	return position;
}

/** Returns the last position up to `max` between two characters as a reader sees them. */
function betweenGraphemes(text: string, max: number): number {
	// Segmenting a whole text takes too much memory. No character reaches over a blank.
	const blank = Math.max(text.lastIndexOf(' ', max - 1), text.lastIndexOf('\n', max - 1));
	const from = Math.max(0, blank, max - graphemeMax);
	const ends = [...graphemes.segment(text.slice(from, max + graphemeMax))].map(
		({ index, segment }) => from + index + segment.length,
	);
	return ends.findLast((end) => end <= max) ?? from;
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
	const spans: Span[] = [...text.matchAll(unbreakable)].map(({ index, 0: { length } }) => [
		index,
		index + length,
	]);
	const before = (position: number): number =>
		spans.find(([start, end]) => start < position && position < end)?.[0] ?? position;
	const sentence = [...text.slice(0, max + 1).matchAll(sentenceEnd)]
		.map(({ index, 0: { length } }) => index + length)
		.findLast((end) => end <= max && before(end) === end);
	if (sentence !== undefined && sentence >= sentenceShare * max) return sentence;
	return betweenGraphemes(text, before(lastWord(text, max)));
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
	return ending.filter(({ word }) => wholeLink.test(word) || left-- > 0);
}

/**
 * Shortens a text that has too many characters: after a sentence if most of the room is used then, otherwise after a word, but
 * never inside a link, a mention, a hashtag or a character. The cut text ends with an ellipsis. After it come the link and the
 * hashtags of the text's end, or the first link if it would be lost. Returns the text as it is if the link alone is too long.
 */
export function shorten(text: string, { max, hashtags }: Limits): string {
	if (!isLongerThan(text, max)) return text;
	const { body, ending } = splitEnding(text);
	const link = ending.some(({ word }) => wholeLink.test(word)) ? undefined : anyLink.exec(body)?.[0];
	const withLink = (kept: LastWord[]): LastWord[] =>
		link === undefined ? kept : [{ blanks: kept[0]?.blanks ?? ' ', word: link }, ...kept.map(afterBlank)];
	for (let kept = keptEnding(ending, hashtags); ; kept = withoutLastHashtag(kept)) {
		const candidates = [join(cut(body, max - lengthOf(kept)), kept)];
		const moved = withLink(kept);
		candidates.push(join(cut(body, max - lengthOf(moved)), moved));
		const fitting = candidates.find(
			(candidate) =>
				candidate !== '' && !isLongerThan(candidate, max) && (link === undefined || candidate.includes(link)),
		);
		if (fitting !== undefined) return fitting;
		if (!kept.some(({ word }) => !wholeLink.test(word))) return text;
	}
}

const afterBlank = (last: LastWord, index: number): LastWord =>
	index === 0 ? { ...last, blanks: ' ' } : last;

const lengthOf = (ending: LastWord[]): number => characterCount(join('x', ending)) - 1;

function withoutLastHashtag(ending: LastWord[]): LastWord[] {
	const last = ending.findLastIndex(({ word }) => !wholeLink.test(word));
	return ending.filter((_word, index) => index !== last);
}
