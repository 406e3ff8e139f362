import { dayMs, dayOf } from './moments';
import type { PostRecord, Progress } from './records';

const hourMs = 3_600_000;
const mainHours = [9, 12, 17];
const namedHours = [8, 13, 18];

/** One channel of a post, waiting in a queue. */
export interface Place {
	post: PostRecord;
	progress: Progress;
}

const slotAfter = (hours: number[], moment: number): number => {
	const dayStart = dayOf(moment) * dayMs;
	const slots = hours.map((hour) => dayStart + hour * hourMs);
	return slots.find((slot) => slot > moment) ?? dayStart + dayMs + (hours[0] ?? 0) * hourMs;
};

const lineName = (channelId: string, queueId: string | null): string => `${channelId} ${queueId ?? 'main'}`;

/**
 * Who waits in which queue. The Main queue of a channel has slots at 9, 12 and 17 o'clock UTC, a named one at 8, 13
 * and 18; a smaller daily cap takes away the later ones. The n-th of a queue has the n-th slot from now.
 */
export class Queues {
	private readonly lines = new Map<string, Place[]>();

	constructor(
		private readonly slotsPerDay: (channelId: string) => number,
		private readonly moved: (place: Place) => void,
	) {}

	join(place: Place, queueId: string | null, where: 'front' | 'back', now: number): void {
		const line = this.line(place.progress.channelId, queueId);
		Object.assign(place.progress, { status: 'queued', queueId });
		if (where === 'front') {
			line.unshift(place);
			this.retime(line, now);
			return;
		}
		this.seat(place, line.length + 1, line.at(-1)?.progress.scheduledAt ?? now);
		line.push(place);
	}

	/** Takes a channel of a post out of its queue; those behind it move up. */
	leave(progress: Progress, now: number): void {
		if (progress.status !== 'queued') return;
		const line = this.line(progress.channelId, progress.queueId);
		const index = line.findIndex((place) => place.progress === progress);
		if (index >= 0) line.splice(index, 1);
		Object.assign(progress, { queueId: null, queuePosition: null });
		this.retime(line, now);
	}

	private line(channelId: string, queueId: string | null): Place[] {
		const name = lineName(channelId, queueId);
		const line = this.lines.get(name) ?? [];
		this.lines.set(name, line);
		return line;
	}

	private retime(line: Place[], now: number): void {
		let after = now;
		for (const [index, place] of line.entries()) after = this.seat(place, index + 1, after);
	}

	private seat(place: Place, position: number, after: number): number {
		const { progress } = place;
		const all = progress.queueId === null ? mainHours : namedHours;
		const hours = all.slice(0, Math.max(1, this.slotsPerDay(progress.channelId)));
		const slot = slotAfter(hours, after);
		progress.queuePosition = position;
		if (progress.scheduledAt !== slot) {
			progress.scheduledAt = slot;
			this.moved(place);
		}
		return slot;
	}
}
