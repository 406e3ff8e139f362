import { createCutter, type Cut, type FeedPart, type PartFeed, type PartPlan, nothing } from './feed';
import { createReader } from './reader';
import type { Source } from './source';

/**
 * For a file that is read from start to end, with small parts: the parts are copied into a fixed number of buffers
 * that are used again and again, `bufferBytesMax` in all. A retry sends the buffer again.
 */
export function createBufferFeed(source: Source, plan: PartPlan): PartFeed {
	const cut = createCutter(source, plan);
	const reader = createReader(source, 0);
	const bufferBytes = Math.min(plan.partSize, source.sizeBytes);
	const workers = Math.min(plan.workers, plan.partCount, Math.floor(plan.bufferBytesMax / bufferBytes));
	const free = Array.from({ length: workers }, () => new Uint8Array(bufferBytes));
	let reading: Promise<unknown> = Promise.resolve();
	const fill = async (buffer: Uint8Array, { isLast }: Cut): Promise<void> => {
		const recutter = await reader.get();
		await recutter.fill(buffer);
		if (isLast) await recutter.expectEnd();
	};
	const next = async (): Promise<FeedPart | undefined> => {
		const part = cut();
		if (!part) return undefined;
		const whole = free.pop() as Uint8Array<ArrayBuffer>;
		const body = whole.subarray(0, part.length);
		// One reader: who comes later waits for the bytes before its own.
		reading = reading.then(async () => await fill(body, part));
		await reading;
		return {
			partNumber: part.partNumber,
			sizeBytes: part.length,
			open: async () => await Promise.resolve({ body, close: nothing }),
			release: () => void free.push(whole),
		};
	};
	return { workers, next, close: reader.close };
}
