import type { PublishingClient } from '../../../../client/publishing/index.js';
import { nameDone, type Operation } from '../../../shared/operation.js';
import { postLocator } from '../../words/locators.js';
import { ofOnePost, textsInItem } from '../../output/postOutput.js';
import { deletedSentence } from '../../output/sentences.js';
import { sendItem } from '../../item/writeItem.js';

/** Deletes a post that isn't published. */
export const deletePost: Operation<PublishingClient> = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete post',
	description:
		"Delete a post that isn't published. For a scheduled or queued post, requires the publish_directly permission.",
	...ofOnePost,
	fields: [postLocator],
	describeDone: nameDone,
	async execute(parameters, { posts }) {
		const postId = parameters.id('postId', 'Post');
		const deleted = {
			message: deletedSentence(textsInItem(parameters, postId)),
			id: postId,
			status: 'deleted',
			deleted: true,
		};
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
