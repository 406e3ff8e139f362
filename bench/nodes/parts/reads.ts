import { compare, type Part } from '../results';
import { withService } from '../service';
import { readWithNode, readWithPool } from '../subjects';

const count = 200;
const latencyMs = 50;
const atOnce = 10;
const rounds = 5;
const task = `${count} reads of single posts, ${latencyMs} ms latency`;

/** Measures many reads from a service with latency. Parallel requests save most of this time. */
export async function measureReads(): Promise<Part> {
	const times = await withService({ latencyMs, rateLimits: 'off' }, async (service) =>
		compare(
			{
				ours: async () => await readWithNode(service, count),
				single: async () => await readWithPool(service, count, 1),
				pool: async () => await readWithPool(service, count, atOnce),
			},
			rounds,
		),
	);
	const { ours, single, pool } = times;
	return {
		figures: [
			{ task, subject: 'this package', value: ours, unit: 'ms' },
			{ task, subject: 'one after the other', value: single, unit: 'ms' },
			{ task, subject: `plain undici pool, ${atOnce} at once`, value: pool, unit: 'ms' },
		],
		goals: [
			{
				goal: 'reads: times faster than one after the other',
				value: single / ours,
				bound: 6,
				kind: 'atLeast',
			},
			{ goal: 'reads: time to that of a plain undici pool', value: ours / pool, bound: 1.3, kind: 'atMost' },
		],
	};
}
