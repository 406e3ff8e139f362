import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { asObject } from '../../../client/http/json.js';
import type { Plan } from '../../../client/publishing/posts/plan.js';
import type { Reconciled } from '../../../client/publishing/posts/reconcile.js';
import type { PostWish } from '../../../client/publishing/posts/wish.js';
import { filesIn } from '../../../client/publishing/values.js';
import type { Post } from '../../../client/publishing/schemas.js';
import type { PostToCheck } from '../../../client/publishing/validation/types.js';
import { ParameterReader } from '../../shared/parameters.js';
import { ParameterError, workOf } from '../../shared/errors.js';
import { keyOfPost } from '../../shared/idempotency.js';
import { SkippedItem } from '../clashes/check.js';
import { addFindings } from '../words/findings.js';
import { hintKept } from '../media/altTexts.js';
import { addingAssetIds } from '../media/uploads.js';
import { toldTimezone } from '../../shared/timezone.js';
import { readPostOutput } from '../output/postOutput.js';
import { hintKeptTexts } from '../words/textChanges.js';
import { isDryRun, readPostId, readRowForm, type RowForm } from '../form/wantedPost.js';
import { asSent, forgetWish, readWish, type ItemWish, type ReadWish } from '../form/wish.js';
import { claimNamed, itemKeyMaker, sendingItemPost } from './claimedPosts.js';
import { requirePrivacyOfCopy } from './copies.js';
import { ownDraftId } from './formWishes.js';
import { findLost, madeBefore, reportCandidate, tellLost } from './lostIds.js';
import { asCreated, mediaFacts } from './preflight.js';
import { report, reportRefusal, reportSkipped, reportUnread, tellRow, type RowOutput } from './report.js';
import { rowsOf } from './rows.js';
import { prepareItem, writeItem } from './writeItem.js';
import { EarlierPost, hasBegun } from './writeOnce.js';

interface FoundPost {
	post: Post;
	/** Whether it comes from a list, which can be a minute old. */
	isListed: boolean;
}

/** Reads the post that a row names. Returns undefined if it isn't found. */
type FindPost = (
	parameters: ParameterReader,
	client: PublishingClient,
	postId: string,
) => Promise<FoundPost | undefined>;

/** Reads the post from the service. */
export const readFresh: FindPost = async (_parameters, { posts }, postId) => {
	const post = await posts.getIfThere(postId);
	return post && { post, isListed: false };
};

/** What the row of a list wants. */
interface RowWish extends ItemWish {
	/** Empty if the post doesn't exist yet. */
	postId: string;
	found?: FoundPost;
	/** Undefined for a row without content, and if the named post isn't found. */
	form?: RowForm;
}

/** Creates the reader of rows. @param find reads the post that a row names */
export const rowReader =
	(find: FindPost): ReadWish<RowWish> =>
	async (parameters, client) => {
		if (!rowsOf(parameters).hasContent(parameters.itemIndex)) return { postId: '', content: {} };
		const postId = readPostId(parameters);
		const found = postId === '' ? undefined : await find(parameters, client, postId);
		if (postId !== '' && found === undefined) return { postId, content: {} };
		const form = await readRowForm(parameters, client, found?.post);
		return {
			postId,
			found,
			form,
			...(found ? existingRow(client, form, found.post) : newRow(parameters, client, form)),
		};
	};

const newRow = (parameters: ParameterReader, client: PublishingClient, { wish }: RowForm): ItemWish => ({
	...wish,
	toCheck: async () => await asCreated(parameters, client, wish),
	toCompare: async (listed) => ({
		content: client.checks.newPost(wish, []),
		postId: ownDraftId(parameters, listed),
		hasSharedKey: true,
	}),
});

/** The post as the wanted content makes it. Leaves out the media. */
const asChanged = ({ checks }: PublishingClient, { wish }: RowForm, post: Post): PostToCheck => {
	const { content, cleared, liveOptions, delivery } = wish;
	return { ...checks.updatedPost(post, { ...content, ...cleared, liveOptions }), delivery };
};

const existingRow = (client: PublishingClient, form: RowForm, post: Post): ItemWish => ({
	...form.wish,
	toCompare: async () => ({ content: asChanged(client, form, post), postId: post.id }),
});

interface Row {
	read: ReadWish<RowWish>;
	wish: RowWish;
	form: RowForm;
}

/** A post that may belong to a row without an ID, so nothing was sent. */
interface Candidate {
	candidate: Post;
	/** Whether it was changed since it was created from the content of the row. */
	isChanged?: boolean;
}

/** Creates the post of a row. A dry run only plans and checks it. */
async function createPost(
	parameters: ParameterReader,
	client: PublishingClient,
	{ read, wish, form }: Row,
): Promise<Candidate | Reconciled> {
	const { checkFirst, fitsDailyLimit } = form;
	const planned = client.posts.planNew(form.wish);
	if (planned.action !== 'created') return planned;
	const lost = await findLost(parameters, client, form);
	if (lost?.fit === 'own') return { action: 'unchanged', changes: {}, before: lost.post };
	if (lost) return { candidate: lost.post };
	if (form.isDryRun) {
		const unsent = { ...wish, media: undefined };
		await prepareItem(parameters, client, { read, wish: unsent, checkFirst, mayBeDone: false });
		return planned;
	}
	// What an earlier try of the execution has made stays the row's, whatever it wants now.
	const isRetry = hasBegun(parameters, ['create']);
	const ofEarlierRun = async (post: Post) =>
		isRetry ? undefined : await madeBefore(parameters, client, form, post);
	const sending = sendingItemPost(parameters, client, {
		fitsDailyLimit,
		isOther: async (post) => form.sendsAlthoughOneExists && (await ofEarlierRun(post)) === 'changed',
	});
	const after = await writeItem(parameters, client, {
		what: ['create'],
		makeKey: itemKeyMaker,
		read,
		uploadsByContent: true,
		content: (_wish, attached) => asSent(planned.wish, attached),
		...sending,
	}).catch((error: unknown) => {
		const { cause } = workOf(error);
		if (cause instanceof EarlierPost) return cause;
		throw error;
	});
	if (after instanceof EarlierPost)
		return await changePost(parameters, client, { read, wish, form }, { post: after.post, isListed: false });
	const found = await ofEarlierRun(after);
	if (found === 'changed') return { candidate: after, isChanged: true };
	if (found === undefined) return { ...planned, after };
	tellLost(parameters, after);
	return { action: 'unchanged', changes: {}, before: after };
}

/** Whether the wanted state sets who can see the post on a TikTok channel. */
const setsPrivacy = ({ content, liveOptions }: PostWish, channelId: string): boolean =>
	[content.perAccount?.[channelId]?.options, liveOptions?.[channelId]].some(
		(options) => asObject(asObject(options).tiktok).privacyLevel,
	);

/** Makes an existing post match its row. */
async function changePost(
	parameters: ParameterReader,
	client: PublishingClient,
	{ read, wish, form }: Row,
	{ post: found, isListed }: FoundPost,
): Promise<Reconciled> {
	const { checkFirst, choices, fitsDailyLimit, wish: wanted } = form;
	const { media } = wanted;
	const toCheck = async ({ changes }: Plan, post: Post): Promise<PostToCheck> => {
		const isReplaced = filesIn(media) > 0 && changes.mediaAssetIds !== undefined;
		const facts = isReplaced ? { media: await mediaFacts(parameters, wanted) } : {};
		return { ...asChanged(client, form, post), ...facts, lostMedia: media?.lost };
	};
	let assetIds: string[] = [];
	const reconciled = await client.posts
		.reconcile(found, wanted, {
			...choices,
			fitsDailyLimit,
			idempotencyKey: keyOfPost(found.id),
			isReplaceable: true,
			isDryRun: form.isDryRun,
			isListed,
			prepare: async (plan, post, getsFiles) => {
				if (wanted.delivery) requirePrivacyOfCopy(parameters, post, (id) => setsPrivacy(wanted, id));
				const { attached, assetIds: uploaded } = await prepareItem(parameters, client, {
					read,
					wish: {
						...wish,
						media: getsFiles ? media : undefined,
						toCheck: async () => await toCheck(plan, post),
					},
					checkFirst,
					mayBeDone: false,
					uploadsByContent: true,
				});
				assetIds = uploaded;
				return attached.mediaAssetIds ?? [];
			},
		})
		.catch((error: unknown) => addingAssetIds(assetIds)(error));
	const { after = found, changes } = reconciled;
	if (changes.mediaAssetIds === undefined && (media?.altTexts.length ?? 0) > 0) hintKept(parameters);
	if (changes.caption !== undefined) hintKeptTexts(parameters, after, wanted.content);
	return reconciled;
}

async function reconcileNamed(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish<RowWish>,
): Promise<RowOutput> {
	const reason = rowsOf(parameters).whySkipped(parameters.itemIndex);
	if (reason !== undefined) return reportUnread(parameters, reason);
	await claimNamed(parameters);
	const wish = await readWish(parameters, client, read);
	const { postId, found, form } = wish;
	if (form === undefined) {
		const choices = {
			isDryRun: isDryRun(parameters),
			toOutput: readPostOutput(parameters),
			toldZone: toldTimezone(parameters),
		};
		const gone = { action: 'conflict', reason: 'gone', changes: {} } as const;
		return { ...(await report(parameters, client, choices, gone)), id: postId };
	}
	const row = { read, wish, form };
	const reconciling: Promise<Candidate | Reconciled> = found
		? changePost(parameters, client, row, found)
		: createPost(parameters, client, row);
	const done = await reconciling.catch((error: unknown) => {
		if (error instanceof SkippedItem) return error;
		throw error;
	});
	const output =
		done instanceof SkippedItem
			? reportSkipped(form, found?.post, done)
			: 'candidate' in done
				? reportCandidate(form, done.candidate, done.isChanged)
				: await report(parameters, client, form, done);
	const { id, ...planned } = output;
	return id === null
		? addFindings(parameters, { id, caption: form.wish.content.caption, ...planned })
		: output;
}

/** Reads a form as if its delivery were a queue, because its own can't be read. */
class WithoutDelivery extends ParameterReader {
	override value(name: string, fallback?: unknown): unknown {
		return name === 'delivery' ? 'queue' : super.value(name, fallback);
	}
}

/** Plans a row whatever its delivery, because a delivery that can't be read hides what else is wrong. Returns the error, if any. */
async function findOther(
	{ context, itemIndex }: ParameterReader,
	client: PublishingClient,
	read: ReadWish<RowWish>,
): Promise<unknown> {
	const row = new WithoutDelivery(context, itemIndex);
	forgetWish(row);
	return await reconcileNamed(row, client, read).then(
		() => undefined,
		(error: unknown) => error,
	);
}

/**
 * Creates or updates the post of an item to match the item, with as few requests as possible. A dry run changes nothing and
 * returns what a run would do. A row without content is skipped.
 * @param read from {@link rowReader}, the same for all items
 */
export async function reconcileItem(
	parameters: ParameterReader,
	client: PublishingClient,
	read: ReadWish<RowWish>,
): Promise<IDataObject> {
	const isOnlyPlanned = isDryRun(parameters);
	const output = await reconcileNamed(parameters, client, read).catch(async (error: unknown) => {
		if (!isOnlyPlanned) throw error;
		const other = error instanceof ParameterError ? await findOther(parameters, client, read) : undefined;
		return reportRefusal(parameters, error, other);
	});
	tellRow(parameters, output);
	return output;
}
