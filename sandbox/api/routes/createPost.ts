import { deliver } from '../../posts/deliver';
import { requireFuture } from '../../posts/deliveryRules';
import {
	checkDraft,
	requireChannelsOnKey,
	requireFutureProposal,
	requireOwnOptions,
} from '../../posts/draftRules';
import { savePost, type Authorship } from '../../posts/newPost';
import { viewPostFor } from '../../posts/view';
import { draftOf } from '../../posts/words';
import type { Routed } from '../../types';
import type { PostRecord } from '../../world/records';
import { createBody, type CreateBody } from '../bodies';
import { ApiFailure } from '../failure';
import type { Call, Route } from '../route';

/** Whose post it becomes: that of the person behind the key, labelled with the key. */
export const authorshipOf = ({ workspace, credential }: Call): Authorship => ({
	workspaceId: workspace.id,
	authorId: credential.personId,
	createdVia: { credentialId: credential.id, name: credential.name },
});

/** The draft that an earlier attempt under the same key saved, or a new one (P71). */
const savedDraft = (call: Call<CreateBody>): PostRecord => {
	const { world, workspace, credential, body, attempt } = call;
	const known = attempt.postId === null ? undefined : world.posts.get(attempt.postId);
	if (known !== undefined) return known;
	requireChannelsOnKey(credential, body.accounts);
	requireFutureProposal(world, body.proposedPublishAt);
	requireOwnOptions(world, body.accounts, body.perAccount);
	if (body.delivery !== undefined) requireFuture(world, body.delivery, 'delivery.at');
	const draft = draftOf(body);
	checkDraft(world, workspace, draft);
	const post = savePost(world, authorshipOf(call), draft);
	Object.assign(attempt, { postId: post.id, routed: null });
	return post;
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
		const isNamed = error instanceof ApiFailure && world.variants.createErrors === 'with post_id';
		throw isNamed ? error.withPost(post.id) : error;
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

/** Creating a post: the draft first, then what is to become of it. */
export const createRoutes: Route[] = [create];
