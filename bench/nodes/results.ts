/** A figure that a part of the benchmark measured. */
export interface Figure {
	/** The task that was measured. */
	task: string;
	/** What did the task, such as this package. */
	subject: string;
	value: number;
	unit: 'bytes' | 'ms' | 'MiB' | '%' | 'characters' | 'requests' | 'writes' | '';
}

/** A goal for a figure. */
export interface Goal {
	goal: string;
	value: number;
	/** The highest or lowest allowed value. */
	bound: number;
	kind: 'atMost' | 'atLeast';
}

/** The results of one part of the benchmark. */
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

/** Measures how many milliseconds some work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

/**
 * Measures several subjects in rounds, in which they take turns, so that a slow moment affects all of them. The first round
 * only warms them up.
 * @returns the median of each subject, in milliseconds
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
