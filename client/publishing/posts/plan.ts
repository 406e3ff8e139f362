import { asObject, isObject, mapValues, ownValue, recordOf, withoutEmpty } from '../../http/json.js';
import { isSameTime } from '../../http/text.js';
import type { Delivery, Overrides, Schedule, UpdatePost } from '../requests.js';
import type { Post } from '../schemas.js';
import { channelOf, isQueued, isWaiting } from './channelStates.js';
import { differingNames, hasOverride, hasValues, toPostBody, type Content } from './content.js';
import { hasTrait, isDraft, type PostStatus } from './status.js';
import { filesIn, newFile } from '../values.js';
import type { PostWish } from './wish.js';
import {
	cancellation,
	creation,
	publication,
	scheduling,
	submission,
	updating,
	withdrawal,
	type Write,
} from './writes.js';

/**
 * Plans how to bring a post to a wanted state with the fewest requests. Reads nothing and sends nothing.
 *
 * The service edits only drafts (contract N36). So a scheduled or queued post is canceled, edited and delivered again. If only
 * its time changes, it's rescheduled without that (N9).
 *
 * | Status                | Same content, same place | Other time or queue | Other content                 | Wanted as a draft |
 * | --------------------- | ------------------------ | ------------------- | ----------------------------- | ----------------- |
 * | draft                 | unchanged                | deliver             | edit, deliver                 | edit              |
 * | scheduled, queued     | unchanged                | schedule            | cancel, edit, deliver         | cancel, edit      |
 * | failed                | -                        | schedule            | cancel, edit, deliver         | cancel, edit      |
 * | waiting for approval  | unchanged                | conflict, or        | conflict, or withdraw, edit,  | conflict, or      |
 * |                       |                          | withdraw, deliver   | deliver                       | withdraw, edit    |
 * | changes requested     | conflict                 | conflict            | [withdraw,] edit, deliver     | [withdraw,] edit  |
 * | publishing, published | unchanged                | conflict            | conflict                      | conflict          |
 * | everything else       | conflict                 | conflict            | conflict                      | conflict          |
 *
 * The contract doesn't say whether the service edits or withdraws posts with requested changes, so the service is asked.
 */

/** Decisions that the caller makes for a plan. */
export interface PlanChoices {
	/** When the post was last changed, as far as the caller knows. Undefined skips the check for later changes. */
	knownUpdatedAt?: string;
	/** Whether to overwrite changes made since `knownUpdatedAt`. Default false, which makes them a conflict. */
	overwrites?: boolean;
	/** Whether to withdraw a post that is waiting for approval. Default false, which makes it a conflict. */
	withdraws?: boolean;
	/** Whether to withdraw a post with requested changes, because the service has refused to change it as it is. Default false. */
	withdrawsRequested?: boolean;
}

export type PlanAction = 'conflict' | 'created' | 'rescheduled' | 'skipped' | 'unchanged' | 'updated';

/**
 * Why a plan doesn't change a post.
 * - `changed`: someone has changed the post in the service
 * - `status`: the post's status doesn't allow the change
 * - `startsSoon`: the post is published in less than a minute
 * - `timePassed`: the wanted time is in the past
 */
export type PlanReason = 'changed' | 'startsSoon' | 'status' | 'timePassed';

/** A value before and after a change. */
export interface Change {
	before: unknown;
	after: unknown;
}

/** The writes for a post, and what they change. */
export interface Plan {
	action: PlanAction;
	reason?: PlanReason;
	/** The values that change, by their names in a post. */
	changes: Record<string, Change>;
	writes: Write[];
}

/** The plan of a post that doesn't exist yet. */
export interface NewPlan extends Plan {
	/** What its write sends, without media that aren't uploaded yet. */
	wish: PostWish;
}

/**
 * A post that is published within this time, in milliseconds, isn't changed, because the service may already be publishing it.
 */
const safetyMs = 60_000;

/** Whether `cancel` returns the post to draft. */
const isCancelable = (post: Post): boolean => hasTrait(post, 'waiting') || post.status === 'failed';

type QueueIds = Record<string, string | null>;

const queuedChannels = (post: Post) => post.channels.filter((channel) => isQueued(post, channel));

const waitingChannels = (post: Post) => post.channels.filter((channel) => isWaiting(post, channel));

const currentQueues = (post: Post): QueueIds =>
	recordOf(
		queuedChannels(post).map(({ accountId, queueId }): [string, string | null] => [
			accountId,
			queueId ?? null,
		]),
	);

/** The wanted queues of channels that aren't in those queues yet. */
function otherQueues(post: Post, { queueIds = {} }: { queueIds?: QueueIds }): QueueIds {
	const current = currentQueues(post);
	return recordOf(
		Object.entries(queueIds).filter(
			([channelId, queueId]) =>
				Object.hasOwn(current, channelId) && ownValue(current, channelId) !== (queueId ?? null),
		),
	);
}

/** Whether a post already is where a delivery would bring it. */
type IsInPlace = (post: Post, delivery: Delivery | undefined, now: number) => boolean;

const places: Partial<Record<PostStatus, IsInPlace>> = {
	draft: (_post, delivery) => delivery === undefined,
	scheduled: (post, delivery) =>
		delivery?.mode === 'at' &&
		isSameTime(post.scheduledAt, delivery.at) &&
		waitingChannels(post).every(({ scheduledAt: at }) => !at || isSameTime(at, delivery.at)),
	queued: (post, delivery) =>
		(delivery?.mode === 'queue' || delivery?.mode === 'prioritise') &&
		Object.keys(otherQueues(post, delivery)).length === 0,
	pending_approval: ({ proposedPublishAt }, delivery) =>
		delivery !== undefined && (delivery.mode !== 'at' || isSameTime(proposedPublishAt, delivery.at)),
};

/** Someone can also publish a post before its time. */
const isLiveInPlace: IsInPlace = (post, delivery, now) =>
	hasTrait(post, 'live') &&
	delivery !== undefined &&
	(delivery.mode !== 'at' ||
		isSameTime(post.scheduledAt, delivery.at) ||
		Date.parse(delivery.at) <= now + safetyMs);

/** The earliest time at which a channel publishes the post. Infinity if no time is known. */
function startOf(post: Post): number {
	const times = waitingChannels(post).flatMap(({ scheduledAt }) => scheduledAt ?? []);
	const own = waitingChannels(post).length === post.channels.length ? [post.scheduledAt ?? []].flat() : [];
	return Math.min(...(times.length > 0 ? times : own).map((time) => Date.parse(time)));
}

/** Whether a scheduled or queued post is published in less than a minute. */
export const startsSoon = (post: Post, now: number): boolean =>
	hasTrait(post, 'waiting') && startOf(post) - now < safetyMs;

const isPast = (delivery: Delivery | undefined, now: number): boolean =>
	delivery?.mode === 'at' && Date.parse(delivery.at) <= now;

/** Writes an offset of zero as `+00:00`. The service can return `Z` (N42), but only `+00:00` is sure to be accepted. */
const withNumericOffset = (time: string): string => time.replace(/z$/i, '+00:00');

const isFirstInQueues = (post: Post): boolean =>
	queuedChannels(post).every(({ queuePosition }) => queuePosition === 1);

/**
 * The delivery that puts a post back where it is now. Undefined unless the post is scheduled or queued, or in review with a time.
 * The service can put a queued post only first or last, so a post that isn't first goes to the end.
 */
export function deliveryOf(post: Post): Schedule | undefined {
	const { status, scheduledAt, proposedPublishAt } = post;
	if (status === 'queued') {
		return { mode: isFirstInQueues(post) ? 'prioritise' : 'queue', queueIds: currentQueues(post) };
	}
	const at = status === 'scheduled' ? scheduledAt : status === 'pending_approval' ? proposedPublishAt : null;
	return at ? { mode: 'at', at: withNumericOffset(at) } : undefined;
}

/** Keeps a queued post first if it's first now, and keeps channels in their queues unless the caller names other queues. */
function keepingPlace(post: Post, delivery: Delivery): Delivery {
	if (delivery.mode !== 'queue' || post.status !== 'queued') return delivery;
	const { mode, queueIds } = deliveryOf(post) as Extract<Schedule, { mode: 'prioritise' | 'queue' }>;
	return { ...delivery, mode, queueIds: { ...queueIds, ...delivery.queueIds } };
}

/** Stands for the files of a wish that aren't uploaded yet. */
const newFilesOf = ({ media }: PostWish): string[] => Array.from({ length: filesIn(media) }, () => newFile);

/** The content that is wanted of an existing post. */
function wantedContent(wanted: PostWish, { mediaAssetIds: own }: Post): UpdatePost {
	const { cleared, media } = wanted;
	const content = { ...wanted.content, ...cleared };
	const files = newFilesOf(wanted);
	if (files.length > 0) return { ...content, mediaAssetIds: files.length === own.length ? undefined : files };
	return media && media.lost === undefined ? { ...content, mediaAssetIds: media.assetIds } : content;
}

/** The content to compare. Includes the proposed time only for drafts, because a delivery clears it (contract section 2). */
function comparedContent(wanted: PostWish, post: Post): Content {
	const { liveOptions, delivery } = wanted;
	const content = wantedContent(wanted, post);
	const accounts = content.accounts ?? post.channels.map(({ accountId }) => accountId);
	const body = toPostBody({ ...content, accounts }, { liveOptions }) as Content;
	return {
		...body,
		accounts: content.accounts,
		proposedPublishAt: delivery === undefined ? content.proposedPublishAt : undefined,
	};
}

const fieldsOf = (shown: unknown, wanted: unknown): unknown => {
	if (!isObject(wanted)) return shown ?? null;
	const own = asObject(shown);
	return mapValues(wanted, (value, name) => fieldsOf(ownValue(own, name), value));
};

/** The overrides that differ, with only the wanted values. */
function overrideChange(post: Post, wanted: Overrides): Change {
	const differing = Object.entries(wanted).flatMap(([channelId, override]) => {
		const channel = channelOf(post, channelId);
		return hasOverride(channel, override) ? [] : [{ channelId, channel, override }];
	});
	return {
		before: Object.fromEntries(
			differing.map((each) => [each.channelId, fieldsOf(each.channel, each.override)]),
		),
		after: Object.fromEntries(differing.map(({ channelId, override }) => [channelId, override])),
	};
}

/** The values that change. Channels are listed under the node's name for them. */
function contentChanges(post: Post, wanted: Content): Record<string, Change> {
	return Object.fromEntries(
		Object.entries(wanted).map(([name, after]): [string, Change] => {
			if (name === 'accounts') {
				return ['channels', { before: post.channels.map(({ accountId }) => accountId), after }];
			}
			if (name === 'perAccount') return [name, overrideChange(post, after as Overrides)];
			return [name, { before: (post as Content)[name] ?? null, after }];
		}),
	);
}

/** The status after a delivery that is carried out directly (N19). */
const statusAfter = (delivery: Delivery | undefined): string =>
	({ at: 'scheduled', now: 'publishing', prioritise: 'queued', queue: 'queued', draft: 'draft' })[
		delivery?.mode ?? 'draft'
	];

function placeChanges(post: Post, delivery: Delivery | undefined): Record<string, Change> {
	const changes: Record<string, Change> = {};
	const status = statusAfter(delivery);
	if (status !== post.status) changes.status = { before: post.status, after: status };
	const time = delivery?.mode === 'at' ? delivery.at : null;
	const before = post.scheduledAt ?? null;
	if ((delivery === undefined || delivery.mode === 'at') && !isSameTime(before, time)) {
		changes.scheduledAt = { before, after: time };
	}
	if (delivery?.mode === 'queue' || delivery?.mode === 'prioritise') {
		const after = otherQueues(post, delivery);
		const queues = currentQueues(post);
		const names = Object.keys(after);
		const shown = Object.fromEntries(names.map((name) => [name, ownValue(queues, name) ?? null]));
		if (names.length > 0) changes.queueIds = { before: shown, after };
	}
	return changes;
}

/** Whether a post already has the wanted content, whatever its status and time. */
export const hasContent = (post: Post, wanted: PostWish): boolean =>
	hasValues(post, comparedContent(wanted, post));

/** The writes that bring a post to its new content and place. */
function writesFor(
	post: Post,
	edit: PostWish | undefined,
	delivery: Delivery | undefined,
	{ withdrawsRequested = false }: PlanChoices = {},
): Write[] {
	const { id } = post;
	if (isCancelable(post) && delivery && !edit) {
		return [delivery.mode === 'now' ? publication(id) : scheduling(id, delivery)];
	}
	const isEditable = post.status === 'changes_requested' ? !withdrawsRequested : isDraft(post);
	const leaving = isEditable ? [] : [isCancelable(post) ? cancellation(id) : withdrawal(id)];
	// If the delivery fails after the edit, the draft still shows when it should be published.
	const note = leaving.length > 0 && delivery?.mode === 'at' ? { proposedPublishAt: delivery.at } : {};
	const editing = edit ? [updating(id, { ...edit, content: { ...edit.content, ...note } })] : [];
	const delivering = delivery ? [submission(id, keepingPlace(post, delivery))] : [];
	return [...leaving, ...editing, ...delivering];
}

/**
 * The update for the values that differ, or undefined if there are none. Options from the channels' schemas are sent unchecked.
 */
function editOf(wanted: PostWish, post: Post, names: string[]): PostWish | undefined {
	if (names.length === 0) return undefined;
	const values = Object.entries(wantedContent(wanted, post)).filter(([name]) => names.includes(name));
	const liveOptions = names.includes('perAccount') ? wanted.liveOptions : undefined;
	return { content: Object.fromEntries(values) as UpdatePost, liveOptions };
}

const leftAlone = (action: 'conflict' | 'skipped', reason: PlanReason, changes: Plan['changes']): Plan => ({
	action,
	reason,
	changes,
	writes: [],
});

const isChangedSince = ({ updatedAt }: Post, { knownUpdatedAt, overwrites }: PlanChoices): boolean =>
	!overwrites && knownUpdatedAt !== undefined && Date.parse(updatedAt) > Date.parse(knownUpdatedAt);

/** Whether the post's status allows a change. `hasContent` says whether the content differs. */
function allowsChange(
	post: Post,
	{ delivery, hasContent, now }: { delivery: Delivery | undefined; hasContent: boolean; now: number },
	{ withdraws = false, withdrawsRequested = false }: PlanChoices,
): boolean {
	if (post.status === 'pending_approval') return withdraws;
	// Without a change, the post would only fail again. Another text or another time can help.
	if (post.status === 'failed') {
		return !isPast(delivery, now) && (hasContent || delivery === undefined || delivery.mode === 'at');
	}
	// Whoever asked for changes doesn't need to see the same content again.
	if (post.status === 'changes_requested') return hasContent || withdrawsRequested;
	return isDraft(post) || hasTrait(post, 'waiting');
}

/**
 * Plans a post that doesn't exist yet. If its delivery is refused, the saved draft still shows when it should be published.
 * @param now milliseconds since 1970
 */
export function planNew(wanted: PostWish, now: number): NewPlan {
	const { delivery } = wanted;
	const { accounts, ...others } = wanted.content;
	const files = newFilesOf(wanted);
	const media = files.length > 0 ? { mediaAssetIds: files } : {};
	const values = { channels: accounts, ...others, ...media, status: statusAfter(delivery) };
	const at = delivery?.mode === 'at' ? { scheduledAt: delivery.at } : {};
	const changes = Object.fromEntries(
		Object.entries({ ...values, ...at })
			.filter(([, after]) => after !== undefined && after !== null)
			.map(([name, after]): [string, Change] => [name, { before: null, after }]),
	);
	const note = delivery?.mode === 'at' ? { proposedPublishAt: others.proposedPublishAt || delivery.at } : {};
	const wish = { ...wanted, content: withoutEmpty({ ...wanted.content, ...note }) };
	if (isPast(delivery, now)) return { ...leftAlone('skipped', 'timePassed', changes), wish };
	return { action: 'created', changes, writes: [creation(wish)], wish };
}

/**
 * The writes that change a post to all given values, also to those that it has. The service decides whether the post can be changed.
 * A scheduled or queued post keeps its time or its queue. Undefined for a post that is published in less than a minute.
 */
export function writesOfEdit(post: Post, wanted: PostWish, now: number): Write[] | undefined {
	const { content, delivery, liveOptions = {}, additionalBody = {} } = wanted;
	const hasEdit = [content, liveOptions, additionalBody].some((values) => Object.keys(values).length > 0);
	const edit = hasEdit ? wanted : undefined;
	const place = delivery ?? (hasTrait(post, 'waiting') ? deliveryOf(post) : undefined);
	if (place && startsSoon(post, now)) return undefined;
	if (place) return writesFor(post, edit, place);
	return edit ? [updating(post.id, edit)] : [];
}

/**
 * Plans how to bring a post to a wanted state.
 * @param post as it is in the service
 * @param now milliseconds since 1970
 */
export function planPost(post: Post, wanted: PostWish, choices: PlanChoices, now: number): Plan {
	const { delivery } = wanted;
	const content = comparedContent(wanted, post);
	const names = differingNames(post, content);
	const differing = Object.fromEntries(names.map((name) => [name, content[name]]));
	const isInPlace = (ownValue<IsInPlace>(places, post.status) ?? isLiveInPlace)(post, delivery, now);
	if (names.length === 0 && isInPlace) return { action: 'unchanged', changes: {}, writes: [] };
	const moved = isInPlace ? {} : placeChanges(post, delivery);
	const changes = { ...contentChanges(post, differing), ...moved };
	const hasContent = names.length > 0;
	if (!allowsChange(post, { delivery, hasContent, now }, choices))
		return leftAlone('conflict', 'status', changes);
	if (isChangedSince(post, choices)) return leftAlone('conflict', 'changed', changes);
	if (startsSoon(post, now)) return leftAlone('skipped', 'startsSoon', changes);
	if (isPast(delivery, now)) return leftAlone('skipped', 'timePassed', changes);
	const writes = writesFor(post, editOf(wanted, post, names), delivery, choices);
	return { action: writes[0]?.kind === 'schedule' ? 'rescheduled' : 'updated', changes, writes };
}
