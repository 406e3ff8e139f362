import type { IDataObject } from 'n8n-workflow';
import { ApiError } from '../../../client/http/errors.js';
import { isOutcomeUnknown, isRefusal } from '../../../client/publishing/errors.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { KeyedWrite } from '../../../client/http/idempotency.js';
import { ownValue } from '../../../client/http/json.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import { withFacts, workOf, type KeySource } from '../../shared/errors.js';
import { itemEntry, type KeyMaker } from '../../shared/idempotency.js';
import type { Large } from '../../shared/journal/execution.js';
import { isTool, type ParameterReader } from '../../shared/parameters.js';
import { pickFields } from '../../shared/values.js';
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
	/** Whether the service may have carried it out, or knows its key without having refused it for good. */
	isOpen: boolean;
	/** The key of an open write. */
	key?: string;
}

const isOpen = (error: unknown): boolean =>
	isOutcomeUnknown(error) || (error instanceof ApiError && !isRefusal(error));

/**
 * The sources of keys under which another execution may have carried out the same write. The first try of a model's call is checked as a
 * new one, because the model has to read what is wrong.
 */
const sharedSources = ({ context }: ParameterReader): KeySource[] =>
	isTool(context) ? ['user'] : ['content', 'user'];

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
	/** Adds to an error of the item that an earlier try may have been carried out, if that isn't known. */
	explainOpen(error: unknown): unknown;
	/** Sends the write with its key. */
	send<Content, Result>(content: Content, by: Sending<Content, Result>): Promise<Result>;
}

/** Whether an earlier try of the item has begun a write, as {@link beginWrite} names it. Then what was tried is known. */
export const hasBegun = (parameters: ParameterReader, what: unknown[]): boolean =>
	ownValue(itemEntry<WritesOfItem>(parameters).facts.writes ?? {}, JSON.stringify(what)) !== undefined;

/** The post that an earlier try of a row has made. The row goes on as if it named the post. Not an error. */
export class EarlierPost extends Error {
	override readonly name = 'EarlierPost';

	constructor(readonly post: RoutedPost) {
		super(`The post of an earlier try: ${post.id}`);
	}
}

export interface ItemKey extends Required<KeyedWrite> {
	/** The key of an earlier try of the item whose outcome isn't known. */
	openKey?: string;
	/** Says that the write is sent under another key. */
	sentUnder(idempotencyKey: string): void;
}

/** How a write is sent, and what is kept of its result. */
export interface Sending<Content, Result> {
	send(content: Content, key: ItemKey): Promise<Result>;
	/** Selects the parts of the result to keep for the execution. They must be small. */
	keep(result: Result): IDataObject;
	/** Selects the part to keep as long as there is room. */
	keepLarge?(result: Result): unknown;
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
	const answerName = `answer of ${name}`;
	const entry = itemEntry<WritesOfItem>(parameters);
	const { done, failed: earlier } = ownValue(entry.facts.writes ?? {}, name) ?? {};
	if (done) return { kept: done, answer: entry.large(answerName) };
	entry.requireRoom();
	const note = (facts: WriteFacts): void => entry.note({ writes: { ...entry.facts.writes, [name]: facts } });
	return {
		mayBeDone: earlier !== undefined || sharedSources(parameters).includes(makeKey(what).source),
		explainOpen: (error) => (earlier?.isOpen ? withFacts(error, { mayBeDone: true }) : error),
		async send<Content, Result>(content: Content, by: Sending<Content, Result>) {
			const { idempotencyKey, source } = makeKey(what, content);
			const openKey = earlier?.isOpen ? earlier.key : undefined;
			let sentKey = openKey ?? idempotencyKey;
			const sentUnder = (used: string): void => void (sentKey = used);
			const key = { idempotencyKey, isReplaceable: source !== 'user', openKey, sentUnder };
			const result = await by.send(content, key).catch((error: unknown) => {
				const { cause } = workOf(error);
				const isStillOpen = earlier?.isOpen && (isRefusal(cause) || cause instanceof EarlierPost);
				if (!isStillOpen) note({ failed: { isOpen: isOpen(cause), key: sentKey } });
				throw withFacts(error, { keySource: source });
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
	find: async (kept: IDataObject): Promise<RoutedPost> => {
		const donePostId = String(kept.id);
		const post = await posts.get(donePostId).catch((error: unknown) => {
			throw withFacts(error, { donePostId });
		});
		return { ...post, ...kept } as RoutedPost;
	},
});
