import type { IncomingMessage } from 'node:http';

/** What is left of a request's body. */
export interface Drained {
	bytes: number;
	/** The first piece of it as text: all of a small body. */
	beginning: string;
}

/** Reads a body and drops it, at `bytesPerSecond` at the most (Infinity: as fast as it comes). */
export async function drain(request: IncomingMessage, bytesPerSecond: number): Promise<Drained> {
	const startedAt = performance.now();
	const drained: Drained = { bytes: 0, beginning: '' };
	request.on('data', (chunk: Buffer) => {
		if (drained.bytes === 0) drained.beginning = chunk.toString('latin1', 0, 4096);
		drained.bytes += chunk.length;
		const aheadMs = startedAt + (drained.bytes / bytesPerSecond) * 1000 - performance.now();
		if (aheadMs < 1) return;
		request.pause();
		setTimeout(() => request.resume(), aheadMs);
	});
	return await new Promise((resolve, reject) => {
		request.once('end', () => resolve(drained));
		request.once('error', reject);
	});
}
