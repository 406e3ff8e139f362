import type { IDataObject } from 'n8n-workflow';
import { ApiError, ValidationError } from '../../../client/http/errors.js';
import { IdempotencyMismatchError, isOutcomeUnknown, isRefusal } from '../../../client/publishing/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { KeyedWrite } from '../../../client/http/idempotency.js';
import { ownValue } from '../../../client/http/json.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import { withFacts, workOf } from '../../shared/errors.js';
import { digestOf, itemEntry, type KeyMaker } from '../../shared/idempotency.js';
import type { Large } from '../../shared/journal/execution.js';
import { pickFields, type ParameterReader } from '../../shared/parameters.js';
import { writeFields } from '../output/postOutput.js';
import { readKeyMaker } from '../../shared/keyOptions.js';

/** What is known of an item's writes, by what identifies them within it. */
interface WritesOfItem {
	writes: Readonly<Record<string, WriteFacts>>;
}

interface WriteFacts {
	/** The parts of the result that a retry needs. */
	done?: IDataObject;
	failed?: FailedWrite;
}

interface FailedWrite {
	/** The digest of what was sent, which is also a large value. Null if the saved post can have other content by now. */
	digest: string | null;
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

/** A write that an earlier try has finished. */
interface DoneWrite {
	/** The parts of the result that were kept. */
	kept: IDataObject;
	/** The rest of the result. */
	answer: Large<unknown>;
}

/** A write of one item that is to be carried out. */
interface BegunWrite {
	/**
	 * Whether an earlier request with the same key may have carried out the write. An approval's key belongs to one node, so only an earlier
	 * try counts.
	 */
	mayBeDone: boolean;
	/**
	 * Sends the write with its key. With a time from `$now`, every try has different content. The draft that an earlier try saved gets
	 * the new content. If the result of an earlier try is unknown and its key is refused for the new content, the earlier content is
	 * sent again to get its result.
	 */
	send<Content, Result>(content: Content, by: Sending<Content, Result>): Promise<Result>;
}

/** Whether an earlier try of the item has begun a write, as {@link beginWrite} names it. Then what was tried is known. */
export const hasBegun = (parameters: ParameterReader, what: unknown[]): boolean =>
	ownValue(itemEntry<WritesOfItem>(parameters).facts.writes ?? {}, JSON.stringify(what)) !== undefined;

/** How a write is sent, and what is kept of its result. */
export interface Sending<Content, Result> {
	send(content: Content, key: Required<KeyedWrite>): Promise<Result>;
	/** Selects the parts of the result to keep for the execution. They must be small. */
	keep(result: Result): IDataObject;
	/** Selects the part to keep as long as there is room. */
	keepLarge?(result: Result): unknown;
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
): BegunWrite | DoneWrite {
	const name = JSON.stringify(what);
	const [contentName, answerName] = [`content of ${name}`, `answer of ${name}`];
	const entry = itemEntry<WritesOfItem>(parameters);
	const { done, failed: earlier } = ownValue(entry.facts.writes ?? {}, name) ?? {};
	if (done) return { kept: done, answer: entry.large(answerName) };
	entry.requireRoom();
	const note = (facts: WriteFacts): void => entry.note({ writes: { ...entry.facts.writes, [name]: facts } });
	return {
		mayBeDone: earlier !== undefined || ['content', 'user'].includes(makeKey(what).source),
		async send<Content, Result>(content: Content, by: Sending<Content, Result>) {
			const { idempotencyKey, source } = makeKey(what, content);
			const key = { idempotencyKey, isReplaceable: source !== 'user' };
			const digest = digestOf(content);
			const isChanged = earlier !== undefined && earlier.digest !== digest;
			const noteFailed = (error: unknown, isFinishing: boolean): unknown => {
				const { cause, facts } = workOf(error);
				const { postId = earlier?.postId } = facts;
				const isMismatch = cause instanceof IdempotencyMismatchError;
				const isUnsettled = earlier?.isOpen === true && (isMismatch || isRefusal(cause));
				if (!isUnsettled && !isMismatch) {
					const failed = { digest: isFinishing ? null : digest, isOpen: isOpen(cause) };
					note({ failed: postId === undefined ? failed : { ...failed, postId } });
					if (!isFinishing && failed.isOpen && content !== undefined) entry.keep(contentName, content);
				}
				return withFacts(error, { keySource: source });
			};
			const sendEarlier = async (error: unknown): Promise<Result> => {
				const before = entry.large<Content>(contentName);
				const isUsed = isChanged && earlier.isOpen && isPerhapsMismatch(workOf(error).cause);
				if (!isUsed || before.is !== 'kept') throw error;
				if (makeKey(what, before.value).idempotencyKey !== idempotencyKey) throw error;
				return await by.send(before.value, key).catch((again: unknown) => {
					throw isPerhapsMismatch(workOf(again).cause) ? error : again;
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
			note({ done: by.keep(result) });
			if (by.keepLarge) entry.keep(answerName, by.keepLarge(result));
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
