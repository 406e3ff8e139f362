import type { IExecuteFunctions } from 'n8n-workflow';
import type { ComparedPost } from '../../../client/publishing/clashes/comparedPosts';
import { executionMemory, recall, remember, type MemorySection } from '../../shared/executionMemory';
import { pieceOfWork } from '../../shared/idempotency';
import type { RunItem } from '../../shared/parameters';

/**
 * Posts that the items of this execution have sent, by item. The service's lists can show a post only a minute later (contract
 * section 8), which is too late for the next round of a loop.
 */
const section: MemorySection = {
	name: 'sentPosts',
	entriesMax: 100,
	charactersMax: 10_000,
	outlivesRun: true,
};

const pieceOf = (item: RunItem): string => pieceOfWork(item, 'clashes').slice(0, 16);

/** Keeps the post that an item has sent. */
export const keepSent = (item: RunItem, post: ComparedPost): void =>
	remember(item.context, section, pieceOf(item), JSON.parse(JSON.stringify(post)));

/** The posts that earlier runs of this execution have sent, such as earlier rounds of a loop, as far as they are kept. */
export function sentBefore(context: IExecuteFunctions): ComparedPost[] {
	const entries = Object.entries(
		(executionMemory(context)[section.name] ?? {}) as Record<string, ComparedPost>,
	);
	if (entries.length === 0) return [];
	const ofRun = new Set(context.getInputData().map((_item, itemIndex) => pieceOf({ context, itemIndex })));
	return entries.flatMap(([piece, post]) => (ofRun.has(piece) ? [] : [post]));
}

/** The ID of the post that an earlier try has sent for an item. */
export const sentIdOf = (item: RunItem): string | undefined =>
	(recall(item.context, section, pieceOf(item)) as ComparedPost | undefined)?.postId;
