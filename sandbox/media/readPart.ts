import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { headBytes } from './fileTypes';

/** What is left of the bytes of a part: the bytes themselves are dropped. */
export interface PartDigest {
	/** Hexadecimal. */
	md5: string;
	/** The first 64 bytes. */
	head: Buffer;
}

/** How a part is read. */
export interface Reading {
	bytesPerSecond: number;
	/** Breaks off once this many bytes are there; Infinity reads to the end. */
	stopAfter: number;
	/** Told how many bytes there are so far. */
	onBytes(count: number): void;
}

/** Waits as long as the bytes so far should have taken at the rate of the connection. */
const keepPace = async (startedAt: number, count: number, bytesPerSecond: number): Promise<void> => {
	const aheadMs = startedAt + (count / bytesPerSecond) * 1000 - performance.now();
	if (aheadMs >= 1) await wait(aheadMs);
};

/**
 * Reads a part chunk by chunk, hashing it on the way: memory stays the same however large it is. Null when it broke
 * off; rejects when the client does.
 */
export const readPart = async (request: IncomingMessage, reading: Reading): Promise<PartDigest | null> => {
	const { bytesPerSecond, stopAfter, onBytes } = reading;
	const hash = createHash('md5');
	const startedAt = performance.now();
	let head = Buffer.alloc(0);
	let count = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		hash.update(chunk);
		if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
		count += chunk.length;
		onBytes(count);
		if (count >= stopAfter) return null;
		await keepPace(startedAt, count, bytesPerSecond);
	}
	return { md5: hash.digest('hex'), head };
};
