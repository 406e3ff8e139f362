/** A sliding window of requests. */
export class RateWindow {
	private readonly times: number[] = [];

	constructor(
		readonly limit: number,
		readonly windowMs: number,
	) {}

	/** How many more requests fit in. */
	room(now: number): number {
		this.forgetOld(now);
		return this.limit - this.times.length;
	}

	/** When the oldest request leaves the window; `now` when it is empty. */
	freeAt(now: number): number {
		this.forgetOld(now);
		const [oldest] = this.times;
		return oldest === undefined ? now : oldest + this.windowMs;
	}

	add(now: number): void {
		this.times.push(now);
	}

	private forgetOld(now: number): void {
		const firstRecent = this.times.findIndex((time) => time > now - this.windowMs);
		if (firstRecent !== 0) this.times.splice(0, firstRecent === -1 ? this.times.length : firstRecent);
	}
}
