import { recordOf } from '../shared/parameters';
import { markLength, markOf, type KnownChannel, type KnownPost, type Memory } from './known';

/**
 * A memory as it is saved: flat texts, because n8n watches every object inside static data. A post is one line,
 * `updatedAt|status|channel.status.warnings|…`; channel ids and states stand in it as their places in `names`.
 */
export interface StoredMemory {
	names: string[];
	posts: Record<string, string>;
	/** Marks, one after the other. */
	marks: string;
}

/** How much is remembered; both together are under half a megabyte. */
export const bounds = {
	/**
	 * Of posts, in characters of JSON: some 2,500 posts on four channels each. A post that is remembered no more counts as
	 * seen for the first time when it changes.
	 */
	knownSizeMax: 250_000,
	/** Of marks: many times what a workspace can write in a minute (contract section 8). */
	marksMax: 20_000,
};

/** Quotes, colon and comma around a line and its id; quotes and comma around a name. */
const lineFrame = 6;
const nameFrame = 3;

const wordsOf = ({ status, channels }: KnownPost): string[] => [
	status,
	...[...channels].flatMap(([id, channel]) => [id, channel.status]),
];

/** Writes lines until the bound is reached. */
class Lines {
	readonly posts: Record<string, string> = recordOf([]);
	private readonly places = new Map<string, string>();
	private size = 0;

	constructor(private readonly sizeMax: number) {}

	/** Whether the post still fitted. */
	add(id: string, post: KnownPost): boolean {
		const fresh = new Set(wordsOf(post).filter((word) => !this.places.has(word)));
		for (const word of fresh) this.places.set(word, this.places.size.toString(36));
		const line = this.write(post);
		this.size += id.length + line.length + lineFrame;
		for (const word of fresh) this.size += word.length + nameFrame;
		const fits = this.size <= this.sizeMax;
		if (fits) this.posts[id] = line;
		else fresh.forEach((word) => this.places.delete(word));
		return fits;
	}

	names(): string[] {
		return [...this.places.keys()];
	}

	private write({ updatedAt, status, channels }: KnownPost): string {
		const states = [...channels].map(
			([id, channel]) => `${this.places.get(id)}.${this.places.get(channel.status)}.${channel.warnings}`,
		);
		return [updatedAt, this.places.get(status), ...states].join('|');
	}
}

const settledStatuses = ['published', 'partially_published', 'failed', 'rejected'];

/** Posts as they are given up, last ones first: settled ones before others, and of each the oldest first. */
function worthiestFirst(posts: Memory['posts']): Array<[string, KnownPost]> {
	const ranked = [...posts].map(([id, post]) => ({
		entry: [id, post] as [string, KnownPost],
		isSettled: Number(settledStatuses.includes(post.status)),
		time: Date.parse(post.updatedAt),
	}));
	ranked.sort((a, b) => a.isSettled - b.isSettled || b.time - a.time);
	return ranked.map(({ entry }) => entry);
}

/** What tells which marks are of use. */
export interface Outlook {
	/** Where the next listing begins: what changed before it is not shown again. */
	since: string;
	/** Whether the marks there are still stand for posts that may be shown again. */
	keepsMarks: boolean;
}

/** Writes a memory down within its bounds. What is given up but shown again by the next listing leaves a mark. */
export function pack(
	{ posts, marks }: Memory,
	{ since, keepsMarks }: Outlook,
	{ knownSizeMax, marksMax } = bounds,
): StoredMemory {
	const lines = new Lines(knownSizeMax);
	const ranked = worthiestFirst(posts);
	const kept = ranked.findIndex(([id, post]) => !lines.add(id, post));
	const start = Date.parse(since);
	const forgotten = kept < 0 ? [] : ranked.slice(kept);
	const newMarks = forgotten
		.filter(([, { updatedAt }]) => Date.parse(updatedAt) >= start)
		.map(([id, post]) => markOf(id, post))
		.reverse();
	// Oldest first: those are the first to be of no use.
	const all = [...new Set([...(keepsMarks ? marks : []), ...newMarks])];
	return { names: lines.names(), posts: lines.posts, marks: all.slice(-marksMax).join('') };
}

const lineShape = /^[^|]*\|[0-9a-z]+(\|[0-9a-z]+\.[0-9a-z]+\.\d+)*$/;

/** Whether a line of a stored memory can be read: cheaper than reading it. */
export const isLine = (line: unknown): boolean => typeof line === 'string' && lineShape.test(line);

/** Reads a memory that was written down; takes some milliseconds when it is full. */
export function unpack({ names, posts, marks }: StoredMemory): Memory {
	const name = (place = ''): string => names[parseInt(place, 36)] ?? '';
	const readChannel = (text: string): [string, KnownChannel] => {
		const [id, status, warnings] = text.split('.');
		return [name(id), { status: name(status), warnings: Number(warnings) }];
	};
	const known = Object.entries(posts).map(([id, line]): [string, KnownPost] => {
		const [updatedAt = '', status, ...channels] = line.split('|');
		return [id, { updatedAt, status: name(status), channels: new Map(channels.map(readChannel)) }];
	});
	const all = marks.match(new RegExp(`.{${markLength}}`, 'g')) ?? [];
	return { posts: new Map(known), marks: new Set(all) };
}
