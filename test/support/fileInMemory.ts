import type { BinaryFile } from '../../nodes/shared/binary';

/** A file of a node, with bytes that arrive in chunks. */
export const fileInMemory = (bytes: Buffer, isSeekable: boolean, chunkBytes: number): BinaryFile => ({
	sizeBytes: bytes.length,
	mimeType: '',
	isSeekable,
	head: async (count) => bytes.subarray(0, count),
	open: async (offset, length = Infinity) => {
		async function* chunks() {
			const end = Math.min(bytes.length, offset + length);
			for (let at = offset; at < end; at += chunkBytes) {
				yield bytes.subarray(at, Math.min(at + chunkBytes, end));
			}
		}
		return { bytes: chunks(), close: () => undefined };
	},
	close: () => undefined,
});
