import type { OutcomeSpec } from '../controls';
import type { ChannelPostStatus, PostStatus } from '../types';
import { youtubeCategories } from '../world/networks';
import { liveUrl } from '../world/platforms';
import type { Channel, PostRecord, Progress } from '../world/records';
import type { DueTime } from '../world/dueTimes';
import type { World } from '../world/world';

/** While one channel is in such a state, the whole post is; the first that applies counts. */
const onTheWay = ['publishing', 'queued', 'scheduled'] as const;

const settledStatus = (statuses: ChannelPostStatus[]): PostStatus => {
	if (statuses.every((status) => status === 'published')) return 'published';
	return statuses.includes('published') ? 'partially_published' : 'failed';
};

/** Derives a delivered post's status from its channels. */
export const refreshStatus = (post: PostRecord): void => {
	const statuses = post.progress.map(({ status }) => status);
	post.status = onTheWay.find((status) => statuses.includes(status)) ?? settledStatus(statuses);
};

/** A channel begins to publish, at a moment that may lie in the past: nobody looked until now. */
export const startPublishing = (world: World, post: PostRecord, progress: Progress, at: number): void => {
	world.queues.leave(progress, at);
	const endsAt = at + world.settings.publishMs;
	Object.assign(progress, { status: 'publishing', startedAt: at, endsAt });
	world.dueTimes.add({ at: endsAt, post, progress });
};

const lost = 'The connection to this channel was lost. Reconnect it and publish again.';
const refused = 'The network refused the post.';

const failureOf = (channel: Channel, plan: OutcomeSpec | undefined): string | null => {
	if (plan?.outcome === 'fail') return plan.error ?? refused;
	const isLost = channel.status === 'disconnected' || channel.status === 'error';
	return isLost && plan === undefined ? lost : null;
};

const warningsOf = (post: PostRecord, channel: Channel): Progress['warnings'] => {
	const category = post.draft.overrides.get(channel.id)?.options?.youtube?.['categoryId'];
	if (category === undefined || youtubeCategories.categories.some(({ id }) => id === category)) return [];
	return [{ code: 'category_not_applied', message: `YouTube does not offer category ${String(category)}` }];
};

/** A channel's publishing ends as planned, or well where nothing was planned and the channel is connected. */
export const endPublishing = (
	world: World,
	post: PostRecord,
	progress: Progress,
	at: number,
	plan = world.outcomes.take(world.channel(progress.channelId)),
): void => {
	world.queues.leave(progress, at);
	const channel = world.channel(progress.channelId);
	const error = failureOf(channel, plan);
	const result =
		error === null
			? { publishedAt: at, url: liveUrl(channel.platform, post.id, channel.id) }
			: { publishedAt: null, url: null };
	Object.assign(progress, result, {
		status: error === null ? 'published' : 'failed',
		error,
		endsAt: null,
		warnings: plan?.warnings ?? warningsOf(post, channel),
	});
	refreshStatus(post);
	world.touch(post, at);
};

const isStart = ({ at, progress }: DueTime): boolean =>
	(progress.status === 'scheduled' || progress.status === 'queued') && progress.scheduledAt === at;

const isEnd = ({ at, progress }: DueTime): boolean =>
	progress.status === 'publishing' && progress.endsAt === at;

const happen = (world: World, due: DueTime): void => {
	if (isEnd(due)) {
		endPublishing(world, due.post, due.progress, due.at);
		return;
	}
	if (!isStart(due)) return;
	startPublishing(world, due.post, due.progress, due.at);
	refreshStatus(due.post);
	world.touch(due.post, due.at);
};

/**
 * Lets everything happen whose time has come, in order and at its own time. Called before each look at the world, so
 * that it is as if it had happened in the background.
 */
export const catchUp = (world: World): void => {
	const now = world.time();
	for (let due = world.dueTimes.takeUntil(now); due !== undefined; due = world.dueTimes.takeUntil(now)) {
		happen(world, due);
	}
};
