import type { PublishingClient } from '../../../client/publishing';
import type { Post } from '../../../client/publishing/schemas';
import type { ParameterReader } from '../../shared/parameters';
import type { ReadItemPost } from '../clashes/runClashes';
import { isKeyFromContent, readKeyName } from '../idempotencyKeys';
import { withIds } from '../names';
import { readDelivery } from '../form/delivery';
import { readNewPost } from '../form/newPost';
import { readPostForm, readPostId, wantedPost } from '../form/wantedPost';
import { blankRows } from './blankRows';
import { leftDraftId } from './leftDrafts';

/** Reads what items would send, so that it can be compared with other posts. */

/** Returns a post that an item names. Takes it from the list if it's there, which can be a minute old. */
export const postToCompare = async (
	{ posts }: PublishingClient,
	listed: ReadonlyMap<string, Post>,
	postId: string,
): Promise<Post | undefined> => listed.get(postId.toLowerCase()) ?? (await posts.getIfThere(postId));

const hasSharedKey = (parameters: ParameterReader): boolean =>
	isKeyFromContent(parameters) || readKeyName(parameters) !== '';

/** The draft with which a manual execution continues. Undefined if someone has published it meanwhile. */
function ownDraftId(parameters: ParameterReader, listed: ReadonlyMap<string, Post>): string | undefined {
	const draftId = leftDraftId(parameters);
	const { status } = listed.get(draftId?.toLowerCase() ?? '') ?? { status: 'draft' };
	return status === 'draft' ? draftId : undefined;
}

/** Reads the post of a form for new posts. */
export const readNewItem: ReadItemPost = async (parameters, client, listed) => ({
	content: (await readNewPost(parameters, client)).post,
	postId: ownDraftId(parameters, listed),
	hasSharedKey: hasSharedKey(parameters),
});

/** Reads the post that an item names, with the delivery of the form. Without a delivery, the post keeps its time. */
export const readExistingItem: ReadItemPost = async (parameters, client, listed) => {
	const post = await postToCompare(client, listed, parameters.id('postId', 'Post'));
	if (post === undefined) return undefined;
	const { delivery } = await withIds(client, { delivery: readDelivery(parameters) });
	const { existingPost, updatedPost } = client.checks;
	return { content: delivery ? existingPost(post, delivery) : updatedPost(post, {}), postId: post.id };
};

/** Reads the post that an item of Create or Update or Sync Calendar describes. */
export const readWantedItem: ReadItemPost = async (parameters, client, listed) => {
	if ((await blankRows(parameters)).has(parameters.itemIndex)) return undefined;
	const postId = readPostId(parameters);
	if (postId === '') {
		const form = await readPostForm(parameters, client);
		const { post } = form.newPost;
		return { content: post, postId: ownDraftId(parameters, listed), hasSharedKey: true };
	}
	const post = await postToCompare(client, listed, postId);
	if (post === undefined) return undefined;
	const form = await readPostForm(parameters, client, post);
	const { content, liveOptions, delivery } = wantedPost(form, false);
	const changes = { ...content, mediaAssetIds: undefined, liveOptions };
	return { content: { ...client.checks.updatedPost(post, changes), delivery }, postId };
};
