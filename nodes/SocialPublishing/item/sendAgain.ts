import type { IDataObject } from 'n8n-workflow';
import { NotFoundError } from '../../../client/http/errors.js';
import { asObject, merged, recordOf, without, withoutEmpty } from '../../../client/http/json.js';
import { isSameTime } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { DuplicatedPost } from '../../../client/publishing/posts/writes.js';
import type { RoutedPost } from '../../../client/publishing/posts/answers.js';
import { channelOf } from '../../../client/publishing/posts/channelStates.js';
import type { LiveOptions } from '../../../client/publishing/posts/content.js';
import { failedChannels, sameContentOn } from '../../../client/publishing/posts/failures.js';
import type { PostWish } from '../../../client/publishing/posts/wish.js';
import { isDraft, routingOf } from '../../../client/publishing/posts/status.js';
import type { Delivery, Overrides, UpdatePost } from '../../../client/publishing/requests.js';
import type { Post, PostChannel } from '../../../client/publishing/schemas.js';
import type { PostToCheck } from '../../../client/publishing/validation/types.js';
import { ParameterError, withFacts, workOf } from '../../shared/errors.js';
import { contentKeyMaker, itemEntry, keyMaker, type KeyMaker } from '../../shared/idempotency.js';
import { laterEntries } from '../../shared/journal/later.js';
import { inLowerCase } from '../../shared/names.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { readFitsDailyLimit, readRequiredDelivery } from '../form/delivery.js';
import { hasMedia } from '../form/media.js';
import { readEdit } from '../form/postEdit.js';
import type { ItemWish, ReadWish } from '../form/wish.js';
import { nameOf, statusNames } from '../words/labels.js';
import { toChannelIds, withIds } from '../words/names.js';
import { missingSettings, requirePrivacy } from './copies.js';
import {
	channelsToSend,
	leaveOut,
	NothingToSend,
	requireFailedPost,
	unusableError,
	type ChannelChoices,
	type FailedPost,
	type LeftOut,
} from './failedPost.js';
import { mediaFacts } from './preflight.js';
import { writeItem } from './writeItem.js';
import { returningPost } from './writeOnce.js';

/**
 * Sends the failed channels of a post again: copies the post, gives the copy exactly these channels, and submits it. What says that it was
 * done before is the copy that the item has made, then the idempotency key, then a list of later posts.
 */

/** What an item wants that sends a post again. */
interface SendAgainWish extends ItemWish, FailedPost {
	delivery: Delivery;
	fitsDailyLimit: boolean;
	/** Whether to leave out a channel that can't be used. */
	leavesOut: boolean;
	/** The copy that an earlier try or execution has made. */
	copyId?: string;
	/** Whether that was a try of this item. */
	isOwnCopy: boolean;
	/** Whether it's sent although someone has dealt with the original. */
	isNamed: boolean;
}

/** What the journal keeps of an item once its copy is made. */
interface CopyNote {
	originalId: string;
	channels: string[];
	leftOut: LeftOut[];
	copyId: string;
}

/** A post that was sent again, and the channels that weren't. */
type SentAgain = RoutedPost & { originalId: string; leftOut: LeftOut[] };

const noteOf = (parameters: ParameterReader) => itemEntry<{ sentAgain: CopyNote }>(parameters);

const idsOf = (channels: readonly PostChannel[]): string[] => channels.map(({ accountId }) => accountId);

/** The copies that earlier executions have made of a post. */
const laterCopies = ({ context }: ParameterReader, { now }: PublishingClient) =>
	laterEntries<{ startedAt: number; postId: string }>(context, 'sentAgain', now);

/** The copies that were made of a post, and of these copies after they had failed, in their order. Ends at one that's gone. */
async function copiesOf(parameters: ParameterReader, client: PublishingClient, post: Post): Promise<Post[]> {
	const notes = laterCopies(parameters, client);
	const copies: Post[] = [];
	for (let id = post.id; ; ) {
		const { postId } = notes.get(inLowerCase(id)) ?? {};
		const copy = postId === undefined ? undefined : await client.posts.getIfThere(postId);
		if (copy === undefined || copies.some((other) => other.id === copy.id)) return copies;
		copies.push(copy);
		id = copy.id;
	}
}

/** The failed post, and the channels of it that are sent. The copy of an earlier try says which these are. */
async function readFailed(
	parameters: ParameterReader,
	client: PublishingClient,
	post: Post,
	{ choices, edit }: { choices: ChannelChoices; edit: ItemWish },
): Promise<FailedPost & Pick<SendAgainWish, 'copyId' | 'isOwnCopy'>> {
	const { sentAgain: noted } = noteOf(parameters).facts;
	if (noted) {
		const { originalId, channels, leftOut, copyId } = noted;
		const original = originalId === post.id ? post : await client.posts.get(originalId);
		const sent = original.channels.filter(({ accountId }) => channels.includes(accountId));
		return { original, channels: sent, leftOut, copyId, isOwnCopy: true };
	}
	const { liveOptions, content } = edit;
	const newMedia = hasMedia(edit.media) ? null : content.mediaAssetIds;
	const isSame = sameContentOn(post, { ...content, liveOptions, mediaAssetIds: newMedia });
	const copies = await copiesOf(parameters, client, post);
	const failed = await channelsToSend(client, post, choices, { isSame, copies });
	const [last, before = post] = copies.toReversed();
	const isUnsent = last && isDraft(last) && failed.original.id === before.id;
	return { ...failed, ...(isUnsent ? { copyId: last.id } : {}), isOwnCopy: false };
}

/** Throws for a copy that would have no privacy level on TikTok, where no document says who could see it. */
function requirePrivacyOf({ perAccount }: PostToCheck, channels: readonly PostChannel[]): void {
	const levelOf = (channelId: string): unknown =>
		asObject(asObject(asObject(perAccount?.[channelId]).options).tiktok).privacyLevel;
	requirePrivacy(
		channels.filter(({ accountId, platform }) => platform === 'tiktok' && !levelOf(accountId)),
		"Set 'Privacy Level' in 'Channel Overrides'",
	);
}

/** Creates the reader of what an item wants. @param readChoices reads what the user chose about channels */
export const sendAgainReader =
	(readChoices: (parameters: ParameterReader) => ChannelChoices): ReadWish<SendAgainWish> =>
	async (parameters, client) => {
		const { only: names, ...chosen } = readChoices(parameters);
		const { delivery } = await withIds(client, { delivery: readRequiredDelivery(parameters) });
		const only =
			names && (await toChannelIds(client.accounts, [...names], 'Only These Channel Names or IDs'));
		const postId = parameters.id('postId', 'Post');
		await client.posts.requireDeliverable(postId, delivery);
		const post = await client.posts.get(postId);
		requireFailedPost(post, nameOf(statusNames, post.status));
		const edit = await readEdit(parameters, client, async () => post, { isOptional: true });
		const failed = await readFailed(parameters, client, post, { choices: { ...chosen, only }, edit });
		const { content, liveOptions, media } = edit;
		const changes = { ...content, liveOptions, accounts: idsOf(failed.channels) };
		const planned = client.checks.updatedPost(failed.original, changes);
		requirePrivacyOf(planned, failed.channels);
		return {
			...edit,
			...failed,
			delivery,
			fitsDailyLimit: readFitsDailyLimit(parameters),
			leavesOut: chosen.leavesOut,
			isNamed: only !== undefined,
			toCheck: async (mayBeDone) => ({
				...client.checks.updatedPost(
					failed.original,
					changes,
					hasMedia(media) ? await mediaFacts(parameters, edit) : undefined,
				),
				delivery,
				lostMedia: media?.lost,
				mayBeDone: mayBeDone && failed.isOwnCopy,
			}),
			requireSendable: () => client.checks.requireChanges(edit),
		};
	};

/** Makes the copy, or returns the one that was made before. */
async function copyOf(
	parameters: ParameterReader,
	client: PublishingClient,
	{ original, channels, leftOut, copyId }: SendAgainWish,
): Promise<RoutedPost & Partial<DuplicatedPost>> {
	const { posts } = client;
	const ids = idsOf(channels);
	const what = ['sendAgain', original.id, ids];
	const duplicate = async (makeKey: KeyMaker) =>
		await posts.duplicate(original.id, { idempotencyKey: makeKey(what).idempotencyKey, isReplaceable: true });
	const made = copyId === undefined ? undefined : await posts.getIfThere(copyId);
	const copy = made
		? { ...made, routed: routingOf(made) }
		: await duplicate(contentKeyMaker).catch(async (error: unknown) => {
				// Someone has deleted the copy that was made under this key.
				if (!(error instanceof NotFoundError)) throw error;
				return await duplicate(keyMaker(parameters, { name: '', isFromContent: false }));
			});
	noteOf(parameters).note({
		sentAgain: { originalId: original.id, channels: ids, leftOut, copyId: copy.id },
	});
	laterCopies(parameters, client).set(inLowerCase(original.id), { startedAt: client.now(), postId: copy.id });
	return copy;
}

/** What a copy lacks of the original: TikTok's settings, which a service doesn't copy, and channels that it has left out. */
function missingFrom(
	copy: Post,
	original: Post,
	channels: readonly PostChannel[],
	{ checks }: PublishingClient,
) {
	const left = channels.filter(({ accountId }) => channelOf(copy, accountId) === undefined);
	const { perAccount = {} } = checks.existingPost(original);
	const textsOf = ({ accountId }: PostChannel) =>
		[accountId, without({ ...perAccount?.[accountId] }, 'options')] as const;
	const optionsOf = ({ accountId, options }: PostChannel) =>
		[accountId, withoutEmpty(asObject(options)) as LiveOptions[string]] as const;
	return {
		perAccount: recordOf(left.map(textsOf)) as Overrides,
		liveOptions: { ...missingSettings(original, copy), ...recordOf(left.map(optionsOf)) },
	};
}

/** What the copy must be: the original on exactly these channels, with the changes. */
function wantedCopy(
	client: PublishingClient,
	copy: Post,
	channels: readonly PostChannel[],
	{ original, additionalBody, liveOptions = {} }: SendAgainWish,
	content: UpdatePost,
): PostWish {
	const missing = missingFrom(copy, original, channels, client);
	const ownTexts = content.perAccount === null ? null : merged(missing.perAccount, content.perAccount ?? {});
	return {
		additionalBody,
		content: { ...content, accounts: idsOf(channels), perAccount: ownTexts as Overrides | null },
		liveOptions: merged(missing.liveOptions, liveOptions) as LiveOptions,
	};
}

const hasExactly = (post: Post, channels: readonly PostChannel[]): boolean => {
	const [own, wanted] = [post.channels, channels].map((list) => idsOf(list).map(inLowerCase).sort().join());
	return own === wanted;
};

const notSubmitted = (copy: Post, problem: string): Error =>
	withFacts(
		new ParameterError(
			problem,
			`Nothing was submitted. The copy ${copy.id} is a draft that you can check and submit`,
		),
		{ postId: copy.id },
	);

/** Throws if the original isn't as it was when it was read. */
async function requireUnchanged(
	{ posts }: PublishingClient,
	{ original, isNamed }: SendAgainWish,
	copy: Post,
): Promise<void> {
	const now = await posts.get(original.id);
	const isDealtWith =
		now.attentionResolvedAt &&
		(!isNamed || !isSameTime(now.attentionResolvedAt, original.attentionResolvedAt));
	if (isDealtWith) throw notSubmitted(copy, 'Someone has dealt with the failed post meanwhile');
	const failedIn = (post: Post): string => idsOf(failedChannels(post, true)).join();
	if (now.status !== original.status || failedIn(now) !== failedIn(original))
		throw notSubmitted(copy, 'The failed post has changed meanwhile');
}

/** Copies the failed post, brings the copy to what is wanted, and submits it. */
async function sendCopy(
	parameters: ParameterReader,
	client: PublishingClient,
	wish: SendAgainWish,
	content: UpdatePost,
): Promise<SentAgain> {
	const { posts } = client;
	const { original, delivery, isOwnCopy } = wish;
	const copy = await copyOf(parameters, client, wish);
	const result = (post: RoutedPost, leftOut: LeftOut[]): SentAgain => ({
		...post,
		originalId: original.id,
		leftOut,
	});
	if (!isDraft(copy)) {
		if (isOwnCopy) return result(copy, wish.leftOut);
		throw new NothingToSend('alreadySent', copy, wish.leftOut);
	}
	const dropped = wish.channels
		.filter(({ accountId }) =>
			copy.droppedChannels?.some(({ id }) => inLowerCase(id) === inLowerCase(accountId)),
		)
		.map((channel) => leaveOut(channel, 'notConnected'));
	if (dropped.length > 0 && !wish.leavesOut) throw withFacts(unusableError(dropped), { postId: copy.id });
	const channels = wish.channels.filter(
		({ accountId }) => !dropped.some((out) => out.accountId === accountId),
	);
	const leftOut = [...wish.leftOut, ...dropped];
	if (channels.length === 0) throw new NothingToSend('noChannelLeft', original, leftOut);
	const wanted = wantedCopy(client, copy, channels, wish, content);
	if (!posts.hasContent(copy, wanted) || wanted.additionalBody) await posts.update(copy.id, wanted);
	const ready = await posts.get(copy.id);
	if (!isDraft(ready) || !hasExactly(ready, channels))
		throw notSubmitted(ready, 'Someone has changed the copy meanwhile');
	await requireUnchanged(client, wish, copy);
	const key = contentKeyMaker(['sendAgain', 'submit', copy.id], delivery);
	const submitted = await posts
		.submit(copy.id, delivery, {
			idempotencyKey: key.idempotencyKey,
			isReplaceable: true,
			fitsDailyLimit: wish.fitsDailyLimit,
		})
		.catch((error: unknown) => {
			throw withFacts(error, { postId: copy.id });
		});
	return result(submitted, leftOut);
}

/** Sends a post again. Throws `NothingToSend` if that isn't needed. */
export async function sendAgain(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish<SendAgainWish>,
): Promise<SentAgain> {
	const { keep, find } = returningPost(client);
	return await writeItem(parameters, client, {
		what: ['sendAgain', parameters.id('postId', 'Post')],
		makeKey: contentKeyMaker,
		read,
		content: ({ content }, attached): UpdatePost => ({ ...content, ...attached }),
		send: async (content, _key, wish) => await sendCopy(parameters, client, wish, content),
		keep: (sent): IDataObject => ({
			...keep(sent),
			originalId: sent.originalId,
			leftOut: sent.leftOut as unknown as IDataObject[],
		}),
		find: async (kept) => (await find(kept)) as SentAgain,
	}).catch((error: unknown) => {
		const { cause } = workOf(error);
		throw cause instanceof NothingToSend ? cause : error;
	});
}
