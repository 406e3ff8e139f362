import type { z } from 'zod/v4';
import { NotFoundError, UnexpectedResponseError } from '../http/errors';
import type { Requester } from '../http/request';
import { checked, decode } from '../http/schemaCheck';
import { carefully } from './doubt';
import { ifOffered } from './extras';
import { paths } from './paths';
import { createPostCalls, toRouted, withRouting, type KeyedWrite, type RoutedPost } from './postCalls';
import { withAdditions, type BodyOptions } from './postCreate';
import { createPostDeliveries, type PostDeliveries } from './postDeliveries';
import { updatePostSchema, type UpdatePost } from './requests';
import { duplicateSchema } from './schemas';

/** The copy, the channels it could not keep, and whether only failed channels were kept. */
export type DuplicatedPost = RoutedPost &
	Pick<z.output<typeof duplicateSchema>, 'droppedChannels' | 'keptFailedOnly'>;

/** Changing posts (contract section 4). Errors are those of section 7. */
export interface PostWrites extends PostDeliveries {
	/** What is left out keeps its value, null clears; options of a channel are merged one by one. */
	update(postId: string, changes: UpdatePost, options?: BodyOptions): Promise<RoutedPost>;
	/** Removes a post that is not live. */
	delete(postId: string): Promise<void>;
	/** Copies a post into a new draft; never schedules or publishes. */
	duplicate(postId: string, options?: KeyedWrite): Promise<DuplicatedPost>;
	/** Takes a post back out of Review. Not in the base contract: some services lack it. */
	withdraw(postId: string): Promise<RoutedPost>;
}

/** Creates the changing calls over a requester. */
export function createPostWrites(request: Requester): PostWrites {
	const calls = createPostCalls(request);
	const { post, read, readIf } = calls;
	const isGone = async (postId: string) =>
		await read(postId).then(
			() => undefined,
			(error: unknown) => {
				if (error instanceof NotFoundError) return true;
				throw error;
			},
		);
	const copy = async (postId: string, key?: KeyedWrite): Promise<DuplicatedPost> => {
		// A failure releases the key: after one, the repeat could make a second copy.
		const repeatability = key?.idempotencyKey ? 'repeatable' : undefined;
		const response = await post(paths.post(postId, 'duplicate'), {}, key, repeatability);
		const { post: made, routed, droppedChannels, keptFailedOnly } = decode(response, duplicateSchema);
		return { ...withRouting(made, routed), droppedChannels, keptFailedOnly };
	};
	return {
		...createPostDeliveries(calls),
		update: async (postId, changes, additions = {}) => {
			const body = withAdditions(checked(updatePostSchema, changes), additions);
			return toRouted(await request({ method: 'PATCH', path: paths.post(postId), body }));
		},
		delete: async (postId) => {
			const remove = async () => Boolean(await request({ method: 'DELETE', path: paths.post(postId) }));
			await carefully(remove, { look: async () => await isGone(postId) });
		},
		duplicate: async (postId, key) => {
			const write = async () => await copy(postId, key);
			const look = async (error: unknown) => {
				// Only an answer that cannot be read says that the work is done: the key gives it again.
				if (error instanceof UnexpectedResponseError) return await Promise.resolve(undefined);
				throw error;
			};
			return await carefully(write, { look, repeat: key?.idempotencyKey ? write : undefined });
		},
		withdraw: async (postId) =>
			await ifOffered(request, 'withdraw', postId, async () => {
				const withdraw = async () => toRouted(await post(paths.post(postId, 'withdraw'), {}));
				const look = async () => await readIf(postId, ({ status }) => status !== 'pending_approval');
				return await carefully(withdraw, { look });
			}),
	};
}
