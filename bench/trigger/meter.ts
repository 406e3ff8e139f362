import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Service } from './service';

/** The cost of one poll, or the average of several. */
export interface Cost {
	requests: number;
	/** All bytes on this process's connections, in both directions. */
	bytes: number;
	/** Milliseconds of CPU time of this process. */
	cpuMs: number;
}

const sockets: Socket[] = [];
subscribe('net.client.socket', (message) => void sockets.push((message as { socket: Socket }).socket));

const takeBytes = (): number =>
	sockets.splice(0).reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);

const round = (value: number): number => Math.round(value * 100) / 100;

/** Runs a poll several times and returns the cost of each. `before` runs before each poll and isn't measured. */
export async function measure(
	service: Service,
	polls: number,
	poll: () => Promise<unknown>,
	before: () => Promise<unknown> = async () => undefined,
): Promise<Cost[]> {
	const costs: Cost[] = [];
	for (let count = 0; count < polls; count++) {
		await before();
		await service.countRequests();
		takeBytes();
		const start = process.cpuUsage();
		await poll();
		const { user, system } = process.cpuUsage(start);
		const bytes = takeBytes();
		costs.push({ requests: await service.countRequests(), bytes, cpuMs: (user + system) / 1000 });
	}
	return costs;
}

/** Returns the average of some polls. */
export function average(costs: readonly Cost[]): Cost & { polls: number } {
	const of = (name: keyof Cost): number =>
		round(costs.reduce((sum, cost) => sum + cost[name], 0) / costs.length);
	return { polls: costs.length, requests: of('requests'), bytes: of('bytes'), cpuMs: of('cpuMs') };
}
