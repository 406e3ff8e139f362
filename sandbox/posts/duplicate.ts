import { unworkable } from '../api/failure';
import { omit } from '../world/omit';
import type { Channel, Draft, Overrides, PostRecord } from '../world/records';
import type { World } from '../world/world';

/** What a duplicate is made of, and which channels it leaves out because they can no longer be posted to. */
export interface Copy {
	draft: Draft;
	dropped: Pick<Channel, 'id' | 'platform' | 'handle' | 'status'>[];
	keptFailedOnly: boolean;
}

const canBePostedTo = ({ status }: Channel): boolean => status !== 'disconnected' && status !== 'error';

/** A channel's words without its TikTok settings, which have to be chosen anew for each post (P78). */
const withoutTikTok = (own: Overrides): Overrides => {
	const options = omit(own.options ?? {}, 'tiktok');
	return { ...own, options: Object.keys(options).length === 0 ? null : structuredClone(options) };
};

/**
 * Copies words, media, channels and their settings; of a partially published post only the channels that did not go
 * out. Neither schedule nor proposed time is copied.
 *
 * @throws ApiFailure 422 when no channel is left: a post has at least one.
 */
export const copyOf = (world: World, post: PostRecord): Copy => {
	const keptFailedOnly = post.status === 'partially_published';
	const wanted = post.progress
		.filter(({ status }) => !keptFailedOnly || status !== 'published')
		.map(({ channelId }) => world.channel(channelId));
	const channelIds = wanted.filter(canBePostedTo).map(({ id }) => id);
	if (channelIds.length === 0) throw unworkable('accounts', 'none of its channels can be posted to any more');
	const kept = [...post.draft.overrides].filter(([id]) => channelIds.includes(id));
	return {
		keptFailedOnly,
		dropped: wanted
			.filter((channel) => !canBePostedTo(channel))
			.map(({ id, platform, handle, status }) => ({ id, platform, handle, status })),
		draft: {
			...post.draft,
			channelIds,
			mediaAssetIds: [...post.draft.mediaAssetIds],
			proposedPublishAt: null,
			overrides: new Map(kept.map(([id, own]) => [id, withoutTikTok(own)])),
		},
	};
};
