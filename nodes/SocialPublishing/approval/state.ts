import { createHash } from 'node:crypto';
import type { PublishingClient } from '../../../client/publishing';
import type { Delivery } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import { contentParts } from '../../../client/publishing/values';
import { mapConcurrently } from '../../shared/mapConcurrently';
import { nameOf, statusNames } from '../labels';
import type { ApprovalRequest, Edits, PostRequest } from './request';

/** The length of the hash of one part: 96 bits, so no one can find another text with the same hash. */
const hashLength = 16;

const hash = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, hashLength);

/**
 * Returns the version of a post's content: a hash of each part, in a fixed order. The time of the last change can't replace it. It
 * can move without a change, and a service that counts in seconds can have the same time for two versions.
 */
export function versionOf({ posts }: Pick<PublishingClient, 'posts'>, post: Post): string {
	const content = posts.contentOf(post);
	return contentParts.map((part) => hash(content[part])).join('.');
}

/** Names the parts in which two versions differ. Names all parts if one of them isn't a version. */
export function changedParts(version: string, other: string): Array<(typeof contentParts)[number]> {
	const [hashes, others] = [version.split('.'), other.split('.')];
	return contentParts.filter((_part, index) => hashes[index] !== others[index]);
}

/** What all work on a request needs. */
export interface Approval {
	request: ApprovalRequest;
	client: PublishingClient;
	/** Returns milliseconds since 1970. */
	now: () => number;
	/** The name of the approver whose link was opened. Undefined for the link for everyone. */
	approver?: string;
}

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

/** What the service has for an item now. */
export interface CurrentPost {
	/** Undefined if it was deleted, or the API key can't read it anymore. */
	current: Post | undefined;
	/** Whether someone can still decide on it. If it isn't open, someone else has published, scheduled or deleted it. */
	isOpen: boolean;
	/** Everything that a decision is about. The page has it in its form, so that no one decides on what they haven't seen. */
	seen: string;
}

/** Statuses in which a post without a plan stays open if someone else changes its status. */
const undecided: readonly string[] = ['draft', 'changes_requested'];

function isStillOpen({ status }: Post, asked: PostRequest): boolean {
	if (asked.delivery !== undefined) return status === 'draft';
	return status === asked.status || undecided.includes(status);
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
		versionOf(client, post),
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

/** Reads what the service has for a post that the request is about. */
export async function readPost({ client }: Approval, asked: PostRequest): Promise<CurrentPost> {
	const current = await client.posts.getIfThere(asked.postId);
	if (current === undefined) return { current, isOpen: false, seen: '' };
	return { current, isOpen: isStillOpen(current, asked), seen: seenOf(client, current, asked) };
}

/** How many posts are read at the same time. */
const parallelReads = 5;

/** Reads the current posts of a request, by the index of their item. */
export async function readPosts(approval: Approval): Promise<Map<number, CurrentPost>> {
	const asked = approval.request.items.flatMap(({ post }, index) =>
		post === undefined ? [] : [[index, post] as const],
	);
	const read = await mapConcurrently(asked.length, parallelReads, async (at) => {
		const [index, post] = asked[at] as (typeof asked)[number];
		return [index, await readPost(approval, post)] as const;
	});
	return new Map(read);
}
