import { factsOf } from '../../../client/http/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { isDraft } from '../../../client/publishing/posts/status.js';
import { withFacts, workOf } from '../../shared/errors.js';
import { laterEntries, type LaterEntries } from '../../shared/journal/later.js';
import type { ParameterReader } from '../../shared/parameters.js';

/** A draft that the service saved in a manual execution but refused to deliver. It's read again before it's used. */
interface LeftDraft {
	startedAt: number;
	postId: string;
}

/** An item across the manual executions of a workflow, and what they left. */
interface ManualItem {
	key: string;
	drafts: LaterEntries<LeftDraft>;
}

/** Undefined in other executions, which n8n can retry, and in a workflow that isn't saved. */
function manualItem({ context, itemIndex }: ParameterReader): ManualItem | undefined {
	if (context.getMode() !== 'manual' || !context.getWorkflow().id) return undefined;
	const { $runIndex } = context.getWorkflowDataProxy(itemIndex);
	return {
		key: JSON.stringify([$runIndex, itemIndex]),
		drafts: laterEntries<LeftDraft>(context, 'leftDrafts', Date.now),
	};
}

/** The draft that the last manual execution left for this item. Undefined if there is none. */
export function leftDraftId(parameters: ParameterReader): string | undefined {
	const item = manualItem(parameters);
	return item?.drafts.get(item.key)?.postId;
}

/**
 * Reads the draft that the last manual execution left for this item. Undefined if there is none, if it's no longer a draft, or
 * if it can't be read.
 */
export async function readLeftDraft(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
): Promise<Post | undefined> {
	const draftId = leftDraftId(parameters);
	const left = draftId === undefined ? undefined : await posts.get(draftId).catch(() => undefined);
	return left && isDraft(left) ? left : undefined;
}

/** Remembers the draft that an error names. Records on the error that the next run from the editor continues with this draft. */
const keepingDraft =
	({ key, drafts }: ManualItem, draftId?: string) =>
	(error: unknown): never => {
		const { cause, facts } = workOf(error);
		const { postId = draftId } = facts;
		const { statusCode = 500 } = factsOf(cause);
		if (postId === undefined || statusCode >= 500) throw error;
		drafts.set(key, { startedAt: Date.now(), postId });
		throw withFacts(error, { postId, continuesDraft: true });
	};

/**
 * Waits until a new post, or the draft that was left, is sent. If the service has only saved it, the next manual execution
 * continues with the draft. This way, someone who corrects the node and runs it again doesn't leave a draft behind each time.
 */
export async function keepingLeftDraft(
	parameters: ParameterReader,
	sending: Promise<RoutedPost>,
	left?: Post,
): Promise<RoutedPost> {
	const item = manualItem(parameters);
	if (item === undefined) return await sending;
	const post = await sending.catch(keepingDraft(item, left?.id));
	item.drafts.delete(item.key);
	return post;
}
