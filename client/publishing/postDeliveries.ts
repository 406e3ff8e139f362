import { checked } from '../http/schemaCheck';
import type { HttpResponse } from '../http/types';
import { fittingTheCap, type DeliveryOptions } from './dailyCap';
import { createCreate, type Create } from './postCreate';
import { carefully, isDelivered } from './doubt';
import { paths } from './paths';
import { toRouted, type KeyedWrite, type PostCalls, type RoutedPost } from './postCalls';
import { deliverySchema, scheduleSchema, type Delivery, type Schedule } from './requests';

/** Sending posts on their way, and taking them back (contract section 4). A failure that leaves it open whether the work was done is looked into. */
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

/** Creates the delivering calls. */
export function createPostDeliveries(calls: PostCalls): PostDeliveries {
	const { post, read, readIf } = calls;
	const underKey = async (
		{ idempotencyKey }: KeyedWrite = {},
		write: () => Promise<RoutedPost>,
		look: () => Promise<RoutedPost | undefined>,
	) => await carefully(write, { look, repeat: idempotencyKey ? write : undefined });
	const send = async (
		postId: string,
		delivery: Delivery,
		key: KeyedWrite | undefined,
		write: () => Promise<HttpResponse>,
	) =>
		await underKey(
			key,
			async () => toRouted(await write()),
			async () => await readIf(postId, (found) => isDelivered(found, delivery)),
		);
	const submitOnce = async (postId: string, delivery: Delivery, key?: KeyedWrite) => {
		const body = { delivery: checked(deliverySchema, delivery) };
		return await send(postId, delivery, key, async () => await post(paths.post(postId, 'submit'), body, key));
	};
	const scheduleOnce = async (postId: string, schedule: Schedule, key?: KeyedWrite) => {
		const body = checked(scheduleSchema, schedule);
		return await send(
			postId,
			schedule,
			key,
			async () => await post(paths.post(postId, 'schedule'), body, key),
		);
	};
	const publishOnce = async (postId: string, key?: KeyedWrite) =>
		await send(postId, { mode: 'now' }, key, async () => await post(paths.post(postId, 'publish'), {}, key));
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
			await underKey(
				key,
				async () => {
					const response = await post(paths.post(postId, 'cancel'), {}, key);
					return response.status === 204 ? await read(postId) : toRouted(response);
				},
				async () => await readIf(postId, ({ status }) => status === 'draft'),
			),
	};
}
