import type { PublishingClient } from '../../../../client/publishing';
import type { Operation } from '../../../shared/operation';
import { readId } from '../../../shared/parameters';
import { postLocator } from '../../locators';

/** Removes a post that is not live. */
export const deletePost: Operation<PublishingClient> = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a post',
	description:
		'Delete a post that is not live; a scheduled or queued one needs the permission publish_directly',
	fields: [postLocator],
	async execute(context, itemIndex, { posts }) {
		await posts.delete(readId(context, 'postId', 'Post', itemIndex));
		return { deleted: true };
	},
};
