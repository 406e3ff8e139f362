import { factsOf } from '../../../../../client/http/errors';
import type { PublishingClient } from '../../../../../client/publishing';
import type { RoutedPost } from '../../../../../client/publishing/posts/answers';
import type { BodyOptions } from '../../../../../client/publishing/posts/content';
import type { DeliveryOptions } from '../../../../../client/publishing/posts/perform';
import type { CreatePost, UpdatePost } from '../../../../../client/publishing/requests';
import { contextOf, withContext } from '../../../../shared/errors';
import type { ParameterReader } from '../../../../shared/parameters';
import { keyOfSavedDraft } from '../../../../shared/idempotency';

/** The content and the options of a create. */
type NewContent = { content: CreatePost } & BodyOptions & Pick<DeliveryOptions, 'fitsDailyLimit'>;

/** The values that a create sets for fields it leaves out. An update would keep the draft's values instead. */
const emptyDraft: UpdatePost = {
	firstComment: null,
	linkUrl: null,
	mediaAssetIds: [],
	perAccount: null,
	proposedPublishAt: null,
	title: null,
};

/**
 * Updates the draft of an earlier try to the new content and delivers it. If the post is no longer a draft, returns it unchanged.
 */
export async function finishDraft(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
	postId: string,
	{ content: { delivery, ...values }, additionalBody, liveOptions, fitsDailyLimit }: NewContent,
): Promise<RoutedPost> {
	const found = await posts.get(postId);
	const idempotencyKey = keyOfSavedDraft(parameters, postId);
	const wanted = { content: { ...emptyDraft, ...values }, delivery, additionalBody, liveOptions };
	const choices = { sendsAll: true, keepsKey: true, idempotencyKey, fitsDailyLimit };
	const { after } = found.status === 'draft' ? await posts.reconcile(found, wanted, choices) : {};
	return after ?? { ...found, routed: found.status === 'pending_approval' ? found.status : 'enacted' };
}

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
 * Creates a post. In a manual execution, continues with the draft that the last one left for this item. This way, someone who
 * corrects the node and runs it again doesn't leave a draft behind each time.
 */
export async function createOrFinish(
	parameters: ParameterReader,
	client: PublishingClient,
	content: NewContent,
	create: () => Promise<RoutedPost>,
): Promise<RoutedPost> {
	const item = manualItem(parameters);
	if (item === undefined) return await create();
	const draftId = drafts.get(item);
	const draft = draftId === undefined ? undefined : await client.posts.get(draftId).catch(() => undefined);
	const post =
		draft?.status === 'draft'
			? await finishDraft(parameters, client, draft.id, content).catch(keepingDraft(item, draft.id))
			: await create().catch(keepingDraft(item));
	drafts.delete(item);
	return post;
}
