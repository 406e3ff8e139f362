import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { KeyMaker } from '../../shared/idempotency.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { checkClashes } from '../clashes/check.js';
import { readCheckFirst, type CheckFirst } from '../form/checkFirst.js';
import { attachMedia, type AttachedMedia } from '../form/media.js';
import { addingAssetIds } from '../media/uploads.js';
import { checkBeforeUpload } from './preflight.js';
import { invalidIn, readWish, type ItemWish, type ReadWish } from '../form/wish.js';
import { beginWrite, type ItemKey, type Sending } from './writeOnce.js';

/** What differs between the writes of items. */
interface ItemWrite<Wish extends ItemWish, Content, Result> extends Pick<Sending<Content, Result>, 'keep'> {
	/** Identifies the write within the item: the operation, and the post that it's about. */
	what: unknown[];
	/** Default: makes the key as the user chose. */
	makeKey?: KeyMaker;
	/** Reads the whole form before anything is sent. */
	read: ReadWish<Wish>;
	/** Whether to reuse a file that was uploaded within 24 hours, whatever the options say. */
	uploadsByContent?: boolean;
	/** Makes what is sent. */
	content(wish: Wish, attached: AttachedMedia['attached']): Content;
	send(content: Content, key: ItemKey, wish: Wish): Promise<Result>;
	/** Finds the result again from what was kept. */
	find(kept: IDataObject): Promise<Result>;
}

/** What a write finds out before it's sent. */
interface Preparation {
	read: ReadWish;
	wish: ItemWish;
	/** Undefined if the user doesn't want the check. */
	checkFirst: CheckFirst | undefined;
	/** Whether an earlier request with the same key may have carried it out. */
	mayBeDone: boolean;
	/** As in {@link ItemWrite}. */
	uploadsByContent?: boolean;
}

/** Checks an item, compares it with other posts, and uploads its media. */
export async function prepareItem(
	parameters: ParameterReader,
	client: PublishingClient,
	{ read, wish, checkFirst, mayBeDone, uploadsByContent }: Preparation,
): Promise<AttachedMedia> {
	const post = checkFirst && (await wish.toCheck?.(mayBeDone));
	const inspect = post && (await checkBeforeUpload(checkFirst, post));
	if (wish.toCompare) await checkClashes(parameters, client, read, mayBeDone);
	try {
		wish.requireSendable?.(mayBeDone);
	} catch (error) {
		throw invalidIn(parameters, error);
	}
	return await attachMedia(parameters, client, wish.media, { uploadsByContent, inspect });
}

/**
 * Carries out a write in one order: look what an earlier try did, read the form, check, compare, upload, send, keep. An item that fails
 * before it's sent hasn't changed a post. reconcileItem.ts takes the same steps for a post that exists.
 */
export async function writeItem<Wish extends ItemWish, Content, Result>(
	parameters: ParameterReader,
	client: PublishingClient,
	{ what, makeKey, read, uploadsByContent, content, ...sending }: ItemWrite<Wish, Content, Result>,
): Promise<Result> {
	const checkFirst = readCheckFirst(parameters, client);
	const write = beginWrite(parameters, what, makeKey);
	if ('kept' in write) return await sending.find(write.kept);
	const { explainOpen, mayBeDone } = write;
	const send = async (): Promise<Result> => {
		const wish = await readWish(parameters, client, read);
		const preparation = { read, wish, checkFirst, mayBeDone, uploadsByContent };
		const { attached, assetIds } = await prepareItem(parameters, client, preparation);
		return await write
			.send(content(wish, attached), {
				...sending,
				send: async (given, key) => await sending.send(given, key, wish),
			})
			.catch(addingAssetIds(assetIds));
	};
	return await send().catch((error: unknown) => {
		throw explainOpen(error);
	});
}

/** A write without a form is only sent, once per execution. */
export async function sendItem<Result>(
	parameters: ParameterReader,
	{
		what,
		...sending
	}: Pick<ItemWrite<ItemWish, undefined, Result>, 'find' | 'keep' | 'what'> & Sending<undefined, Result>,
): Promise<Result> {
	const write = beginWrite(parameters, what);
	return 'kept' in write ? await sending.find(write.kept) : await write.send(undefined, sending);
}
