import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { IdempotencyMismatchError } from '../../client/publishing/errors';
import type { PublishingClient } from '../../client/publishing';
import type { KeyedWrite } from '../../client/http/idempotency';
import type { Post } from '../../client/publishing/schemas';
import { recall, remember, type Shelf } from '../shared/executionMemory';
import { pieceOfWork } from '../shared/idempotency';
import { pickFields, type ParameterReader } from '../shared/parameters';
import { writeFields } from './output';
import { readKeyMaker, type SourcedKey } from './idempotencyKeys';

/** Results of writes that are done. */
const finishedWrites: Shelf = { name: 'finishedWrites', entriesMax: 10_000, charactersMax: 8_000 };

/** What was sent by writes that failed. */
const failedWrites: Shelf = { name: 'failedWrites', entriesMax: 100, charactersMax: 20_000 };

/** A write that failed. */
interface FailedWrite<Content> {
	content: Content;
	/** The draft that a create saved. */
	postId?: string;
}

/** A write of one item that must not be done twice. */
interface Write<Content, Result> {
	/** Which write of the item it is: the operation, and the post it is about. */
	what: unknown[];
	/**
	 * Reads and checks what is sent besides, and uploads its files; not called for a write that is done.
	 * @param mayBeDone whether an earlier request with the same key may have done the write
	 */
	prepare(mayBeDone: boolean): Promise<Content>;
	send(content: Content, key: Required<KeyedWrite>): Promise<Result>;
	/** What of the result is kept for the execution: little. */
	keep(result: Result): IDataObject;
	/** The result of a write that an earlier try finished. */
	find(kept: IDataObject): Promise<Result>;
	/** Goes on from the draft that an earlier try saved with other content. */
	goOn?(postId: string, content: Content): Promise<Result>;
}

/** Sends a write under its key. What failed is kept for the next try: the service may have begun it, or done all of it. */
async function send<Content, Result>(
	context: IExecuteFunctions,
	piece: string,
	{ write, content, key }: { write: Write<Content, Result>; content: Content; key: SourcedKey },
): Promise<Result> {
	const { idempotencyKey, source } = key;
	return await write.send(content, { idempotencyKey }).catch((error: unknown) => {
		const { postId } = error as { postId?: string };
		if (!(error instanceof IdempotencyMismatchError))
			remember(context, failedWrites, piece, { content, postId });
		throw Object.assign(error as Error, { keySource: source });
	});
}

/**
 * Does a write once per piece of work: a retry of the execution gets what an earlier try has done. A time from `$now`
 * gives every try other content, which the service refuses under a key that has done work. Then the earlier content is
 * sent again and gets the result of that work, or the draft that was saved gets the new content.
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
			if (earlier.postId !== undefined && write.goOn) return await write.goOn(earlier.postId, content);
			return await send(parameters.context, piece, { write, content: earlier.content, key });
		},
	);
	remember(parameters.context, finishedWrites, piece, write.keep(result));
	return result;
}

type WrittenPost = Post & { routed: string };

/** The parts of a write that returns a post. A retry reads it again by its id, and adds what only the write's answer says. */
export const returningPost = ({ posts }: PublishingClient) => ({
	keep: (post: WrittenPost): IDataObject => pickFields(post as IDataObject, ['id', ...writeFields]),
	find: async (kept: IDataObject): Promise<WrittenPost> =>
		({ ...(await posts.get(String(kept.id))), ...kept }) as WrittenPost,
});
