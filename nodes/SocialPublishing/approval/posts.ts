import { createHash } from 'node:crypto';
import { NotFoundError } from '../../../client/http/errors';
import type { PublishingClient } from '../../../client/publishing';
import type { Post } from '../../../client/publishing/schemas';
import { deliveryMsMax, type ApprovalRequest, type PostRequest, type RequestItem } from './request';

/** A post as the service has it now; undefined if it was deleted, or the API key can't read it anymore. */
export type Current = Post | undefined;

/** Reads a post. */
export const readPost = async ({ posts }: PublishingClient, postId: string): Promise<Current> =>
	await posts.get(postId).catch((error: unknown) => {
		if (error instanceof NotFoundError) return undefined;
		throw error;
	});

/** Names in the order of the alphabet, so that the same content always reads the same. */
function inOneOrder(_name: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Names what a post says and where, so that no one approves what they haven't seen. It is made of the content, because a service
 * can count time in seconds, and then two versions have the same time.
 */
export function versionOf(post: Post): string {
	const { caption, title, firstComment, linkUrl, mediaAssetIds, proposedPublishAt, channels } = post;
	const overrides = channels
		.map((channel) => {
			const { accountId, boardId, options } = channel;
			return [accountId, channel.caption, channel.title, channel.firstComment, boardId, options];
		})
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
	const content = [caption, title, firstComment, linkUrl, mediaAssetIds, proposedPublishAt, overrides];
	return createHash('sha256').update(JSON.stringify(content, inOneOrder)).digest('base64url');
}

/** What all work on a request needs. */
export interface Approval {
	request: ApprovalRequest;
	client: PublishingClient;
}

/** The submit of an approved post: its key is the same for everybody who decides about this request. */
export const submitOptions = ({ request: { nonce } }: Approval, { postId, fitsDailyLimit }: PostRequest) => ({
	idempotencyKey: `n8n-approval-${createHash('sha256')
		.update(JSON.stringify([nonce, postId]))
		.digest('hex')}`,
	fitsDailyLimit,
});

/**
 * How a post stands:
 * - `open`: it has the status that it had when the node asked, so it can be decided about.
 * - `approved`: an approval of this request has delivered it.
 * - `delivered`: it has the status that an approval leads to, but nothing shows who has delivered it.
 * - `obsolete`: someone else has delivered or deleted it.
 */
export type Standing = 'open' | 'approved' | 'delivered' | 'obsolete';

/** A list that forgets its oldest entries. */
const keptMax = 10_000;

function addTo(list: Set<string>, entry: string): void {
	list.add(entry);
	const [oldest = ''] = list;
	if (list.size > keptMax) list.delete(oldest);
}

/** Keys of submits whose outcome is unknown to this process: the service may have carried them out, and has forgotten the key. */
const uncertain = new Set<string>();

/** Notes a submit whose outcome is unknown. */
export const noteUncertain = (approval: Approval, asked: PostRequest): void =>
	addTo(uncertain, submitOptions(approval, asked).idempotencyKey);

/** What the service said about keys, for posts that aren't open. Such an answer stays true, so that a page asks once. */
const submitted = new Set<string>();
const notSubmitted = new Set<string>();

/** Keys of submits that were carried out, and whose post someone has returned to draft since. */
const returned = new Set<string>();

/** Notes a submit that the service answered with the post as it was before. The key can't deliver the post anymore. */
export const noteReturned = (approval: Approval, asked: PostRequest): void =>
	addTo(returned, submitOptions(approval, asked).idempotencyKey);

/** When this process first saw that the service knows the submit of a post that is still open, by key and version of the post. */
const knownSince = new Map<string, number>();

/**
 * Notes that the service knows the submit of a post that is still open. It doesn't say whether the submit is running, or was carried
 * out before someone returned the post to draft. No submit runs as long as {@link deliveryMsMax}.
 */
export function noteKnown(approval: Approval, asked: PostRequest, { updatedAt }: Post, now: number): void {
	const entry = `${submitOptions(approval, asked).idempotencyKey} ${updatedAt}`;
	knownSince.set(entry, knownSince.get(entry) ?? now);
	const [oldest = ''] = knownSince.keys();
	if (knownSince.size > keptMax) knownSince.delete(oldest);
}

/** Whether an approval of this request has delivered a post that is open, so that someone must have returned it to draft since. */
export function wasReturned(
	approval: Approval,
	asked: PostRequest,
	{ updatedAt }: Post,
	now: number,
): boolean {
	const { idempotencyKey } = submitOptions(approval, asked);
	const since = knownSince.get(`${idempotencyKey} ${updatedAt}`);
	return returned.has(idempotencyKey) || (since !== undefined && since + deliveryMsMax <= now);
}

/** Whether the service knows the submit of an approved post. */
async function isSubmitted(approval: Approval, asked: PostRequest, { updatedAt }: Post): Promise<boolean> {
	const options = submitOptions(approval, asked);
	const entry = `${options.idempotencyKey} ${updatedAt}`;
	if (submitted.has(entry)) return true;
	if (notSubmitted.has(entry)) return false;
	const isKnown = await approval.client.posts.isSubmitted(options);
	addTo(isKnown ? submitted : notSubmitted, entry);
	return isKnown;
}

/** Finds out how a post stands. Asks the service about the key of this request's submit if the post isn't as it was. */
export async function standingOf(
	approval: Approval,
	asked: PostRequest,
	current: Current,
	delivery = asked.delivery,
): Promise<Standing> {
	if (current === undefined) return 'obsolete';
	if (current.status === asked.status) return 'open';
	if (delivery === undefined) return 'obsolete';
	const isAsWanted = approval.client.posts.isDeliveredAs(current, delivery);
	if (isAsWanted && uncertain.has(submitOptions(approval, asked).idempotencyKey)) return 'approved';
	if (await isSubmitted(approval, asked, current)) return 'approved';
	return isAsWanted ? 'delivered' : 'obsolete';
}

/** A post of a request as it is now. */
export interface Seen {
	current: Current;
	standing: Standing;
}

/** The posts of a request as they are now, by the index of their item. */
export async function readPosts(approval: Approval): Promise<Map<number, Seen>> {
	const read = async ({ post }: RequestItem): Promise<Seen | undefined> => {
		if (post === undefined) return undefined;
		const current = await readPost(approval.client, post.postId);
		return { current, standing: await standingOf(approval, post, current) };
	};
	const all = await Promise.all(approval.request.items.map(read));
	return new Map(all.flatMap((seen, index) => (seen === undefined ? [] : [[index, seen] as const])));
}
