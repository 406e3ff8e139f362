import { characterAt } from '../../http/text.js';

/** A part of a text, such as an address, with the position of its first character and the one after its last. */
export interface TextSpan {
	text: string;
	start: number;
	end: number;
}

const scheme = /(?<!\+)https?:\/\//gi;

/** Where an address begins that can lack its scheme, such as `www.example.com` and `example.com/new`. */
const schemeOrHost =
	/https?:\/\/|(?<![\p{L}\p{N}@.])www\.(?=[\p{L}\p{N}])|(?<![\p{L}\p{N}@.])(?=(?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}{2,20}\/)/giu;

const schemeHere = /https?:\/\//iy;

const letter = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]/u;

/**
 * Letters of scripts without blanks between words, or with particles that stick to a word, and emoji. Behind Latin letters, they
 * are the text that goes on.
 */
const sticking =
	/(?![\p{P}\p{S}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

const isSticking = (character: string): boolean => character > '\x7F' && sticking.test(character);

const mark = /^\p{M}$/u;

/** Characters that are never in an address: blanks, control characters, and symbols and punctuation of other scripts. */
const foreign = /[\p{Z}\p{C}<>"`\\^]|(?![\0-\x7F])[\p{P}\p{S}]/u;

/** Punctuation of other scripts that stands inside of words, such as `l·l` and the joiners of Persian and emoji. */
const joining = /[·‧־׳״–‐‑\u200C\u200D]/;

const apostrophe = /['’]/;

/** What can stand at the end of an address, but mostly belongs to the text. */
const trailing = /[.,;:!?'’*_~·‧・־׳״–‐‑\u200C\u200D]/;

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** No address has more between two brackets, or more open brackets. This keeps a text of open brackets from taking long. */
const inBracketsMax = 200;
const openMax = 4;

/** Longer than any host. */
const hostMax = 300;

const user = /[\w.~%+-]{1,64}(?::[\w.~!$%+-]{0,64})?@/y;

const addressOfNumbers = /\[[\d.:a-f]{2,50}\]/iy;

const latinLetter = /[a-z\d]/i;

const latinLetters = /[a-z\d]+/iy;

const port = /:\d{1,5}/y;

const hostCharacter = /[\p{L}\p{M}\p{N}\-._%]/u;

/** A host that isn't complete yet, such as `www.t` of `www.t恤.com`. */
const hostStart = /^(?:www\.)?[^.]*$/i;

/** Returns the position after a sticky pattern. */
function after(pattern: RegExp, text: string, position: number): number {
	pattern.lastIndex = position;
	return pattern.test(text) ? pattern.lastIndex : position;
}

function nameEnd(text: string, start: number): number {
	const last = Math.min(text.length, start + hostMax);
	let position = start;
	for (let before = ''; position < last; ) {
		const character = characterAt(text, position);
		const belongs = isSticking(character)
			? isSticking(before) || /[.-]/.test(before) || hostStart.test(text.slice(start, position))
			: hostCharacter.test(character);
		if (!belongs) return position;
		if (!mark.test(character)) before = character;
		position += character.length;
	}
	return position;
}

function hostEnd(text: string, start: number): number {
	const from = after(user, text, start);
	const end = after(addressOfNumbers, text, from);
	return after(port, text, end > from ? end : nameEnd(text, from));
}

/** Reads the path, the query and the fragment of an address, character by character. */
class Path {
	/** The last character that decides whether a letter of a script without blanks belongs to the address. */
	private before = '/';

	private beforeLast = '';

	private part: 'path' | 'query' | 'fragment' = 'path';

	private readonly open: Array<{ closer: string; position: number }> = [];

	/** The mark of Markdown directly before the address, which also ends it. */
	private readonly markAround: string;

	constructor(
		private readonly text: string,
		private readonly start: number,
	) {
		const [around = ''] = /(?:\*{1,3}|~~)$/.exec(text.slice(Math.max(0, start - 3), start)) ?? [];
		this.markAround = around;
	}

	/** Returns where the address ends, from the end of its host on. */
	end(from: number): number {
		let position = from;
		while (position < this.text.length) {
			const character = characterAt(this.text, position);
			if (!this.belongs(character, position)) break;
			position = latinLetter.test(character) ? this.endOfLatin(position) : position + character.length;
		}
		return this.open[0]?.position ?? position;
	}

	/** Returns the end of Latin letters and digits, before another address that begins behind them. */
	private endOfLatin(position: number): number {
		const run = after(latinLetters, this.text, position);
		const [begins = ''] = this.text.startsWith('://', run)
			? (/https?$/i.exec(this.text.slice(Math.max(position, run - 5), run)) ?? [])
			: [];
		const end = run - begins.length > position ? run - begins.length : run;
		this.before = this.text[end - 1] ?? '';
		return end;
	}

	private belongs(character: string, position: number): boolean {
		if (this.isOtherAddress(position) || this.isMarkAround(position) || this.isOpenTooLong(position))
			return false;
		const next = characterAt(this.text, position + 1);
		// Browsers encode it in queries.
		if (apostrophe.test(character)) return this.part !== 'query' && letter.test(next) && !isSticking(next);
		if (joining.test(character)) return letter.test(next);
		// It parts items of a list, and words in the names of Japanese pages.
		if (character === '・') return /\p{Script=Katakana}/u.test(this.before) && letter.test(next);
		if (character === '|') return this.part === 'query' && /\w/.test(next) && !this.isCell();
		if (character in closers) return this.opens(character, position);
		if (this.isCloser(character)) return this.closes(character, next);
		if (isSticking(character) ? !this.takesSticking() : foreign.test(character)) return false;
		if (character === '?' && this.part === 'path') this.part = 'query';
		if (character === '#') this.part = 'fragment';
		if (!mark.test(character)) [this.beforeLast, this.before] = [this.before, character];
		return true;
	}

	private takesSticking(): boolean {
		if (/[/=\-_%#?]/.test(this.before) || isSticking(this.before)) return true;
		return (
			(this.before === '@' && this.beforeLast === '/') || (this.part === 'query' && /[&+]/.test(this.before))
		);
	}

	private opens(character: string, position: number): boolean {
		if (this.open.length === openMax) return false;
		this.open.push({ closer: closers[character] ?? '', position });
		return true;
	}

	private isCloser(character: string): boolean {
		return character === ')' || character === ']' || character === '}';
	}

	/** Whether a bracket closes one of the address. The end of a link's text, `](`, doesn't. */
	private closes(character: string, next: string): boolean {
		const isOfText = character === ']' && next === '(';
		if (isOfText || this.open.at(-1)?.closer !== character) return false;
		this.open.pop();
		[this.beforeLast, this.before] = [this.before, character];
		return true;
	}

	/** Whether another address begins here, as in `https://a.example,https://b.example`, instead of one in a path or a query. */
	private isOtherAddress(position: number): boolean {
		if (after(schemeHere, this.text, position) === position) return false;
		return !/[/=?#&:%_\-.+~@$]/.test(this.text[position - 1] ?? '');
	}

	/** Whether the mark before the address closes here. */
	private isMarkAround(position: number): boolean {
		return this.markAround !== '' && this.text.startsWith(this.markAround, position);
	}

	/** Whether the line has a bar before the address, as a row of a table does. */
	private isCell(): boolean {
		const bar = this.start === 0 ? -1 : this.text.lastIndexOf('|', this.start - 1);
		return bar >= 0 && !this.text.slice(bar, this.start).includes('\n');
	}

	/** Whether a bracket is open for too long to belong to the address. */
	private isOpenTooLong(position: number): boolean {
		return position - (this.open[0]?.position ?? position) > inBracketsMax;
	}
}

/** Leaves out what belongs to the sentence at the end of an address: punctuation, marks of Markdown and a possessive. */
function withoutTrailing(text: string, start: number, from: number): number {
	let end = from;
	for (;;) {
		if (end > start && trailing.test(text[end - 1] ?? '')) end--;
		else if (end - 2 > start && /^['’]s$/i.test(text.slice(end - 2, end))) end -= 2;
		else return end;
	}
}

/** A bracket, a quotation mark or a space of HTML that was escaped, which ends an address. */
const escapedMark = /&(?:lt|gt|quot|apos|nbsp|#34|#39);/;

/** Returns where an address ends. Undefined if there's none. */
function addressEnd(text: string, start: number, host: number): number | undefined {
	const end = hostEnd(text, host);
	const hasPath = /[/?#]/.test(text[end] ?? '');
	const endOfHost = hasPath ? end : withoutTrailing(text, host, end);
	if (endOfHost === host || !URL.canParse(`https://${text.slice(host, endOfHost)}`)) return undefined;
	if (!hasPath) return endOfHost;
	const endOfPath = new Path(text, start).end(end);
	const escaped = text.slice(end, endOfPath + 1).search(escapedMark);
	return withoutTrailing(text, endOfHost, escaped < 0 ? endOfPath : end + escaped);
}

function find(text: string, beginning: RegExp): TextSpan[] {
	const found: TextSpan[] = [];
	beginning.lastIndex = 0;
	for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
		const { 0: begins, index: start } = match;
		const host = start + (begins.endsWith('/') ? begins.length : 0);
		const end = addressEnd(text, start, host);
		if (end !== undefined) found.push({ text: text.slice(start, end), start, end });
		beginning.lastIndex = Math.max(end ?? 0, start + begins.length, start + 1);
	}
	return found;
}

/** Returns where an address ends that begins at a position. Undefined if there's none. */
export function addressEndAt(text: string, start: number): number | undefined {
	const host = after(schemeHere, text, start);
	return host === start ? undefined : addressEnd(text, start, host);
}

/**
 * Finds the addresses of a text, in their order. Each parses as a URL. An address ends before what belongs to the sentence around
 * it, in all scripts. docs/texts.md has the rules.
 */
export const findAddresses = (text: string): TextSpan[] => find(text, scheme);

/** Finds also the addresses that lack a scheme, such as `www.example.com` and `example.com/new`. */
export const findAllAddresses = (text: string): TextSpan[] => find(text, schemeOrHost);

/**
 * Finds the addresses of a text and other words, such as hashtags, in their order. No word begins or ends inside of an address.
 * @param words a global pattern
 */
export function findAddressesAnd(words: RegExp, text: string): TextSpan[] {
	const addresses = findAddresses(text);
	let next = 0;
	const others = [...text.matchAll(words)].flatMap(({ 0: found, index: start }) => {
		while (addresses[next] && (addresses[next]?.end ?? 0) <= start) next++;
		const { start: addressStart = text.length } = addresses[next] ?? {};
		const end = Math.min(start + found.length, addressStart);
		return start < end ? [{ text: text.slice(start, end), start, end }] : [];
	});
	return [...addresses, ...others].sort((one, other) => one.start - other.start);
}

/** Replaces the addresses of a text, in their order. What is outside of them stays. */
export function replaceAddresses(text: string, replace: (address: TextSpan) => string): string {
	let position = 0;
	const parts = findAddresses(text).map((address) => {
		const before = text.slice(position, address.start);
		position = address.end;
		return before + replace(address);
	});
	return parts.join('') + text.slice(position);
}

/** Whether a text is an address and nothing else. */
export const isAddress = (text: string): boolean => findAddresses(text)[0]?.text === text;

/** Whether networks could take the start of a text for a part of an address directly before it. */
export const continuesAddress = (text: string): boolean =>
	/^['’.,;:!?*_~·‧・–]*[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}#%&(\-/@[{$+=]/u.test(
		text,
	);
