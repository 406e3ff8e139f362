import { factsOf } from '../../../client/http/errors.js';
import { isSameTime } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { isDraft } from '../../../client/publishing/posts/status.js';
import { workOf } from '../../shared/errors.js';
import { digestOf } from '../../shared/idempotency.js';
import { laterEntries, type LaterEntries } from '../../shared/journal/later.js';
import { showHint } from '../../shared/operation.js';
import { runIndexOf, type ParameterReader } from '../../shared/parameters.js';

/** A draft that the service saved in a manual execution but refused to deliver. */
interface LeftDraft {
	startedAt: number;
	postId: string;
	/** The item's own input: its JSON, and the names of its files. */
	input: string;
	/** When the draft was last changed, as the run left it. */
	updatedAt: string;
}

/** An item across the manual executions of a workflow, and what they left. */
interface ManualItem {
	key: string;
	input: string;
	drafts: LaterEntries<LeftDraft>;
}

/** Undefined in other executions, which n8n can retry, and in a workflow that isn't saved. */
function manualItem({ context, itemIndex }: ParameterReader): ManualItem | undefined {
	if (context.getMode() !== 'manual' || !context.getWorkflow().id) return undefined;
	const { json, binary = {} } = context.getInputData()[itemIndex] ?? { json: {} };
	return {
		key: JSON.stringify([runIndexOf({ context, itemIndex }), itemIndex]),
		input: digestOf([json, Object.keys(binary)]),
		drafts: laterEntries<LeftDraft>(context, 'leftDrafts', Date.now),
	};
}

/** The draft that the last manual execution left for this item, whose input must be the same. */
function leftDraft(parameters: ParameterReader): LeftDraft | undefined {
	const item = manualItem(parameters);
	const left = item?.drafts.get(item.key);
	return left?.input === item?.input ? left : undefined;
}

/** The ID of the draft that the last manual execution left for this item. Undefined if there is none. */
export const leftDraftId = (parameters: ParameterReader): string | undefined => leftDraft(parameters)?.postId;

/**
 * Reads the draft that the last manual execution left for this item. Undefined if there is none, if it's no longer a draft, or
 * if it can't be read. A draft that someone has changed since is left alone, and a hint names it.
 */
export async function readLeftDraft(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
): Promise<Post | undefined> {
	const left = leftDraft(parameters);
	const draft = left && (await posts.get(left.postId).catch(() => undefined));
	if (!left || !draft || !isDraft(draft)) return undefined;
	if (isSameTime(draft.updatedAt, left.updatedAt)) return draft;
	showHint(parameters.context, {
		message: `The draft with the ID ${draft.id} from an earlier run was changed since, so it was left as it is.`,
		type: 'warning',
	});
	return undefined;
}

/**
 * Waits until a new post, or the draft that was left, is sent. If the service has only saved it, the next manual execution of the same
 * item continues with the draft. This way, someone who corrects the node and runs it again doesn't leave a draft behind each time.
 */
export async function keepingLeftDraft(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
	sending: Promise<RoutedPost>,
	left?: Post,
): Promise<RoutedPost> {
	const item = manualItem(parameters);
	if (item === undefined) return await sending;
	const { drafts, input, key } = item;
	const post = await sending.catch(async (error: unknown) => {
		const { cause, facts } = workOf(error);
		const { postId = left?.id } = facts;
		const { statusCode = 500 } = factsOf(cause);
		const isLeft = postId !== undefined && statusCode < 500;
		const draft = isLeft ? await posts.get(postId).catch(() => undefined) : undefined;
		if (draft)
			drafts.set(key, { startedAt: Date.now(), postId: draft.id, input, updatedAt: draft.updatedAt });
		throw error;
	});
	drafts.delete(key);
	return post;
}
