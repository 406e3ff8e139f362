import type { ParameterReader } from '../../shared/parameters.js';
import { readDelivery } from '../form/delivery.js';
import { readAdditionalBody } from '../form/fields.js';
import { readNewPost } from '../form/newPost.js';
import { namedPost, type ItemWish, type ListedPosts, type ReadWish } from '../form/wish.js';
import { readKeyChoice } from '../../shared/keyOptions.js';
import { factsOfAsset } from '../media/uploadedFiles.js';
import { withIds } from '../words/names.js';
import { leftDraftId } from './leftDrafts.js';
import { asCreated } from './preflight.js';
import { requireRead } from './rows.js';

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

/** Reads the form of a new post. */
export const readNewWish: ReadWish<ItemWish> = async (parameters, client) => {
	requireRead(parameters);
	const wish = await readNewPost(parameters, client);
	return {
		...wish,
		additionalBody: readAdditionalBody(parameters),
		toCheck: async (mayBeDone) => ({ ...(await asCreated(parameters, client, wish)), mayBeDone }),
		toCompare: async (listed) => ({
			content: client.checks.newPost(wish, []),
			postId: ownDraftId(parameters, listed),
			hasSharedKey: hasSharedKey(parameters),
		}),
		requireSendable: () => client.checks.requireNewPost(wish),
	};
};

/** What an item wants that names a post and perhaps a delivery. */
interface ExistingPostWish extends ItemWish {
	post: ReturnType<typeof namedPost>;
}

/** Reads the post that an item names, and the delivery of the form. Without a delivery, the post keeps its time. */
export const readExistingWish: ReadWish<ExistingPostWish> = async (parameters, client) => {
	const post = namedPost(client, parameters.id('postId', 'Post'));
	const { delivery } = await withIds(client, { delivery: readDelivery(parameters) });
	const { existingPost, updatedPost } = client.checks;
	return {
		content: {},
		post,
		delivery,
		toCheck: async () => existingPost(await post.read(), delivery, factsOfAsset(parameters.context)),
		toCompare: async (listed) => {
			const found = await post.inList(listed);
			return { content: delivery ? existingPost(found, delivery) : updatedPost(found, {}), postId: found.id };
		},
	};
};
