import { dayOf } from './moments';
import type { PostRecord, Progress } from './records';

const busyAt = (progress: Progress): number | null => {
	if (progress.status === 'draft' || progress.status === 'failed') return null;
	return progress.publishedAt ?? progress.endsAt ?? progress.scheduledAt;
};

const dayName = (channelId: string, day: number): string => `${channelId} ${day}`;

/** How many posts each channel has on each UTC day: what the daily caps are held against. */
export class DayLoad {
	private readonly counts = new Map<string, number>();
	private readonly daysOfPost = new Map<string, string[]>();

	/** Counts a post anew after any change of it. */
	update(post: PostRecord): void {
		this.remove(post.id);
		const days: string[] = [];
		for (const progress of post.progress) {
			const at = busyAt(progress);
			if (at !== null) days.push(dayName(progress.channelId, dayOf(at)));
		}
		if (days.length === 0) return;
		for (const day of days) this.counts.set(day, (this.counts.get(day) ?? 0) + 1);
		this.daysOfPost.set(post.id, days);
	}

	remove(postId: string): void {
		for (const day of this.daysOfPost.get(postId) ?? []) {
			this.counts.set(day, (this.counts.get(day) ?? 1) - 1);
		}
		this.daysOfPost.delete(postId);
	}

	/** Posts of a channel on a day, leaving out the one that is about to be moved. */
	count(channelId: string, day: number, exceptPostId: string): number {
		const name = dayName(channelId, day);
		const own = this.daysOfPost.get(exceptPostId)?.filter((each) => each === name).length ?? 0;
		return (this.counts.get(name) ?? 0) - own;
	}
}
