import { ownPost } from '../../posts/access';
import { deliver } from '../../posts/deliver';
import { requireState } from '../../posts/states';
import { viewPost } from '../../posts/view';
import type { Delivery } from '../../world/records';
import { keyOnlyBody, scheduleBody, submitBody } from '../bodies';
import type { Answer, Call, Route } from '../route';

type Action = 'submit' | 'schedule' | 'publish';

const deliverPost = (call: Call, action: Action, delivery: Delivery): Answer => {
	const { world } = call;
	const post = ownPost(call, call.id);
	requireState(post, action);
	const routed = deliver(world, call, post, delivery, action === 'submit' ? 'delivery.' : '');
	call.attempt.postId = post.id;
	return { status: 200, body: { post: viewPost(world, post), routed } };
};

const submit: Route<ReturnType<typeof submitBody>> = {
	method: 'POST',
	path: '/posts/{id}/submit',
	permission: 'create_posts',
	kind: 'write',
	body: submitBody,
	isIdempotent: true,
	perform: (call) => deliverPost(call, 'submit', call.body.delivery),
};

const schedule: Route<Delivery> = {
	method: 'POST',
	path: '/posts/{id}/schedule',
	permission: 'publish_directly',
	kind: 'write',
	body: scheduleBody,
	isIdempotent: true,
	perform: (call) => deliverPost(call, 'schedule', call.body),
};

const publish: Route = {
	method: 'POST',
	path: '/posts/{id}/publish',
	permission: 'publish_directly',
	kind: 'write',
	body: keyOnlyBody,
	isIdempotent: true,
	perform: (call) => deliverPost(call, 'publish', { mode: 'now' }),
};

/** Sending a post on its way. */
export const deliveryRoutes: Route[] = [submit, schedule, publish];
