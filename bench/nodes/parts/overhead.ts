import { compare, type Part } from '../results';
import { withService } from '../service';
import { readWithHttpRequest, readWithNode } from '../subjects';

const count = 500;
const rounds = 25;
const task = `one of ${count} reads, no latency`;

/** Compares a call of the node with the same call of n8n's HTTP Request node, to a service without latency. */
export async function measureOverhead(): Promise<Part> {
	const { ours, httpRequest } = await withService({ rateLimits: 'off' }, async (service) =>
		compare(
			{
				ours: async () => await readWithNode(service, count),
				httpRequest: async () => await readWithHttpRequest(service, count),
			},
			rounds,
		),
	);
	return {
		figures: [
			{ task, subject: 'this package', value: ours / count, unit: 'ms' },
			{ task, subject: "n8n's HTTP Request node", value: httpRequest / count, unit: 'ms' },
		],
		goals: [
			{
				goal: "overhead: time per item to that of n8n's HTTP Request node",
				value: ours / httpRequest,
				bound: 1.1,
				kind: 'atMost',
			},
		],
	};
}
