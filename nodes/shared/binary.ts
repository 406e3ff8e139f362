import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { ParameterError } from './errors';
import { openAt, type ByteStream, type StorageStream } from './byteStreams';

/** A file that can be read several times. */
export interface BinaryFile {
	/** Bytes. */
	sizeBytes: number;
	mimeType: string;
	fileName?: string;
	/** True when opening in the middle costs no more than opening at the start. */
	isSeekable: boolean;
	/** Reads from `offset` on: `length` bytes, or all there is when it is undefined. */
	open(offset: number, length?: number): Promise<ByteStream>;
}

/**
 * How much is read at once. Each piece is garbage as soon as it is sent: larger ones cost memory with several streams
 * at once, smaller ones time.
 */
const chunkBytes = 128 * 1024;

/** n8n keeps the data as Base64 in the item: it is decoded piece by piece. */
async function* decode(
	base64: string,
	offset: number,
	end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
	// Four characters hold three bytes.
	const alignedStart = offset - (offset % 3);
	for (let start = alignedStart; start < end; start += chunkBytes * 3) {
		const stop = Math.min(start + chunkBytes * 3, end + 2);
		const piece = Buffer.from(base64.slice((start / 3) * 4, Math.ceil(stop / 3) * 4), 'base64');
		yield await Promise.resolve(piece.subarray(Math.max(0, offset - start), end - start));
	}
}

function inItem({ data, mimeType, fileName }: IBinaryData): BinaryFile {
	const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
	const sizeBytes = (data.length / 4) * 3 - padding;
	return {
		sizeBytes,
		mimeType,
		fileName,
		isSeekable: true,
		open: async (offset, length = sizeBytes - offset) =>
			await Promise.resolve({
				bytes: decode(data, offset, Math.min(offset + length, sizeBytes)),
				close: () => undefined,
			}),
	};
}

async function inStorage(
	{ helpers }: IExecuteFunctions,
	{ id = '', mimeType, fileName }: IBinaryData,
): Promise<BinaryFile> {
	const { fileSize } = await helpers.getBinaryMetadata(id);
	return {
		sizeBytes: fileSize,
		mimeType,
		fileName,
		// A file can be opened in the middle; a database row or an object of an object storage cannot.
		isSeekable: id.startsWith('filesystem'),
		open: async (offset, length) =>
			openAt((await helpers.getBinaryStream(id, chunkBytes)) as StorageStream, offset, length),
	};
}

/** Opens binary data of an item in every storage mode of n8n: filesystem, database, S3 and in the item itself. */
export async function openBinaryData(context: IExecuteFunctions, binary: IBinaryData): Promise<BinaryFile> {
	return binary.id ? await inStorage(context, binary) : inItem(binary);
}

/** Opens the file in a binary field of an item; a field that is not there or empty is a `ParameterError`. */
export async function openBinary(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
): Promise<BinaryFile> {
	const fields = context.getInputData()[itemIndex]?.binary ?? {};
	if (!(field in fields)) {
		const there = Object.keys(fields);
		throw new ParameterError(
			`The item has no binary field '${field}'`,
			there.length > 0
				? `It has ${there.map((name) => `'${name}'`).join(', ')}. Correct 'Input Binary Fields'`
				: 'It has no file at all. Let the node before this one read or download one',
		);
	}
	const file = await openBinaryData(context, context.helpers.assertBinaryData(itemIndex, field));
	if (file.sizeBytes > 0) return file;
	throw new ParameterError(`The file in '${field}' is empty`, 'Check the node that reads or downloads it');
}
