import { dayMs } from './moments';
import type { PostRecord, Progress } from './records';

const busyAt = (progress: Progress): number | null => {
	if (progress.status === 'draft' || progress.status === 'failed') return null;
	return progress.startedAt ?? progress.publishedAt ?? progress.scheduledAt;
};

/** When each channel's posts go out: what the daily caps are held against, which count 24 hours and no calendar day (N44). */
export class ChannelLoad {
	/** Moments by post id, by channel id. */
	private readonly moments = new Map<string, Map<string, number>>();

	/** Counts a post anew after any change of it. */
	update(post: PostRecord): void {
		this.remove(post.id);
		for (const progress of post.progress) {
			const at = busyAt(progress);
			if (at !== null) this.ofChannel(progress.channelId).set(post.id, at);
		}
	}

	remove(postId: string): void {
		for (const posts of this.moments.values()) posts.delete(postId);
	}

	/**
	 * The earliest moment from `at` on with room for one more post in the 24 hours before it.
	 *
	 * @param exceptPostId the post that is about to be moved; it does not count.
	 */
	firstFree(channelId: string, cap: number, at: number, exceptPostId: string): number {
		const posts = this.ofChannel(channelId);
		if (posts.size < cap) return at;
		const others = [...posts].filter(([id]) => id !== exceptPostId).map(([, moment]) => moment);
		const isFree = (end: number): boolean =>
			others.filter((moment) => moment > end - dayMs && moment <= end).length < cap;
		if (isFree(at)) return at;
		const ends = others.map((moment) => moment + dayMs).filter((end) => end > at);
		return ends.sort((a, b) => a - b).find(isFree) ?? Infinity;
	}

	private ofChannel(channelId: string): Map<string, number> {
		const posts = this.moments.get(channelId) ?? new Map<string, number>();
		this.moments.set(channelId, posts);
		return posts;
	}
}
