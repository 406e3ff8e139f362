import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { SandboxOptions } from '../../sandbox';
import type { ServiceState } from './serviceProcess';

/** The sandbox in a separate process, so that its work doesn't count as the node's. */
export interface Service extends ServiceState {
	/** Returns how many requests were answered with each status since the last call. */
	takeStatuses(): Promise<Record<number, number>>;
	/** Returns how many requests and how many writes arrived since the last call. */
	takeCounts(): Promise<{ requests: number; writes: number }>;
	end(): Promise<void>;
}

/** Starts the sandbox with these options. */
async function startService(options: SandboxOptions): Promise<Service> {
	const child = fork(path.join(__dirname, 'serviceProcess.js'), [JSON.stringify(options)], { execArgv: [] });
	const next = async (): Promise<ServiceState> => ((await once(child, 'message')) as [ServiceState])[0];
	const ask = async (): Promise<ServiceState> => {
		child.send('tell');
		return await next();
	};
	return {
		...(await next()),
		takeStatuses: async () => (await ask()).statuses,
		takeCounts: async () => {
			const { statuses, writes } = await ask();
			return { requests: Object.values(statuses).reduce((sum, count) => sum + count, 0), writes };
		},
		end: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}

/** Starts a sandbox, runs some work with it, and stops it. */
export async function withService<T>(
	options: SandboxOptions,
	work: (service: Service) => Promise<T>,
): Promise<T> {
	const service = await startService(options);
	return await work(service).finally(service.end);
}
