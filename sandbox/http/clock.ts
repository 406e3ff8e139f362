const shape = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/** One day in milliseconds. */
export const dayMs = 86_400_000;

/** Writes a moment as the contract has it: `<date>T<time>+00:00`. */
export const toIso = (moment: number): string => `${new Date(moment).toISOString().slice(0, -1)}+00:00`;

/** {@link toIso}, where there is a moment. */
export const toIsoOrNull = (moment: number | null): string | null => (moment === null ? null : toIso(moment));

const isCalendarDay = (text: string): boolean => {
	const day = text.slice(0, 10);
	const parsed = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
};

/**
 * Reads an ISO 8601 date-time with an offset; `Z` is the offset zero. Null for anything else, a day that no calendar
 * has (30 February) and a time without an offset included.
 */
export const parseMoment = (text: string): number | null => {
	if (!shape.test(text) || !isCalendarDay(text)) return null;
	const moment = Date.parse(text.toUpperCase());
	return Number.isNaN(moment) ? null : moment;
};

/** The number of a moment's UTC day since 1970. */
export const dayOf = (moment: number): number => Math.floor(moment / dayMs);

/** Where a manual clock starts unless told. */
const defaultStart = '2026-01-05T09:00:00Z';

const toMs = (date: Date | string | number): number => {
	const ms = new Date(date).getTime();
	if (Number.isNaN(ms)) throw new Error(`Not a date: ${String(date)}`);
	return ms;
};

/** The sandbox's clock: real time plus what it was moved by, or standing still. */
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

	/** Calls `ring` when the clock reaches a moment. Returns a function that cancels it. */
	alarm(moment: number, ring: () => void): () => void {
		return this.alarms.add(moment, ring);
	}

	reset(): void {
		this.ms = this.start;
	}
}

/** The clock of a sandbox. */
export interface Clock {
	now(): Date;
	advance(ms: number): void;
	set(date: Date | string | number): void;
}

/** Node's timers count in 32 bits; a longer wait is set again when it is over. */
const longestTimerMs = 2_147_483_647;

interface Alarm {
	moment: number;
	ring: () => void;
	timer: NodeJS.Timeout | undefined;
}

/** What is to happen at moments of a clock, which may run by itself, be moved, or both. */
class Alarms {
	private readonly waiting = new Set<Alarm>();

	/** @param runsByItself without it, only {@link check} finds out that the time has come. */
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
