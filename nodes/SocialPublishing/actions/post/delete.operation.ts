import type { PublishingClient } from '../../../../client/publishing/index.js';
import { nameDone, type Operation } from '../../../shared/operation.js';
import { postLocator } from '../../words/locators.js';
import { sendItem } from '../../item/writeItem.js';

const deleted = { deleted: true };

/** Deletes a post that isn't published. */
export const deletePost: Operation<PublishingClient> = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete post',
	description:
		"Delete a post that isn't published. For a scheduled or queued post, requires the publish_directly permission.",
	fields: [postLocator],
	describeDone: nameDone,
	async execute(parameters, { posts }) {
		const postId = parameters.id('postId', 'Post');
		return await sendItem(parameters, {
			what: ['delete', postId],
			send: async () => {
				await posts.delete(postId);
				return deleted;
			},
			keep: () => deleted,
			find: async () => deleted,
		});
	},
};
