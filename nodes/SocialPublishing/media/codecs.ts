/** Names of codecs by their four-character codes in MP4 and MOV. The names are those of ffmpeg. */
const mp4Codecs = new Map<string, string>([
	...['avc1', 'avc2', 'avc3', 'avc4'].map((code): [string, string] => [code, 'h264']),
	...['hev1', 'hvc1', 'hvc2', 'dvh1', 'dvhe'].map((code): [string, string] => [code, 'hevc']),
	...['apch', 'apcn', 'apcs', 'apco', 'ap4h', 'ap4x'].map((code): [string, string] => [code, 'prores']),
	...['jpeg', 'mjpa', 'mjpb'].map((code): [string, string] => [code, 'mjpeg']),
	...['sowt', 'twos', 'lpcm', 'ipcm', 'fpcm', 'in24', 'in32', 'raw '].map((code): [string, string] => [
		code,
		'pcm',
	]),
	['vp08', 'vp8'],
	['vp09', 'vp9'],
	['av01', 'av1'],
	['mp4v', 'mpeg4'],
	['s263', 'h263'],
	['mp4a', 'aac'],
	['.mp3', 'mp3'],
	['alac', 'alac'],
	['ac-3', 'ac3'],
	['ec-3', 'eac3'],
	['Opus', 'opus'],
	['fLaC', 'flac'],
	['samr', 'amr'],
]);

/** Names of codecs by the ID in WebM and Matroska, up to the first slash that says more. */
const webmCodecs = new Map<string, string>([
	['V_VP8', 'vp8'],
	['V_VP9', 'vp9'],
	['V_AV1', 'av1'],
	['V_MPEG4/ISO/AVC', 'h264'],
	['V_MPEGH/ISO/HEVC', 'hevc'],
	['V_MPEG4/ISO/ASP', 'mpeg4'],
	['A_OPUS', 'opus'],
	['A_VORBIS', 'vorbis'],
	['A_AAC', 'aac'],
	['A_MPEG/L3', 'mp3'],
	['A_FLAC', 'flac'],
	['A_AC3', 'ac3'],
	['A_PCM/INT/LIT', 'pcm'],
]);

/** Names of codecs by the object type in the description of an MP4 audio track. */
const objectTypes = new Map<number, string>([
	[0x40, 'aac'],
	[0x66, 'aac'],
	[0x67, 'aac'],
	[0x68, 'aac'],
	[0x69, 'mp3'],
	[0x6b, 'mp3'],
	[0xa5, 'ac3'],
	[0xa6, 'eac3'],
	[0xdd, 'vorbis'],
]);

/** Tags of the descriptors that lead to the object type, and how many bytes are between them. */
const streamTag = 0x03;
const decoderTag = 0x04;
const beforeDecoder = 3;

/** The position after a descriptor's tag and its length, which has up to four bytes. */
function afterLength(bytes: Buffer, tagAt: number): number {
	let at = tagAt + 1;
	for (let count = 0; count < 3 && (bytes.at(at) ?? 0) >= 0x80; count += 1) at += 1;
	return at + 1;
}

/** Returns the codec in the description of an MP4 audio track. Undefined if there is none. */
function codecInDescription(entry: Buffer): string | undefined {
	const found = entry.indexOf('esds', 0, 'latin1');
	if (found === -1) return undefined;
	const stream = found + 8;
	if (entry.at(stream) !== streamTag) return undefined;
	const decoder = afterLength(entry, stream) + beforeDecoder;
	if (entry.at(decoder) !== decoderTag) return undefined;
	return objectTypes.get(entry.at(afterLength(entry, decoder)) ?? 0);
}

/**
 * Returns the name of the codec in the first sample description of an MP4 or MOV track, such as `h264`. Undefined if it's unknown.
 * @param entry the description, starting with its size and its four-character code
 */
export function mp4Codec(entry: Buffer): string | undefined {
	const code = entry.toString('latin1', 4, 8);
	return (code === 'mp4a' ? codecInDescription(entry) : undefined) ?? mp4Codecs.get(code);
}

/** Returns the name of a codec by its ID in WebM, such as `vp9`. Undefined if it's unknown. */
export const webmCodec = (id: string): string | undefined => webmCodecs.get(id.split('\0', 1).join(''));
