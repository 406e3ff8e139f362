import { isObject, ownValue } from '../../http/json';
import type { Post, PostChannel } from '../schemas';

/** The content of a post as create and change send it (contract section 4). */
export type Content = Record<string, unknown>;

type Fields = Record<string, unknown>;

/** What is left out is the same as null; a service may drop the spaces around a text. */
const comparable = (value: unknown): string =>
	JSON.stringify(typeof value === 'string' ? value.trim() : (value ?? null));

const isSame = (shown: unknown, wanted: unknown): boolean => comparable(shown) === comparable(wanted);

const isSameTime = (shown: unknown, wanted: unknown): boolean =>
	typeof shown === 'string' && typeof wanted === 'string'
		? Date.parse(shown) === Date.parse(wanted)
		: isSame(shown, wanted);

/** A service may add the slash of an empty path. */
const isSameUrl = (shown: unknown, wanted: unknown): boolean => {
	const [one, other] = [shown, wanted].map((url) => (typeof url === 'string' ? url.replace(/\/$/, '') : url));
	return isSame(one, other);
};

/** UUIDs are the same in capitals. */
const ids = (value: unknown): unknown =>
	Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : value;

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);

/** Options that were left out keep their values, and null clears one (contract section 4). */
function hasOptions(shown: unknown, wanted: unknown): boolean {
	if (!isObject(wanted)) return isSame(shown, wanted);
	const own = isObject(shown) ? shown : {};
	return Object.entries(wanted).every(([name, value]) => hasOptions(ownValue(own, name), value));
}

/** What null for a whole channel clears. */
const cleared: Fields = { caption: null, title: null, firstComment: null, boardId: null, options: null };

const hasOverride = (channel: PostChannel | undefined, wanted: unknown): boolean =>
	channel !== undefined && hasOptions(channel, wanted ?? cleared);

const hasOverrides = ({ channels }: Post, wanted: unknown): boolean =>
	Object.entries(isObject(wanted) ? wanted : {}).every(([channelId, override]) =>
		hasOverride(
			channels.find(({ accountId }) => accountId.toLowerCase() === channelId.toLowerCase()),
			override,
		),
	);

/** How the fields are compared that a post shows in another way than they are sent. */
const comparisons = new Map<string, (post: Post, wanted: unknown) => boolean>([
	[
		'accounts',
		({ channels }, wanted) =>
			isSame(sorted(ids(channels.map(({ accountId }) => accountId))), sorted(ids(wanted))),
	],
	['linkUrl', ({ linkUrl }, wanted) => isSameUrl(linkUrl, wanted)],
	['mediaAssetIds', ({ mediaAssetIds }, wanted) => isSame(ids(mediaAssetIds), ids(wanted))],
	['perAccount', hasOverrides],
	['proposedPublishAt', ({ proposedPublishAt }, wanted) => isSameTime(proposedPublishAt, wanted)],
]);

/** Whether a post has the values that a request gives it; what the request leaves out may be anything. */
export const hasValues = (post: Post, content: Content): boolean =>
	Object.entries(content).every(([name, wanted]) => {
		if (wanted === undefined) return true;
		const compare = comparisons.get(name);
		return compare ? compare(post, wanted) : isSame((post as Fields)[name], wanted);
	});
