import type { Measurement } from './plan';
import type { Outcome } from './subject';

/** The median of all runs. If the subject can't upload the file, the values are null and `note` says why. */
export interface Result extends Measurement {
	/** Highest memory during the upload minus the memory at its start. */
	memoryMiB: number | null;
	/** The lowest and the highest of all runs. */
	memoryRangeMiB?: [lowest: number, highest: number];
	wallMs: number | null;
	note?: string;
}

function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** Combines the runs of one measurement. If one of them failed, the result is a failure. */
export function summarize(measurement: Measurement, outcomes: Outcome[]): Result {
	const failed = outcomes.find((outcome) => 'failure' in outcome);
	if (failed) return { ...measurement, memoryMiB: null, wallMs: null, note: failed.failure };
	const numbers = outcomes.filter((outcome) => 'wallMs' in outcome);
	const memories = numbers.map(({ memoryBytes }) => Math.round((memoryBytes / 1024 / 1024) * 10) / 10);
	const wallMs = median(numbers.map((outcome) => outcome.wallMs));
	return {
		...measurement,
		memoryMiB: median(memories),
		memoryRangeMiB: [Math.min(...memories), Math.max(...memories)],
		wallMs: Math.round(wallMs),
	};
}
