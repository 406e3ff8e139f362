import { codeFences } from './enclosures.js';
import { continuesAddress } from './links.js';

/** A text as networks show it. */
export interface PlainText {
	text: string;
	/** How many images were left out. */
	droppedImages: number;
}

/** How an element is shown. Elements without an entry aren't elements of HTML, such as in `List<String>`. */
type Kind = 'hidden' | 'image' | 'inline' | 'item' | 'line' | 'link' | 'paragraph' | 'rule';

const namesByKind: Record<Exclude<Kind, 'image' | 'line' | 'link' | 'rule'>, string> = {
	hidden: 'head iframe noscript object script style svg template title',
	inline:
		'abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr',
	item: 'caption dd dt li td th tr',
	paragraph:
		'address article aside blockquote body center details dl div fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header html main nav ol p pre section summary table tbody tfoot thead ul video audio',
};

const kinds = new Map<string, Kind>([
	...Object.entries(namesByKind).flatMap(([kind, names]) =>
		names.split(' ').map((name): [string, Kind] => [name, kind as Kind]),
	),
	['a', 'link'],
	['br', 'line'],
	['hr', 'rule'],
	['img', 'image'],
]);

/** Elements that have no end. Those with attributes have some wherever they aren't only mentioned. */
const empty = ['br', 'hr', 'wbr'];
const emptyWithAttributes = ['base', 'col', 'embed', 'img', 'input', 'link', 'meta', 'source'];

/** Code, which stays, a comment, or a tag with its attributes. */
const tagShape =
	/`[^`\n]{1,1000}`|<!--[^]{0,2000}?-->|<!doctype[^<>]{0,200}>|<(\/?)([a-z][a-z\d]{0,10})(\s[^<>]{0,2000})?\/?>/gi;

interface Tag {
	start: number;
	end: number;
	/** Empty for a comment. */
	name: string;
	isEnd: boolean;
	attributes: string;
}

/** Finds the tags of elements that have both ends. A tag without the other is what a text about HTML has. */
function findTags(text: string): Tag[] {
	const tags = [...text.matchAll(tagShape)]
		.filter(([found]) => !found.startsWith('`'))
		.map(({ 0: found, 1: slash, 2: name = '', 3: attributes = '', index: start }): Tag => {
			const end = start + found.length;
			return { start, end, name: name.toLowerCase(), isEnd: slash === '/', attributes };
		});
	const ends = new Map(tags.filter(({ isEnd }) => isEnd).map(({ name, start }) => [name, start]));
	const starts = new Map(
		tags
			.filter(({ isEnd }) => !isEnd)
			.reverse()
			.map(({ name, start }) => [name, start]),
	);
	return tags.filter(({ name, isEnd, start, attributes }) => {
		if (name === '' || empty.includes(name)) return true;
		if (emptyWithAttributes.includes(name)) return attributes.includes('=');
		const isPaired = isEnd ? (starts.get(name) ?? Infinity) < start : (ends.get(name) ?? -1) > start;
		return kinds.has(name) && isPaired;
	});
}

const href = /\shref\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;

/**
 * The address of a link as a reader needs it: on the web, of mail, or a number to call. Empty for a page of the same website.
 * Undefined if it isn't an address.
 */
export function readableAddress(given: string): string | undefined {
	const address = given.trim();
	if (/^https?:\/\/./i.test(address)) return address;
	if (/^\/\/\w/.test(address)) return `https:${address}`;
	const [, mailOrNumber] = /^(?:mailto|tel):([^?\s]+)/i.exec(address) ?? [];
	return mailOrNumber ?? (/^(?:[/#?]|\.{1,2}\/)/.test(address) ? '' : undefined);
}

/** A text that grows from what a page shows. Spaces and line breaks are written once something follows them. */
class PageText {
	private readonly parts: string[] = [];

	private space = '';

	private breaks = 0;

	/** Whether the spaces of the source don't count, because a line begins. */
	private isLineStart = false;

	private markAt = -1;

	private isAfterAddress = false;

	/** Ends a paragraph, an item or a line. Nothing ends directly after the mark of an item. */
	break(count: number): void {
		if (this.parts.length === this.markAt) return;
		this.space = '';
		this.isLineStart = true;
		if (this.parts.length > 0) this.breaks = Math.max(this.breaks, count);
	}

	/** Begins a new line in a paragraph. */
	newLine(): void {
		this.break(this.breaks + 1);
	}

	/** Leaves something out. If it had lines of its own, nothing of them stays. */
	leaveOut(): void {
		const lines = this.space.split('\n').length - 1;
		if (lines > 0 || this.parts.length === 0) this.break(Math.min(lines, 2));
	}

	/** Begins an item. */
	mark(mark: string): void {
		this.add(mark, true);
		this.space = ' ';
		this.markAt = this.parts.length;
	}

	/** Ends an address, because the next word isn't part of it. */
	endAddress(): void {
		this.isAfterAddress = true;
	}

	/** Adds text. @param isFlowing whether spaces and line breaks are all one space, as they are in an element */
	add(given: string, isFlowing: boolean): void {
		const text = isFlowing ? given.replace(/\s+/g, ' ') : given;
		const from = this.isLineStart || (isFlowing && this.space !== '') ? text.trimStart() : text;
		const words = from.trimEnd();
		if (words === '') {
			if (!this.isLineStart) this.space ||= from;
			return;
		}
		if (this.isAfterAddress && this.space === '' && continuesAddress(words)) this.space = ' ';
		this.isAfterAddress = false;
		this.parts.push('\n'.repeat(this.breaks) || this.space, words);
		this.breaks = 0;
		this.isLineStart = false;
		this.space = from.slice(words.length);
	}

	toString(): string {
		return this.parts.join('') + this.space;
	}

	/** How many parts there are, to find what was added since. */
	get length(): number {
		return this.parts.length;
	}

	since(length: number): string {
		return this.parts.slice(length).join('').trim();
	}
}

/** An address without what doesn't matter to a reader, to notice a link whose text is its address. */
export const bareAddress = (address: string): string =>
	address
		.replaceAll('&amp;', '&')
		.replace(/^https?:\/\//i, '')
		.replace(/^www\./i, '')
		.replace(/\/$/, '')
		.toLowerCase();

/** Turns the elements of a page into text, one tag after the other. */
class Page {
	readonly text = new PageText();

	droppedImages = 0;

	private depth = 0;

	private hidden: string | undefined;

	/** The lists that are open, with the number of their last entry. Undefined for one without numbers. */
	private readonly lists: Array<number | undefined> = [];

	private link: { address: string; from: number } | undefined;

	private isInRow = false;

	/** Whether spaces and line breaks are all one space here. */
	get isInElement(): boolean {
		return this.depth > 0;
	}

	add(text: string): void {
		if (this.hidden === undefined) this.text.add(text, this.isInElement);
	}

	read(tag: Tag): void {
		const { name, isEnd } = tag;
		if (this.hidden !== undefined && !(isEnd && name === this.hidden)) return;
		const kind = kinds.get(name);
		if (kind) this.readers[kind](tag);
		else this.text.leaveOut();
	}

	private readonly readers: Record<Kind, (tag: Tag) => void> = {
		hidden: ({ name, isEnd }) => {
			this.hidden = isEnd ? undefined : name;
			this.text.leaveOut();
		},
		image: () => {
			this.droppedImages++;
			this.text.leaveOut();
		},
		inline: () => undefined,
		item: ({ name, isEnd }) => this.item(name, isEnd),
		line: () => this.text.newLine(),
		link: ({ isEnd, attributes }) => (isEnd ? this.endLink() : this.startLink(attributes)),
		paragraph: ({ name, isEnd }) => {
			this.depth = Math.max(0, this.depth + (isEnd ? -1 : 1));
			const isList = name === 'ul' || name === 'ol';
			if (isList && isEnd) this.lists.pop();
			this.text.break(this.lists.length > 0 ? 1 : 2);
			if (isList && !isEnd) this.lists.push(name === 'ol' ? 0 : undefined);
		},
		rule: () => this.text.break(2),
	};

	private item(name: string, isEnd: boolean): void {
		const isCell = name === 'td' || name === 'th';
		if (isCell && !isEnd && this.isInRow) this.text.add(' | ', true);
		this.isInRow = isCell ? true : name === 'tr' ? false : this.isInRow;
		if (!isCell) this.text.break(1);
		if (name !== 'li' || isEnd) return;
		const number = this.lists.at(-1);
		if (number !== undefined) this.lists[this.lists.length - 1] = number + 1;
		this.text.mark(number === undefined ? '•' : `${number + 1}.`);
	}

	private startLink(attributes: string): void {
		const [, ...found] = href.exec(attributes) ?? [];
		const address = readableAddress(found.find((one) => one !== undefined) ?? '');
		this.link = { address: address ?? '', from: this.text.length };
	}

	private endLink(): void {
		const { address = '', from = 0 } = this.link ?? {};
		this.link = undefined;
		if (address === '') return;
		const text = this.text.since(from);
		if (text === '') this.text.add(/^https?:/i.test(address) ? `<${address}>` : address, true);
		else if (bareAddress(text) !== bareAddress(address)) this.text.add(` (${address})`, true);
		else this.text.endAddress();
	}
}

/**
 * Turns the elements of HTML in a text into text: paragraphs, lines, lists, and links with their addresses. Leaves out comments, styles
 * and images. What isn't an element stays, such as in `List<String>` and `1 < 2`. Entities and code stay, too.
 */
export function withoutHtml(text: string): PlainText {
	const tags = findTags(text);
	if (tags.length === 0) return { text, droppedImages: 0 };
	const lines = text.split('\n');
	const page = new Page();
	const fences = codeFences(lines);
	const fenced: Array<[start: number, end: number]> = [];
	let start = 0;
	for (let at = 0; at < lines.length; at++) {
		const last = fences.get(at) ?? at;
		const { length } = lines.slice(at, last + 1).join('\n');
		if (fences.has(at)) fenced.push([start, start + length]);
		start += length + 1;
		at = last;
	}
	let position = 0;
	for (const tag of tags) {
		while ((fenced[0]?.[1] ?? Infinity) <= tag.start) fenced.shift();
		// A line break among lines that stay is one of Markdown.
		if (tag.name === 'br' && !page.isInElement) continue;
		if (tag.start < position || (fenced[0]?.[0] ?? Infinity) < tag.start) continue;
		page.add(text.slice(position, tag.start));
		page.read(tag);
		position = tag.end;
	}
	page.add(text.slice(position));
	return { text: page.text.toString(), droppedImages: page.droppedImages };
}
