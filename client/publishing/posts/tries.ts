import { NotFoundError } from '../../http/errors.js';
import { LateTryError } from '../errors.js';
import { withRouting, type RoutedPost } from './answers.js';
import { differingNames, type Content } from './content.js';
import type { PostFinder } from './finder.js';
import type { RunMemory, UnconfirmedWrite } from './memory.js';
import { bodyOf, isLate, nameUnderKey, type Perform } from './perform.js';
import type { PostReads } from './reads.js';
import type { Post } from '../schemas.js';
import { creationOf, identifyingContent, type Write } from './writes.js';

/**
 * Answers which post belongs to an item whose earlier try wanted something else. What was tried is settled before anything new is sent:
 * by the post's ID, then by a list in which a post is equal to what that try sent. See docs/reliability.md.
 */

/** An earlier try with other content, of which the outcome wasn't known. */
export interface EarlierTry {
	/** The key under which it was sent. What is sent instead has the same key, so that the service can tell that it did both. */
	idempotencyKey: string;
	/** Its post. Undefined if a list showed, a minute after the try failed, that it has made none. */
	post?: RoutedPost;
	/** Whether the post still has exactly the content that the try sent, as far as the service shows it. */
	isAsSent: boolean;
	/** The names of the values in which the post differs from what is wanted now. */
	differing: string[];
	/** Notes that its draft is about to get the content that is wanted now. */
	noteEdit(): void;
	/** Sends the request of that try again, under its key. */
	sendAgain(): Promise<RoutedPost>;
}

/** Finds the earlier try of a create under a key. Undefined if there is none, or if it sent the same content. */
type FindEarlierTry = (write: Write, key: string) => Promise<EarlierTry | undefined>;

interface TryPorts {
	finder: PostFinder;
	memory: RunMemory;
	reads: PostReads;
	perform: Perform;
	now: () => number;
}

/** Creates the search for earlier tries. Throws a `LateTryError` 24 hours after a try whose post isn't found. */
export function createFindEarlierTry({ finder, memory, reads, perform, now }: TryPorts): FindEarlierTry {
	const postOf = async (tried: UnconfirmedWrite, sent: Write): Promise<RoutedPost | undefined> => {
		const postId = tried.postId ?? (sent.making && (await finder.find(sent.making, tried, true)));
		if (postId === undefined) return undefined;
		const post = await reads.get(postId).catch((error: unknown) => {
			// Someone has deleted it.
			if (error instanceof NotFoundError) return undefined;
			throw error;
		});
		return post && withRouting(post);
	};
	return async (write, key) => {
		const firstName = nameUnderKey(write, { idempotencyKey: key });
		const name = memory.lastSent.get(firstName) ?? firstName;
		const tried = memory.unconfirmed.get(name);
		if (tried?.sent === undefined || tried.isDone) return undefined;
		const { edited } = tried;
		if (edited === undefined && tried.body === bodyOf(write)) return undefined;
		const sent = creationOf(tried.sent);
		const isAsSent = (post: Post): boolean =>
			[sent, ...(edited ? [creationOf(edited)] : [])].some(({ making }) => making?.isAsSent?.(post));
		const post = await postOf(tried, sent);
		if (post) memory.unconfirmed.set(name, { ...tried, postId: post.id }, tried.key);
		if (post === undefined && tried.postId === undefined && isLate(tried, now()) && sent.making)
			throw new LateTryError(await finder.findAlike(sent.making, tried));
		const idempotencyKey = tried.key ?? key;
		return {
			idempotencyKey,
			post,
			isAsSent: post !== undefined && isAsSent(post),
			differing: post ? differingNames(post, identifyingContent(write.body as Content)) : [],
			noteEdit: () =>
				memory.unconfirmed.set(name, { ...tried, postId: post?.id, edited: write.body }, tried.key),
			sendAgain: async () => await perform(sent, { idempotencyKey }),
		};
	};
}
