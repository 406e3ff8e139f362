import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Finding } from '../../../client/publishing/findings.js';
import type { Delivery } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { hasTrait, isDraft } from '../../../client/publishing/posts/status.js';
import type { ContentPart } from '../../../client/publishing/values.js';
import { mapConcurrently } from '../../shared/mapConcurrently.js';
import { nameOf, statusNames } from '../words/labels.js';
import type { ApprovalRequest, Choice, Edits, PostRequest } from './request.js';
import { changedParts, contentVersionOf } from './version.js';

/** What all work on a request needs. */
export interface Approval {
	request: ApprovalRequest;
	client: PublishingClient;
	/** Returns milliseconds since 1970. */
	now: () => number;
	/** The name of the approver whose link was opened. Undefined for the link for everyone. */
	approver?: string;
	/** Keeps a failure for the workflow's owner, because a page has only words for approvers. */
	log: (failure: unknown) => void;
}

/** A post that someone decides on, as the service has it now. */
export interface CurrentPost {
	asked: PostRequest;
	post: Post;
	/** Everything that a decision is about. The page has it in its form, so that no one decides on what they haven't seen. */
	seen: string;
	/** What the approver tries out, and what is wrong with the post then. */
	edits?: Edits;
	findings?: Finding[];
}

/**
 * Where an item stands that someone is asked about: open as it was asked, changed since, or obsolete because someone else has
 * published, scheduled or deleted its post. A tool call without a post is open.
 */
export type ItemState = { index: number } & (
	| { is: 'open'; current?: CurrentPost }
	| { is: 'changed'; current: CurrentPost }
	/** Without the post if it was deleted, or if the API key can't read it anymore. */
	| { is: 'obsolete'; asked: PostRequest; post?: Post }
);

/** An item that someone can decide on. */
export type UndecidedItem = Exclude<ItemState, { is: 'obsolete' }>;

/** The fields of a form, by name. */
export type Fields = Readonly<Record<string, string>>;

/** Something that prevents a decision. */
export interface Problem {
	text: string;
	/** The ID of the element that it is about. A text without one is about the whole form. */
	anchor?: string;
	/** The position of the item that it is about, if the page has several. */
	index?: number;
}

/** What happened to a request that is open. Only `shown` has no form. */
export type OpenReason = 'checked' | 'conflict' | 'refused' | 'shown' | 'unsaved';

/** A request that waits for a decision, with what the approver has entered and why nothing was decided. */
export interface OpenRequest {
	is: 'open';
	because: OpenReason;
	items: ItemState[];
	entered: Fields;
	problems: Problem[];
}

export interface ItemDecision {
	item: ItemState;
	decision: Choice | 'obsolete';
	comment: string;
	/** Only values that differ from what the page showed. */
	edits: Edits;
}

/** A decision that was carried out: the post and its plan with the approver's edits. */
export interface ItemOutcome extends ItemDecision {
	/** The post before and after the edits. Undefined for a tool call without a post, and for a post that is gone. */
	before?: Post;
	post?: Post;
	delivery?: Delivery;
	/** When the approved post was changed last, and what someone else changed while the decision was made, as far as it's known. */
	updatedAt?: string;
	changedMeanwhile?: ContentPart[];
}

/** A request that someone has decided, so that the workflow continues. */
export interface DecidedRequest {
	is: 'decided';
	outcomes: ItemOutcome[];
	decidedBy: string;
	decidedAt: string;
	/** The name of the approver whose link was used. */
	approver?: string;
}

export type RequestState = OpenRequest | DecidedRequest | { is: 'expired' };

/** Whether the time limit for decisions has passed. */
const isOver = ({ request: { expiresAt }, now }: Approval): boolean =>
	expiresAt !== undefined && Date.parse(expiresAt) <= now();

/** Returns when a post is to be published. Without a plan, returns its proposed time. */
export const timeOf = ({ proposedPublishAt }: Post, delivery: Delivery | undefined): string | undefined =>
	delivery === undefined
		? (proposedPublishAt ?? undefined)
		: delivery.mode === 'at'
			? delivery.at
			: undefined;

/** Returns a post and its plan with the edits applied. Saves nothing. */
export const withEdits = (
	post: Post,
	{ delivery }: Pick<PostRequest, 'delivery'>,
	{ caption, title, ownCaptions = {}, publishAt }: Edits,
): { post: Post; delivery: Delivery | undefined } => ({
	post: {
		...post,
		...(caption === undefined ? {} : { caption }),
		...(title === undefined ? {} : { title }),
		...(publishAt === undefined || delivery !== undefined ? {} : { proposedPublishAt: publishAt }),
		channels: post.channels.map((channel) => ({
			...channel,
			...(Object.hasOwn(ownCaptions, channel.accountId) ? { caption: ownCaptions[channel.accountId] } : {}),
		})),
	},
	delivery: delivery?.mode === 'at' && publishAt !== undefined ? { ...delivery, at: publishAt } : delivery,
});

/** A post without a plan stays open even if someone else changes its status, as long as it's unfinished. */
function isStillOpen(post: Post, asked: PostRequest): boolean {
	if (asked.delivery !== undefined) return isDraft(post);
	return post.status === asked.status || hasTrait(post, 'unfinished');
}

const separator = '|';

/** Returns everything that a decision is about: the status, the content and, without a plan, the proposed time. */
export const seenOf = (
	client: PublishingClient,
	post: Post,
	{ delivery }: Pick<PostRequest, 'delivery'>,
): string =>
	[
		post.status,
		contentVersionOf(client, post),
		delivery === undefined ? Date.parse(post.proposedPublishAt ?? '') : '',
	].join(separator);

/**
 * Names what has changed between what a page showed and what is there now, e.g. `the caption and link`. Empty if nothing has.
 * `seen` comes from a form, so it can be anything.
 */
export function changesSince(seen: string, now: string): string[] {
	if (seen === now) return [];
	const [status, version = '', time] = seen.split(separator);
	const [newStatus = '', newVersion = '', newTime] = now.split(separator);
	const parts: string[] = changedParts(version, newVersion);
	return [
		...(status === newStatus ? [] : [`status (now ${nameOf(statusNames, newStatus)})`]),
		...parts,
		...(time === newTime ? [] : ['time']),
	];
}

async function readItem(
	{ client }: Approval,
	index: number,
	asked: PostRequest | undefined,
): Promise<ItemState> {
	if (asked === undefined) return { is: 'open', index };
	const post = await client.posts.getIfThere(asked.postId);
	if (post === undefined || !isStillOpen(post, asked)) return { is: 'obsolete', index, asked, post };
	const seen = seenOf(client, post, asked);
	const is = changesSince(asked.seen, seen).length === 0 ? 'open' : 'changed';
	return { is, index, current: { asked, post, seen } };
}

/** How many posts are read at the same time. */
export const parallelReads = 5;

/** Reads where a request stands that no one has decided yet. */
export async function readState(approval: Approval): Promise<Exclude<RequestState, DecidedRequest>> {
	if (isOver(approval)) return { is: 'expired' };
	const asked = approval.request.items.flatMap(({ isAsked, post }, index) =>
		isAsked ? [{ index, post }] : [],
	);
	const items = await mapConcurrently(asked.length, parallelReads, async (at) => {
		const { index, post } = asked[at] as (typeof asked)[number];
		return await readItem(approval, index, post);
	});
	// The reads can take until the time limit.
	if (isOver(approval)) return { is: 'expired' };
	return { is: 'open', because: 'shown', items, entered: {}, problems: [] };
}
