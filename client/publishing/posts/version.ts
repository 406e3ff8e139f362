import { isObject, ownValue } from '../../http/json.js';
import type { Post, PostChannel } from '../schemas.js';
import { contentParts, type ContentPart } from '../values.js';

/**
 * The content of a post, in one form for all ways to write the same. An approval is for exactly this content: its status, its
 * times and what its channels report are left out, because they change without anyone editing the post.
 */

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const text = (value: string): string => value.replace(/\r\n?/g, '\n').trim();

/** An ID in lower case. A text that only looks like one is an ID, too, such as that of a thumbnail. */
const idOf = (value: unknown): string => text(String(value ?? '')).toLowerCase();

/** Whether a value says no more than a missing one: null, an empty text, or an object or a list without values. */
const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === '' ||
	(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Trims texts, sorts names and leaves out what says nothing. Undefined for a value that says nothing. */
function plain(value: unknown): unknown {
	if (value === null) return undefined;
	if (typeof value === 'string') return uuid.test(text(value)) ? idOf(value) : text(value) || undefined;
	if (Array.isArray(value))
		return value.length === 0 ? undefined : value.map((entry) => plain(entry) ?? null);
	if (!isObject(value)) return value;
	const entries = Object.entries(value)
		.map(([name, inner]) => [name, plain(inner)] as const)
		.filter(([, inner]) => !isNothing(inner))
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return entries.length === 0 ? undefined : entries;
}

/** A channel's own text. An empty one stands in place of the post's, so it differs from none. */
const ownText = (value: string | null | undefined): unknown =>
	value === null || value === undefined ? undefined : [text(value)];

const withoutLastSlash = (link: unknown): unknown =>
	typeof link === 'string' ? text(link).replace(/\/$/, '') : link;

/** Returns the content of a post as one text for each part. Two posts with the same texts are published alike. */
export function contentOf({ channels, ...post }: Post): Record<ContentPart, string> {
	const byId = new Map<string, PostChannel>();
	for (const channel of channels) byId.set(idOf(channel.accountId), channel);
	const ids = [...byId.keys()].sort();
	const ofChannels = (read: (channel: PostChannel) => unknown): unknown =>
		plain(Object.fromEntries(ids.map((id) => [id, read(byId.get(id) as PostChannel)])));
	const content: Record<ContentPart, unknown> = {
		caption: plain(post.caption),
		title: plain(post.title),
		'first comment': plain(post.firstComment),
		link: plain(withoutLastSlash(post.linkUrl)),
		media: plain(post.mediaAssetIds.map(idOf)),
		channels: plain(ids),
		'texts of single channels': ofChannels(({ caption, title, firstComment }) => ({
			caption: ownText(caption),
			title: ownText(title),
			firstComment: ownText(firstComment),
		})),
		boards: ofChannels(({ boardId }) => boardId && idOf(boardId)),
		'channel options': ofChannels(({ options }) => options),
	};
	const written = contentParts.map(
		(part) => [part, JSON.stringify(ownValue(content, part) ?? null)] as const,
	);
	return Object.fromEntries(written) as Record<ContentPart, string>;
}
