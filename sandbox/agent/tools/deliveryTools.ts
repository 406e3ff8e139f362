import { delivery, deliveryProperties, idempotencyKey } from '../schemas';
import { restRoute, type Tool } from '../tool';

/** Sending posts on their way, and taking them back. */
export const deliveryTools: Tool[] = [
	{
		name: 'social_submit_post',
		title: 'Submit post',
		description:
			'Queues, schedules or publishes a draft; without the permission publish_directly it goes to Review.',
		route: restRoute('POST', '/posts/{id}/submit'),
		idArgument: 'postId',
		properties: {
			delivery,
			idempotencyKey,
		},
		required: ['delivery'],
	},
	{
		name: 'social_withdraw_post',
		title: 'Withdraw post',
		description: 'Takes a post back from Review to a draft.',
		route: restRoute('POST', '/posts/{id}/withdraw'),
		idArgument: 'postId',
		properties: { idempotencyKey },
	},
	{
		name: 'social_schedule_post',
		title: 'Schedule post',
		description: 'Schedules or queues a post, or gives it another time.',
		route: restRoute('POST', '/posts/{id}/schedule'),
		idArgument: 'postId',
		properties: { ...deliveryProperties(['at', 'queue', 'prioritise']), idempotencyKey },
		isDestructive: true,
	},
	{
		name: 'social_publish_now',
		title: 'Publish now',
		description: 'Publishes a post now; read it again for the outcome.',
		route: restRoute('POST', '/posts/{id}/publish'),
		idArgument: 'postId',
		properties: { idempotencyKey },
		isDestructive: true,
	},
	{
		name: 'social_cancel_post',
		title: 'Cancel post',
		description: 'Takes a queued, scheduled, failed or held post back to a draft.',
		route: restRoute('POST', '/posts/{id}/cancel'),
		idArgument: 'postId',
		properties: { idempotencyKey },
		isDestructive: true,
	},
];
