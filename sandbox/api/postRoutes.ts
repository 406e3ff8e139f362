import { ApiFailure, conflict, type Answer } from '../http/answers';
import { ownPost, requireDeletable, requireState, visiblePost } from '../posts/access';
import { deliver, takeBack } from '../posts/delivery';
import { copyOf, draftOf, editedDraft, freshProgress, savePost, type Authorship } from '../posts/drafts';
import { listPosts } from '../posts/list';
import {
	checkDraft,
	namedChannels,
	requireChannelsOnKey,
	requireFirstComments,
	requireFuture,
	requireFutureProposal,
	requireOwnOptions,
} from '../posts/rules';
import type { Routed } from '../types';
import { postSnapshots } from '../world/metrics';
import { viewPostFor } from '../world/posts';
import type { Delivery, Draft, PostRecord } from '../world/records';
import type { World } from '../world/world';
import { requirePermission } from './access';
import {
	createBody,
	editBody,
	keyOnlyBody,
	listQuery,
	scheduleBody,
	submitBody,
	type CreateBody,
	type EditBody,
	type ListQuery,
	type ScheduleBody,
	type SubmitBody,
} from './bodies';
import { answerTagged, type Call, type Route } from './route';

const list: Route<undefined, ListQuery> = {
	method: 'GET',
	path: '/posts/',
	isList: true,
	permission: 'read',
	kind: 'read',
	query: listQuery,
	perform: (call) => {
		const page = listPosts(call.world, call.credential, call.query);
		return answerTagged(call, [page.data, page.nextCursor], page);
	},
};

const get: Route = {
	method: 'GET',
	path: '/posts/{id}',
	permission: 'read',
	kind: 'read',
	perform: (call) => {
		const post = viewPostFor(call, visiblePost(call, call.id));
		return answerTagged(call, post, post);
	},
};

const analytics: Route = {
	method: 'GET',
	path: '/analytics/posts/{id}',
	isList: true,
	isExtra: true,
	permission: 'view_analytics',
	kind: 'read',
	perform: (call) => {
		const { world, id } = call;
		const post = visiblePost(call, id);
		return { status: 200, body: { data: postSnapshots(post, world) } };
	},
};

/** Reading posts. */
export const postReads: Route[] = [list, get, analytics];

/** The author of a new post: the person who created the key. The post is labeled with the key. */
const authorshipOf = ({ workspace, credential }: Call): Authorship => ({
	workspaceId: workspace.id,
	authorId: credential.personId,
	createdVia: { credentialId: credential.id, name: credential.name },
});

/** The draft that an earlier request with the same key saved, or a new one (P71). */
const savedDraft = (call: Call<CreateBody>): PostRecord => {
	const { world, workspace, credential, body, attempt } = call;
	const known = attempt.postId === null ? undefined : world.posts.get(attempt.postId);
	if (known !== undefined) return known;
	requireChannelsOnKey(credential, body.accounts);
	requireFirstComments(world, body);
	requireFutureProposal(world, body.proposedPublishAt);
	requireOwnOptions(world, body.accounts, body.perAccount);
	if (body.delivery !== undefined) requireFuture(world, body.delivery, 'delivery.at');
	const draft = draftOf({ ...body, accounts: namedChannels(world, body.accounts) });
	checkDraft(world, workspace, draft);
	const post = savePost(world, authorshipOf(call), draft);
	Object.assign(attempt, { postId: post.id, routed: null });
	return post;
};

/** Removes a post, as if it had never been saved. */
const discard = (world: World, post: PostRecord): void => {
	takeBack(world, post);
	world.load.remove(post.id);
	world.posts.remove(post);
};

const routedByStatus = ({ status }: PostRecord): Routed =>
	status === 'pending_approval' ? 'pending_approval' : 'enacted';

const deliverOnce = (call: Call<CreateBody>, post: PostRecord): Routed => {
	const { world, body, attempt } = call;
	if (body.delivery === undefined) return 'draft';
	if (attempt.routed !== null) return attempt.routed;
	if (post.status !== 'draft') return routedByStatus(post);
	try {
		const routed = deliver(world, call, post, body.delivery, 'delivery.');
		attempt.routed = routed;
		return routed;
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
		if (world.variants.createErrors === 'with post_id') throw error.withPost(post.id);
		discard(world, post);
		attempt.postId = null;
		throw error;
	}
};

const create: Route<CreateBody> = {
	method: 'POST',
	path: '/posts/',
	isList: true,
	permission: 'create_posts',
	kind: 'write',
	body: createBody,
	isIdempotent: true,
	keepsDraft: true,
	perform: (call) => {
		const post = savedDraft(call);
		const routed = deliverOnce(call, post);
		return { status: 201, body: { post: viewPostFor(call, post), routed } };
	},
};

/** Creates a post. Saves the draft first, then delivers it if the request asks for that. */
export const createRoutes: Route[] = [create];

const onTheWay: ReadonlySet<string> = new Set(['scheduled', 'queued']);

const retarget = (post: PostRecord, draft: Draft): void => {
	post.progress = draft.channelIds.map(
		(id) => post.progress.find(({ channelId }) => channelId === id) ?? freshProgress(id),
	);
};

const edit: Route<EditBody> = {
	method: 'PATCH',
	path: '/posts/{id}',
	permission: 'create_posts',
	kind: 'write',
	body: editBody,
	perform: (call) => {
		const { world, credential, workspace, body } = call;
		const post = ownPost(call, call.id);
		const { changesRequested } = world.variants;
		const hasRequest = post.status === 'changes_requested';
		const isReopened = hasRequest && changesRequested === 'edit';
		if (!isReopened && !(hasRequest && changesRequested === 'edit and withdraw')) requireState(post, 'edit');
		if (body.accounts !== undefined) requireChannelsOnKey(credential, body.accounts);
		const accounts = body.accounts && namedChannels(world, body.accounts);
		requireFirstComments(world, body);
		requireFutureProposal(world, body.proposedPublishAt);
		requireOwnOptions(world, accounts ?? post.draft.channelIds, body.perAccount);
		const draft = editedDraft(post.draft, { ...body, accounts });
		checkDraft(world, workspace, draft);
		if (body.accounts !== undefined) retarget(post, draft);
		post.draft = draft;
		if (isReopened) post.status = 'draft';
		world.touch(post, world.time());
		return { status: 200, body: { post: viewPostFor(call, post), routed: 'draft' } };
	},
};

const remove: Route = {
	method: 'DELETE',
	path: '/posts/{id}',
	permission: 'create_posts',
	kind: 'write',
	perform: (call) => {
		const { world, credential } = call;
		const post = ownPost(call, call.id);
		requireDeletable(world, post);
		if (onTheWay.has(post.status)) requirePermission(credential, 'publish_directly');
		discard(world, post);
		return { status: 204 };
	},
};

/** Returns a post to `draft`. */
const backToDraft = (call: Call, post: PostRecord): Answer => {
	const { world } = call;
	takeBack(world, post);
	Object.assign(post, { status: 'draft', delivery: null });
	world.touch(post, world.time());
	call.attempt.postId = post.id;
	return { status: 200, body: { post: viewPostFor(call, post), routed: 'draft' } };
};

const withdraw: Route = {
	method: 'POST',
	path: '/posts/{id}/withdraw',
	isExtra: true,
	permission: 'create_posts',
	kind: 'write',
	body: keyOnlyBody,
	perform: (call) => {
		const post = ownPost(call, call.id);
		const { changesRequested } = call.world.variants;
		const isReturned = /withdraw$/.test(changesRequested) && post.status === 'changes_requested';
		if (!isReturned) requireState(post, 'withdraw');
		return backToDraft(call, post);
	},
};

const cancel: Route = {
	method: 'POST',
	path: '/posts/{id}/cancel',
	permission: 'publish_directly',
	kind: 'write',
	body: keyOnlyBody,
	isIdempotent: true,
	perform: (call) => {
		const post = ownPost(call, call.id);
		requireState(post, 'cancel');
		return backToDraft(call, post);
	},
};

const duplicate: Route = {
	method: 'POST',
	path: '/posts/{id}/duplicate',
	permission: 'create_posts',
	kind: 'write',
	body: keyOnlyBody,
	isIdempotent: true,
	perform: (call) => {
		const { world } = call;
		const original = visiblePost(call, call.id);
		const { draft, dropped, keptFailedOnly } = copyOf(world, original);
		const post = savePost(world, authorshipOf(call), draft, { originalId: original.id });
		call.attempt.postId = post.id;
		const body = { post: viewPostFor(call, post), routed: 'draft', droppedChannels: dropped, keptFailedOnly };
		return { status: 201, body };
	},
};

/** Routes that change posts, except creating and delivering them. */
export const postWrites: Route[] = [edit, remove, withdraw, cancel, duplicate];

type Action = 'submit' | 'schedule' | 'publish';

/** @throws ApiFailure 409 if the workspace refuses requests that need approval instead of sending the post to review (N37). */
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

/** Routes that deliver posts. */
export const deliveryRoutes: Route[] = [submit, schedule, publish];
