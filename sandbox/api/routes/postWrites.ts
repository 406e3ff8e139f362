import { ownPost, visiblePost } from '../../posts/access';
import { takeBack } from '../../posts/deliver';
import {
	checkDraft,
	requireChannelsOnKey,
	requireFutureProposal,
	requireOwnOptions,
} from '../../posts/draftRules';
import { copyOf } from '../../posts/duplicate';
import { freshProgress, savePost } from '../../posts/newPost';
import { requireDeletable, requireState } from '../../posts/states';
import { viewPostFor } from '../../posts/view';
import { editedDraft } from '../../posts/words';
import type { Draft, PostRecord } from '../../world/records';
import { requirePermission } from '../authenticate';
import { editBody, keyOnlyBody, type EditBody } from '../bodies';
import type { Answer, Call, Route } from '../route';
import { authorshipOf } from './createPost';

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
		requireState(post, 'edit');
		if (body.accounts !== undefined) requireChannelsOnKey(credential, body.accounts);
		requireFutureProposal(world, body.proposedPublishAt);
		requireOwnOptions(world, body.accounts ?? post.draft.channelIds, body.perAccount);
		const draft = editedDraft(post.draft, body);
		checkDraft(world, workspace, draft);
		if (body.accounts !== undefined) retarget(post, draft);
		post.draft = draft;
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
		requireDeletable(post);
		if (onTheWay.has(post.status)) requirePermission(credential, 'publish_directly');
		takeBack(world, post);
		world.load.remove(post.id);
		world.posts.remove(post);
		return { status: 204 };
	},
};

/** Takes a post back to `draft`. */
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
	permission: 'create_posts',
	kind: 'write',
	body: keyOnlyBody,
	perform: (call) => {
		const post = ownPost(call, call.id);
		requireState(post, 'withdraw');
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
		const { draft, dropped, keptFailedOnly } = copyOf(world, visiblePost(call, call.id));
		const post = savePost(world, authorshipOf(call), draft);
		call.attempt.postId = post.id;
		const body = { post: viewPostFor(call, post), routed: 'draft', droppedChannels: dropped, keptFailedOnly };
		return { status: 201, body };
	},
};

/** Changing posts, apart from creating and delivering them. */
export const postWrites: Route[] = [edit, remove, withdraw, cancel, duplicate];
