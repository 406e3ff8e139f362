import { ownPost } from '../../posts/access';
import { deliver } from '../../posts/deliver';
import { requireState } from '../../posts/states';
import { viewPostFor } from '../../posts/view';
import type { Delivery } from '../../world/records';
import { keyOnlyBody, scheduleBody, submitBody, type ScheduleBody, type SubmitBody } from '../bodies';
import { conflict } from '../failure';
import type { Answer, Call, Route } from '../route';

type Action = 'submit' | 'schedule' | 'publish';

/** @throws ApiFailure 409 where what needs approval is refused instead of sent to Review (N37). */
const requireNoRefusal = ({ world, workspace }: Call): void => {
	if (!workspace.requiresApproval || world.variants.approval !== 'refuse') return;
	throw conflict('This workspace needs approval. Send it for approval instead.');
};

const deliverPost = (call: Call, action: Action, delivery: Delivery): Answer => {
	const { world } = call;
	const post = ownPost(call, call.id);
	requireState(post, action);
	if (action !== 'submit') requireNoRefusal(call);
	const routed = deliver(world, call, post, delivery, action === 'submit' ? 'delivery.' : '');
	call.attempt.postId = post.id;
	return { status: 200, body: { post: viewPostFor(call, post), routed } };
};

const submit: Route<SubmitBody> = {
	method: 'POST',
	path: '/posts/{id}/submit',
	permission: 'create_posts',
	kind: 'write',
	body: submitBody,
	isIdempotent: true,
	perform: (call) => deliverPost(call, 'submit', call.body.delivery),
};

const schedule: Route<ScheduleBody> = {
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
