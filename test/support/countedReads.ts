import type { FileFacts } from '../../client/publishing/media';
import { readFileFacts } from '../../nodes/SocialPublishing/media/fileFacts';

/** The cost of reading a file's header. */
interface Cost {
	reads: number;
	/** The most bytes requested in one read. */
	largest: number;
	/** All bytes that were returned. */
	bytesRead: number;
	facts: FileFacts;
}

/** Most files answer after ten reads. A reader that doesn't stop is stopped here, so the test can fail. */
const readsMax = 3_000;

/** Reads the facts of a file in memory and counts the reads and bytes. */
export async function costOf(
	file: Buffer,
	signal?: AbortSignal,
	onRead?: (reads: number) => void,
	sizeBytes?: number,
): Promise<Cost> {
	const cost = { reads: 0, largest: 0, bytesRead: 0 };
	const read = async (offset: number, length: number): Promise<Buffer> => {
		cost.reads += 1;
		cost.largest = Math.max(cost.largest, length);
		onRead?.(cost.reads);
		if (cost.reads > readsMax) throw new Error('The file is read without end');
		const bytes = file.subarray(offset, offset + length);
		cost.bytesRead += bytes.length;
		return bytes;
	};
	const facts = await readFileFacts(read, { signal, sizeBytes });
	return { ...cost, facts };
}
