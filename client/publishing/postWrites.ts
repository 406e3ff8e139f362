import type { z } from 'zod/v4';
import { NotFoundError, UnexpectedResponseError } from '../http/errors';
import { parseJson } from '../http/json';
import type { Requester } from '../http/request';
import { checked } from '../http/schemaCheck';
import type { HttpResponse } from '../http/types';
import { carefully, lookingFirst, noting, type Doubts } from './doubt';
import { CopyInDoubtError, UnreadableWriteError } from './errors';
import { ifOffered } from './extras';
import { paths } from './paths';
import {
	createPostCalls,
	decodeWrite,
	toRouted,
	withRouting,
	type KeyedWrite,
	type RoutedPost,
} from './postCalls';
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

/** An answer with something in it, such as the page of a proxy, is not the service's word that the post is gone. */
function isDeleted({ status, body }: HttpResponse): true {
	if (body.trim() === '' || parseJson(body) !== undefined) return true;
	throw new UnreadableWriteError(status, 'It is not JSON');
}

/** Creates the changing calls over a requester; `doubts` tells of earlier tries. */
export function createPostWrites(request: Requester, doubts: Doubts): PostWrites {
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
		const { post: made, routed, droppedChannels, keptFailedOnly } = decodeWrite(response, duplicateSchema);
		return { ...withRouting(made, routed), droppedChannels, keptFailedOnly };
	};
	return {
		...createPostDeliveries(calls, doubts),
		update: async (postId, changes, additions = {}) => {
			const body = withAdditions(checked(updatePostSchema, changes), additions);
			return toRouted(await request({ method: 'PATCH', path: paths.post(postId), body }));
		},
		delete: async (postId) => {
			const path = paths.post(postId);
			const look = async () => await isGone(postId);
			const remove = async () => isDeleted(await request({ method: 'DELETE', path }));
			const write = async () => await carefully(remove, { look });
			await lookingFirst(doubts, `DELETE ${path}`, { look, write });
		},
		duplicate: async (postId, key) => {
			const write = async () => await copy(postId, key);
			const look = async (error: unknown) => {
				// Only an answer that cannot be read says that the work is done: the key gives it again.
				if (error instanceof UnexpectedResponseError) return await Promise.resolve(undefined);
				throw error;
			};
			const name = `${paths.post(postId, 'duplicate')} ${key?.idempotencyKey ?? ''}`;
			if (doubts.get(name) === 'failed') throw new CopyInDoubtError();
			const repeat = key?.idempotencyKey ? write : undefined;
			return await carefully(write, { look, repeat }).catch(noting(doubts, name));
		},
		withdraw: async (postId) =>
			await ifOffered(request, 'withdraw', postId, async () => {
				const path = paths.post(postId, 'withdraw');
				const withdraw = async () => toRouted(await post(path, {}));
				const look = async () => await readIf(postId, ({ status }) => status !== 'pending_approval');
				const write = async () => await carefully(withdraw, { look });
				return await lookingFirst(doubts, path, { look, write });
			}),
	};
}
