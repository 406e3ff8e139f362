/** How bad a connection is: fine, expiring, lost. */
export type Level = 0 | 1 | 2;

const eventOf: Record<Level, string> = {
	0: 'channelReconnected',
	1: 'channelTokenExpiring',
	2: 'channelNeedsReconnecting',
};

interface Known {
	/** The worst level that was reported, or was there at the first reading. */
	level: Level;
	isReported: boolean;
	/** When the readings first saw each level that is still to be reported. */
	seen: Partial<Record<Level, number>>;
	/** Since when a reported lost connection has only been expiring. */
	worksSince?: number;
}

const hourMs = 3_600_000;

/**
 * The simplest account of what readings of channels must report. It reports the worst level of a trouble once, and a lost connection
 * again if it worked for an hour.
 */
export class ConnectionReference {
	private known = new Map<string, Known>();
	private hasRead = false;

	/** @param reportsOld whether the first reading reports what is already wrong */
	constructor(
		private readonly waitMs: number,
		private readonly reportsOld: boolean,
	) {}

	copy(): ConnectionReference {
		const copy = new ConnectionReference(this.waitMs, this.reportsOld);
		copy.known = structuredClone(this.known);
		copy.hasRead = this.hasRead;
		return copy;
	}

	/** Reads the channels at a time. Returns `event channel` of each report. */
	read(channels: ReadonlyArray<readonly [id: string, level: Level]>, now: number): string[] {
		const isFirst = !this.hasRead;
		this.hasRead = true;
		return channels.flatMap(([id, level]) =>
			this.readOne(id, level, now, isFirst).map((event) => `${event} ${id}`),
		);
	}

	private readOne(id: string, level: Level, now: number, isFirst: boolean): string[] {
		const known = this.known.get(id) ?? { level: 0, isReported: false, seen: {} };
		if (level === 0) {
			this.known.delete(id);
			return known.isReported ? [eventOf[0]] : [];
		}
		this.known.set(id, known);
		if (isFirst) {
			Object.assign(known, { level, isReported: this.reportsOld });
			return this.reportsOld ? [eventOf[level]] : [];
		}
		if (level === 1) delete known.seen[2];
		if (level === 1 && known.level === 2) known.worksSince ??= now;
		if (level === 2 && known.worksSince !== undefined) {
			if (now - known.worksSince >= hourMs) known.level = 1;
			delete known.worksSince;
		}
		if (level <= known.level) return [];
		const seenAt = (known.seen[level] ??= now);
		if (now - seenAt < this.waitMs) return [];
		Object.assign(known, { level, isReported: true });
		return [eventOf[level]];
	}
}
