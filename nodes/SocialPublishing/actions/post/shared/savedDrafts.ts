import type { PublishingClient } from '../../../../../client/publishing';
import type { RoutedPost } from '../../../../../client/publishing/posts/answers';
import type { BodyOptions } from '../../../../../client/publishing/posts/content';
import type { DeliveryOptions } from '../../../../../client/publishing/posts/dailyLimit';
import type { CreatePost, UpdatePost } from '../../../../../client/publishing/requests';
import { defaultIdempotencyKey } from '../../../../shared/idempotency';
import type { ParameterReader } from '../../../../shared/parameters';

/** What a create sends. */
type NewContent = { content: CreatePost } & BodyOptions & Pick<DeliveryOptions, 'fitsDailyLimit'>;

/** What a create that leaves a field out makes of it. An update would keep what the draft has. */
const emptyDraft: UpdatePost = {
	firstComment: null,
	linkUrl: null,
	mediaAssetIds: [],
	perAccount: null,
	proposedPublishAt: null,
	title: null,
};

/**
 * Brings the draft of an earlier try to where the new content says: changed, and delivered. A post that went ahead is
 * the result as it is.
 */
export async function finishDraft(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
	postId: string,
	{ content: { delivery, ...values }, additionalBody, liveOptions, fitsDailyLimit }: NewContent,
): Promise<RoutedPost> {
	const found = await posts.get(postId);
	if (found.status !== 'draft') {
		return { ...found, routed: found.status === 'pending_approval' ? found.status : 'enacted' };
	}
	const draft = await posts.update(postId, { ...emptyDraft, ...values }, { additionalBody, liveOptions });
	if (delivery === undefined) return draft;
	const idempotencyKey = defaultIdempotencyKey(parameters, ['create', 'submit', postId]);
	return await posts.submit(postId, delivery, { idempotencyKey, fitsDailyLimit });
}

const draftsMax = 200;

/**
 * Drafts that the service saved in manual executions and then refused to deliver, by item. n8n keeps nothing from one manual
 * execution to the next, so this is kept until the process ends. The service is asked before a draft is used.
 */
const drafts = new Map<string, string>();

/** The same item in every manual execution of a workflow. Undefined in other executions, which n8n can retry. */
function manualItem({ context, itemIndex }: ParameterReader): string | undefined {
	const { id } = context.getWorkflow();
	if (context.getMode() !== 'manual' || !id) return undefined;
	const { $runIndex } = context.getWorkflowDataProxy(itemIndex);
	return JSON.stringify([context.getInstanceId(), id, context.getNode().id, $runIndex, itemIndex]);
}

/** Remembers the draft that an error names, and says in the error that the next run from the editor continues with it. */
const keepingDraft =
	(item: string, draftId?: string) =>
	(error: unknown): never => {
		const { postId = draftId, statusCode = 500 } = error as { postId?: string; statusCode?: number };
		if (postId === undefined || statusCode >= 500) throw error;
		drafts.delete(item);
		drafts.set(item, postId);
		const [oldest = ''] = drafts.keys();
		if (drafts.size > draftsMax) drafts.delete(oldest);
		throw Object.assign(error as Error, { postId, continuesDraft: true });
	};

/**
 * Creates a post. In a manual execution, continues with the draft that the last one left for this item, so that someone who
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
