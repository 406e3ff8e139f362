import type { IDataObject } from 'n8n-workflow';
import { ApiError, ValidationError } from '../../client/http/errors';
import { IdempotencyMismatchError, isOutcomeUnknown, isRefusal } from '../../client/publishing/errors';
import type { PublishingClient } from '../../client/publishing';
import type { KeyedWrite } from '../../client/http/idempotency';
import type { RoutedPost } from '../../client/publishing/posts/answers';
import { contextOf, withContext } from '../shared/errors';
import { recall, remember, type MemorySection } from '../shared/executionMemory';
import { pieceOfWork, type KeyMaker } from '../shared/idempotency';
import { pickFields, type ParameterReader } from '../shared/parameters';
import { writeFields } from './output';
import { readKeyMaker } from './idempotencyKeys';

/** Results of finished writes. */
const finishedWrites: MemorySection = { name: 'finishedWrites', entriesMax: 10_000, charactersMax: 8_000 };

/** The content of failed writes. */
const failedWrites: MemorySection = { name: 'failedWrites', entriesMax: 100, charactersMax: 20_000 };

interface FailedWrite<Content> {
	/** Null if the post that it has saved can have other content by now. */
	content: Content | null;
	/** The post that the failed create saved. */
	postId?: string;
	/** Whether the service may have carried it out, or knows its key without having refused it for good. */
	isOpen: boolean;
}

const isOpen = (error: unknown): boolean =>
	isOutcomeUnknown(error) || (error instanceof ApiError && !isRefusal(error));

/** Whether the reason can be that the key was used with other content, for which no code is documented (contract section 7). */
const isPerhapsMismatch = (error: unknown): boolean =>
	error instanceof IdempotencyMismatchError || (error instanceof ValidationError && isRefusal(error));

/** A write of one item that is to be carried out. */
interface BegunWrite {
	/** Whether an earlier request with the same key may have carried out the write. */
	mayBeDone: boolean;
	/** Whether an earlier try of this execution has failed after it was sent. */
	hasFailed: boolean;
	/**
	 * Sends the write with its key. With a time from `$now`, every try has different content. The draft that an earlier try saved gets
	 * the new content. If the result of an earlier try is unknown and its key is refused for the new content, the earlier content is
	 * sent again to get its result.
	 */
	send<Content, Result>(content: Content, by: Sending<Content, Result>): Promise<Result>;
}

interface Sending<Content, Result> {
	send(content: Content, key: Required<KeyedWrite>): Promise<Result>;
	/** Selects the parts of the result to keep for the execution. They must be small. */
	keep(result: Result): IDataObject;
	/** Continues with the draft that an earlier try saved with other content. */
	finishDraft?(postId: string, content: Content): Promise<Result>;
}

/**
 * Begins a write that is done once per execution. Returns what was kept of its result if an earlier try has finished it.
 * Otherwise, the caller reads and checks the rest of what is sent, uploads its files, and sends it.
 * @param what identifies the write within the item: the operation, and the post that it's about
 * @param makeKey default: makes the key as the user chose
 */
export function beginWrite(
	parameters: ParameterReader,
	what: unknown[],
	makeKey: KeyMaker = readKeyMaker(parameters),
): { kept: IDataObject } | BegunWrite {
	const { context } = parameters;
	const piece = pieceOfWork(parameters, what);
	const kept = recall(context, finishedWrites, piece);
	if (kept !== undefined) return { kept: kept as IDataObject };
	const hasFailed = recall(context, failedWrites, piece) !== undefined;
	return {
		hasFailed,
		mayBeDone: hasFailed || makeKey(what).source !== 'execution',
		async send<Content, Result>(content: Content, by: Sending<Content, Result>) {
			const { idempotencyKey, source } = makeKey(what, content);
			const key = { idempotencyKey, isReplaceable: source !== 'user' };
			const earlier = recall(context, failedWrites, piece) as FailedWrite<Content> | undefined;
			const isChanged = earlier !== undefined && JSON.stringify(earlier.content) !== JSON.stringify(content);
			const noteFailed = (error: unknown, isFinishing: boolean): unknown => {
				const { postId = earlier?.postId } = contextOf(error);
				const isMismatch = error instanceof IdempotencyMismatchError;
				const isUnsettled = earlier?.isOpen === true && (isMismatch || isRefusal(error));
				const failed = { content: isFinishing ? null : content, postId, isOpen: isOpen(error) };
				if (!isUnsettled && !isMismatch) remember(context, failedWrites, piece, failed);
				return withContext(error, { keySource: source });
			};
			const sendEarlier = async (error: unknown): Promise<Result> => {
				const isUsed = isChanged && earlier.isOpen && isPerhapsMismatch(error);
				if (!isUsed || makeKey(what, earlier.content).idempotencyKey !== idempotencyKey) throw error;
				return await by.send(earlier.content as Content, key).catch((again: unknown) => {
					throw isPerhapsMismatch(again) ? error : again;
				});
			};
			const savedId = isChanged ? earlier.postId : undefined;
			const isFinishing = savedId !== undefined && by.finishDraft !== undefined;
			const result = await (
				savedId !== undefined && by.finishDraft
					? by.finishDraft(savedId, content)
					: by.send(content, key).catch(sendEarlier)
			).catch((error: unknown) => {
				throw noteFailed(error, isFinishing);
			});
			remember(context, finishedWrites, piece, by.keep(result));
			return result;
		},
	};
}

/** The parts of a write that returns a post. A retry reads the post again, and adds the fields from the write's answer. */
export const returningPost = ({ posts }: PublishingClient) => ({
	keep: (post: RoutedPost): IDataObject => pickFields(post as IDataObject, ['id', ...writeFields]),
	find: async (kept: IDataObject): Promise<RoutedPost> =>
		({ ...(await posts.get(String(kept.id))), ...kept }) as RoutedPost,
});
