import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { IdempotencyMismatchError } from '../../client/publishing/errors';
import type { PublishingClient } from '../../client/publishing';
import type { KeyedWrite } from '../../client/http/idempotency';
import type { Post } from '../../client/publishing/schemas';
import { contextOf, withContext } from '../shared/errors';
import { recall, remember, type MemorySection } from '../shared/executionMemory';
import { pieceOfWork, type SourcedKey } from '../shared/idempotency';
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

/** A write of one item that must not be carried out twice. */
interface Write<Content, Result> {
	/** Identifies the write within the item: the operation, and the post that it's about. */
	what: unknown[];
	/**
	 * Reads and checks the rest of what is sent, and uploads its files. Not called if the write is finished.
	 * @param mayBeDone whether an earlier request with the same key may have carried out the write
	 */
	prepare(mayBeDone: boolean): Promise<Content>;
	send(content: Content, key: Required<KeyedWrite>): Promise<Result>;
	/** Selects the parts of the result to keep for the execution. They must be small. */
	keep(result: Result): IDataObject;
	/** Returns the result of a write that an earlier try finished. */
	find(kept: IDataObject): Promise<Result>;
	/** Continues with the draft that an earlier try saved with other content. */
	finishDraft?(postId: string, content: Content): Promise<Result>;
}

/** Sends a write with its key. Keeps a failed write for the next try, because the service may have carried it out or begun it. */
async function send<Content, Result>(
	context: IExecuteFunctions,
	piece: string,
	{ write, content, key }: { write: Write<Content, Result>; content: Content; key: SourcedKey },
): Promise<Result> {
	const { idempotencyKey, source } = key;
	return await write.send(content, { idempotencyKey }).catch((error: unknown) => {
		const { postId } = contextOf(error);
		if (!(error instanceof IdempotencyMismatchError))
			remember(context, failedWrites, piece, { content, postId });
		throw withContext(error, { keySource: source });
	});
}

/**
 * Does a write once per execution. Retries get the earlier result. With a time from `$now`, every try has different content,
 * which the service refuses with a key that was already used. In that case, the draft that an earlier try saved gets the new
 * content. If there is no draft, the earlier content is sent again to get its result.
 */
export async function writeOnce<Content, Result>(
	parameters: ParameterReader,
	write: Write<Content, Result>,
): Promise<Result> {
	const { what } = write;
	const piece = pieceOfWork(parameters, what);
	const kept = recall(parameters.context, finishedWrites, piece);
	if (kept !== undefined) return await write.find(kept as IDataObject);
	const makeKey = readKeyMaker(parameters);
	const mayBeDone =
		recall(parameters.context, failedWrites, piece) !== undefined || makeKey(what).source !== 'execution';
	const content = await write.prepare(mayBeDone);
	const key = makeKey(what, content);
	const result = await send(parameters.context, piece, { write, content, key }).catch(
		async (error: unknown) => {
			const earlier = recall(parameters.context, failedWrites, piece) as FailedWrite<Content> | undefined;
			if (!(error instanceof IdempotencyMismatchError) || earlier === undefined) throw error;
			if (earlier.postId !== undefined && write.finishDraft)
				return await write.finishDraft(earlier.postId, content);
			return await send(parameters.context, piece, { write, content: earlier.content, key });
		},
	);
	remember(parameters.context, finishedWrites, piece, write.keep(result));
	return result;
}

type WrittenPost = Post & { routed: string };

/** The parts of a write that returns a post. A retry reads the post again, and adds the fields from the write's answer. */
export const returningPost = ({ posts }: PublishingClient) => ({
	keep: (post: WrittenPost): IDataObject => pickFields(post as IDataObject, ['id', ...writeFields]),
	find: async (kept: IDataObject): Promise<WrittenPost> =>
		({ ...(await posts.get(String(kept.id))), ...kept }) as WrittenPost,
});
