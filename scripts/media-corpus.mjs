import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './lib/paths.mjs';

// Makes the files in test/nodes/media/corpus with ffmpeg, and writes what ffprobe says about each of them to expected.json. The tests
// compare the node's own facts with that table, so they need no ffmpeg. Run it where Debian's ffmpeg is installed.

const folder = join(rootFolder, 'test', 'nodes', 'media', 'corpus');

/** @type {(size: string, rate?: number | string) => string[]} */
const picture = (size, rate = 25) => ['-f', 'lavfi', '-i', `color=c=teal:size=${size}:rate=${rate}`];
const sound = ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono'];
/** @type {(count: number) => string[]} */
const frames = (count) => ['-frames:v', String(count), '-shortest'];
const plain = [
	'-map_metadata',
	'-1',
	'-fflags',
	'+bitexact',
	'-flags:v',
	'+bitexact',
	'-flags:a',
	'+bitexact',
];
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-bsf:v', 'filter_units=remove_types=6'];
const aac = ['-c:a', 'aac', '-b:a', '8k'];

/** Arguments of ffmpeg by the name of the file. */
const files = {
	'camera.mp4': [...picture('64x36', 30), ...sound, ...h264, ...aac, ...frames(20)],
	'web.mp4': [
		...picture('64x36', '30000/1001'),
		...sound,
		...h264,
		...aac,
		'-movflags',
		'+faststart',
		...frames(20),
	],
	'phone.mp4': ['-i', 'web.mp4', '-c', 'copy', '-metadata:s:v:0', 'rotate=90'],
	'anamorphic.mp4': [...picture('48x36'), '-vf', 'setsar=4/3', ...h264, ...frames(10)],
	'fragments.mp4': [
		...picture('64x36'),
		...sound,
		...h264,
		...aac,
		'-movflags',
		'+frag_keyframe+empty_moov',
		...frames(20),
	],
	'mp3.mp4': [
		...picture('64x36'),
		...sound,
		'-c:v',
		'mpeg4',
		'-c:a',
		'libmp3lame',
		'-b:a',
		'32k',
		...frames(10),
	],
	'hevc.mp4': [
		...picture('64x64', 24),
		'-c:v',
		'libx265',
		'-x265-params',
		'log-level=none',
		'-tag:v',
		'hvc1',
		'-bsf:v',
		'filter_units=remove_types=39',
		...frames(10),
	],
	'editor.mov': [
		...picture('32x32', 24),
		...sound,
		'-c:v',
		'prores_ks',
		'-profile:v',
		'0',
		'-c:a',
		'alac',
		...frames(4),
	],
	'old.mov': [
		...picture('32x32', 15),
		'-f',
		'lavfi',
		'-i',
		'anullsrc=r=8000:cl=mono',
		'-c:v',
		'mjpeg',
		'-pix_fmt',
		'yuvj420p',
		'-c:a',
		'pcm_u8',
		...frames(3),
	],
	'vp8.webm': [
		...picture('64x36'),
		...sound,
		'-c:v',
		'libvpx',
		'-c:a',
		'libopus',
		'-b:a',
		'6k',
		...frames(10),
	],
	'vp9.webm': [
		...picture('64x36', 50),
		...sound,
		'-c:v',
		'libvpx-vp9',
		'-c:a',
		'libopus',
		'-b:a',
		'6k',
		...frames(10),
	],
	'av1.webm': [...picture('64x64', 24), '-c:v', 'libaom-av1', '-cpu-used', '8', ...frames(5)],
	'sound.mp4': [...sound, ...aac, '-t', '0.5'],
	'sound.m4a': [...sound, ...aac, '-t', '0.5'],
	'sound.webm': [...sound, '-c:a', 'libopus', '-b:a', '6k', '-t', '0.5'],
	'film.mkv': [...picture('64x36'), ...sound, ...h264, ...aac, ...frames(5)],
	'film.avi': [...picture('32x32'), '-c:v', 'mpeg4', ...frames(2)],
	'film.mpegts': [...picture('64x36'), '-c:v', 'mpeg2video', '-f', 'mpegts', ...frames(25)],
	'picture.bmp': [...picture('8x4'), '-frames:v', '1'],
	'picture.tiff': [...picture('70x40'), '-frames:v', '1'],
	'picture.avif': [...picture('64x64'), '-c:v', 'libaom-av1', '-still-picture', '1', '-frames:v', '1'],
	'picture.png': [...picture('70x40'), '-frames:v', '1'],
	'picture.jpg': [...picture('70x40'), '-pix_fmt', 'yuvj420p', '-frames:v', '1'],
	'picture.gif': [...picture('70x40', 10), '-frames:v', '5'],
	'lossy.webp': [...picture('70x40'), '-c:v', 'libwebp', '-frames:v', '1'],
	'lossless.webp': [...picture('70x40'), '-c:v', 'libwebp', '-lossless', '1', '-frames:v', '1'],
};

/** @type {(command: string, args: string[]) => string} */
const run = (command, args) =>
	execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** @type {(name: string) => boolean} */
const isVideo = (name) => /\.(avi|m4a|mkv|mov|mp4|mpegts|webm)$/.test(name);
/** @type {(text: string) => number} */
const ratio = (text) => {
	const [top = 0, bottom = 0] = text.split(/[:/]/).map(Number);
	return top / bottom;
};

/**
 * Returns ffprobe's name of a codec, or one for those that the node doesn't tell apart.
 *
 * @type {(name: string) => string}
 */
const codecName = (name) => (name.startsWith('pcm_') ? 'pcm' : name);

/**
 * What ffprobe says about a stream, as far as it's needed.
 *
 * @typedef {{ codec_type: string, codec_name: string, width: number, height: number, avg_frame_rate: string,
 * sample_aspect_ratio?: string, side_data_list?: { rotation?: number }[] }} Stream
 */

/**
 * The size as players show it: after the aspect ratio of the pixels and the rotation.
 *
 * @param {Stream} stream
 */
function shownSize({ width, height, sample_aspect_ratio: aspect = '1:1', side_data_list: sides = [] }) {
	const stretch = aspect === '0:1' ? 1 : ratio(aspect);
	const size = [Math.round(width * stretch), height];
	const isTurned = sides.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
	return isTurned ? size.reverse() : size;
}

/**
 * @param {string} name
 * @param {string} path
 */
function factsOf(name, path) {
	const probe = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path];
	/** @type {{ format: { duration?: string }, streams: Stream[] }} */
	const { format, streams } = JSON.parse(run('ffprobe', probe));
	const video = streams.find(({ codec_type: type }) => type === 'video');
	const audio = streams.find(({ codec_type: type }) => type === 'audio');
	const [width, height] = video ? shownSize(video) : [];
	if (!isVideo(name)) return { width, height };
	return {
		width,
		height,
		durationSec: Number(format.duration),
		videoCodec: video && codecName(video.codec_name),
		audioCodec: audio && codecName(audio.codec_name),
		frameRate: video && Math.round(ratio(video.avg_frame_rate) * 1000) / 1000,
	};
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
/** @type {Record<string, ReturnType<typeof factsOf>>} */
const expected = {};
let total = 0;
for (const [name, args] of Object.entries(files)) {
	const path = join(folder, name);
	run('ffmpeg', ['-v', 'error', '-y', ...args, ...plain, path]);
	total += readFileSync(path).length;
	expected[name] = factsOf(name, path);
}
writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, '\t')}\n`);
process.stdout.write(`${Object.keys(files).length} files with ${total} bytes\n`);
