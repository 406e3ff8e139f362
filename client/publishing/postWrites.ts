import type { z } from 'zod/v4';
import { ServiceUnavailableError } from '../http/errors';
import type { Call, Requester } from '../http/request';
import type { Repeatability } from '../http/retry';
import { checked, decode } from '../http/schemaCheck';
import type { HttpResponse } from '../http/types';
import { ifOffered } from './extras';
import { paths } from './paths';
import {
	createPostSchema,
	deliverySchema,
	scheduleSchema,
	updatePostSchema,
	type CreatePost,
	type Delivery,
	type Schedule,
	type UpdatePost,
} from './requests';
import { duplicateSchema, postSchema, routedPostSchema, type Post } from './schemas';

/** A post together with what became of the write: kept as a draft, carried out, or sent to Review. */
export type RoutedPost = Post & { routed: string };

/** The copy, the channels it could not keep, and whether only failed channels were kept. */
export type DuplicatedPost = RoutedPost &
	Pick<z.output<typeof duplicateSchema>, 'droppedChannels' | 'keptFailedOnly'>;

/** Options of a write that the service protects by an idempotency key for 24 hours (contract section 8). */
export interface KeyedWrite {
	/** At most 128 characters; empty means none. Without one, a write is not repeated after a lost connection. */
	idempotencyKey?: string;
}

/** Options of a write whose body the user may extend. */
export interface BodyOptions {
	/** Properties beyond the known ones, sent as they are: the service judges them. */
	additionalBody?: Record<string, unknown>;
}

/** Changing posts (contract section 4). Errors are those of section 7. */
export interface PostWrites {
	/** Saves a post and delivers it when `delivery` is there. An error may carry the id of the draft it saved. */
	create(post: CreatePost, options?: KeyedWrite & BodyOptions): Promise<RoutedPost>;
	/** What is left out keeps its value, null clears; options of a channel are merged one by one. */
	update(postId: string, changes: UpdatePost, options?: BodyOptions): Promise<RoutedPost>;
	/** Removes a post that is not live. */
	delete(postId: string): Promise<void>;
	/** Copies a post into a new draft; never schedules or publishes. */
	duplicate(postId: string, options?: KeyedWrite): Promise<DuplicatedPost>;
	/** Delivers a draft, directly or through Review. */
	submit(postId: string, delivery: Delivery, options?: KeyedWrite): Promise<RoutedPost>;
	/** Schedules or queues a post, or moves it in time. Needs `publish_directly`. */
	schedule(postId: string, schedule: Schedule, options?: KeyedWrite): Promise<RoutedPost>;
	/** Publishes now; the outcome comes later: read the post again. Needs `publish_directly`. */
	publish(postId: string, options?: KeyedWrite): Promise<RoutedPost>;
	/** Takes a queued, scheduled, failed or held post back to a draft. Needs `publish_directly`. */
	cancel(postId: string, options?: KeyedWrite): Promise<RoutedPost>;
	/** Takes a post back from Review. Beyond the base contract: a `NotOfferedError` where the service lacks it. */
	withdraw(postId: string): Promise<RoutedPost>;
}

/** What `routed` must have been, for answers that leave it out. */
const routingByStatus: Record<string, string> = { draft: 'draft', pending_approval: 'pending_approval' };

const withRouting = (post: Post, routed?: string | null): RoutedPost => ({
	...post,
	routed: routed ?? routingByStatus[post.status] ?? 'enacted',
});

/** Creates the changing calls over a requester. */
export function createPostWrites(request: Requester): PostWrites {
	const read = async (postId: string) =>
		withRouting(decode(await request({ method: 'GET', path: paths.post(postId) }), postSchema));
	const toRouted = (response: HttpResponse): RoutedPost => {
		const { post, routed } = decode(response, routedPostSchema);
		return withRouting(post, routed);
	};
	const post = async (
		path: string,
		body: Call['body'],
		{ idempotencyKey }: KeyedWrite = {},
		repeatability?: Repeatability,
	) => await request({ method: 'POST', path, body, idempotencyKey, repeatability });

	/** After a 5xx the post may have gone ahead (contract section 3): it is read before the failure is believed. */
	const unlessItWentAhead = async (error: unknown, { delivery }: CreatePost): Promise<RoutedPost> => {
		const isDoubtful = error instanceof ServiceUnavailableError && error.postId !== undefined;
		const found = isDoubtful ? await read(error.postId as string).catch(() => undefined) : undefined;
		if (found && (found.status !== 'draft' || delivery === undefined)) return found;
		throw error;
	};

	return {
		create: async (body, { idempotencyKey, additionalBody } = {}) => {
			const complete = { ...checked(createPostSchema, body), ...additionalBody };
			return await post(paths.posts(), complete, { idempotencyKey }).then(
				toRouted,
				async (error: unknown) => await unlessItWentAhead(error, body),
			);
		},
		update: async (postId, changes, { additionalBody } = {}) => {
			const body = { ...checked(updatePostSchema, changes), ...additionalBody };
			return toRouted(await request({ method: 'PATCH', path: paths.post(postId), body }));
		},
		delete: async (postId) => {
			await request({ method: 'DELETE', path: paths.post(postId) });
		},
		duplicate: async (postId, options) => {
			// A failure releases the key: after one, the repeat could make a second copy.
			const repeatability = options?.idempotencyKey ? 'repeatable' : undefined;
			const response = await post(paths.post(postId, 'duplicate'), {}, options, repeatability);
			const { post: copy, routed, droppedChannels, keptFailedOnly } = decode(response, duplicateSchema);
			return { ...withRouting(copy, routed), droppedChannels, keptFailedOnly };
		},
		submit: async (postId, delivery, options) => {
			const body = { delivery: checked(deliverySchema, delivery) };
			return toRouted(await post(paths.post(postId, 'submit'), body, options));
		},
		schedule: async (postId, schedule, options) =>
			toRouted(await post(paths.post(postId, 'schedule'), checked(scheduleSchema, schedule), options)),
		publish: async (postId, options) => toRouted(await post(paths.post(postId, 'publish'), {}, options)),
		cancel: async (postId, options) => {
			const response = await post(paths.post(postId, 'cancel'), {}, options);
			return response.status === 204 ? await read(postId) : toRouted(response);
		},
		withdraw: async (postId) =>
			await ifOffered(request, 'withdraw', postId, async () =>
				toRouted(await post(paths.post(postId, 'withdraw'), {})),
			),
	};
}
