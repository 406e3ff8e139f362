import type { z } from 'zod/v4';
import { asObject, isObject, mapValues, parseJson, without } from '../../http/json.js';
import { isSameTime } from '../../http/text.js';
import { checked } from '../../http/schemaCheck.js';
import type { HttpMethod, HttpResponse } from '../../http/types.js';
import { ChangedDraftError, UnreadableWriteError, type Extra } from '../errors.js';
import { paths } from '../paths.js';
import {
	deliverySchema,
	scheduleSchema,
	type CreatePost,
	type Delivery,
	type Schedule,
} from '../requests.js';
import { duplicateSchema, type Post, type PostChannel } from '../schemas.js';
import type { ContentPart } from '../values.js';
import { decodeWrite, toRouted, withRouting, type RoutedPost } from './answers.js';
import { hasValues, toPostBody, type Content } from './content.js';
import { allowedStatuses, hasTrait, isDraft } from './status.js';
import { checkedChanges, checkedNewPost, type PostWish } from './wish.js';

type AtDelivery = Extract<Delivery, { mode: 'at' }>;

/** What a write does to a post (contract section 4). Statuses, permissions and texts are keyed by it. */
export type WriteKind =
	| 'cancel'
	| 'create'
	| 'delete'
	| 'duplicate'
	| 'publish'
	| 'schedule'
	| 'submit'
	| 'update'
	| 'withdraw';

/** A write on posts as a value: what is sent, and how it's seen whether the service carried it out. perform.ts sends them. */
export interface Write<Result extends { id?: string } = RoutedPost> {
	kind: WriteKind;
	method: HttpMethod;
	path: string;
	body?: object;
	/** What keeps a repeat from doing the work twice: the idempotency key, or nothing because doing it twice does no harm. */
	repeatNeeds: 'key' | 'nothing';
	/** Whether a later try of the execution can safely do it again without looking whether it was done. */
	isForgotten?: boolean;
	/** Set if the service may not offer the call. */
	extra?: Extra;
	/** Reads the answer. `readPost` is for an answer without the post. */
	readAnswer(response: HttpResponse, readPost: () => Promise<RoutedPost>): Result | Promise<Result>;
	/** The post that it changes. Undefined for a write that makes a post. */
	postId?: string;
	/** Whether the call that makes the write has saved that post before. */
	isSaved?: boolean;
	/** The statuses of that post that allow it. */
	allowedIn?: readonly string[];
	/** How a post that it makes is found. Undefined for a write that changes a post. */
	making?: MakingWrite;
	/** Whether the post is gone once it's done. */
	removes?: boolean;
	/** Whether the post in an answer shows that the write had an effect. A repeat has none, and returns the post as it is now. */
	showsWork?(post: Post): boolean;
	/** The result if the post shows that it was done, otherwise undefined. `post` is undefined if it doesn't exist anymore. */
	resultIn(post: RoutedPost | undefined): Result | undefined;
	/** Throws if the write must not be sent, or sent again, for the post as it is now. */
	check?(post: Post): void;
	/** What is left to do with a post that was found after a lost answer. */
	rest?(found: Result): Write<Result> | undefined;
	/** The write that replaces it when a daily limit moves the post. `savedPostId` is the post that it has saved before. */
	movedTo?(at: string, savedPostId: string | undefined): Write<Result>;
}

/** How the post of a write is found that creates one, such as create or duplicate. */
export interface MakingWrite {
	/** Whether a post may be the one that the write created. */
	looksLike: (post: Post) => boolean | Promise<boolean>;
	/** Whether a draft still has all the content that was sent, as far as the service shows it. Undefined if that doesn't matter. */
	isAsSent?: (post: Post) => boolean;
	/** One of the post's channels, to read fewer posts. */
	channelId?: string;
}

/** What can be asked about a plan. */
interface PlanFacts {
	/** The post that the plan changes. Undefined for a new one. */
	post(): Promise<Post | undefined>;
	/** The permissions of the API key. */
	permissions(): Promise<readonly string[]>;
}

/**
 * Decides whether posts may be published. It's asked about all writes of a plan before the first one is sent, and throws to refuse
 * them.
 */
export type MayPublish = (writes: readonly Write[], facts: PlanFacts) => Promise<void>;

/** Throws if a plan may not be sent. @param post the post that it changes, if it was read */
export type RequireAllowed = (writes: readonly Write[], post?: Post) => Promise<void>;

const hasTime = (post: Post, at: string): boolean =>
	post.status === 'pending_approval'
		? isSameTime(post.proposedPublishAt, at)
		: [post, ...post.channels].some(({ scheduledAt }) => isSameTime(scheduledAt, at));

/** Whether a post has the status and the time that a delivery leads to, directly or through review (contract section 3). */
export function isDeliveredAs(post: Post, delivery: Delivery): boolean {
	if (delivery.mode === 'at') return hasTime(post, delivery.at);
	const isQueued = delivery.mode !== 'now' && post.status === 'queued';
	return isQueued || post.status === 'pending_approval' || hasTrait(post, 'live');
}

const at = ({ timezone }: Partial<Delivery>, time: string): AtDelivery => ({
	timezone,
	mode: 'at',
	at: time,
});

/** A request that brings a post to a status. */
const toStatus = (
	postId: string,
	kind: 'submit' | 'schedule' | 'publish' | 'cancel' | 'withdraw',
	body: object,
	isDone: (found: RoutedPost) => boolean,
): Write => ({
	kind,
	method: 'POST',
	path: paths.post(postId, kind),
	body,
	repeatNeeds: 'key',
	readAnswer: toRouted,
	postId,
	allowedIn: allowedStatuses[kind],
	resultIn: (found) => (found && isDone(found) ? found : undefined),
});

/** Delivers a draft, directly or through review. */
export function submission(postId: string, delivery: Delivery): Write {
	const body = { delivery: checked(deliverySchema, delivery) };
	return {
		...toStatus(postId, 'submit', body, (found) => isDeliveredAs(found, delivery)),
		showsWork: (post) => !isDraft(post),
		movedTo: (time) => submission(postId, at(delivery, time)),
	};
}

/** Names the parts of a post that differ from what was approved. */
export type ChangesSinceApproval = (post: Post) => readonly ContentPart[];

/**
 * Delivers a draft that someone has approved. It's sent again only as long as the draft is the approved one. If the post isn't a
 * draft anymore, the same request under the same key can't publish anything, but returns the post of the first one.
 */
export function approvedSubmission(
	postId: string,
	delivery: Delivery,
	changesIn: ChangesSinceApproval,
): Write {
	const write = submission(postId, delivery);
	return {
		...write,
		check: (post) => {
			const parts = isDraft(post) ? changesIn(post) : [];
			if (parts.length > 0) throw new ChangedDraftError(parts);
		},
		resultIn: (found) => (found && changesIn(found).length === 0 ? write.resultIn(found) : undefined),
		movedTo: (time) => approvedSubmission(postId, at(delivery, time), changesIn),
	};
}

/** Schedules or queues a post, or changes its time. */
export function scheduling(postId: string, schedule: Schedule): Write {
	const body = checked(scheduleSchema, schedule);
	return {
		...toStatus(postId, 'schedule', body, (found) => isDeliveredAs(found, schedule)),
		showsWork: ({ status, scheduledAt }) =>
			status !== 'scheduled' || (schedule.mode === 'at' && isSameTime(scheduledAt, schedule.at)),
		movedTo: (time) => scheduling(postId, at(schedule, time)),
	};
}

/** Publishes a post now. */
export const publication = (postId: string): Write => ({
	...toStatus(postId, 'publish', {}, (found) => isDeliveredAs(found, { mode: 'now' })),
	movedTo: (time) => scheduling(postId, at({}, time)),
});

/** Returns a post to draft. */
export const cancellation = (postId: string): Write => ({
	...toStatus(postId, 'cancel', {}, isDraft),
	showsWork: isDraft,
	readAnswer: async (response, readPost) => (response.status === 204 ? await readPost() : toRouted(response)),
});

/** Withdraws a post from review. */
export const withdrawal = (postId: string): Write => ({
	...toStatus(postId, 'withdraw', {}, isDraft),
	repeatNeeds: 'nothing',
	extra: 'withdraw',
});

/** Updates a post. Doesn't deliver it. */
export function updating(postId: string, wish: PostWish): Write {
	const path = paths.post(postId);
	const body = toPostBody(checkedChanges(wish), wish);
	return {
		kind: 'update',
		method: 'PATCH',
		path,
		body,
		repeatNeeds: 'nothing',
		isForgotten: true,
		readAnswer: toRouted,
		postId,
		resultIn: (found) => (found && hasValues(found, body as Content) ? found : undefined),
	};
}

/**
 * Checks the answer to a delete. Text that isn't JSON, such as a page from a proxy, doesn't prove that the post was deleted.
 */
function readDeletion(response: HttpResponse): object {
	const { status, body } = response;
	if (body.trim() === '' || parseJson(body) !== undefined) return {};
	throw new UnreadableWriteError(status, "The answer isn't JSON", response);
}

/** Deletes a post. */
export const deletion = (postId: string): Write<{ id?: string }> => ({
	kind: 'delete',
	method: 'DELETE',
	path: paths.post(postId),
	repeatNeeds: 'nothing',
	readAnswer: readDeletion,
	postId,
	removes: true,
	resultIn: (found) => (found === undefined ? {} : undefined),
});

/** The values that distinguish a new post from others. Leaves out the delivery and the proposed time, because they change. */
export function identifyingContent(body: Content): Content {
	const { accounts, caption, title, firstComment, linkUrl, perAccount, mediaAssetIds = [] } = body;
	return { accounts, caption, title, firstComment, linkUrl, perAccount, mediaAssetIds };
}

/** The overrides that an answer can show: a channel without `options` says nothing about them (contract section 2). */
function shownOverrides({ channels }: Post, overrides: unknown): unknown {
	if (!isObject(overrides)) return overrides;
	const hidden = channels.filter(({ options }) => options === undefined);
	const isHidden = (channelId: string): boolean =>
		hidden.some(({ accountId }) => accountId.toLowerCase() === channelId.toLowerCase());
	return mapValues(overrides, (override, channelId) =>
		isObject(override) && isHidden(channelId) ? { ...override, options: undefined } : override,
	);
}

/** Whether a post has the content that was sent, as far as the service shows it. */
const isContentOf = (post: Post, content: Content): boolean =>
	hasValues(post, { ...content, perAccount: shownOverrides(post, content.perAccount) });

type PlaceWish = Pick<CreatePost, 'delivery' | 'proposedPublishAt'>;

/** Whether a post is certainly not where a delivery leads to. A status or a time that isn't shown says nothing (contract section 3). */
function contradicts(post: Post, { delivery, proposedPublishAt }: PlaceWish): boolean {
	if (isDraft(post)) {
		const noted = proposedPublishAt ?? (delivery?.mode === 'at' ? delivery.at : undefined);
		return Boolean(post.proposedPublishAt) && !isSameTime(post.proposedPublishAt, noted);
	}
	const times = hasTrait(post, 'inReview')
		? [post.proposedPublishAt]
		: [post.scheduledAt, ...post.channels.map(({ scheduledAt }) => scheduledAt)];
	const known = times.filter((time) => typeof time === 'string');
	if (delivery === undefined) return hasTrait(post, 'goesOut') || hasTrait(post, 'live');
	const isTimed = hasTrait(post, 'inReview') && known.length > 0;
	if (delivery.mode === 'now') return isTimed || hasTrait(post, 'waiting');
	if (delivery.mode === 'at') {
		if (known.length === 0) return hasTrait(post, 'waiting');
		const isEarly = Date.parse(post.publishedAt ?? '') < Date.parse(delivery.at);
		return isEarly || known.some((time) => !isSameTime(time, delivery.at));
	}
	const { queueIds = {} } = delivery;
	if (isTimed) return true;
	return post.channels.some(
		(channel) =>
			post.status === 'queued' &&
			channel.queueId !== undefined &&
			Object.hasOwn(queueIds, channel.accountId) &&
			(queueIds[channel.accountId] ?? null) !== (channel.queueId ?? null),
	);
}

const savedSubmission = (postId: string, delivery: Delivery): Write => ({
	...submission(postId, delivery),
	isSaved: true,
});

/** Creates a post, and delivers it if it has a delivery. */
export const creation = (wish: PostWish): Write => creationOf(toPostBody(checkedNewPost(wish), wish));

/** Creates a post with a body that was checked before. */
export function creationOf(sent: object): Write {
	const body = sent as Content & PlaceWish;
	const { delivery } = body;
	const content = identifyingContent(body);
	const [channelId] = content.accounts as string[];
	return {
		kind: 'create',
		method: 'POST',
		path: paths.posts(),
		body,
		repeatNeeds: 'key',
		readAnswer: toRouted,
		making: {
			channelId,
			looksLike: (found) => isContentOf(found, content) && !contradicts(found, body),
			isAsSent: (found) => isContentOf(found, content),
		},
		resultIn: (found) => found,
		rest: (found) => (delivery && isDraft(found) ? savedSubmission(found.id, delivery) : undefined),
		movedTo: (time, savedPostId) => {
			const moved = at(delivery ?? {}, time);
			return savedPostId === undefined
				? creationOf({ ...body, delivery: moved })
				: savedSubmission(savedPostId, moved);
		},
	};
}

/** The copy, the channels that the copy can't have, and whether it has only the channels that failed. */
type CopyFacts = Pick<z.output<typeof duplicateSchema>, 'droppedChannels' | 'keptFailedOnly'>;

export type DuplicatedPost = RoutedPost & CopyFacts;

/** What the copy of a channel keeps: all but the options of TikTok (contract section 4). */
function copiedOverride({ caption, title, firstComment, boardId, options }: PostChannel): Content {
	return { caption, title, firstComment, boardId, options: without(asObject(options), 'tiktok') };
}

/** Whether a post is a copy of another post, as `duplicate` creates it. */
const isCopy = (
	found: Post,
	{ id, caption, title, firstComment, linkUrl, mediaAssetIds, channels }: Post,
): boolean =>
	found.id !== id &&
	isDraft(found) &&
	!found.proposedPublishAt &&
	hasValues(found, { caption, title, firstComment, linkUrl, mediaAssetIds }) &&
	found.channels.every((copy) => {
		const original = channels.find(({ accountId }) => accountId === copy.accountId);
		if (original === undefined) return false;
		const perAccount = { [copy.accountId]: copiedOverride(original) };
		return hasValues(found, { perAccount: shownOverrides(found, perAccount) });
	});

function readCopy(response: HttpResponse): DuplicatedPost {
	const { post, routed, droppedChannels, keptFailedOnly } = decodeWrite(response, duplicateSchema);
	return { ...withRouting(post, routed), droppedChannels, keptFailedOnly };
}

/** Copies a post into a new draft. Only an answer has the {@link CopyFacts}, not a copy that was found. */
export const duplication = (
	postId: string,
	readOriginal: () => Promise<Post>,
): Write<RoutedPost & Partial<CopyFacts>> => ({
	kind: 'duplicate',
	method: 'POST',
	path: paths.post(postId, 'duplicate'),
	body: {},
	repeatNeeds: 'key',
	readAnswer: readCopy,
	making: { looksLike: async (found) => isCopy(found, await readOriginal()) },
	resultIn: (found) => found,
});
