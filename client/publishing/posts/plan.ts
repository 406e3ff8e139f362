import { isObject, ownValue, recordOf } from '../../http/json';
import type { Delivery, Overrides, Schedule, UpdatePost } from '../requests';
import type { Post } from '../schemas';
import {
	differingNames,
	hasOverride,
	isSameTime,
	toPostBody,
	type BodyOptions,
	type Content,
	type LiveOptions,
} from './content';

/**
 * Decides what makes a post as it is wanted, with the fewest requests. It reads nothing and sends nothing.
 *
 * The service edits drafts only (contract N36). A scheduled or queued post is therefore canceled, edited and delivered
 * again. Its time alone moves in place (N9).
 *
 * | Status                | Same content, same place | Other time or queue | Other content                 | Wanted as a draft |
 * | --------------------- | ------------------------ | ------------------- | ----------------------------- | ----------------- |
 * | draft                 | unchanged                | deliver             | edit, deliver                 | edit              |
 * | scheduled, queued     | unchanged                | schedule            | cancel, edit, deliver         | cancel, edit      |
 * | failed                | -                        | schedule            | cancel, edit, deliver         | cancel, edit      |
 * | waiting for approval  | unchanged                | conflict, or        | conflict, or withdraw, edit,  | conflict, or      |
 * |                       |                          | withdraw, deliver   | deliver                       | withdraw, edit    |
 * | publishing, published | unchanged                | conflict            | conflict                      | conflict          |
 * | everything else       | conflict                 | conflict            | conflict                      | conflict          |
 */

/** A post as somebody wants it. */
export interface WantedPost {
	/** What the post says and where. What is left out may be anything, and null is empty. */
	content: UpdatePost;
	/** Options by the channels' own schemas. */
	liveOptions?: LiveOptions;
	/** Where the post goes; undefined for a draft. */
	delivery?: Delivery;
}

/** What a plan may do that it doesn't do unasked. */
export interface PlanChoices {
	/** When the post was last changed as far as the caller knows; undefined: nobody asks. */
	knownUpdatedAt?: string;
	/** Whether to overwrite what somebody has changed since `knownUpdatedAt`; default false, which is a conflict. */
	overwrites?: boolean;
	/** Whether to withdraw a post that waits for approval; default false, which is a conflict. */
	withdraws?: boolean;
}

/** What a plan comes to. */
export type PlanAction = 'conflict' | 'created' | 'rescheduled' | 'skipped' | 'unchanged' | 'updated';

/**
 * Why a plan leaves a post alone.
 * - `changed`: somebody has changed it in the service
 * - `status`: its status doesn't allow the change
 * - `startsSoon`: it is published in less than a minute
 * - `timePassed`: the time that is wanted has passed
 */
export type PlanReason = 'changed' | 'startsSoon' | 'status' | 'timePassed';

/** A value before and after. */
export interface Change {
	before: unknown;
	after: unknown;
}

/** One request of a plan. */
export type Step =
	| { kind: 'cancel' }
	| { kind: 'create' }
	| { kind: 'publish' }
	| { kind: 'schedule'; schedule: Schedule }
	| { kind: 'submit'; delivery: Delivery }
	| { kind: 'update'; changes: UpdatePost; additions?: BodyOptions }
	| { kind: 'withdraw' };

/** What has to happen to a post. */
export interface Plan {
	action: PlanAction;
	reason?: PlanReason;
	/** Values that change, by the names that a post has for them. */
	changes: Record<string, Change>;
	steps: Step[];
}

/** A post this close to its time is left alone: the service may have begun to publish it. In milliseconds. */
const safetyMs = 60_000;

const waitingStatuses: readonly string[] = ['queued', 'scheduled'];
const liveStatuses: readonly string[] = ['partially_published', 'published', 'publishing'];

/** Statuses that a plan leaves by `cancel`. */
const isCancelable = ({ status }: Post): boolean => waitingStatuses.includes(status) || status === 'failed';

type QueueIds = Record<string, string | null>;

const currentQueues = ({ channels }: Post): QueueIds =>
	recordOf(
		channels
			.filter(({ status }) => status === 'queued')
			.map(({ accountId, queueId }): [string, string | null] => [accountId, queueId ?? null]),
	);

/** The queues that are wanted, where the channel isn't in that queue yet. */
function otherQueues(post: Post, { queueIds = {} }: { queueIds?: QueueIds }): QueueIds {
	const current = currentQueues(post);
	return recordOf(
		Object.entries(queueIds).filter(
			([channelId, queueId]) =>
				Object.hasOwn(current, channelId) && ownValue(current, channelId) !== (queueId ?? null),
		),
	);
}

/** Whether a post is where a delivery brings it, by the post's status. A status that isn't here never is. */
const places: Record<string, (post: Post, delivery: Delivery | undefined, now: number) => boolean> = {
	draft: (_post, delivery) => delivery === undefined,
	scheduled: ({ channels, scheduledAt }, delivery) =>
		delivery?.mode === 'at' &&
		isSameTime(scheduledAt, delivery.at) &&
		channels.every(({ status, scheduledAt: at }) => status !== 'scheduled' || isSameTime(at, delivery.at)),
	queued: (post, delivery) =>
		(delivery?.mode === 'queue' || delivery?.mode === 'prioritise') &&
		Object.keys(otherQueues(post, delivery)).length === 0,
	pending_approval: ({ proposedPublishAt }, delivery) =>
		delivery !== undefined && (delivery.mode !== 'at' || isSameTime(proposedPublishAt, delivery.at)),
	...Object.fromEntries(
		liveStatuses.map((status) => [
			status,
			(_post: Post, delivery: Delivery | undefined, now: number) =>
				delivery !== undefined && (delivery.mode !== 'at' || Date.parse(delivery.at) <= now + safetyMs),
		]),
	),
};

/** The first moment at which the post is published; undefined where nobody knows. */
const startOf = ({ channels }: Post): number =>
	Math.min(
		...channels
			.filter(({ status, scheduledAt }) => waitingStatuses.includes(status) && scheduledAt)
			.map(({ scheduledAt }) => Date.parse(scheduledAt as string)),
	);

/** Whether a scheduled or queued post is published in less than a minute. */
export const startsSoon = (post: Post, now: number): boolean =>
	waitingStatuses.includes(post.status) && startOf(post) - now < safetyMs;

const isPast = (delivery: Delivery | undefined, now: number): boolean =>
	delivery?.mode === 'at' && Date.parse(delivery.at) <= now;

/** Services write the offset zero in two ways (N42), and only one of them is sure to be accepted. */
const withOffset = (time: string): string => time.replace(/z$/i, '+00:00');

const isFirstInQueues = ({ channels }: Post): boolean =>
	channels.every(({ status, queuePosition }) => status !== 'queued' || queuePosition === 1);

/**
 * The delivery that brings a post back to where it is. The service has no way to give a post any place in a queue, so a
 * queued post that isn't first goes to the end. Undefined for a post that isn't scheduled or queued, and for one in Review
 * that has no time.
 */
export function deliveryOf(post: Post): Schedule | undefined {
	const { status, scheduledAt, proposedPublishAt } = post;
	if (status === 'queued') {
		return { mode: isFirstInQueues(post) ? 'prioritise' : 'queue', queueIds: currentQueues(post) };
	}
	const at = status === 'scheduled' ? scheduledAt : status === 'pending_approval' ? proposedPublishAt : null;
	return at ? { mode: 'at', at: withOffset(at) } : undefined;
}

/** A queued post stays first where it is first, and its channels stay in their queues where the caller names no other. */
function keepingPlace(post: Post, delivery: Delivery): Delivery {
	if (delivery.mode !== 'queue' || post.status !== 'queued') return delivery;
	const { mode, queueIds } = deliveryOf(post) as Extract<Schedule, { mode: 'prioritise' | 'queue' }>;
	return { ...delivery, mode, queueIds: { ...queueIds, ...delivery.queueIds } };
}

/** The content to compare. A delivery clears the proposed time (contract section 2), so only drafts are compared by it. */
function comparedContent({ content, liveOptions, delivery }: WantedPost, post: Post): Content {
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
	const own = isObject(shown) ? shown : {};
	return Object.fromEntries(
		Object.entries(wanted).map(([name, value]) => [name, fieldsOf(ownValue(own, name), value)]),
	);
};

/** The overrides that differ, each with only the values that are wanted. */
function overrideChange({ channels }: Post, wanted: Overrides): Change {
	const differing = Object.entries(wanted).flatMap(([channelId, override]) => {
		const channel = channels.find(({ accountId }) => accountId.toLowerCase() === channelId.toLowerCase());
		return hasOverride(channel, override) ? [] : [{ channelId, channel, override }];
	});
	return {
		before: Object.fromEntries(
			differing.map((each) => [each.channelId, fieldsOf(each.channel, each.override)]),
		),
		after: Object.fromEntries(differing.map(({ channelId, override }) => [channelId, override])),
	};
}

/** The values that change; the channels by the name that the node has for them. */
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

/** The status that a delivery leads to where it is carried out directly (N19). */
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

/** An edit of a post, as an update sends it. */
export interface Edit {
	changes: UpdatePost;
	additions?: BodyOptions;
}

/** The requests that bring a post to its new content and place. */
function stepsFor(post: Post, edit: Edit | undefined, delivery: Delivery | undefined): Step[] {
	if (isCancelable(post) && delivery && !edit) {
		return [delivery.mode === 'now' ? { kind: 'publish' } : { kind: 'schedule', schedule: delivery }];
	}
	const leaving: Step[] =
		post.status === 'draft' ? [] : [{ kind: isCancelable(post) ? 'cancel' : 'withdraw' }];
	// Should nothing come after the edit, the draft shows when it was meant to be published.
	const note = leaving.length > 0 && delivery?.mode === 'at' ? { proposedPublishAt: delivery.at } : {};
	const editing: Step[] = edit ? [{ kind: 'update', ...edit, changes: { ...edit.changes, ...note } }] : [];
	const delivering: Step[] = delivery ? [{ kind: 'submit', delivery: keepingPlace(post, delivery) }] : [];
	return [...leaving, ...editing, ...delivering];
}

/** The edit of the values that differ; undefined for none. Options by the channels' own schemas are sent unchecked. */
function editOf({ content, liveOptions }: WantedPost, names: string[]): Edit | undefined {
	if (names.length === 0) return undefined;
	const values = Object.entries(content).filter(([name]) => names.includes(name));
	const additions = names.includes('perAccount') ? { additions: { liveOptions } } : {};
	return { changes: Object.fromEntries(values) as UpdatePost, ...additions };
}

const leftAlone = (action: 'conflict' | 'skipped', reason: PlanReason, changes: Plan['changes']): Plan => ({
	action,
	reason,
	changes,
	steps: [],
});

const isChangedSince = ({ updatedAt }: Post, { knownUpdatedAt, overwrites }: PlanChoices): boolean =>
	!overwrites && knownUpdatedAt !== undefined && Date.parse(updatedAt) > Date.parse(knownUpdatedAt);

/** Statuses in which a post can be changed; `hasContent`: whether its content differs. */
function allowsChange(
	post: Post,
	{ delivery, hasContent, now }: { delivery: Delivery | undefined; hasContent: boolean; now: number },
	{ withdraws = false }: PlanChoices,
): boolean {
	if (post.status === 'pending_approval') return withdraws;
	// The same failure again helps nobody; another text or another time may.
	if (post.status === 'failed') {
		return !isPast(delivery, now) && (hasContent || delivery === undefined || delivery.mode === 'at');
	}
	return post.status === 'draft' || waitingStatuses.includes(post.status);
}

/** A plan for a post that isn't there yet. */
function planNew({ content, delivery }: WantedPost, now: number): Plan {
	const { accounts, ...others } = content;
	const values = { channels: accounts, ...others, status: statusAfter(delivery) };
	const at = delivery?.mode === 'at' ? { scheduledAt: delivery.at } : {};
	const changes = Object.fromEntries(
		Object.entries({ ...values, ...at })
			.filter(([, after]) => after !== undefined && after !== null)
			.map(([name, after]): [string, Change] => [name, { before: null, after }]),
	);
	if (isPast(delivery, now)) return leftAlone('skipped', 'timePassed', changes);
	return { action: 'created', changes, steps: [{ kind: 'create' }] };
}

/**
 * Plans what makes a post as it is wanted.
 * @param post as it is in the service; undefined for one that isn't there yet
 * @param now milliseconds since 1970
 */
export function planPost(
	post: Post | undefined,
	wanted: WantedPost,
	choices: PlanChoices,
	now: number,
): Plan {
	if (post === undefined) return planNew(wanted, now);
	const { delivery } = wanted;
	const content = comparedContent(wanted, post);
	const names = differingNames(post, content);
	const differing = Object.fromEntries(names.map((name) => [name, content[name]]));
	const isInPlace = ownValue(places, post.status)?.(post, delivery, now) ?? false;
	if (names.length === 0 && isInPlace) return { action: 'unchanged', changes: {}, steps: [] };
	const moved = isInPlace ? {} : placeChanges(post, delivery);
	const changes = { ...contentChanges(post, differing), ...moved };
	const hasContent = names.length > 0;
	if (!allowsChange(post, { delivery, hasContent, now }, choices))
		return leftAlone('conflict', 'status', changes);
	if (isChangedSince(post, choices)) return leftAlone('conflict', 'changed', changes);
	if (startsSoon(post, now)) return leftAlone('skipped', 'startsSoon', changes);
	if (isPast(delivery, now)) return leftAlone('skipped', 'timePassed', changes);
	const steps = stepsFor(post, editOf(wanted, names), delivery);
	const [{ kind } = { kind: 'update' }] = steps;
	return { action: kind === 'schedule' ? 'rescheduled' : 'updated', changes, steps };
}

/**
 * Plans an edit that leaves a scheduled or queued post where it is. Undefined for a post with another status.
 * @param delivery where the post goes that an earlier try has returned to draft; default: to where it is
 */
export function planEdit(post: Post, edit: Edit, delivery?: Delivery): Step[] | undefined {
	const place = delivery ?? (waitingStatuses.includes(post.status) ? deliveryOf(post) : undefined);
	return place && stepsFor(post, edit, place);
}
