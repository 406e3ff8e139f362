import type { IDataObject } from 'n8n-workflow';
import { IdempotencyMismatchError } from '../../client/publishing/errors';
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
	content: Content;
	/** The draft that the failed create saved. */
	postId?: string;
}

/** A write of one item that is to be carried out. */
interface BegunWrite {
	/** Whether an earlier request with the same key may have carried out the write. */
	mayBeDone: boolean;
	/** Whether an earlier try of this execution has failed after it was sent. */
	hasFailed: boolean;
	/**
	 * Sends the write with its key. With a time from `$now`, every try has different content, which the service refuses with a key
	 * that was already used. In that case, the draft that an earlier try saved gets the new content. If there is no draft, the
	 * earlier content is sent again to get its result.
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
			const send = async (sent: Content): Promise<Result> =>
				await by.send(sent, { idempotencyKey }).catch((error: unknown) => {
					const { postId } = contextOf(error);
					// The service may have carried it out or begun it, so the next try needs to know what was sent.
					if (!(error instanceof IdempotencyMismatchError))
						remember(context, failedWrites, piece, { content: sent, postId });
					throw withContext(error, { keySource: source });
				});
			const result = await send(content).catch(async (error: unknown) => {
				const earlier = recall(context, failedWrites, piece) as FailedWrite<Content> | undefined;
				if (!(error instanceof IdempotencyMismatchError) || earlier === undefined) throw error;
				if (earlier.postId !== undefined && by.finishDraft)
					return await by.finishDraft(earlier.postId, content);
				return await send(earlier.content);
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
