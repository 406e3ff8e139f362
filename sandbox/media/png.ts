import { deflateSync } from 'node:zlib';

/** A filled rectangle of a drawing: its color as RGB, and its place in pixels. */
export type Rectangle = readonly [color: number, x: number, y: number, width: number, height: number];

/** The table of the CRC that ends each chunk of a PNG file. */
const crcTable = Uint32Array.from({ length: 256 }, (_value, index) => {
	let crc = index;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	return crc;
});

const crcOf = (bytes: Buffer): number =>
	~bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), 0xffffffff) >>> 0;

function chunk(type: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	crc.writeUInt32BE(crcOf(named));
	return Buffer.concat([length, named, crc]);
}

/** Draws rectangles over each other as a PNG file, so that a network, too, could use the picture. */
export function drawPng(width: number, height: number, rectangles: readonly Rectangle[]): Buffer {
	const stride = 1 + 3 * width;
	const pixels = Buffer.alloc(stride * height);
	for (const [color, left, top, across, down] of rectangles) {
		const row = Buffer.alloc(3 * across, Buffer.from([color >> 16, (color >> 8) & 0xff, color & 0xff]));
		for (let y = top; y < top + down; y++) row.copy(pixels, y * stride + 1 + 3 * left);
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// 8 bits for each of red, green and blue.
	header.set([8, 2], 8);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(pixels)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}
