import { postStatuses } from '../../types';
import { dateTime, delivery, draftProperties, idempotencyKey, integer, orNull, text, uuid } from '../schemas';
import { restRoute, type Tool } from '../tool';

/** Reading and writing posts that go nowhere yet. */
export const draftTools: Tool[] = [
	{
		name: 'social_list_posts',
		title: 'List posts',
		description: 'Lists posts, newest first, or the oldest change first with updatedSince.',
		route: restRoute('GET', '/posts/'),
		properties: {
			status: text(`Only these statuses, joined by commas: ${postStatuses.join(', ')}`),
			accountId: uuid('Only posts on this channel'),
			updatedSince: dateTime('Only posts that changed after this time'),
			cursor: uuid('The nextCursor of the page before'),
			limit: { ...integer(1, 100, 'Posts on a page'), default: 50 },
		},
	},
	{
		name: 'social_get_post',
		title: 'Get post',
		description: 'Reads one post with what became of it on each channel.',
		route: restRoute('GET', '/posts/{id}'),
		idArgument: 'postId',
		properties: {},
	},
	{
		name: 'social_create_draft',
		title: 'Create draft',
		description: 'Saves a draft. With a delivery it is queued, scheduled or published in the same call.',
		route: restRoute('POST', '/posts/'),
		properties: { ...draftProperties, delivery, idempotencyKey },
		required: ['accounts', 'caption'],
	},
	{
		name: 'social_update_draft',
		title: 'Update draft',
		description: 'Changes a post that is not live. What is left out stays, null clears.',
		route: restRoute('PATCH', '/posts/{id}'),
		idArgument: 'postId',
		properties: {
			...draftProperties,
			title: orNull(draftProperties.title),
			firstComment: orNull(draftProperties.firstComment),
			linkUrl: orNull(draftProperties.linkUrl),
		},
	},
	{
		name: 'social_duplicate_post',
		title: 'Duplicate post',
		description: 'Copies a post into a new draft. Nothing goes out.',
		route: restRoute('POST', '/posts/{id}/duplicate'),
		idArgument: 'postId',
		properties: { idempotencyKey },
	},
	{
		name: 'social_delete_draft',
		title: 'Delete draft',
		description: 'Deletes a post that is not live.',
		route: restRoute('DELETE', '/posts/{id}'),
		idArgument: 'postId',
		properties: {},
		isDestructive: true,
	},
];
