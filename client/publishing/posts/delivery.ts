import { NotFoundError, PermissionError } from '../../http/errors';
import type { KeyedWrite } from '../../http/idempotency';
import type { Requester } from '../../http/request';
import { checked } from '../../http/schemaCheck';
import type { HttpResponse } from '../../http/types';
import { IdempotencyInFlightError, IdempotencyMismatchError } from '../errors';
import { paths } from '../paths';
import { deliverySchema, scheduleSchema, type Delivery, type Schedule } from '../requests';
import type { Post } from '../schemas';
import { toRouted, withRouting, type RoutedPost } from './answers';
import { keyOfMove, withinDailyLimit, type DeliveryOptions } from './dailyLimit';
import type { PostReads } from './reads';
import { harmlessRepeats, type PostFinder, type Recover } from './recovery';

/** What all calls that change posts need. */
export interface WritePorts {
	request: Requester;
	reads: PostReads;
	/** Sends a write, and recovers if its answer gets lost. */
	recover: Recover;
	/** Finds the post that a write created. */
	finder: PostFinder;
}

/**
 * Calls that schedule, queue or publish posts, and return them to draft (contract section 4). For lost answers, see
 * recovery.ts.
 */
export interface PostDeliveries {
	/** Delivers a draft directly, or sends it to review if the key or the workspace requires that. */
	submit(postId: string, delivery: Delivery, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Schedules or queues a post, or changes its time. Needs `publish_directly`. */
	schedule(postId: string, schedule: Schedule, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Publishes a post now. The answer comes before the result, so read the post again later. Needs `publish_directly`. */
	publish(postId: string, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Returns a queued, scheduled, failed or held post to draft. Needs `publish_directly`. */
	cancel(postId: string, options?: KeyedWrite): Promise<RoutedPost>;
	/** Whether a post has the status and the time that a delivery leads to, directly or through review. */
	isDeliveredAs(post: Post, delivery: Delivery): boolean;
	/** Whether a submit with this key was carried out in the last 24 hours or is running. Changes nothing. */
	isSubmitted(options: Required<KeyedWrite> & DeliveryOptions): Promise<boolean>;
}

/** A post that can't exist. */
const noPostId = '00000000-0000-4000-8000-000000000000';

/**
 * Asks whether the service knows a key. It refuses another request with a key that was used or is in use (contract section 7).
 * This request is about a post that doesn't exist, so that it can't change anything. It fails in any case, which releases a key
 * that wasn't used before (N23).
 */
const isKeyKnown = async (request: Requester, idempotencyKey: string | undefined): Promise<boolean> =>
	await request({
		method: 'POST',
		path: paths.post(noPostId, 'submit'),
		body: { delivery: { mode: 'now' } },
		idempotencyKey,
	}).then(
		() => true,
		(error: unknown) => {
			if (error instanceof IdempotencyMismatchError || error instanceof IdempotencyInFlightError) return true;
			// A key without the permission can't have submitted anything.
			if (error instanceof NotFoundError || error instanceof PermissionError) return false;
			throw error;
		},
	);

/** A request that changes the status of a post. */
interface StatusChange {
	action: 'submit' | 'schedule' | 'publish' | 'cancel';
	body: object;
	/** Whether the post already has the status that the request leads to. */
	isDone: (post: Post) => boolean;
	/** Reads the answer. By default, the answer is the post. */
	readAnswer?: (response: HttpResponse) => Promise<RoutedPost>;
}

const publishingStatuses = ['publishing', 'published', 'partially_published'];

const sameTime = (a: string | null | undefined, b: string): boolean =>
	typeof a === 'string' && Date.parse(a) === Date.parse(b);

const hasTime = ({ channels, proposedPublishAt, status }: Post, at: string): boolean =>
	status === 'pending_approval'
		? sameTime(proposedPublishAt, at)
		: channels.some(({ scheduledAt }) => sameTime(scheduledAt, at));

/** Whether a post has the status that a delivery leads to, directly or through review (contract section 3). */
function isDelivered(post: Post, delivery: Delivery): boolean {
	if (delivery.mode === 'at') return hasTime(post, delivery.at);
	const statuses = delivery.mode === 'now' ? publishingStatuses : ['queued', ...publishingStatuses];
	return ['pending_approval', ...statuses].includes(post.status);
}

/** Creates the calls that deliver posts. */
export function createPostDeliveries({ request, reads, recover }: WritePorts): PostDeliveries {
	const changeStatus = async (
		postId: string,
		{ action, body, isDone, readAnswer }: StatusChange,
		{ idempotencyKey = '' }: KeyedWrite,
	): Promise<RoutedPost> => {
		const path = paths.post(postId, action);
		return await recover({
			name: `POST ${path} ${idempotencyKey}`,
			send: async () => {
				const response = await request({ method: 'POST', path, body, idempotencyKey });
				return readAnswer ? await readAnswer(response) : toRouted(response);
			},
			find: async () => {
				const found = await reads.get(postId);
				return isDone(found) ? withRouting(found) : undefined;
			},
			repeatsMax: idempotencyKey ? harmlessRepeats : 0,
		});
	};
	const scheduleOnce = async (postId: string, schedule: Schedule, key: KeyedWrite) => {
		const body = checked(scheduleSchema, schedule);
		const isDone = (post: Post) => isDelivered(post, schedule);
		return await changeStatus(postId, { action: 'schedule', body, isDone }, key);
	};
	return {
		submit: async (postId, wanted, options = {}) =>
			await withinDailyLimit(wanted, options, async (delivery, key) => {
				const body = { delivery: checked(deliverySchema, delivery) };
				const isDone = (post: Post) => isDelivered(post, delivery);
				return await changeStatus(postId, { action: 'submit', body, isDone }, key);
			}),
		schedule: async (postId, wanted, options = {}) =>
			await withinDailyLimit(
				wanted,
				options,
				async (schedule, key) => await scheduleOnce(postId, schedule, key),
			),
		publish: async (postId, options = {}) =>
			await withinDailyLimit({ mode: 'now' as const }, options, async (delivery, key) => {
				if (delivery.mode === 'at') return await scheduleOnce(postId, delivery, key);
				const isDone = (post: Post) => isDelivered(post, delivery);
				return await changeStatus(postId, { action: 'publish', body: {}, isDone }, key);
			}),
		isDeliveredAs: isDelivered,
		isSubmitted: async ({ fitsDailyLimit, ...key }) =>
			(await isKeyKnown(request, key.idempotencyKey)) ||
			(fitsDailyLimit === true && (await isKeyKnown(request, keyOfMove(key, 1).idempotencyKey))),
		cancel: async (postId, key = {}) =>
			await changeStatus(
				postId,
				{
					action: 'cancel',
					body: {},
					isDone: ({ status }) => status === 'draft',
					readAnswer: async (response) =>
						response.status === 204 ? withRouting(await reads.get(postId)) : toRouted(response),
				},
				key,
			),
	};
}
