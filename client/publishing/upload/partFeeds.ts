import type { ByteBody } from '../../http/types';
import { createReader, exactly, type Source } from './sourceReader';

/** The bytes of a part for one attempt to send them. */
export interface OpenPart {
	body: ByteBody;
	close(): void;
	/** What failed in a body that watches itself. */
	failure?(): unknown;
}

/** One part of a file, ready to be sent, and to be sent again. */
export interface FeedPart {
	/** Counted from 1. */
	partNumber: number;
	sizeBytes: number;
	open(): Promise<OpenPart>;
	/** Called once the part has arrived: what it occupied may be used for another. */
	release(): void;
}

/** Hands the parts of a file to workers, in order. */
interface PartFeed {
	/** How many parts can be uploaded in parallel. */
	workers: number;
	/** The next part; undefined after the last. */
	next(): Promise<FeedPart | undefined>;
	/** Gives back what is open. */
	close(): void;
}

/** How a file is cut. */
interface PartPlan {
	partSize: number;
	partCount: number;
	/** The maximum number of parts that are uploaded in parallel. */
	workers: number;
	/** All part buffers together, in bytes, where a file has to pass through buffers. */
	bufferBytesMax: number;
}

/** Where a part lies in its file, in bytes. */
interface Cut {
	partNumber: number;
	offset: number;
	length: number;
	isLast: boolean;
}

/** Counts through the parts of a file; undefined after the last. */
function createCutter({ sizeBytes }: Source, { partSize, partCount }: PartPlan): () => Cut | undefined {
	let partNumber = 0;
	return () => {
		if (partNumber >= partCount) return undefined;
		const offset = partNumber * partSize;
		partNumber++;
		const length = Math.min(partSize, sizeBytes - offset);
		return { partNumber, offset, length, isLast: partNumber === partCount };
	};
}

/** Closes a feed that has nothing open. */
export const nothing = (): void => undefined;

/**
 * For a file that can be opened in the middle: every attempt streams its own window of the file, so that no part is
 * ever held in memory and the size of parts does not matter. The last window reads to the end, to see a longer file.
 */
function createWindowFeed(source: Source, plan: PartPlan): PartFeed {
	const cut = createCutter(source, plan);
	const open = async ({ offset, length, isLast }: Cut): Promise<OpenPart> => {
		const { bytes, close, failure } = await source.open(offset, isLast ? undefined : length);
		if (failure) return { body: bytes, close, failure };
		return { body: exactly(bytes, { offset, length, sizeBytes: source.sizeBytes }), close };
	};
	const next = async (): Promise<FeedPart | undefined> => {
		const part = cut();
		if (!part) return undefined;
		const { partNumber, length: sizeBytes } = part;
		return await Promise.resolve({
			partNumber,
			sizeBytes,
			open: async () => await open(part),
			release: nothing,
		});
	};
	return { workers: plan.workers, next, close: nothing };
}

/**
 * For a file that is read from start to end, with small parts: the parts are copied into a fixed number of buffers
 * that are used again and again, `bufferBytesMax` in all. A retry sends the buffer again.
 */
function createBufferFeed(source: Source, plan: PartPlan): PartFeed {
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

/**
 * For a file that is read from start to end, with parts too large to hold: one part at a time passes straight through.
 * A retry opens the file again at the start of its part.
 */
function createStraightFeed(source: Source, plan: PartPlan): PartFeed {
	const cut = createCutter(source, plan);
	let reader = createReader(source, 0);
	const next = async (): Promise<FeedPart | undefined> => {
		const part = cut();
		if (!part) return undefined;
		const { partNumber, offset, length } = part;
		let attempts = 0;
		const open = async (): Promise<OpenPart> => {
			if (attempts++ > 0) {
				reader.close();
				reader = createReader(source, offset);
			}
			return { body: (await reader.get()).take(length, part.isLast), close: nothing };
		};
		return await Promise.resolve({ partNumber, sizeBytes: length, open, release: nothing });
	};
	return { workers: 1, next, close: () => reader.close() };
}

/** Chooses how a file is fed to the workers; memory never grows with the file nor with the size of its parts. */
export function createPartFeed(source: Source, plan: PartPlan): PartFeed {
	if (source.isSeekable) return createWindowFeed(source, plan);
	const fitsTwice =
		plan.partSize * 2 <= plan.bufferBytesMax ||
		(plan.partCount === 1 && source.sizeBytes <= plan.bufferBytesMax);
	return fitsTwice ? createBufferFeed(source, plan) : createStraightFeed(source, plan);
}
