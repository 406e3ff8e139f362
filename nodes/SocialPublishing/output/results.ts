import type { IExecuteFunctions } from 'n8n-workflow';
import type { Outcome } from '../../../client/publishing/posts/outcome.js';
import type { Channel, Post } from '../../../client/publishing/schemas.js';
import type { RunItem } from '../../shared/parameters.js';
import { cell } from '../../shared/runState.js';
import type { RowDone, ToldPost } from './sentences.js';

/** A channel as far as a sentence names it. */
export type NamedChannel = Pick<Channel, 'id' | 'platform'> & { handle?: string | null };

/** A post as a write returns it. A copy also has the channels that it leaves out. */
export type WrittenPost = ToldPost & { droppedChannels?: readonly NamedChannel[] };

/** The posts with which items were compared. */
export type ComparedWith = { posts: number; hasMore?: boolean; error?: string };

/** What was found when a node waited for a post, or for one channel of it. */
export interface AwaitedResult extends Pick<Outcome, 'reason'> {
	/** The post's ID. */
	id: string;
	status: Post['status'];
	postStatus: Post['status'];
	message: string;
}

/** What an operation found out or did for an item, as far as a run speaks of it above its output. */
export interface ItemResult {
	/** The post that a write has returned. */
	written?: WrittenPost;
	/** What the outputs of the item say about that post, one sentence each. */
	messages?: readonly string[];
	/** What was done with the item's row. */
	row?: RowDone & { message?: string; reason?: unknown };
	awaited?: readonly AwaitedResult[];
	clashes?: ReadonlyArray<{ message: string }>;
	comparedWith?: ComparedWith;
	/** Whether there are metrics of a channel or post. */
	metrics?: { subject: 'channel' | 'post'; hasAny: boolean };
	/** Whether a post that was only checked can be published. */
	isValid?: boolean;
	/** Whether no one approved the post, so that it wasn't submitted. */
	isNotApproved?: boolean;
	/** The channels that were read and must be reconnected. */
	brokenChannels?: readonly NamedChannel[];
}

const resultsOfRun = cell(() => ({ items: new Map<number, ItemResult>(), tasks: [] as ItemResult[] }));

/** Adds to what a run says about an item. What was said before under the same name is replaced. */
export function tell({ context, itemIndex }: RunItem, result: ItemResult): void {
	const { items } = resultsOfRun(context);
	items.set(itemIndex, { ...items.get(itemIndex), ...result });
}

/** Adds what a run says about a task that runs after all items. */
export const tellTask = ({ context }: RunItem, result: ItemResult): void =>
	void resultsOfRun(context).tasks.push(result);

/** What a run says about its items, in their order, and about the tasks after them. */
export function resultsOf(context: IExecuteFunctions): ItemResult[] {
	const { items, tasks } = resultsOfRun(context);
	return [...[...items].sort(([one], [other]) => one - other).map(([, result]) => result), ...tasks];
}
