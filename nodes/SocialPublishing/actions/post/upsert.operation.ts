import { NotFoundError } from '../../../../client/http/errors';
import type { PublishingClient } from '../../../../client/publishing';
import { readParallelRequests } from '../../../shared/fields';
import { nameDone, type Operation } from '../../../shared/operation';
import { bringPost, reportFailure, wantedPostForm } from './shared/wantedPost';

/** Creates a post, or changes the one that is there, so that it is as the item describes it. */
export const upsert: Operation<PublishingClient> = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update post',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	describeFailed: reportFailure,
	fields: wantedPostForm(),
	execute: async (parameters, client) =>
		await bringPost(
			parameters,
			client,
			async (postId) =>
				await client.posts.get(postId).then(
					(post) => ({ post, isFresh: true }),
					(error: unknown) => {
						if (error instanceof NotFoundError) return undefined;
						throw error;
					},
				),
		),
};
