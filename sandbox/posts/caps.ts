import { ApiFailure } from '../api/failure';
import { dayMs, dayOf, toIso } from '../world/moments';
import type { Channel, Delivery, PostRecord } from '../world/records';
import type { World } from '../world/world';

/** How far ahead a free day is looked for. */
const horizonDays = 3650;

const firstFreeDay = (world: World, channel: Channel, post: PostRecord, after: number): number | null => {
	const cap = world.dailyCap(channel);
	for (let day = after + 1; day <= after + horizonDays; day++) {
		if (world.dayLoad.count(channel.id, day, post.id) < cap) return day;
	}
	return null;
};

const quotaFailure = (status: number, channel: Channel, cap: number, freeDay: number | null): ApiFailure =>
	new ApiFailure(
		status,
		'platform_quota',
		`${channel.platform} (${channel.id}): at most ${cap} posts a day`,
		{
			tier: `platform_quota:${channel.platform}`,
			limit: cap,
			remaining: 0,
			available_at: freeDay === null ? null : toIso(freeDay * dayMs),
		},
	);

/**
 * Holds a delivery against the daily caps of its channels (P110); days are UTC. A queue never refuses: it has no
 * more slots a day than the cap allows.
 *
 * @throws ApiFailure `platform_quota` with `available_at`, the first moment of the next day with room: 422 when
 * scheduling, 429 when publishing now. The 429 names no seconds to wait: it is about a day, not about requests.
 */
export const requireRoom = (world: World, post: PostRecord, delivery: Delivery): void => {
	if (delivery.mode === 'queue' || delivery.mode === 'prioritise') return;
	const day = dayOf(delivery.mode === 'at' ? delivery.at : world.time());
	const status = delivery.mode === 'at' ? 422 : 429;
	for (const channelId of post.draft.channelIds) {
		const channel = world.channel(channelId);
		const cap = world.dailyCap(channel);
		if (world.dayLoad.count(channelId, day, post.id) < cap) continue;
		throw quotaFailure(status, channel, cap, firstFreeDay(world, channel, post, day));
	}
};
