const head = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The first bytes of each format. */
export const fileHeads = {
	png: head('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
	jpeg: head('\xff\xd8\xff\xe0\0\x10JFIF\0'),
	webp: head('RIFF\x24\0\0\0WEBPVP8 '),
	gif: head('GIF89a\x01\0\x01\0'),
	mp4: head('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41'),
	mov: head('\0\0\0\x14ftypqt  \0\0\x02\0qt  '),
	webm: head(
		'\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
	),
	heic: head('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
	matroska: head('\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska'),
	pdf: head('%PDF-1.7\n'),
	empty: head(''),
};

/** Formats of {@link fileHeads}. */
export type FileKind = keyof typeof fileHeads;

/**
 * A file of the given size: the header of its format, then bytes without a simple pattern. So parts that
 * are swapped, lost or sent twice have a different hash.
 */
export function fileOf(kind: FileKind, sizeBytes: number): Buffer {
	const words = new Uint32Array(Math.ceil(sizeBytes / 4));
	for (let index = 0, state = 1; index < words.length; index++) {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		words[index] = state;
	}
	const file = Buffer.from(words.buffer, 0, sizeBytes);
	fileHeads[kind].copy(file);
	return file;
}

/** Splits a file into parts like an upload. */
export function partsOf(file: Buffer, partSize: number): Buffer[] {
	const count = Math.ceil(file.length / partSize);
	return Array.from({ length: count }, (_, index) => file.subarray(index * partSize, (index + 1) * partSize));
}
