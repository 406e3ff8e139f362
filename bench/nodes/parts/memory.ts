import { serialize } from 'node:v8';
import { readPeak, resetPeak } from '../../upload/peakMemory';
import type { Part } from '../results';
import { withService } from '../service';
import { createWithNode } from '../subjects';

const count = 1_000;
const mib = 1024 * 1024;

/** Many items in one run: what they take besides themselves. */
export const measureMemory = async (): Promise<Part> =>
	await withService({ rateLimits: 'off' }, async (service) => {
		const captions = Array.from({ length: count }, (_, index) => `Post ${index} ${'words '.repeat(100)}`);
		await createWithNode(service, captions.slice(0, 200));
		globalThis.gc?.();
		resetPeak();
		const before = process.memoryUsage.rss();
		await createWithNode(service, captions);
		const dataMib = serialize(captions).length / mib;
		const value = Math.max(0, readPeak() - before) / mib - dataMib;
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
	});
