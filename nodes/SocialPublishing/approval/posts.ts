import { createHash } from 'node:crypto';
import type { PublishingClient } from '../../../client/publishing';
import type { Delivery } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import { inOneOrder, keyOfApproval } from '../../shared/idempotency';
import { deliveryMsMax, type ApprovalRequest, type PostRequest, type RequestItem } from './request';

/**
 * Returns a hash of a post's content and channels, so that no one approves what they haven't seen. The time of the last change
 * isn't enough, because a service can count time in seconds, and then two versions can have the same time.
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

/** Returns when a post is published. If approval doesn't deliver the post, returns its proposed time. */
export const timeOf = ({ proposedPublishAt }: Post, delivery: Delivery | undefined): string | undefined =>
	delivery === undefined
		? (proposedPublishAt ?? undefined)
		: delivery.mode === 'at'
			? delivery.at
			: undefined;

/** What all work on a request needs. */
export interface Approval {
	request: ApprovalRequest;
	client: PublishingClient;
	/** The name of the approver whose link was opened. Undefined for the link for everyone. */
	approver?: string;
}

/** Returns the options for the submit of an approved post. The key is the same for everyone who decides on this request. */
export const submitOptions = ({ request: { nonce } }: Approval, { postId, fitsDailyLimit }: PostRequest) => ({
	idempotencyKey: keyOfApproval(nonce, postId),
	fitsDailyLimit,
});

/**
 * Whether a post is still open for a decision:
 * - `open`: It still has the status that it had when the node asked, so someone can decide on it.
 * - `approved`: An approval of this request has delivered it.
 * - `delivered`: It has the status that an approval leads to, but nothing shows who delivered it.
 * - `obsolete`: Someone else has delivered or deleted it.
 */
export type Standing = 'open' | 'approved' | 'delivered' | 'obsolete';

/** The maximum entries of a list. Further entries replace the oldest. */
const keptMax = 10_000;

function addTo(list: Set<string>, entry: string): void {
	list.add(entry);
	const [oldest = ''] = list;
	if (list.size > keptMax) list.delete(oldest);
}

/** Keys of submits whose result this process doesn't know. The service may have carried them out, and forgotten the key. */
const uncertain = new Set<string>();

/** Records a submit whose result isn't known. */
export const noteUncertain = (approval: Approval, asked: PostRequest): void =>
	addTo(uncertain, submitOptions(approval, asked).idempotencyKey);

/** What the service said about keys, for posts that aren't open. Such an answer stays true, so it's requested only once. */
const submitted = new Set<string>();
const notSubmitted = new Set<string>();

/** Keys of submits that were carried out, and whose post someone has returned to draft since. */
const returned = new Set<string>();

/** Records a submit that the service answered with a post that is still open. The key can't deliver the post anymore. */
export const noteReturned = (approval: Approval, asked: PostRequest): void =>
	addTo(returned, submitOptions(approval, asked).idempotencyKey);

/** When this process first saw that the service knows the submit of an open post, by key and version of the post. */
const knownSince = new Map<string, number>();

/**
 * Records that the service knows the submit of an open post. The service doesn't say whether the submit is running, or was
 * carried out before someone returned the post to draft. No submit runs as long as {@link deliveryMsMax}.
 */
export function noteKnown(approval: Approval, asked: PostRequest, { updatedAt }: Post, now: number): void {
	const entry = `${submitOptions(approval, asked).idempotencyKey} ${updatedAt}`;
	knownSince.set(entry, knownSince.get(entry) ?? now);
	const [oldest = ''] = knownSince.keys();
	if (knownSince.size > keptMax) knownSince.delete(oldest);
}

/** Whether an approval of this request has delivered an open post, which someone must have returned to draft since. */
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

async function isSubmitted(approval: Approval, asked: PostRequest, { updatedAt }: Post): Promise<boolean> {
	const options = submitOptions(approval, asked);
	const entry = `${options.idempotencyKey} ${updatedAt}`;
	if (submitted.has(entry)) return true;
	if (notSubmitted.has(entry)) return false;
	const isKnown = await approval.client.posts.isSubmitted(options);
	addTo(isKnown ? submitted : notSubmitted, entry);
	return isKnown;
}

/** Returns the standing of a post. Asks the service about the key of this request's submit if the post's status has changed. */
export async function standingOf(
	approval: Approval,
	asked: PostRequest,
	current: Post | undefined,
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

/** What the service has for an item now. */
export interface CurrentPost {
	/** Undefined if it was deleted, or the API key can't read it anymore. */
	current: Post | undefined;
	standing: Standing;
}

/** Reads the current posts of a request, by the index of their item. */
export async function readPosts(approval: Approval): Promise<Map<number, CurrentPost>> {
	const read = async ({ post }: RequestItem): Promise<CurrentPost | undefined> => {
		if (post === undefined) return undefined;
		const current = await approval.client.posts.getIfThere(post.postId);
		return { current, standing: await standingOf(approval, post, current) };
	};
	const all = await Promise.all(approval.request.items.map(read));
	return new Map(all.flatMap((post, index) => (post === undefined ? [] : [[index, post] as const])));
}
