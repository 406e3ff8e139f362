import type { Post } from '../../../client/publishing/schemas.js';
import { channelLabel } from '../words/labels.js';

/** The texts of a post on a channel. */
export interface ChannelWords {
	/** Empty for a post without channels. */
	channelId: string;
	label: string;
	caption: string;
	title: string;
	firstComment: string;
}

/** Returns the texts of a post on each channel. */
export function channelWordsOf(post: Post): ChannelWords[] {
	const words = (channelId: string, label: string, own: Partial<Post['channels'][number]>): ChannelWords => ({
		channelId,
		label,
		caption: own.caption ?? post.caption,
		title: own.title ?? post.title ?? '',
		firstComment: own.firstComment ?? post.firstComment ?? '',
	});
	if (post.channels.length === 0) return [words('', '', {})];
	return post.channels.map((channel) => {
		const { accountId, platform, handle } = channel;
		return words(accountId, channelLabel(platform, handle, accountId), channel);
	});
}
