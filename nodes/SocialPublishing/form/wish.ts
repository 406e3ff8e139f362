import { InvalidRequestError } from '../../../client/http/errors.js';
import { once } from '../../../client/http/memo.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { PostWish } from '../../../client/publishing/posts/wish.js';
import type { Post } from '../../../client/publishing/schemas.js';
import type { PostToCheck } from '../../../client/publishing/validation/types.js';
import { ParameterError, withFacts } from '../../shared/errors.js';
import { sentences } from '../../shared/errorTexts.js';
import type { ParameterReader, RunItem } from '../../shared/parameters.js';
import { itemCell } from '../../shared/runState.js';
import { overridesFieldOf } from '../options/overrides.js';
import type { AttachedMedia, MediaSources } from './media.js';

/** Posts of the service's lists, by ID in lower case. A list can be a minute old. */
export type ListedPosts = ReadonlyMap<string, Post>;

/** What an item would send, to compare it with other posts. */
interface ItemPost {
	content: PostToCheck;
	/** The item's own post, if it exists. An item never clashes with it. */
	postId?: string;
	/**
	 * Whether another run can have created the item's post under the same idempotency key. Then a draft isn't a clash, because that run
	 * may have saved it and not delivered it.
	 */
	hasSharedKey?: boolean;
}

/** What an item wants, read from its form and its post before anything is sent, and how that is checked. */
export interface ItemWish extends PostWish {
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

/** What is sent for a wish, with the media that were attached to it. */
export const asSent = (
	{ content, delivery, liveOptions, additionalBody }: PostWish,
	attached: AttachedMedia['attached'],
): PostWish => ({ content: { ...content, ...attached }, delivery, liveOptions, additionalBody });

export type ReadWish<Wish extends ItemWish = ItemWish> = (
	parameters: ParameterReader,
	client: PublishingClient,
) => Promise<Wish>;

interface ReadItem {
	read: ReadWish;
	wish: Promise<ItemWish>;
}

const wishesOf = itemCell<ReadItem>();

/** Adds to an error about a value that the post wasn't sent, and where the item has its overrides. */
export function invalidIn(parameters: ParameterReader, error: unknown): unknown {
	if (!(error instanceof InvalidRequestError)) return error;
	return withFacts(error, { isPostUnsent: true, overridesIn: overridesFieldOf(parameters) });
}

/** Adds to an error in the form that nothing was sent. The form is read before anything is. */
const unsent =
	(parameters: ParameterReader) =>
	(error: unknown): never => {
		if (!(error instanceof ParameterError)) throw invalidIn(parameters, error);
		throw error.described(sentences(error.description, 'Nothing was sent for this item'));
	};

/** Reads what an item wants, once for its write and for the comparison of later items. */
export async function readWish<Wish extends ItemWish>(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish<Wish>,
): Promise<Wish> {
	const known = wishesOf(parameters.context).get(parameters.itemIndex);
	if (known?.read === read) return (await known.wish) as Wish;
	const wish = read(parameters, client).catch(unsent(parameters));
	wishesOf(parameters.context).set(parameters.itemIndex, { read, wish });
	return await wish;
}

/** Forgets what an item wants, when it's done. */
export const forgetWish = ({ context, itemIndex }: RunItem): void => void wishesOf(context).delete(itemIndex);

/** The post that an item names. It's read once. For a comparison, it's taken from the list if it's there. */
export function namedPost({ posts }: PublishingClient, postId: string) {
	const read = once(async () => await posts.get(postId));
	return {
		read,
		inList: async (listed: ListedPosts): Promise<Post> => listed.get(postId.toLowerCase()) ?? (await read()),
	};
}
