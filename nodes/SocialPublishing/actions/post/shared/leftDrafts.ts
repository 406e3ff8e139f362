import { factsOf } from '../../../../../client/http/errors';
import type { PublishingClient } from '../../../../../client/publishing';
import type { RoutedPost } from '../../../../../client/publishing/posts/answers';
import type { Post } from '../../../../../client/publishing/schemas';
import { contextOf, withContext } from '../../../../shared/errors';
import type { ParameterReader } from '../../../../shared/parameters';

const draftsMax = 200;

/**
 * Drafts that the service saved in manual executions but refused to deliver, by item. Kept until the process ends, because n8n
 * stores nothing between manual executions. The draft is read again before it's used.
 */
const drafts = new Map<string, string>();

/** Identifies an item across the manual executions of a workflow. Undefined in other executions, which n8n can retry. */
function manualItem({ context, itemIndex }: ParameterReader): string | undefined {
	const { id } = context.getWorkflow();
	if (context.getMode() !== 'manual' || !id) return undefined;
	const { $runIndex } = context.getWorkflowDataProxy(itemIndex);
	return JSON.stringify([context.getInstanceId(), id, context.getNode().id, $runIndex, itemIndex]);
}

/** The draft that the last manual execution left for this item. Undefined if there is none. */
export function leftDraftId(parameters: ParameterReader): string | undefined {
	const item = manualItem(parameters);
	return item === undefined ? undefined : drafts.get(item);
}

/** Reads the draft that the last manual execution left for this item. Undefined if there is none, or if it's no longer a draft. */
export async function readLeftDraft(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
): Promise<Post | undefined> {
	const draftId = leftDraftId(parameters);
	const left = draftId === undefined ? undefined : await posts.get(draftId).catch(() => undefined);
	return left?.status === 'draft' ? left : undefined;
}

/** Remembers the draft that an error names. Records on the error that the next run from the editor continues with this draft. */
const keepingDraft =
	(item: string, draftId?: string) =>
	(error: unknown): never => {
		const { postId = draftId } = contextOf(error);
		const { statusCode = 500 } = factsOf(error);
		if (postId === undefined || statusCode >= 500) throw error;
		drafts.delete(item);
		drafts.set(item, postId);
		const [oldest = ''] = drafts.keys();
		if (drafts.size > draftsMax) drafts.delete(oldest);
		throw withContext(error, { postId, continuesDraft: true });
	};

/**
 * Waits until a new post, or the draft that was left, is sent. If the service has only saved it, the next manual execution
 * continues with the draft. This way, someone who corrects the node and runs it again doesn't leave a draft behind each time.
 */
export async function keepingLeftDraft(
	parameters: ParameterReader,
	sending: Promise<RoutedPost>,
	left: Post | undefined,
): Promise<RoutedPost> {
	const item = manualItem(parameters);
	if (item === undefined) return await sending;
	const post = await sending.catch(keepingDraft(item, left?.id));
	drafts.delete(item);
	return post;
}
