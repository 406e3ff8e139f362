const shape = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** One day in milliseconds. */
export const dayMs = 86_400_000;

/** Writes a time in the contract's format: `<date>T<time>+00:00`. */
export const toIso = (moment: number): string => `${new Date(moment).toISOString().slice(0, -1)}+00:00`;

/** Like {@link toIso}, but null for null. */
export const toIsoOrNull = (moment: number | null): string | null => (moment === null ? null : toIso(moment));

const isCalendarDay = (text: string): boolean => {
	const day = text.slice(0, 10);
	const parsed = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
};

/**
 * Reads an ISO 8601 time with an offset, in milliseconds since 1970. `Z` is an offset of zero. Returns null for anything else,
 * such as a day that doesn't exist (February 30) or a time without an offset.
 */
export const parseMoment = (text: string): number | null => {
	if (!shape.test(text) || !isCalendarDay(text)) return null;
	const moment = Date.parse(text.toUpperCase());
	return Number.isNaN(moment) ? null : moment;
};

/** The UTC day of a time, as the number of days since 1970. */
export const dayOf = (moment: number): number => Math.floor(moment / dayMs);

/** The default start of a manual clock. */
const defaultStart = '2026-01-05T09:00:00Z';

const toMs = (date: Date | string | number): number => {
	const ms = new Date(date).getTime();
	if (Number.isNaN(ms)) throw new Error(`Not a date: ${String(date)}`);
	return ms;
};

/**
 * The clock of a sandbox. A real clock shows real time plus the amount by which it was moved. A manual clock stands still until
 * it's moved.
 */
export class SandboxClock implements Clock {
	private readonly start: number;
	private ms: number;
	private readonly alarms: Alarms;

	constructor(
		private readonly kind: 'real' | 'manual',
		now: Date | string | number = defaultStart,
	) {
		this.start = kind === 'manual' ? toMs(now) : 0;
		this.ms = this.start;
		this.alarms = new Alarms(() => this.time(), kind === 'real');
	}

	/** Milliseconds since 1970. */
	time(): number {
		return this.kind === 'manual' ? this.ms : Date.now() + this.ms;
	}

	now(): Date {
		return new Date(this.time());
	}

	advance(ms: number): void {
		if (!Number.isFinite(ms)) throw new Error('A clock advances by milliseconds');
		this.ms += ms;
		this.alarms.check();
	}

	set(date: Date | string | number): void {
		this.ms = this.kind === 'manual' ? toMs(date) : toMs(date) - Date.now();
		this.alarms.check();
	}

	/** Calls `ring` when the clock reaches a time. Returns a function that cancels the alarm. */
	alarm(moment: number, ring: () => void): () => void {
		return this.alarms.add(moment, ring);
	}

	reset(): void {
		this.ms = this.start;
	}
}

/** How tests and controls use the clock of a sandbox. */
export interface Clock {
	now(): Date;
	advance(ms: number): void;
	set(date: Date | string | number): void;
}

/** The longest timer of Node.js, which uses 32 bits. Longer waits need several timers. */
const longestTimerMs = 2_147_483_647;

interface Alarm {
	moment: number;
	ring: () => void;
	timer: NodeJS.Timeout | undefined;
}

/** Alarms of a clock that can run on its own, be moved, or both. */
class Alarms {
	private readonly waiting = new Set<Alarm>();

	/** @param runsByItself whether the clock runs. Otherwise, only {@link check} triggers alarms. */
	constructor(
		private readonly time: () => number,
		private readonly runsByItself: boolean,
	) {}

	/** Adds an alarm. Returns a function that cancels it. */
	add(moment: number, ring: () => void): () => void {
		const alarm: Alarm = { moment, ring, timer: undefined };
		this.waiting.add(alarm);
		this.look(alarm);
		return () => this.end(alarm);
	}

	/** Triggers the alarms that are due. Must be called whenever the clock was moved. */
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
