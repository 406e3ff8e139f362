import { recordOf, withoutUndefined } from '../../../client/http/json.js';
import { listed } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { hasTrait, isDraft } from '../../../client/publishing/posts/status.js';
import { filesIn } from '../../../client/publishing/values.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { momentIn } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { digestOf } from '../../shared/idempotency.js';
import { ParameterReader } from '../../shared/parameters.js';
import { cell } from '../../shared/runState.js';
import { clearedValues } from '../form/updateFields.js';
import type { ItemWish } from '../form/wish.js';
import { readPostIds, readRowForm, type RowForm } from '../form/wantedPost.js';
import { usedKeys } from '../usedKeys.js';
import { keepShownFindings } from '../words/findings.js';
import { rowSentence } from '../output/sentences.js';
import { hintForRun } from '../words/hints.js';
import { nameOf, statusNames } from '../words/labels.js';
import { describeReason } from '../words/rowReasons.js';
import { claim, isClaimed } from './claimedPosts.js';
import { rowsOf } from './rows.js';
import { hasBegun } from './writeOnce.js';
import type { RowOutput } from './report.js';

/**
 * Finds the posts of rows whose IDs couldn't be written back. Without this, such a row gets another post as soon as the service has
 * forgotten the key of its create.
 *
 * A post belongs to a row without an ID if it has exactly the content, the channels and the time that the row wants. A row without a time
 * can be a new one with an old text, so the post is only named.
 */

/** 35 days. */
const lookBackMs = 35 * 24 * 3_600_000;

type ListedPosts = { posts: Post[] } | { error: unknown };

const lookUps = cell(() => ({
	listed: undefined as Promise<ListedPosts> | undefined,
	/** The posts that fit equal rows, by the digest of what the rows want. Equal rows take one each. */
	fitting: new Map<string, Promise<Post[]>>(),
}));

async function listOwn({ context }: ParameterReader, client: PublishingClient): Promise<Post[]> {
	const { id: own } = (await client.me()).credential;
	const keys = usedKeys(context);
	keys.add(own);
	const posts = await client.posts.listCreated(client.now() - lookBackMs);
	return posts.filter(
		({ createdVia }) => createdVia && (createdVia.credentialId === own || keys.has(createdVia.credentialId)),
	);
}

/** The posts of the last days under the key in use or a former one. Listed once in a run, even if that fails. */
async function ownPosts(parameters: ParameterReader, client: PublishingClient): Promise<Post[]> {
	const run = lookUps(parameters.context);
	run.listed ??= listOwn(parameters, client).then(
		(posts) => ({ posts }),
		(error: unknown) => ({ error }),
	);
	const found = await run.listed;
	if ('error' in found) throw found.error;
	return found.posts;
}

/** What a row wants, to the last field: what it doesn't set is empty. The time is compared apart from it. */
function exactWish({ wish }: RowForm): ItemWish & { time: string | undefined } {
	const { delivery } = wish;
	const { proposedPublishAt, perAccount, accounts = [], ...content } = withoutUndefined(wish.content);
	const ofAll = recordOf(accounts.map((channelId) => [channelId, perAccount?.[channelId] ?? null] as const));
	return {
		...wish,
		cleared: undefined,
		content: { ...clearedValues, ...content, accounts, perAccount: ofAll, proposedPublishAt: undefined },
		time:
			delivery === undefined
				? (proposedPublishAt ?? undefined)
				: delivery.mode === 'at'
					? delivery.at
					: undefined,
	};
}

const timeOf = ({ scheduledAt, proposedPublishAt }: Post): string | undefined =>
	scheduledAt ?? proposedPublishAt ?? undefined;

/** How much later a post is than its row wants it, in milliseconds. NaN if one of them has no time. */
const latenessOf = (post: Post, wanted = ''): number => Date.parse(timeOf(post) ?? '') - Date.parse(wanted);

/** Posts that never go out and drafts without a time don't stand for a row. */
const canStand = (post: Post): boolean =>
	!hasTrait(post, 'stalled') && (!isDraft(post) || timeOf(post) !== undefined);

/** How a post fits a row: as its post, or as one that may be its post. */
type Fit = 'candidate' | 'own';

function fitOf(client: PublishingClient, form: RowForm, post: Post): Fit | undefined {
	const { time, ...wish } = exactWish(form);
	if (!canStand(post) || !client.posts.hasContent(post, wish)) return undefined;
	if (time === undefined) return 'candidate';
	const later = latenessOf(post, time);
	if (later === 0) return 'own';
	return form.fitsDailyLimit && later > 0 ? 'candidate' : undefined;
}

/**
 * What has become of the post to which a create has led, if an earlier run made it under the same key, because it was listed before. It
 * has changed if someone has edited or moved it since, and if it has failed. Undefined for a new post, and for a draft that this run
 * was to deliver.
 */
export async function madeBefore(
	parameters: ParameterReader,
	client: PublishingClient,
	form: RowForm,
	post: Post,
): Promise<'changed' | 'unchanged' | undefined> {
	// The create was carried out, so a list that can't be read must not fail it.
	const listedPosts = await ownPosts(parameters, client).catch(() => []);
	const before = listedPosts.find(({ id }) => id === post.id);
	if (before === undefined) return undefined;
	const later = latenessOf(post, exactWish(form).time);
	// The service may have chosen a later time.
	const wasMoved = later < 0 || (later > 0 && !form.fitsDailyLimit);
	if (wasMoved || hasTrait(post, 'stalled') || !client.posts.hasContent(post, form.wish)) return 'changed';
	return isDraft(before) && form.wish.delivery !== undefined ? undefined : 'unchanged';
}

/** Returns the posts of the list that belong to a row without an ID, or may. */
export async function postsThatFit(
	parameters: ParameterReader,
	client: PublishingClient,
	form: RowForm,
): Promise<Post[]> {
	const posts = await ownPosts(parameters, client);
	return posts.filter((post) => fitOf(client, form, post) !== undefined);
}

/** What makes two rows equal. */
function nameOfWish(form: RowForm): string {
	const { media, ...wish } = exactWish(form);
	return digestOf([wish, media?.assetIds ?? [], filesIn(media), form.fitsDailyLimit]);
}

/** How many rows without an ID of the run want the same. A row that can't be read fails later. */
async function countEqual(
	{ context }: ParameterReader,
	client: PublishingClient,
	name: string,
): Promise<number> {
	const rows = rowsOf(new ParameterReader(context, 0));
	const unnamed = readPostIds(context).flatMap((postId, index) =>
		postId === '' && rows.hasContent(index) ? [index] : [],
	);
	const names = await Promise.all(
		unnamed.map(
			async (index) =>
				await readRowForm(new ParameterReader(context, index), client).then(nameOfWish, () => undefined),
		),
	);
	return names.filter((other) => other === name).length;
}

const refuseSeveral = (posts: readonly Post[]): never => {
	throw new ParameterError(
		`${posts.length} posts have exactly the content of this item`,
		`Nothing was sent for it, because it has no ID and any of these posts can be its own: ${listed(posts.map(({ id }) => id))}. Enter the ID of its post in the row. To send the same text again, use 'Create'.`,
	);
};

/** Reads a post of the list again. Undefined if it doesn't fit anymore. */
async function readAgain(
	client: PublishingClient,
	form: RowForm,
	listedPost: Post,
): Promise<Post | undefined> {
	const post = await client.posts.getIfThere(listedPost.id);
	return post && fitOf(client, form, post) === fitOf(client, form, listedPost) ? post : undefined;
}

/** The post that a row without an ID has, or may have. */
interface FoundPost {
	fit: Fit;
	post: Post;
}

/**
 * Looks for the post of a row without an ID, before one is created. Undefined if there is none, and if an earlier try of this execution
 * has begun the create. Throws a `ParameterError` if more posts fit than there are equal rows.
 */
export async function findLost(
	parameters: ParameterReader,
	client: PublishingClient,
	form: RowForm,
): Promise<FoundPost | undefined> {
	if (hasBegun(parameters, ['create'])) return undefined;
	const name = nameOfWish(form);
	const { fitting } = lookUps(parameters.context);
	const look = async (): Promise<Post[]> => {
		const all = (await postsThatFit(parameters, client, form)).filter(({ id }) => !isClaimed(parameters, id));
		const own = all.filter((post) => fitOf(client, form, post) === 'own');
		const found = own.length > 0 ? own : form.sendsAlthoughOneExists ? [] : all;
		if (found.length < 2) return found;
		return own.length > 0 && found.length <= (await countEqual(parameters, client, name))
			? found
			: refuseSeveral(found);
	};
	const looking = fitting.get(name) ?? look();
	fitting.set(name, looking);
	const left = (await looking).filter(({ id }) => !isClaimed(parameters, id));
	for (const one of left) {
		const post = await readAgain(client, form, one);
		const fit = post && fitOf(client, form, post);
		if (!post || !fit || isClaimed(parameters, post.id)) continue;
		if (fit === 'own') {
			claim(parameters, post.id);
			tellLost(parameters, post);
		}
		return { fit, post };
	}
	return undefined;
}

const idsMissing =
	'The posts of items without an ID were found by their content. Write the IDs back into the rows, because a row without one counts as a new post once it changes.';

const idMissing = ({ id, status }: Post) => ({
	code: 'idMissing',
	severity: 'warning' as const,
	field: 'postId',
	message: `'Post' has no ID, although the post ${id} is exactly as this item wants it. Its status is ${nameOf(statusNames, status)}. Write the ID back into the row`,
});

/** Says that the post of a row was found without its ID. */
export function tellLost(parameters: ParameterReader, post: Post): void {
	keepShownFindings(parameters, [idMissing(post)]);
	hintForRun(parameters, idsMissing);
}

/** The output of a row that wasn't sent because a post exists that may be its own. */
export function reportCandidate(
	{ isDryRun, wish, toldZone }: RowForm,
	{ id, status, ...post }: Post,
	isChanged = false,
): RowOutput {
	const time = timeOf({ id, status, ...post });
	const at = time === undefined ? '' : `, and its time is ${momentIn(toldZone, time)}`;
	const how = isChanged
		? "was created from this content, but isn't as this item wants it anymore"
		: 'has exactly the content of this item';
	const found = `The post ${id} ${how}. Its status is ${nameOf(statusNames, status)}${at}`;
	const done = {
		action: 'conflict',
		candidateId: id,
		reason: 'candidate',
		...(isDryRun ? { dryRun: true } : {}),
	};
	const message = rowSentence({ ...done, why: describeReason('candidate', { found }) }, wish.content);
	return { message, id: null, ...done, changes: {} };
}
