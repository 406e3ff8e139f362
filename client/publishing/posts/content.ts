import { isObject, ownValue, recordOf } from '../../http/json';
import type { ChannelOverride, CreatePost, Overrides, UpdatePost } from '../requests';
import type { Post, PostChannel } from '../schemas';

/**
 * Options of channels by the schema that the service has for each (contract section 2, `optionsSchema`): by channel id,
 * by the network's entry, by name. They are not held against the options this client knows: the service may have newer ones.
 */
export type LiveOptions = Record<string, Record<string, Record<string, unknown>>>;

interface WithOverrides {
	perAccount?: Record<string, { options?: object | null } | null>;
}

/** Adds options to the overrides of a post. Options that an override sets itself win. */
export function withLiveOptions<Body extends object>(body: Body, live: LiveOptions = {}): Body {
	const { perAccount = {} } = body as WithOverrides;
	const added = Object.entries(live).map(([channelId, networks]): [string, object] => {
		const own = ownValue(perAccount, channelId) ?? {};
		const ownOptions = (own.options ?? {}) as Record<string, object | null>;
		const options = Object.entries(networks).map(([key, values]): [string, object] => [
			key,
			{ ...values, ...ownValue(ownOptions, key) },
		]);
		return [channelId, { ...own, options: recordOf([...Object.entries(ownOptions), ...options]) }];
	});
	if (added.length === 0) return body;
	return { ...body, perAccount: recordOf([...Object.entries(perAccount), ...added]) };
}

/** Options of a write whose body the user may extend. */
export interface BodyOptions {
	/** Properties beyond the known ones, sent as they are: the service judges them. */
	additionalBody?: Record<string, unknown>;
	/** Options by the channels' own schemas. */
	liveOptions?: LiveOptions;
}

interface Targeted {
	accounts?: unknown;
	perAccount?: Record<string, unknown>;
}

/** An override, its options, and those of a network: what is in them is a value, which may be empty. */
const levels = 3;

/** Leaves out what says nothing at one of the levels, such as an override in which nothing is set. */
function withoutIdle(overrides: Record<string, unknown>, level = levels): Record<string, unknown> {
	if (level === 0) return overrides;
	const entries = Object.entries(overrides).map(([name, value]): [string, unknown] => [
		name,
		isObject(value) ? withoutIdle(value, level - 1) : value,
	]);
	return recordOf(entries.filter(([, value]) => !isObject(value) || Object.keys(value).length > 0));
}

/** Overrides of channels that the post doesn't go to are left out; which those are is known where it names its channels. */
function ofChannels(overrides: Record<string, unknown>, accounts: unknown): Record<string, unknown> {
	if (!Array.isArray(accounts)) return overrides;
	const chosen = new Set(accounts.map((channelId) => String(channelId).toLowerCase()));
	return recordOf(Object.entries(overrides).filter(([channelId]) => chosen.has(channelId.toLowerCase())));
}

/**
 * The body of a create or an update as it is sent: what was checked, with the options of the channels' own schemas, and
 * what the service alone judges.
 */
export function toPostBody(body: object, { additionalBody = {}, liveOptions }: BodyOptions): object {
	const { perAccount, ...others } = withLiveOptions<Targeted>(body, liveOptions);
	const accounts = ownValue(additionalBody, 'accounts') ?? others.accounts;
	const kept = withoutIdle(ofChannels(perAccount ?? {}, accounts));
	return { ...others, ...(Object.keys(kept).length > 0 ? { perAccount: kept } : {}), ...additionalBody };
}

/** The content of a post as create and change send it (contract section 4). */
export type Content = Record<string, unknown>;

type Fields = Record<string, unknown>;

/** What is left out is the same as null; a service may drop the spaces around a text. */
const comparable = (value: unknown): string =>
	JSON.stringify(typeof value === 'string' ? value.trim() : (value ?? null));

const isSame = (shown: unknown, wanted: unknown): boolean => comparable(shown) === comparable(wanted);

/** Whether two times are the same moment, or both are missing. */
export const isSameTime = (shown: unknown, wanted: unknown): boolean =>
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

/** Whether a channel of a post has an override; null for a whole override means that it has none. */
export const hasOverride = (channel: PostChannel | undefined, wanted: unknown): boolean =>
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

/** Names of the values of a request that a post doesn't have; what the request leaves out may be anything. */
export const differingNames = (post: Post, content: Content): string[] =>
	Object.entries(content)
		.filter(([name, wanted]) => {
			if (wanted === undefined) return false;
			const compare = comparisons.get(name);
			return compare ? !compare(post, wanted) : !isSame((post as Fields)[name], wanted);
		})
		.map(([name]) => name);

/** Whether a post has the values that a request gives it; what the request leaves out may be anything. */
export const hasValues = (post: Post, content: Content): boolean =>
	differingNames(post, content).length === 0;

const withoutEmpty = <T extends object>(values: T): T =>
	recordOf(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as T;

const overrideOf = ({ caption, title, firstComment, boardId, options }: PostChannel): ChannelOverride =>
	withoutEmpty({ caption, title, firstComment, boardId, options: options as ChannelOverride['options'] });

/** The content of a post in the service as a create would send it, without its media. */
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

/** Options are merged one by one, and null clears. */
function mergeField(before: unknown, change: unknown): unknown {
	if (!isObject(before) || !isObject(change)) return change;
	const merged = Object.entries(change).map(([name, value]): [string, unknown] => [
		name,
		mergeField(ownValue(before, name), value),
	]);
	return withoutEmpty({ ...before, ...recordOf(merged) });
}

/**
 * The content of a post in the service as an update would leave it, without its media (contract section 4, PATCH).
 * Overrides of channels that the update removes are removed too.
 */
export function updatedContent(
	post: Post,
	{ perAccount = {}, ...fields }: UpdatePost,
	liveOptions: LiveOptions = {},
): ReturnType<typeof contentOf> {
	const before = contentOf(post);
	const accounts = fields.accounts ?? before.accounts;
	const kept = Object.entries(before.perAccount ?? {}).filter(([channelId]) => accounts.includes(channelId));
	const live = Object.entries(liveOptions).map(([channelId, options]): [string, object] => [
		channelId,
		{ options },
	]);
	return {
		...withoutEmpty({ ...before, ...fields, mediaAssetIds: undefined }),
		perAccount: [recordOf(live), perAccount].reduce<unknown>(mergeField, recordOf(kept)) as Overrides,
	} as ReturnType<typeof contentOf>;
}
