import type { ByteBody } from '../../http/types';
import type { Source } from './source';

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
export interface PartFeed {
	/** How many parts may be under way at once. */
	workers: number;
	/** The next part; undefined after the last. */
	next(): Promise<FeedPart | undefined>;
	/** Gives back what is open. */
	close(): void;
}

/** How a file is cut. */
export interface PartPlan {
	partSize: number;
	partCount: number;
	/** Parts that may be under way at once, at the most. */
	workers: number;
	/** All part buffers together, in bytes, where a file has to pass through buffers. */
	bufferBytesMax: number;
}

/** Where a part lies in its file, in bytes. */
export interface Cut {
	partNumber: number;
	offset: number;
	length: number;
	isLast: boolean;
}

/** Counts through the parts of a file; undefined after the last. */
export function createCutter(
	{ sizeBytes }: Source,
	{ partSize, partCount }: PartPlan,
): () => Cut | undefined {
	let partNumber = 0;
	return () => {
		if (partNumber >= partCount) return undefined;
		const offset = partNumber * partSize;
		partNumber++;
		const length = Math.min(partSize, sizeBytes - offset);
		return { partNumber, offset, length, isLast: partNumber === partCount };
	};
}

/** For feeds that hold nothing. */
export const nothing = (): void => undefined;
