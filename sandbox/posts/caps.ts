import { ApiFailure } from '../api/failure';
import { toIso } from '../world/moments';
import type { Channel, Delivery, PostRecord } from '../world/records';
import type { World } from '../world/world';

/** 422 when scheduling or queueing; 429 when publishing now, with the seconds to wait (N44). */
const quotaFailure = (channel: Channel, cap: number, freeAt: number, waitMs: number | null): ApiFailure => {
	const isKnown = Number.isFinite(freeAt);
	const seconds = waitMs === null || !isKnown ? null : Math.ceil(waitMs / 1000);
	return new ApiFailure(
		waitMs === null ? 422 : 429,
		'platform_quota',
		`${channel.platform} (${channel.id}): at most ${cap} posts in 24 hours`,
		{
			tier: `platform_quota:${channel.platform}`,
			limit: cap,
			remaining: 0,
			...(seconds === null ? {} : { retry_after: seconds }),
			available_at: isKnown ? toIso(freeAt) : null,
		},
		seconds === null ? {} : { 'Retry-After': String(seconds) },
	);
};

/**
 * Holds a delivery against the daily caps of its channels (P110), which count the 24 hours before it goes out. A queue
 * refuses when the cap is reached now (N44); later it has no more slots a day than the cap allows.
 *
 * @throws ApiFailure `platform_quota` with `available_at`, the first moment with room.
 */
export const requireRoom = (world: World, post: PostRecord, delivery: Delivery): void => {
	const now = world.time();
	const at = delivery.mode === 'at' ? delivery.at : now;
	for (const channelId of post.draft.channelIds) {
		const channel = world.channel(channelId);
		const cap = world.dailyCap(channel);
		const freeAt = world.load.firstFree(channelId, cap, at, post.id);
		if (freeAt === at) continue;
		throw quotaFailure(channel, cap, freeAt, delivery.mode === 'now' ? freeAt - now : null);
	}
};
