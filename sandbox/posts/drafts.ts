import { randomUUID } from 'node:crypto';
import type { CreateBody, EditBody, OverrideChanges } from '../api/bodies';
import { unworkable } from '../http/answers';
import { omit } from '../http/json';
import type { Channel, Draft, Options, OptionsKey, Overrides, PostRecord, Progress } from '../world/records';
import type { World } from '../world/world';

const noOverrides: Overrides = {
	caption: null,
	title: null,
	firstComment: null,
	boardId: null,
	options: null,
};

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

const mergeFields = (
	current: Record<string, unknown> = {},
	changes: Record<string, unknown>,
): Record<string, unknown> => {
	const merged = { ...current, ...changes };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
};

/** Merges options field by field. Null clears a field, the entry of a platform, or everything (P75). */
const mergeOptions = (current: Options | null, changes: OverrideChanges['options']): Options | null => {
	if (changes === undefined) return current;
	if (changes === null) return null;
	const merged: Options = { ...current };
	for (const [name, fields] of Object.entries(changes)) {
		const key = name as OptionsKey;
		const kept = fields === null ? {} : mergeFields(merged[key], fields);
		if (isEmpty(kept)) delete merged[key];
		else merged[key] = kept;
	}
	return isEmpty(merged) ? null : merged;
};

const changed = <T>(current: T, change: T | undefined): T => (change === undefined ? current : change);

/**
 * The override of one channel after a change. Null clears all of it. An empty first comment is kept, because it turns the
 * post's first comment off on this channel. An empty board ID clears the board (N35).
 */
const mergeOverrides = (current: Overrides, changes: OverrideChanges | null): Overrides => {
	if (changes === null) return noOverrides;
	return {
		caption: changed(current.caption, changes.caption),
		title: changed(current.title, changes.title),
		firstComment: changed(current.firstComment, changes.firstComment),
		boardId: changed(current.boardId, changes.boardId) || null,
		options: mergeOptions(current.options, changes.options),
	};
};

/** Overrides for channels that the post doesn't have are accepted and ignored. Null clears the overrides of all channels (N50). */
const mergeAll = (
	channelIds: readonly string[],
	current: Map<string, Overrides>,
	changes: Record<string, OverrideChanges | null> | null = {},
): Map<string, Overrides> => {
	if (changes === null) return new Map();
	const merged = new Map([...current].filter(([id]) => channelIds.includes(id)));
	for (const [id, change] of Object.entries(changes)) {
		if (channelIds.includes(id)) merged.set(id, mergeOverrides(merged.get(id) ?? noOverrides, change));
	}
	return merged;
};

/** The draft for a create request. */
export const draftOf = (body: CreateBody): Draft => ({
	channelIds: body.accounts,
	caption: body.caption,
	title: body.title ?? null,
	firstComment: body.firstComment ?? null,
	linkUrl: body.linkUrl ?? null,
	mediaAssetIds: body.mediaAssetIds ?? [],
	proposedPublishAt: body.proposedPublishAt ?? null,
	overrides: mergeAll(body.accounts, new Map(), body.perAccount),
});

/** A draft after an edit. Overrides of removed channels are removed, too. */
export const editedDraft = (current: Draft, body: EditBody): Draft => {
	const channelIds = body.accounts ?? current.channelIds;
	return {
		channelIds,
		caption: changed(current.caption, body.caption),
		title: changed(current.title, body.title),
		firstComment: changed(current.firstComment, body.firstComment),
		linkUrl: changed(current.linkUrl, body.linkUrl),
		mediaAssetIds: changed(current.mediaAssetIds, body.mediaAssetIds),
		proposedPublishAt: changed(current.proposedPublishAt, body.proposedPublishAt),
		overrides: mergeAll(channelIds, current.overrides, body.perAccount),
	};
};

/** The content of a copy, and the channels that it leaves out because they can no longer be used. */
interface Copy {
	draft: Draft;
	dropped: (Pick<Channel, 'id' | 'platform' | 'handle'> & { status: string })[];
	keptFailedOnly: boolean;
}

const canBePostedTo = ({ status }: Channel): boolean => status !== 'disconnected' && status !== 'error';

/** The override of a channel without its TikTok settings, which must be chosen for each post (P78). */
const withoutTikTok = (own: Overrides): Overrides => {
	const options = omit(own.options ?? {}, 'tiktok');
	return { ...own, options: Object.keys(options).length === 0 ? null : structuredClone(options) };
};

/**
 * Copies texts, media, channels and overrides of a post, but neither its schedule nor its proposed time. Of a partially
 * published post, it copies only the channels on which the post wasn't published.
 *
 * @throws ApiFailure 422 if no channel is left, because a post needs at least one.
 */
export const copyOf = (world: World, post: PostRecord): Copy => {
	const keptFailedOnly = post.status === 'partially_published';
	const wanted = post.progress
		.filter(({ status }) => !keptFailedOnly || status !== 'published')
		.map(({ channelId }) => world.channel(channelId));
	const channelIds = wanted.filter(canBePostedTo).map(({ id }) => id);
	if (channelIds.length === 0) throw unworkable('accounts', 'none of its channels can be posted to any more');
	const kept = [...post.draft.overrides].filter(([id]) => channelIds.includes(id));
	return {
		keptFailedOnly,
		dropped: wanted
			.filter((channel) => !canBePostedTo(channel))
			.map(({ id, platform, handle, status }) => ({
				id,
				platform,
				handle,
				status: world.profile.connectionWords[status],
			})),
		draft: {
			...post.draft,
			channelIds,
			mediaAssetIds: [...post.draft.mediaAssetIds],
			proposedPublishAt: null,
			overrides: new Map(kept.map(([id, own]) => [id, withoutTikTok(own)])),
		},
	};
};

/** A channel of a post that isn't scheduled or queued. */
export const freshProgress = (channelId: string): Progress => ({
	channelId,
	status: 'draft',
	scheduledAt: null,
	startedAt: null,
	endsAt: null,
	publishedAt: null,
	rejection: null,
	path: null,
	error: null,
	warnings: [],
	queueId: null,
	queuePosition: null,
});

/** Who wrote a post, and with which key. `createdVia` is null if it was written in the web app. */
export type Authorship = Pick<PostRecord, 'workspaceId' | 'authorId' | 'createdVia'>;

/** Saves a draft. */
export const savePost = (
	world: World,
	authorship: Authorship,
	draft: Draft,
	{
		id = randomUUID(),
		at = world.time(),
		originalId = null,
	}: { id?: string; at?: number; originalId?: string | null } = {},
): PostRecord => {
	const post: PostRecord = {
		id,
		sequence: world.posts.takeSequence(),
		...authorship,
		status: 'draft',
		draft,
		progress: draft.channelIds.map(freshProgress),
		createdAt: at,
		updatedAt: at,
		attentionResolvedAt: null,
		originalId,
		isStuck: false,
		delivery: null,
	};
	world.posts.add(post);
	world.touch(post, at);
	return post;
};
