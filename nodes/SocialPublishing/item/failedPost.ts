import { inSentence } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import { channelOf, hasFallen } from '../../../client/publishing/posts/channelStates.js';
import { failedChannels, type sameContentOn } from '../../../client/publishing/posts/failures.js';
import { hasTrait, isDraft } from '../../../client/publishing/posts/status.js';
import type { Post, PostChannel } from '../../../client/publishing/schemas.js';
import { ParameterError } from '../../shared/errors.js';
import { sentences } from '../../shared/errorTexts.js';
import { inLowerCase } from '../../shared/names.js';
import { channelPhrase } from '../words/labels.js';

/** Decides which channels of a failed post are sent again, before anything is sent. */

/** Why nothing is sent for a post. */
type SkipReason = 'alreadySent' | 'dealtWith' | 'noChannelLeft' | 'nothingFailed';

/** A channel that isn't sent again, and why. */
export interface LeftOut {
	accountId: string;
	platform: string;
	handle: string | null;
	/** `notConnected` says that the service has left it out of the copy. */
	reason: 'alreadySent' | 'gone' | 'needsReconnect' | 'notConnected';
}

/** There is nothing to send for a post. Not an error. */
export class NothingToSend extends Error {
	override readonly name = 'NothingToSend';

	/** @param post the post that shows it */
	constructor(
		readonly reason: SkipReason,
		readonly post: Post,
		readonly leftOut: readonly LeftOut[] = [],
	) {
		super(reason);
	}
}

/** What the user chose about channels. */
export interface ChannelChoices {
	/** The IDs of the channels to send. Undefined means all that have failed. */
	only?: readonly string[];
	/** Whether to send again on channels that took the post back. */
	isTakenBack: boolean;
	/** Whether to leave out channels that can't be used. Otherwise, they are an error. */
	leavesOut: boolean;
}

/** A failed post, and the channels that are sent again. */
export interface FailedPost {
	original: Post;
	channels: PostChannel[];
	leftOut: LeftOut[];
}

export const namesOf = (
	channels: ReadonlyArray<Pick<PostChannel, 'accountId' | 'handle' | 'platform'>>,
): string =>
	inSentence(channels.map(({ platform, handle, accountId }) => channelPhrase(platform, handle, accountId)));

export const leaveOut = (
	{ accountId, platform, handle }: PostChannel,
	reason: LeftOut['reason'],
): LeftOut => ({
	accountId,
	platform,
	handle: handle ?? null,
	reason,
});

/** Throws for a channel that the user names and that hasn't failed. */
function requireFailed(original: Post, only: readonly string[], failed: readonly PostChannel[]): void {
	const other = only.find((id) => channelOf({ channels: failed }, id) === undefined);
	if (other === undefined) return;
	const channel = channelOf(original, other);
	if (channel === undefined)
		throw new ParameterError(
			`The post has no channel ${other}`,
			"Choose channels of the post in 'Only These Channel Names or IDs'",
		);
	throw new ParameterError(
		`The post hasn't failed on ${namesOf([channel])}`,
		hasFallen(original, channel)
			? "The network took it back after it was published. Turn on 'Taken Back Too' to send it again"
			: "Remove the channel from 'Only These Channel Names or IDs'",
	);
}

/** The channels of a post that have failed, as far as the user wants them. */
function chosenChannels(original: Post, { only, isTakenBack }: ChannelChoices): PostChannel[] {
	const failed = failedChannels(original, isTakenBack);
	if (only === undefined) return failed;
	requireFailed(original, only, failed);
	return failed.filter(({ accountId }) => only.some((id) => inLowerCase(id) === inLowerCase(accountId)));
}

/** What else is known of a failed post. */
interface Known {
	/** Says whether a post has the content of this one, or what would be sent in its place, on a channel. */
	isSame: ReturnType<typeof sameContentOn>;
	/** The copies that earlier executions have made of it, and of these copies. */
	copies: readonly Post[];
}

/** The later posts of the same channels, newest first. A draft and a rejected post were never sent. */
async function laterPosts(
	{ posts }: PublishingClient,
	{ id, createdAt }: Post,
	channels: readonly PostChannel[],
	copies: readonly Post[],
): Promise<Post[]> {
	const [only, ...others] = channels;
	const since = Date.parse(createdAt);
	const listed = await posts.listCreated(since, others.length === 0 ? only?.accountId : undefined);
	const unlisted = copies.filter((copy) => !listed.some((post) => post.id === copy.id));
	return [...unlisted, ...listed]
		.filter((post) => post.id !== id && !isDraft(post) && post.status !== 'rejected')
		.sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
}

/**
 * Leaves out channels on which a later post has taken the place of this one. Returns the newest later post instead if it has failed on
 * all the others. Throws `NothingToSend` if a channel was sent and the user hasn't named the channels, and if no channel is left.
 */
async function withoutSent(
	client: PublishingClient,
	{ original, channels, leftOut }: FailedPost,
	choices: ChannelChoices,
	{ isSame, copies }: Known,
): Promise<FailedPost> {
	const later = await laterPosts(client, original, channels, copies);
	const placesOf = ({ accountId }: PostChannel): Post[] =>
		later.filter(
			(post) =>
				channelOf(post, accountId) && (copies.some(({ id }) => id === post.id) || isSame(accountId, post)),
		);
	const hasFailedIn = (post: Post, { accountId }: PostChannel): boolean =>
		failedChannels(post).some((failed) => failed.accountId === accountId);
	const sentIn = (channel: PostChannel): Post | undefined =>
		placesOf(channel).find((post) => !hasFailedIn(post, channel));
	const sent = channels.filter((channel) => sentIn(channel) !== undefined);
	const left = channels.filter((channel) => !sent.includes(channel));
	const out = [...leftOut, ...sent.map((channel) => leaveOut(channel, 'alreadySent'))];
	const [firstSent] = sent.flatMap((channel) => sentIn(channel) ?? []);
	if (firstSent && (choices.only === undefined || left.length === 0))
		throw new NothingToSend('alreadySent', firstSent, out);
	const newest = left.flatMap(placesOf)[0];
	if (newest === undefined) return { original, channels: left, leftOut: out };
	// A post that is partly published stands for all its channels. Whoever wants the rest names that post.
	if (newest.status !== 'failed') throw new NothingToSend('alreadySent', newest, out);
	return {
		original: newest,
		channels: left.flatMap(({ accountId }) => channelOf(newest, accountId) ?? []),
		leftOut: out,
	};
}

/** Leaves out channels that can't be used, or throws, as the user chose. */
async function withoutUnusable(
	{ accounts }: PublishingClient,
	{ original, channels, leftOut }: FailedPost,
	{ leavesOut }: ChannelChoices,
): Promise<FailedPost> {
	const own = new Map((await accounts.list()).map((channel) => [inLowerCase(channel.id), channel]));
	const whyUnusable = ({ accountId }: PostChannel): LeftOut['reason'] | undefined => {
		const channel = own.get(inLowerCase(accountId));
		if (channel === undefined) return 'gone';
		return channel.needsReconnect ? 'needsReconnect' : undefined;
	};
	const unusable = channels.flatMap((channel) => {
		const reason = whyUnusable(channel);
		return reason === undefined ? [] : [leaveOut(channel, reason)];
	});
	if (unusable.length === 0) return { original, channels, leftOut };
	if (!leavesOut) throw unusableError(unusable);
	const out = [...leftOut, ...unusable];
	const left = channels.filter((channel) => whyUnusable(channel) === undefined);
	if (left.length === 0) throw new NothingToSend('noChannelLeft', original, out);
	return { original, channels: left, leftOut: out };
}

/** The error for channels that can't be used. */
export const unusableError = (channels: readonly LeftOut[]): ParameterError =>
	new ParameterError(
		`Can't publish to ${namesOf(channels)}`,
		"Reconnect the channel in the web app, or set 'If a Channel Can't Be Used' to 'Leave It Out'",
	);

/** Throws for a post that hasn't failed. */
export function requireFailedPost(post: Post, statusName: string): void {
	if (hasTrait(post, 'failed')) return;
	const drafts = "To send a draft, use 'Publish', 'Schedule' or 'Submit'";
	const published = hasTrait(post, 'live') ? "To publish a published post again, use 'Duplicate'" : '';
	const advice = isDraft(post) ? drafts : published;
	throw new ParameterError(
		`Can't send a post with the status ${statusName} again`,
		sentences('Only a post that has failed, or is partially published, can be sent again', advice),
	);
}

/**
 * Finds out which channels of a failed post are sent again. Throws `NothingToSend` if another post has been sent in its place, or someone
 * has dealt with it.
 */
export async function channelsToSend(
	client: PublishingClient,
	post: Post,
	choices: ChannelChoices,
	known: Known,
): Promise<FailedPost> {
	const channels = chosenChannels(post, choices);
	if (channels.length === 0) throw new NothingToSend('nothingFailed', post);
	const failed = await withoutSent(client, { original: post, channels, leftOut: [] }, choices, known);
	if (failed.original.attentionResolvedAt && choices.only === undefined)
		throw new NothingToSend('dealtWith', failed.original);
	return await withoutUnusable(client, failed, choices);
}
