import type { ByteBody } from '../../http/types.js';
import { createReader, exactly, expectSize, type Source } from './sourceReader.js';

/** The bytes of a part for one try. */
export interface OpenPart {
	body: ByteBody;
	close(): void;
	/** Returns what failed, for a body that notices its own failures. */
	failure?(): unknown;
}

/** A part of a file that can be opened again for each try. */
export interface FeedPart {
	/** Counted from 1. */
	partNumber: number;
	sizeBytes: number;
	open(): Promise<OpenPart>;
	/** Frees the memory of the part. Called after the part has arrived. */
	release(): void;
}

/** Hands out the parts of a file to workers, in order. */
interface PartFeed {
	/** How many parts can be uploaded in parallel. */
	workers: number;
	/** Returns the next part, or undefined after the last. */
	next(): Promise<FeedPart | undefined>;
	/** Closes the open file. */
	close(): void;
}

/** How to divide a file into parts. */
interface PartPlan {
	partSize: number;
	partCount: number;
	/** The maximum number of parallel uploads. */
	workers: number;
	/** The maximum total size of all part buffers in bytes, for a file that has to be buffered. */
	bufferBytesMax: number;
}

/** Where a part is in its file, in bytes. */
interface Cut {
	partNumber: number;
	offset: number;
	length: number;
	isLast: boolean;
}

/** Returns the parts of a file one by one, and undefined after the last. */
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

/** A `close` for feeds that open nothing. */
export const nothing = (): void => undefined;

/**
 * For a file that can be opened at any position. Each try streams its part directly from the file, so no part is in memory,
 * whatever its size. Before the last part is opened, the end of the file is checked, because a file that is too long has that part,
 * too.
 */
function createWindowFeed(source: Source, plan: PartPlan): PartFeed {
	const cut = createCutter(source, plan);
	const open = async ({ offset, length, isLast }: Cut): Promise<OpenPart> => {
		if (isLast) await expectSize(source);
		const { bytes, close, failure } = await source.open(offset, length);
		if (failure) return { body: bytes, close, failure };
		return { body: exactly(bytes, { offset, length, sizeBytes: source.sizeBytes }), close };
	};
	const next = async (): Promise<FeedPart | undefined> => {
		const part = cut();
		if (!part) return undefined;
		const { partNumber, length: sizeBytes } = part;
		return {
			partNumber,
			sizeBytes,
			open: async () => await open(part),
			release: nothing,
		};
	};
	return { workers: plan.workers, next, close: nothing };
}

/**
 * For a file that can only be read from the start, in small parts. Copies the parts into a fixed number of reused buffers of
 * `bufferBytesMax` in total. A retry sends the buffer again.
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
		// Workers share one reader, so each waits until the bytes before its own are read.
		reading = reading.then(async () => await fill(body, part));
		await reading;
		return {
			partNumber: part.partNumber,
			sizeBytes: part.length,
			open: async () => ({ body, close: nothing }),
			release: () => void free.push(whole),
		};
	};
	return { workers, next, close: reader.close };
}

/**
 * For a file that can only be read from the start, in parts that are too large to buffer. Streams one part at a time. A retry
 * opens the file again at the start of the part.
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
		return { partNumber, sizeBytes: length, open, release: nothing };
	};
	return { workers: 1, next, close: () => reader.close() };
}

/**
 * Chooses how the workers get the parts of a file. Memory grows neither with the size of the file nor with that of its parts.
 */
export function createPartFeed(source: Source, plan: PartPlan): PartFeed {
	if (source.isSeekable) return createWindowFeed(source, plan);
	const fitsTwice =
		plan.partSize * 2 <= plan.bufferBytesMax ||
		(plan.partCount === 1 && source.sizeBytes <= plan.bufferBytesMax);
	return fitsTwice ? createBufferFeed(source, plan) : createStraightFeed(source, plan);
}
