import { asObject, isObject, mapValues, merged, ownValue, recordOf, withoutEmpty } from '../../http/json.js';
import { comparableText, isSameTime } from '../../http/text.js';
import { clearedOverride } from '../overrides.js';
import {
	clearedOptions,
	type ChannelOverride,
	type CreatePost,
	type Overrides,
	type UpdatePost,
} from '../requests.js';
import type { Post, PostChannel } from '../schemas.js';
import { channelOf } from './channelStates.js';

/**
 * Options from the schemas that the service returns for each channel (contract section 2, `optionsSchema`). The keys are the
 * channel ID, the network and the option's name. The client checks only those that the contract names, because the service can
 * know newer options.
 */
export type LiveOptions = Record<string, Record<string, Record<string, unknown>>>;

/** Adds options to the overrides of a post. If an override already sets an option, that value stays. */
export function withLiveOptions<Body extends object>(body: Body, live: LiveOptions = {}): Body {
	const added = mapValues(live, (options) => ({ options }));
	if (Object.keys(added).length === 0) return body;
	const { perAccount } = body as { perAccount?: Content | null };
	const withNulls = (options: unknown) =>
		mapValues(asObject(options), (values, optionsKey) => ({
			...clearedOptions(optionsKey),
			...asObject(values),
		}));
	// Null for an override, its options or those of a network still clears what isn't added.
	const cleared: Array<(value: unknown, name: string) => unknown> = [
		(value) => ({ ...clearedOverride, options: withNulls(asObject(value).options) }),
		withNulls,
		(value, optionsKey) => withNulls({ [optionsKey]: value })[optionsKey],
	];
	const choose = (own: unknown, value: unknown, path: string[]) =>
		own === null ? (cleared[path.length - 1]?.(value, path.at(-1) ?? '') ?? null) : (own ?? value);
	return { ...body, perAccount: merged(perAccount ?? {}, added, { choose, depth: 4 }) };
}

/** Options of a write whose body can have additional properties. */
export interface BodyOptions {
	/** Properties to add to the body. The client doesn't check them. */
	additionalBody?: Record<string, unknown>;
	/** Options from the schemas of the channels. */
	liveOptions?: LiveOptions;
}

interface Targeted {
	accounts?: unknown;
	perAccount?: Record<string, unknown> | null;
}

/**
 * How deep to look for empty objects: an override, its options, and the options of one network. An empty object further down is
 * a value.
 */
const levels = 3;

/** Removes empty objects down to a level, such as an override that sets nothing. */
function withoutIdle(overrides: Record<string, unknown>, level = levels): Record<string, unknown> {
	if (level === 0) return overrides;
	const inner = mapValues(overrides, (value) => (isObject(value) ? withoutIdle(value, level - 1) : value));
	return recordOf(
		Object.entries(inner).filter(([, value]) => !isObject(value) || Object.keys(value).length > 0),
	);
}

/** Removes overrides of channels that the post doesn't have. If the body doesn't list the channels, keeps all overrides. */
function ofChannels(overrides: Record<string, unknown>, accounts: unknown): Record<string, unknown> {
	if (!Array.isArray(accounts)) return overrides;
	const chosen = new Set(accounts.map((channelId) => String(channelId).toLowerCase()));
	return recordOf(Object.entries(overrides).filter(([channelId]) => chosen.has(channelId.toLowerCase())));
}

/**
 * Creates the body of a create or an update from checked fields, options from the channels' schemas, and properties that only the
 * service checks. Null for the overrides of an update clears all of them.
 */
export function toPostBody(body: object, { additionalBody = {}, liveOptions }: BodyOptions): object {
	const { perAccount, ...others } = withLiveOptions<Targeted>(body, liveOptions);
	const accounts = ownValue(additionalBody, 'accounts') ?? others.accounts;
	const kept = withoutIdle(ofChannels(perAccount ?? {}, accounts));
	const overrides = Object.keys(kept).length > 0 ? { perAccount: kept } : {};
	return { ...others, ...(perAccount === null ? { perAccount } : overrides), ...additionalBody };
}

/** The content of a post in the format of create and update requests (contract section 4). */
export type Content = Record<string, unknown>;

/** Makes two values comparable. A missing value equals null. */
const comparable = (value: unknown): string =>
	JSON.stringify(typeof value === 'string' ? comparableText(value) : (value ?? null));

const isSame = (shown: unknown, wanted: unknown): boolean => comparable(shown) === comparable(wanted);

/** Ignores a trailing slash, which a service can add to a URL without a path. */
const isSameUrl = (shown: unknown, wanted: unknown): boolean => {
	const [one, other] = [shown, wanted].map((url) => (typeof url === 'string' ? url.replace(/\/$/, '') : url));
	return isSame(one, other);
};

/** Writes IDs in lower case, because upper and lower case are the same in UUIDs. */
const ids = (value: unknown): unknown =>
	Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : value;

const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);

/**
 * Whether a post has the wanted options. Options that aren't listed can have any value, and null means not set (contract
 * section 4).
 */
function hasOptions(shown: unknown, wanted: unknown): boolean {
	if (!isObject(wanted)) return isSame(shown, wanted);
	const own = asObject(shown);
	return Object.entries(wanted).every(([name, value]) => hasOptions(ownValue(own, name), value));
}

/** Whether a channel of a post has the wanted override. Null means that the channel has no override. */
export const hasOverride = (channel: PostChannel | undefined, wanted: unknown): boolean =>
	channel !== undefined && hasOptions(channel, wanted ?? clearedOverride);

const hasOverrides = (post: Post, wanted: unknown): boolean =>
	wanted === null
		? post.channels.every((channel) => hasOverride(channel, null))
		: Object.entries(asObject(wanted)).every(([channelId, override]) =>
				hasOverride(channelOf(post, channelId), override),
			);

/** Comparisons for fields that a post shows differently from how they are sent. */
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

/** The names of wanted values that the post doesn't have. Values that aren't listed don't matter. */
export const differingNames = (post: Post, content: Content): string[] =>
	Object.entries(content)
		.filter(([name, wanted]) => {
			if (wanted === undefined) return false;
			const compare = comparisons.get(name);
			return compare ? !compare(post, wanted) : !isSame((post as Content)[name], wanted);
		})
		.map(([name]) => name);

/** Whether the post has all wanted values. Values that aren't listed don't matter. */
export const hasValues = (post: Post, content: Content): boolean =>
	differingNames(post, content).length === 0;

const overrideOf = ({ caption, title, firstComment, boardId, options }: PostChannel): ChannelOverride =>
	withoutEmpty({ caption, title, firstComment, boardId, options: options as ChannelOverride['options'] });

/** Returns the content of an existing post as a create request would send it, without its media. */
export function contentOf(post: Post): Omit<CreatePost, 'delivery' | 'mediaAssetIds'> {
	const { caption, title, firstComment, linkUrl, proposedPublishAt, channels } = post;
	return {
		accounts: channels.map(({ accountId }) => accountId),
		caption,
		...withoutEmpty({ title, firstComment, linkUrl, proposedPublishAt }),
		perAccount: recordOf(
			channels.map((channel): [string, ChannelOverride] => [channel.accountId, overrideOf(channel)]),
		),
	} as Omit<CreatePost, 'delivery' | 'mediaAssetIds'>;
}

/** Applies a change to a value. Options are merged by name, and null clears a value. */
function mergeField(before: unknown, change: unknown): unknown {
	if (!isObject(before) || !isObject(change)) return change;
	const changed = mapValues(change, (value, name) => mergeField(ownValue(before, name), value));
	return withoutEmpty({ ...before, ...changed });
}

/**
 * Returns the content that an existing post would have after an update, without its media (contract section 4, PATCH). Leaves
 * out overrides of channels that the update removes.
 */
export function updatedContent(
	post: Post,
	{ perAccount, ...fields }: UpdatePost,
	liveOptions: LiveOptions = {},
): ReturnType<typeof contentOf> {
	const before = contentOf(post);
	const accounts = fields.accounts ?? before.accounts;
	const own = perAccount === null ? {} : (before.perAccount ?? {});
	const kept = Object.entries(own).filter(([channelId]) => accounts.includes(channelId));
	const live = mapValues(liveOptions, (options) => ({ options }));
	return {
		...withoutEmpty({ ...before, ...fields, mediaAssetIds: undefined }),
		perAccount: [live, perAccount ?? {}].reduce<unknown>(mergeField, recordOf(kept)) as Overrides,
	} as ReturnType<typeof contentOf>;
}
