import type { IncomingMessage } from 'node:http';

/** What is known of a body after it was discarded. */
export interface Drained {
	bytes: number;
	/** The beginning of the body as text. It contains all of a small body. */
	beginning: string;
}

/** Reads and discards a body at no more than `bytesPerSecond`. Infinity means no limit. */
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
