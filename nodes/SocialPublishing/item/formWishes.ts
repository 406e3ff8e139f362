import type { PostWish } from '../../../client/publishing/posts/plan.js';
import type { Delivery } from '../../../client/publishing/requests.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { readDelivery } from '../form/delivery.js';
import { readAdditionalBody } from '../form/fields.js';
import type { AttachedMedia } from '../form/media.js';
import { readNewPost, type NewPostForm } from '../form/newPost.js';
import { namedPost, type ItemWish, type ListedPosts, type ReadWish } from '../form/wish.js';
import { readKeyChoice } from '../../shared/keyOptions.js';
import { factsOfAsset } from '../media/uploadedFiles.js';
import { withIds } from '../words/names.js';
import { leftDraftId } from './leftDrafts.js';
import { asCreated } from './preflight.js';

/** The draft with which a manual execution continues. Undefined if someone has published it meanwhile. */
export function ownDraftId(parameters: ParameterReader, listed: ListedPosts): string | undefined {
	const draftId = leftDraftId(parameters);
	const { status } = listed.get(draftId?.toLowerCase() ?? '') ?? { status: 'draft' };
	return status === 'draft' ? draftId : undefined;
}

function hasSharedKey(parameters: ParameterReader): boolean {
	const { name, isFromContent } = readKeyChoice(parameters);
	return isFromContent || name !== '';
}

/** What an item wants that creates a post. */
export interface NewPostWish extends ItemWish {
	form: NewPostForm;
	additionalBody: Record<string, unknown> | undefined;
}

/** Reads the form of a new post. */
export const readNewWish: ReadWish<NewPostWish> = async (parameters, client) => {
	const form = await readNewPost(parameters, client);
	const { post, liveOptions, media } = form;
	return {
		form,
		additionalBody: readAdditionalBody(parameters),
		media,
		toCheck: async (mayBeDone) => ({ ...(await asCreated(parameters, form)), mayBeDone }),
		toCompare: async (listed) => ({
			content: post,
			postId: ownDraftId(parameters, listed),
			hasSharedKey: hasSharedKey(parameters),
		}),
		requireSendable: () => client.checks.requireNewPost(post, liveOptions),
	};
};

/** What an item wants that names a post and perhaps a delivery. */
interface ExistingPostWish extends ItemWish {
	post: ReturnType<typeof namedPost>;
	delivery: Delivery | undefined;
}

/** Reads the post that an item names, and the delivery of the form. Without a delivery, the post keeps its time. */
export const readExistingWish: ReadWish<ExistingPostWish> = async (parameters, client) => {
	const post = namedPost(client, parameters.id('postId', 'Post'));
	const { delivery } = await withIds(client, { delivery: readDelivery(parameters) });
	const { existingPost, updatedPost } = client.checks;
	return {
		post,
		delivery,
		toCheck: async () => existingPost(await post.read(), delivery, factsOfAsset(parameters.context)),
		toCompare: async (listed) => {
			const found = await post.inList(listed);
			return { content: delivery ? existingPost(found, delivery) : updatedPost(found, {}), postId: found.id };
		},
	};
};

/** What is sent for a new post. */
export const newContent = (
	{ form, additionalBody }: NewPostWish,
	attached: AttachedMedia['attached'],
): PostWish => {
	const { delivery, ...content } = form.post;
	return { content: { ...content, ...attached }, delivery, liveOptions: form.liveOptions, additionalBody };
};
