/** Node's timers count in 32 bits; a longer wait is set again when it is over. */
const longestTimerMs = 2_147_483_647;

interface Alarm {
	moment: number;
	ring: () => void;
	timer: NodeJS.Timeout | undefined;
}

/** What is to happen at moments of a clock, which may run by itself, be moved, or both. */
export class Alarms {
	private readonly waiting = new Set<Alarm>();

	/** @param runsByItself without it, only {@link check} finds out that the time has come. */
	constructor(
		private readonly time: () => number,
		private readonly runsByItself: boolean,
	) {}

	/** Gives the way to call the alarm off. */
	add(moment: number, ring: () => void): () => void {
		const alarm: Alarm = { moment, ring, timer: undefined };
		this.waiting.add(alarm);
		this.look(alarm);
		return () => this.end(alarm);
	}

	/** Rings what is due; to be called whenever the clock was moved. */
	check(): void {
		for (const alarm of [...this.waiting]) this.look(alarm);
	}

	private look(alarm: Alarm): void {
		clearTimeout(alarm.timer);
		const left = alarm.moment - this.time();
		if (left > 0) {
			if (this.runsByItself) this.setTimer(alarm, left);
			return;
		}
		this.end(alarm);
		alarm.ring();
	}

	private setTimer(alarm: Alarm, ms: number): void {
		alarm.timer = setTimeout(() => this.look(alarm), Math.min(ms, longestTimerMs));
		alarm.timer.unref();
	}

	private end(alarm: Alarm): void {
		clearTimeout(alarm.timer);
		this.waiting.delete(alarm);
	}
}
