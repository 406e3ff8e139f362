import type { KeyedWrite } from '../http/idempotency';
import { checked } from '../http/schemaCheck';
import type { HttpResponse } from '../http/types';
import { fittingTheCap, type DeliveryOptions } from './dailyCap';
import { createCreate, type Create } from './postCreate';
import { paths } from './paths';
import { toRouted, type PostCalls, type RoutedPost } from './postCalls';
import { harmlessRepeats } from './posts/recovery';
import { deliverySchema, scheduleSchema, type Delivery, type Schedule } from './requests';
import type { Post } from './schemas';

/** Sending posts on their way, and taking them back (contract section 4). For lost answers see posts/recovery. */
export interface PostDeliveries {
	/** Saves a post and delivers it when `delivery` is there. An error may carry the id of the draft it saved. */
	create: Create;
	/** Delivers a draft, directly or through Review. */
	submit(postId: string, delivery: Delivery, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Schedules or queues a post, or moves it in time. Needs `publish_directly`. */
	schedule(postId: string, schedule: Schedule, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Publishes now; the outcome comes later: read the post again. Needs `publish_directly`. */
	publish(postId: string, options?: DeliveryOptions): Promise<RoutedPost>;
	/** Takes a queued, scheduled, failed or held post back to a draft. Needs `publish_directly`. */
	cancel(postId: string, options?: KeyedWrite): Promise<RoutedPost>;
}

/** One request that changes where a post stands. */
interface Step {
	path: string;
	body: object;
	read?: (response: HttpResponse) => Promise<RoutedPost>;
	/** Whether the post is where the step brings it. */
	isDone: (post: Post) => boolean;
}

const publishingStatuses = ['publishing', 'published', 'partially_published'];

const sameTime = (a: string | null | undefined, b: string): boolean =>
	typeof a === 'string' && Date.parse(a) === Date.parse(b);

const hasTime = ({ channels, proposedPublishAt, status }: Post, at: string): boolean =>
	status === 'pending_approval'
		? sameTime(proposedPublishAt, at)
		: channels.some(({ scheduledAt }) => sameTime(scheduledAt, at));

/** Whether a post is where a delivery brings it, directly or through Review (contract section 3). */
function isDelivered(post: Post, delivery: Delivery): boolean {
	if (delivery.mode === 'at') return hasTime(post, delivery.at);
	const statuses = delivery.mode === 'now' ? publishingStatuses : ['queued', ...publishingStatuses];
	return ['pending_approval', ...statuses].includes(post.status);
}

const answered = async (response: HttpResponse): Promise<RoutedPost> =>
	await Promise.resolve(toRouted(response));

/** Creates the delivering calls. */
export function createPostDeliveries(calls: PostCalls): PostDeliveries {
	const { post, read, readIf, recover } = calls;
	const take = async (
		postId: string,
		{ path, body, isDone, read: readAnswer = answered }: Step,
		{ idempotencyKey = '' }: KeyedWrite = {},
	): Promise<RoutedPost> =>
		await recover({
			name: `POST ${path} ${idempotencyKey}`,
			send: async () => await readAnswer(await post(path, body, { idempotencyKey })),
			look: async () => await readIf(postId, isDone),
			goOn: async (found) => await Promise.resolve(found),
			repeatsMax: idempotencyKey ? harmlessRepeats : 0,
		});
	const deliver = async (postId: string, delivery: Delivery, step: Omit<Step, 'isDone'>, key?: KeyedWrite) =>
		await take(postId, { ...step, isDone: (found) => isDelivered(found, delivery) }, key);
	const submitOnce = async (postId: string, delivery: Delivery, key?: KeyedWrite) => {
		const body = { delivery: checked(deliverySchema, delivery) };
		return await deliver(postId, delivery, { path: paths.post(postId, 'submit'), body }, key);
	};
	const scheduleOnce = async (postId: string, schedule: Schedule, key?: KeyedWrite) => {
		const body = checked(scheduleSchema, schedule);
		return await deliver(postId, schedule, { path: paths.post(postId, 'schedule'), body }, key);
	};
	const publishOnce = async (postId: string, key?: KeyedWrite) =>
		await deliver(postId, { mode: 'now' }, { path: paths.post(postId, 'publish'), body: {} }, key);
	const submit: PostDeliveries['submit'] = async (postId, delivery, options = {}) =>
		await fittingTheCap(
			async () => await submitOnce(postId, delivery, options),
			async (fitting, key) => await submitOnce(postId, { timezone: delivery.timezone, ...fitting }, key),
			options,
		);
	return {
		create: createCreate(calls, submitOnce),
		submit,
		schedule: async (postId, schedule, options = {}) =>
			await fittingTheCap(
				async () => await scheduleOnce(postId, schedule, options),
				async (fitting, key) => await scheduleOnce(postId, { timezone: schedule.timezone, ...fitting }, key),
				options,
			),
		publish: async (postId, options = {}) =>
			await fittingTheCap(
				async () => await publishOnce(postId, options),
				async (fitting, key) => await scheduleOnce(postId, fitting, key),
				options,
			),
		cancel: async (postId, key) =>
			await take(
				postId,
				{
					path: paths.post(postId, 'cancel'),
					body: {},
					read: async (response) => (response.status === 204 ? await read(postId) : toRouted(response)),
					isDone: ({ status }) => status === 'draft',
				},
				key,
			),
	};
}
