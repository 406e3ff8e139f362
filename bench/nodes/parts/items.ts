import { createRunData } from '../../../test/support/n8nWorkflow';
import type { Figure, Part } from '../results';
import { withService } from '../service';
import { createWithNode } from '../subjects';

const counts = [100, 1_000, 10_000];

const captionsOf = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `Post ${index} ${'words '.repeat(100)}`);

/** Measures the CPU time of each item, and what n8n keeps for it in the execution, with few and with many items in one run. */
export async function measureItems(): Promise<Part> {
	const measure = async (count: number): Promise<Figure[]> =>
		await withService({ rateLimits: 'off' }, async (service) => {
			await createWithNode(service, captionsOf(200));
			const runData = createRunData([]);
			const captions = captionsOf(count);
			const before = process.cpuUsage();
			await createWithNode(service, captions, runData);
			const { user, system } = process.cpuUsage(before);
			const kept = JSON.stringify(runData.executionData?.contextData ?? {});
			const [task, subject] = [`${count} items in one run, each`, 'this package'];
			return [
				{ task: `${task}, CPU`, subject, value: (user + system) / 1_000 / count, unit: 'ms' },
				{ task: `${task}, kept for it`, subject, value: kept.length / count, unit: 'bytes' },
			];
		});
	const figures: Figure[][] = [];
	for (const count of counts) figures.push(await measure(count));
	return { figures: figures.flat(), goals: [] };
}
