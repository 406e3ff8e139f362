import { timeOf, type Part } from '../results';
import { withService } from '../service';
import { createWithNode } from '../subjects';

const count = 480;
const perWindow = 120;
const windowMs = 20_000;

/**
 * Measures more writes than the rate limit allows in a window. All must succeed, in little more than the least possible time.
 */
export async function measureWrites(): Promise<Part> {
	const rateLimits = {
		writesPerKey: perWindow,
		writesPerWorkspace: perWindow,
		readsPerKey: 10_000,
		windowMs,
	};
	return await withService({ rateLimits }, async (service) => {
		const captions = Array.from({ length: count }, (_, index) => `Post ${index}`);
		let done = 0;
		const wallMs = await timeOf(async () => (done = await createWithNode(service, captions)));
		const statuses = await service.takeStatuses();
		const sent = Object.values(statuses).reduce((sum, number) => sum + number, 0);
		const leastMs = (count / perWindow - 1) * windowMs;
		const task = `${count} writes, ${perWindow} in ${windowMs / 1000} s`;
		const refused = ((statuses[429] ?? 0) / sent) * 100;
		return {
			figures: [
				{ task, subject: 'this package', value: wallMs, unit: 'ms' },
				{ task, subject: 'least possible', value: leastMs, unit: 'ms' },
				{ task: `${task}: answered with 429`, subject: 'this package', value: refused, unit: '%' },
			],
			goals: [
				{ goal: 'writes: time to the least possible', value: wallMs / leastMs, bound: 1.05, kind: 'atMost' },
				{ goal: 'writes: items that failed', value: count - done, bound: 0, kind: 'atMost' },
				{ goal: 'writes: % of requests answered with 429', value: refused, bound: 2, kind: 'atMost' },
			],
		};
	});
}
