import type { EditNote } from '../../client/publishing/posts/memory.js';
import { entryOf } from '../shared/journal/execution.js';
import { inLowerCase } from '../shared/names.js';

/** What an execution knows of a post. */
interface PostFacts {
	/** Whether it was created in this execution. */
	isMade: boolean;
	/** The item whose post it is. An item without an ID must not get the post of another item. */
	owner: string;
	/** How far an edit of the post got. Null once it has ended. */
	edit: EditNote | null;
	/** The call of a tool that got the post first, by the item's name. `earlier` if it isn't known. */
	call: string;
}

/** Returns what the execution knows of a post. */
export const postRecord = (context: Parameters<typeof entryOf>[0], postId: string) =>
	entryOf<PostFacts>(context, 'posts', inLowerCase(postId));
