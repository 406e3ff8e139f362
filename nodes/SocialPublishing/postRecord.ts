import type { Delivery } from '../../client/publishing/requests.js';
import { entryOf } from '../shared/journal/execution.js';
import { inLowerCase } from '../shared/names.js';

/** What an execution knows of a post. */
interface PostFacts {
	/** Whether it was created in this execution. */
	isMade: boolean;
	/** The item whose post it is. An item without an ID must not get the post of another item. */
	owner: string;
	/** How the post must be delivered again, if an earlier try has returned it to draft and couldn't. Null once it's done. */
	unfinished: Delivery | null;
}

/** Returns what the execution knows of a post. */
export const postRecord = (context: Parameters<typeof entryOf>[0], postId: string) =>
	entryOf<PostFacts>(context, 'posts', inLowerCase(postId));
