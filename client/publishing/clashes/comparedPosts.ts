import { channelStateOf } from '../posts/channelStates.js';
import { ownValue } from '../../http/json.js';
import type { ChannelOverride } from '../requests.js';
import type { Channel, Post, PostChannel } from '../schemas.js';
import type { PostToCheck } from '../validation/types.js';
import { hasTrait, isDraft } from '../posts/status.js';

/** One channel of a post, as it's compared with the same channel of other posts. */
export interface ComparedChannel {
	accountId: string;
	platform: string;
	handle?: string | null;
	caption: string;
	/** Empty if the post has none. */
	title: string;
	/** Whether the channel shows titles. Undefined if that isn't known. */
	isTitled?: boolean;
	/** When it's published, in milliseconds since 1970. Undefined if the service decides that later. */
	time?: number;
	url?: string | null;
}

/** A post as it's compared with others: what each channel shows, and when. */
export interface ComparedPost {
	/** Undefined for a post that doesn't exist yet. */
	postId?: string;
	status?: string;
	createdAt?: string;
	channels: ComparedChannel[];
}

const momentOf = (...times: Array<string | null | undefined>): number | undefined =>
	times.map((time) => Date.parse(time ?? '')).find((parsed) => !Number.isNaN(parsed));

const timeOf = (post: Post, channel: PostChannel): number | undefined =>
	momentOf(
		channel.publishedAt,
		channel.scheduledAt,
		post.publishedAt,
		post.scheduledAt,
		post.proposedPublishAt,
	);

/**
 * Returns an existing post as it's compared. Undefined for a post that isn't meant to be published, such as a draft without a time.
 * Leaves out channels on which the post has failed.
 */
export function comparedPost(post: Post): ComparedPost | undefined {
	const { id: postId, status, createdAt } = post;
	if (!hasTrait(post, 'compared')) return undefined;
	const channels = post.channels
		.filter((channel) => channelStateOf(post, channel) !== 'failed')
		.map((channel): ComparedChannel => {
			const { accountId, platform, handle, url } = channel;
			const texts = { caption: channel.caption ?? post.caption, title: channel.title ?? post.title ?? '' };
			return { accountId, platform, handle, ...texts, time: timeOf(post, channel), url };
		})
		.filter(({ time }) => !isDraft(post) || time !== undefined);
	return channels.length === 0 ? undefined : { postId, status, createdAt, channels };
}

function plannedTime({ delivery, proposedPublishAt }: PostToCheck, now: number): number | undefined {
	if (delivery?.mode === 'now') return now;
	if (delivery?.mode === 'at') return momentOf(delivery.at);
	return delivery === undefined ? momentOf(proposedPublishAt) : undefined;
}

/**
 * Returns a post as it's compared before it's sent.
 * @param channels the channels of the API key
 * @param now milliseconds since 1970
 */
export function plannedPost(
	content: PostToCheck,
	channels: readonly Channel[],
	now: number,
	postId?: string,
): ComparedPost {
	const time = plannedTime(content, now);
	return {
		postId,
		channels: [...new Set(content.accounts)].map((accountId): ComparedChannel => {
			const channel = channels.find(({ id }) => id === accountId);
			const own: ChannelOverride = ownValue(content.perAccount ?? {}, accountId) ?? {};
			return {
				accountId,
				platform: channel?.platform ?? '',
				handle: channel?.handle,
				caption: own.caption ?? content.caption,
				title: own.title ?? content.title ?? '',
				isTitled: channel?.capabilities.title?.supported,
				time,
			};
		}),
	};
}
