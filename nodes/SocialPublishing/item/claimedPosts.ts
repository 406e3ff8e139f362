import { NotFoundError } from '../../../client/http/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Post } from '../../../client/publishing/schemas.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import { itemName, keyOfNewPost, unusedKeyOfNewPost, type KeyMaker } from '../../shared/idempotency.js';
import { ParameterReader } from '../../shared/parameters.js';
import { cell, memoCell } from '../../shared/runState.js';
import { readPostIds } from '../form/wantedPost.js';
import { createOrContinue, creatingOnce } from './savedDrafts.js';
import { postRecord } from '../postRecord.js';
import { EarlierPost, type ItemKey } from './writeOnce.js';
import type { PostWish } from '../../../client/publishing/posts/wish.js';

/** Notes that a post belongs to an item. */
export const claim = (parameters: ParameterReader, postId: string): void =>
	postRecord(parameters.context, postId).note({ owner: itemName(parameters) });

const namedPosts = memoCell<void>();

/** Claims the posts that items of this run name by ID. Runs once, before the first post is created. */
export const claimNamed = async (parameters: ParameterReader): Promise<void> =>
	await namedPosts(parameters.context).get('', async () => {
		for (const [index, postId] of readPostIds(parameters.context).entries()) {
			if (postId) claim(new ParameterReader(parameters.context, index), postId);
		}
	});

/** Whether a post belongs to another item of the execution. */
export function isClaimed(parameters: ParameterReader, postId: string): boolean {
	const { owner } = postRecord(parameters.context, postId).facts;
	return owner !== undefined && owner !== itemName(parameters);
}

/** How many creates of each content a run has started. */
const begunCreates = cell(() => new Map<string, number>());

/** Counts a create of this content and returns how many creates of the same content this run started before. */
function beginCopy(parameters: ParameterReader, content: string): number {
	const begun = begunCreates(parameters.context);
	const copy = begun.get(content) ?? 0;
	begun.set(content, copy + 1);
	return copy;
}

/** Items without an ID always have keys from their content, whatever the user chose. {@link createForItem} numbers these keys. */
export const itemKeyMaker: KeyMaker = (_what, content) => ({
	idempotencyKey: keyOfNewPost(content),
	source: 'content',
});

/** After this many keys that lead to deleted posts, the create gets a key that was never used. */
const deletedMax = 3;

/** How the post of an item without an ID is created. */
interface ItemPostOptions {
	fitsDailyLimit: boolean;
	/** Whether a post to which a key leads isn't the item's. */
	isOther(post: Post): Promise<boolean>;
}

/**
 * Creates the post of an item with a key made from its content, so a run after a crash finds the same post. If the key leads to
 * the post of another item, or to a deleted post (404), tries the next key. An unused key can't lead to a deleted post, so its
 * 404 is thrown.
 */
async function createForItem(
	parameters: ParameterReader,
	client: PublishingClient,
	wish: PostWish,
	{ fitsDailyLimit, isOther, key }: ItemPostOptions & { key: ItemKey },
): Promise<RoutedPost> {
	const { content, delivery, liveOptions } = wish;
	const identity = [{ ...content, delivery }, liveOptions];
	const firstKey = keyOfNewPost(identity);
	// An earlier try with other content was sent under this key, so only under it can the service tell that it did both.
	let { openKey } = key;
	for (let deleted = 0; ; openKey = undefined) {
		const copy = beginCopy(parameters, firstKey);
		const isUnused = deleted === deletedMax;
		const ownKey = isUnused ? unusedKeyOfNewPost(parameters, copy) : keyOfNewPost(identity, copy);
		const idempotencyKey = openKey ?? ownKey;
		key.sentUnder(idempotencyKey);
		const post = await createOrContinue(parameters, client, wish, {
			idempotencyKey,
			isReplaceable: true,
			fitsDailyLimit,
		}).catch((error: unknown) => {
			if (error instanceof NotFoundError && !isUnused) return undefined;
			throw error;
		});
		if (post === undefined) deleted += 1;
		else if (!isClaimed(parameters, post.id) && !(await isOther(post))) return post;
	}
}

/** Returns how the post of an item without an ID is sent. */
export function sendingItemPost(
	parameters: ParameterReader,
	client: PublishingClient,
	{ fitsDailyLimit, isOther }: ItemPostOptions,
) {
	const claimed = (post: RoutedPost): RoutedPost => {
		claim(parameters, post.id);
		return post;
	};
	const { send, ...kept } = creatingOnce(parameters, client, {
		create: async (wish, key) =>
			await createForItem(parameters, client, wish, { fitsDailyLimit, isOther, key }),
		fitsDailyLimit,
		take: (_tried, post) => {
			throw new EarlierPost(claimed(post));
		},
	});
	return { ...kept, send: async (wish: PostWish, key: ItemKey) => claimed(await send(wish, key)) };
}
