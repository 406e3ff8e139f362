const text = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');

const numbers = (write: (bytes: Buffer) => void, length: number): Buffer => {
	const bytes = Buffer.alloc(length);
	write(bytes);
	return bytes;
};

const rest = Buffer.alloc(3_000, 7);

/** Pictures of a given size by format, with everything that a reader of their headers needs. */
export const pictureFiles: Record<string, (width: number, height: number) => Buffer> = {
	png: (width, height) => {
		const size = numbers((bytes) => {
			bytes.writeUInt32BE(width);
			bytes.writeUInt32BE(height, 4);
		}, 8);
		return Buffer.concat([text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), size, rest]);
	},
	gif: (width, height) => {
		const size = numbers((bytes) => {
			bytes.writeUInt16LE(width);
			bytes.writeUInt16LE(height, 2);
		}, 4);
		return Buffer.concat([text('GIF89a'), size, rest]);
	},
	jpeg: (width, height) => jpegFile(width, height, 1),
	'jpeg on its side': (width, height) => jpegFile(height, width, 6),
	webp: (width, height) => {
		const frame = numbers((bytes) => {
			bytes.writeUInt16LE(width, 6);
			bytes.writeUInt16LE(height, 8);
		}, 10);
		return webpFile('VP8 ', frame);
	},
	'webp without loss': (width, height) => {
		const bits = numbers((bytes) => {
			bytes[0] = 0x2f;
			bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
		}, 5);
		return webpFile('VP8L', bits);
	},
	'webp with more': (width, height) => {
		const canvas = numbers((bytes) => {
			bytes.writeUIntLE(width - 1, 4, 3);
			bytes.writeUIntLE(height - 1, 7, 3);
		}, 10);
		return webpFile('VP8X', canvas);
	},
};

const webpFile = (kind: string, content: Buffer): Buffer =>
	Buffer.concat([text('RIFF\x24\0\0\0WEBP'), text(kind), Buffer.alloc(4), content, rest]);

const segment = (marker: number, content: Buffer): Buffer => {
	const header = Buffer.from([0xff, marker, 0, 0]);
	header.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([header, content]);
};

/** A JPEG with a preview in its Exif segment, and with tables and fill bytes before the frame. */
function jpegFile(width: number, height: number, orientation: number): Buffer {
	const entry = numbers((bytes) => {
		bytes.writeUInt16LE(0x0112);
		bytes.writeUInt16LE(3, 2);
		bytes.writeUInt32LE(1, 4);
		bytes.writeUInt16LE(orientation, 8);
	}, 12);
	const exif = Buffer.concat([text('Exif\0\0II*\0\x08\0\0\0\x01\0'), entry, Buffer.alloc(9_000, 7)]);
	const frame = numbers((bytes) => {
		bytes[0] = 8;
		bytes.writeUInt16BE(height, 1);
		bytes.writeUInt16BE(width, 3);
	}, 15);
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		segment(0xe0, text('JFIF\0\x01\x01')),
		segment(0xe1, exif),
		segment(0xdb, Buffer.alloc(65)),
		segment(0xdd, Buffer.alloc(2)),
		Buffer.from([0xff, 0xff]),
		segment(0xc2, frame),
		rest,
	]);
}
