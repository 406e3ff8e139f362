import type { Clock } from '../controls';
import { Alarms } from './alarms';

/** Where a manual clock starts unless told. */
export const defaultStart = '2026-01-05T09:00:00Z';

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

	/** Rings once this clock has reached a moment; gives the way to call it off. */
	alarm(moment: number, ring: () => void): () => void {
		return this.alarms.add(moment, ring);
	}

	reset(): void {
		this.ms = this.start;
	}
}
