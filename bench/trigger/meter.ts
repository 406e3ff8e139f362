import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { Service } from './service';

/** The average cost of a poll. */
export interface Cost {
	polls: number;
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

/** Runs a poll several times and measures it. `before` runs before each poll and isn't measured. */
export async function measure(
	service: Service,
	polls: number,
	poll: () => Promise<unknown>,
	before: () => Promise<unknown> = async () => undefined,
): Promise<Cost> {
	const total = { requests: 0, bytes: 0, cpuMs: 0 };
	for (let count = 0; count < polls; count++) {
		await before();
		await service.countRequests();
		takeBytes();
		const start = process.cpuUsage();
		await poll();
		const { user, system } = process.cpuUsage(start);
		total.cpuMs += (user + system) / 1000;
		total.bytes += takeBytes();
		total.requests += await service.countRequests();
	}
	return {
		polls,
		requests: round(total.requests / polls),
		bytes: round(total.bytes / polls),
		cpuMs: round(total.cpuMs / polls),
	};
}
