import { ApiFailure } from '../../api/failure';
import { dayMs } from '../../world/moments';
import type { PlanLimits } from '../types';
import { RateWindow } from './rateWindow';

const secondsFor = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** 429, to be tried again after some seconds. */
export const tooMany = (message: string, retryAfter: number): ApiFailure =>
	new ApiFailure(429, 'rate_limited', message, { retry_after: retryAfter });

/** What the plan of one key allows (S-N21). A request that is turned away does not count. */
export class PlanLimiter {
	private readonly windows: readonly RateWindow[];
	private inFlight = 0;

	/** @param limits null: everything passes. */
	constructor(private readonly limits: PlanLimits | null) {
		this.windows =
			limits === null ? [] : [new RateWindow(limits.perMinute, 60_000), new RateWindow(limits.perDay, dayMs)];
	}

	/** Counts a request. @throws ApiFailure 429 */
	count(now: number): void {
		for (const window of this.windows) {
			if (window.room(now) > 0) continue;
			const seconds = secondsFor(window.freeAt(now) - now);
			throw tooMany(`At most ${window.limit} requests in ${window.windowMs / 1000} seconds`, seconds);
		}
		for (const window of this.windows) window.add(now);
	}

	/** Lets a request in; gives the way out. @throws ApiFailure 429 */
	enter(): () => void {
		const { limits } = this;
		if (limits !== null && this.inFlight >= limits.inFlight) {
			throw tooMany(`At most ${limits.inFlight} requests in flight`, 1);
		}
		this.inFlight += 1;
		return () => (this.inFlight -= 1);
	}

	/** `X-RateLimit-*` of the window with the least room; `Reset` in seconds since 1970, by the sandbox's clock. */
	headers(now: number): Record<string, string> {
		const [tightest] = [...this.windows].sort((a, b) => a.room(now) - b.room(now));
		if (tightest === undefined) return {};
		return {
			'X-RateLimit-Limit': String(tightest.limit),
			'X-RateLimit-Remaining': String(Math.max(0, tightest.room(now))),
			'X-RateLimit-Reset': String(Math.ceil(tightest.freeAt(now) / 1000)),
		};
	}
}
