import type { PublishingClient } from '../../../client/publishing';
import type { PlannedContent } from '../../../client/publishing/clashes/comparedPosts';
import { once } from '../../../client/http/memo';
import type { PostWish } from '../../../client/publishing/posts/plan';
import type { Delivery } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import type { PostToCheck } from '../../../client/publishing/validation/types';
import type { ParameterReader, RunItem } from '../../shared/parameters';
import { itemValues } from '../../shared/runState';
import { readDelivery } from '../form/delivery';
import { readAdditionalBody } from '../form/fields';
import type { AttachedMedia, MediaSources } from '../form/media';
import { readNewPost, type NewPostForm } from '../form/newPost';
import { isKeyFromContent, readKeyName } from '../idempotencyKeys';
import { withIds } from '../names';
import { leftDraftId } from './leftDrafts';
import { asCreated } from './preflight';

/** Posts of the service's lists, by ID in lower case. A list can be a minute old. */
export type ListedPosts = ReadonlyMap<string, Post>;

/** What an item would send, to compare it with other posts. */
export interface ItemPost {
	content: PlannedContent;
	/** The item's own post, if it exists. An item never clashes with it. */
	postId?: string;
	/**
	 * Whether another run can have created the item's post under the same idempotency key. Then a draft is no clash, because that run
	 * may have saved it and not delivered it.
	 */
	hasSharedKey?: boolean;
}

/** What an item wants, read from its form and its post before anything is sent. */
export interface ItemWish {
	/** The media to upload. */
	media?: MediaSources;
	/**
	 * Returns the post as the check sees it. Undefined if there is nothing to check.
	 * @param mayBeDone whether an earlier request with the same key may have carried it out
	 */
	toCheck?(mayBeDone: boolean): Promise<PostToCheck | undefined>;
	/** Returns what is compared with other posts. Undefined if there is nothing to compare. */
	toCompare?(listed: ListedPosts): Promise<ItemPost | undefined>;
	/** Throws for what can't be sent, before the first file is uploaded. */
	requireSendable?(mayBeDone: boolean): void;
}

/** Reads what an item wants. */
export type ReadWish<Wish extends ItemWish = ItemWish> = (
	parameters: ParameterReader,
	client: PublishingClient,
) => Promise<Wish>;

interface ReadItem {
	read: ReadWish;
	wish: Promise<ItemWish>;
}

const wishesOf = ({ context }: RunItem) => itemValues<ReadItem>(context, 'wishes');

/** Reads what an item wants, once for its write and for the comparison of later items. */
export async function readWish<Wish extends ItemWish>(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish<Wish>,
): Promise<Wish> {
	const known = wishesOf(parameters).get(parameters.itemIndex);
	if (known?.read === read) return (await known.wish) as Wish;
	const wish = read(parameters, client);
	wishesOf(parameters).set(parameters.itemIndex, { read, wish });
	return await wish;
}

/** Forgets what an item wants, when it's done. */
export const forgetWish = (item: RunItem): void => void wishesOf(item).delete(item.itemIndex);

/** The post that an item names. It's read once. For a comparison, it's taken from the list if it's there. */
export function namedPost({ posts }: PublishingClient, postId: string) {
	const read = once(async () => await posts.get(postId));
	return {
		read,
		inList: async (listed: ListedPosts): Promise<Post> => listed.get(postId.toLowerCase()) ?? (await read()),
	};
}

/** The draft with which a manual execution continues. Undefined if someone has published it meanwhile. */
export function ownDraftId(parameters: ParameterReader, listed: ListedPosts): string | undefined {
	const draftId = leftDraftId(parameters);
	const { status } = listed.get(draftId?.toLowerCase() ?? '') ?? { status: 'draft' };
	return status === 'draft' ? draftId : undefined;
}

const hasSharedKey = (parameters: ParameterReader): boolean =>
	isKeyFromContent(parameters) || readKeyName(parameters) !== '';

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
		toCheck: async () => existingPost(await post.read(), delivery),
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
