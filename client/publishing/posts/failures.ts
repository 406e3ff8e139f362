import { mapValues, ownValue } from '../../http/json.js';
import { comparableText } from '../../http/text.js';
import type { UpdatePost } from '../requests.js';
import type { Post, PostChannel } from '../schemas.js';
import { hasFallen } from './channelStates.js';
import { contentOf, updatedContent, type LiveOptions } from './content.js';
import { hasTrait } from './status.js';

/** On which channels a post has failed, and whether another post has gone there in its place. */

/**
 * The channels on which a post has failed: those without a time and an address of publication. Empty for a post that hasn't failed.
 * @param isTakenBack whether channels that took the post back count, too. Their old posts may be up again
 */
export const failedChannels = (post: Post, isTakenBack = false): PostChannel[] =>
	hasTrait(post, 'failed')
		? post.channels.filter(
				(channel) => (!channel.publishedAt && !channel.url) || (isTakenBack && hasFallen(post, channel)),
			)
		: [];

/** What can be told apart on a channel. */
type ShownContent = ReturnType<typeof contentOf> & { mediaAssetIds?: readonly string[] };

/** The text of a post on a channel, with its link and its media if they're known. */
function shownOn(
	channelId: string,
	{ caption, title, linkUrl, perAccount, mediaAssetIds }: ShownContent,
): string {
	const own = ownValue(perAccount ?? {}, channelId);
	const texts = {
		caption: own?.caption ?? caption,
		title: own?.title ?? title,
		link: linkUrl?.replace(/\/$/, ''),
	};
	return JSON.stringify([mapValues(texts, (text) => comparableText(text ?? '')), mediaAssetIds]);
}

/**
 * Returns a test whether a post has on a channel what another one has, or what it would have after changes. Times, options and first
 * comments don't matter: two posts that differ only in them are the same to their readers.
 * @param changes null for its media if they will be replaced by files that aren't uploaded yet
 */
export function sameContentOn(
	original: Post,
	{
		mediaAssetIds,
		liveOptions,
		...changes
	}: Omit<UpdatePost, 'mediaAssetIds'> & {
		mediaAssetIds?: string[] | null;
		liveOptions?: LiveOptions;
	},
): (channelId: string, post: Post) => boolean {
	const before = contentOf(original);
	const after = updatedContent(original, changes, liveOptions);
	return (channelId, post) => {
		const shown = (content: ShownContent, media: string[] | null): string =>
			shownOn(channelId, { ...content, mediaAssetIds: media ?? undefined });
		const other = contentOf(post);
		const newMedia = mediaAssetIds === undefined ? original.mediaAssetIds : mediaAssetIds;
		return (
			shown(other, post.mediaAssetIds) === shown(before, original.mediaAssetIds) ||
			shown(other, newMedia && post.mediaAssetIds) === shown(after, newMedia)
		);
	};
}
