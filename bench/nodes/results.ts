/** One figure of a part of the benchmark. */
export interface Figure {
	/** What was done. */
	task: string;
	/** With what. */
	subject: string;
	value: number;
	unit: 'ms' | 'MiB' | '%' | 'characters' | 'requests' | 'writes' | '';
}

/** What has to be reached. */
export interface Goal {
	goal: string;
	value: number;
	/** At most, or at least, this. */
	bound: number;
	kind: 'atMost' | 'atLeast';
}

/** What a part measures. */
export interface Part {
	figures: Figure[];
	goals: Goal[];
}

/** Whether a goal is reached. */
export const isReached = ({ value, bound, kind }: Goal): boolean =>
	kind === 'atMost' ? value <= bound : value >= bound;

/** The middle value. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds that work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

/**
 * Times subjects in turn, so that a slow moment meets all of them; the first round warms them up and does not count.
 * @returns the median of each, in milliseconds
 */
export async function compare<Name extends string>(
	subjects: Record<Name, () => Promise<unknown>>,
	rounds: number,
): Promise<Record<Name, number>> {
	const names = Object.keys(subjects) as Name[];
	const times = names.map((): number[] => []);
	for (let turn = 0; turn < (rounds + 1) * names.length; turn++) {
		const which = turn % names.length;
		const time = await timeOf(subjects[names[which] as Name]);
		if (turn >= names.length) times[which]?.push(time);
	}
	return Object.fromEntries(names.map((name, index) => [name, median(times[index] ?? [])])) as Record<
		Name,
		number
	>;
}
