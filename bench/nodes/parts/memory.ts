import { inFreshProcesses } from '../freshProcess';
import { median, type Part } from '../results';

const count = 1_000;
const rounds = 5;

/** Measures how much memory a run of many items needs in addition to the items. Each run has a new process. */
export async function measureMemory(): Promise<Part> {
	const value = median(await inFreshProcesses<number>('memoryProcess.js', [String(count)], rounds));
	return {
		figures: [
			{
				task: `${count} items in one run, memory over the data`,
				subject: 'this package',
				value,
				unit: 'MiB',
			},
		],
		goals: [{ goal: 'memory of 1,000 items over the data, MiB', value, bound: 30, kind: 'atMost' }],
	};
}
