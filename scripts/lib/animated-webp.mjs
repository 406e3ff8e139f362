// The browser encodes only single pictures. An animated WebP file is a container for such pictures, so this file writes the
// container: https://developers.google.com/speed/webp/docs/riff_container

const ANIMATION = 0x02;
/** A frame replaces the previous one instead of being blended with it. */
const REPLACES = 0x02;

/** A picture of an animation: a lossy WebP file without transparency. @typedef {{ picture: Buffer, durationMs: number }} Frame */

/**
 * Joins pictures of the same size to an animated WebP file.
 *
 * @param {Frame[]} frames
 * @param {{ times: number }} options `times`: how often the animation runs before it stops at the last frame
 * @returns {Buffer}
 * @throws {Error} if a picture isn't a lossy WebP file, or if the pictures have different sizes
 */
export function animate(frames, { times }) {
	const pictures = frames.map(({ picture }) => bitstreamOf(picture));
	const [size = Buffer.alloc(0), ...others] = pictures.map(sizeOf);
	if (others.some((other) => !other.equals(size))) throw new Error('The pictures have different sizes.');
	const loops = Buffer.alloc(6);
	loops.writeUInt16LE(times, 4);
	const body = Buffer.concat([
		Buffer.from('WEBP'),
		chunk('VP8X', Buffer.from([ANIMATION, 0, 0, 0]), size),
		chunk('ANIM', loops),
		...frames.map(({ durationMs }, index) =>
			chunk(
				'ANMF',
				Buffer.alloc(6),
				size,
				in24Bits(durationMs),
				Buffer.from([REPLACES]),
				chunk('VP8 ', /** @type {Buffer} */ (pictures[index])),
			),
		),
	]);
	return chunk('RIFF', body);
}

/**
 * @param {string} name
 * @param {Buffer[]} parts
 */
function chunk(name, ...parts) {
	const content = Buffer.concat(parts);
	const size = Buffer.alloc(4);
	size.writeUInt32LE(content.length);
	return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

/** @param {number} value */
function in24Bits(value) {
	const bytes = Buffer.alloc(3);
	bytes.writeUIntLE(value, 0, 3);
	return bytes;
}

/**
 * @param {Buffer} picture
 * @returns {Buffer} the content of its chunk `VP8 `
 */
function bitstreamOf(picture) {
	for (let at = 12; at + 8 <= picture.length; ) {
		const start = at + 8;
		const end = start + picture.readUInt32LE(at + 4);
		if (picture.toString('latin1', at, start - 4) === 'VP8 ') return picture.subarray(start, end);
		at = end + ((end - start) % 2);
	}
	throw new Error('A picture is not a lossy WebP file.');
}

/**
 * @param {Buffer} bitstream whose frame header has width and height, 14 bits each
 * @returns {Buffer} width and height as the container has them
 */
const sizeOf = (bitstream) =>
	Buffer.concat([6, 8].map((at) => in24Bits((bitstream.readUInt16LE(at) & 0x3fff) - 1)));
