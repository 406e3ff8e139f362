import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '../../../client/publishing/media';
import { withoutUndefined } from '../../../client/http/json';
import { described } from '../../../nodes/SocialPublishing/media/fileFacts';
import { fuzzFactor } from '../../fuzz/settings';
import { costOf } from '../../support/countedReads';
import { fileInMemory } from '../../support/fileInMemory';

/** Files that `scripts/media-corpus.mjs` made with ffmpeg. What ffprobe says about them is in `expected.json`. */
const folder = join(__dirname, 'corpus');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, FileFacts>;
const files = Object.entries(expected).map(([name, facts]): [string, FileFacts, Buffer] => [
	name,
	facts,
	readFileSync(join(folder, name)),
]);

const contentTypes: Record<string, string> = {
	avi: 'video/x-msvideo',
	avif: 'image/avif',
	bmp: 'image/bmp',
	gif: 'image/gif',
	jpg: 'image/jpeg',
	m4a: 'audio/mp4',
	mkv: 'video/x-matroska',
	mov: 'video/quicktime',
	mp4: 'video/mp4',
	png: 'image/png',
	tiff: 'image/tiff',
	mpegts: 'video/mp2t',
	webm: 'video/webm',
	webp: 'image/webp',
};
/** A video format without a picture is sound. */
const contentTypeOf = (name: string, { width, audioCodec }: FileFacts): string | undefined => {
	const contentType = contentTypes[name.split('.').at(-1) ?? ''];
	return width === undefined && audioCodec !== undefined
		? contentType?.replace('video', 'audio')
		: contentType;
};

const allFacts = ['audioCodec', 'durationSec', 'frameRate', 'height', 'videoCodec', 'width'] as const;

/** Facts that no header has, which ffprobe finds by reading all frames, and those in headers that the node doesn't read. */
const withoutHeader: Record<string, ReadonlyArray<keyof FileFacts>> = {
	'film.avi': allFacts,
	'film.mpegts': allFacts,
	'picture.avif': allFacts,
	'picture.bmp': allFacts,
	'picture.tiff': allFacts,
	'fragments.mp4': ['durationSec', 'frameRate'],
};

/** How much the duration can differ, in seconds. ffprobe counts the last frame of a track, and headers round. */
const toleranceSec = 0.05;

test('the table has every file of the corpus', () => {
	expect(readdirSync(folder).sort()).toEqual([...Object.keys(expected), 'expected.json'].sort());
});

/** Formats that say how long they are. */
const hasSizes = (name: string): boolean => /\.(m4a|mkv|mov|mp4|webm|webp)$/.test(name);

describe.each(files)('%s', (name, probed, bytes) => {
	const { durationSec, ...exact } = probed;
	const known = { ...exact, contentType: contentTypeOf(name, exact) };

	test('has the facts that ffprobe finds', async () => {
		const { facts } = await costOf(bytes);
		const { durationSec: ownDuration, ...own } = withoutUndefined(facts);
		const gaps = withoutHeader[name] ?? [];
		const filled = Object.fromEntries(gaps.map((gap) => [gap, probed[gap]]));
		expect({ ...own, ...filled, durationSec: undefined }).toEqual(known);
		const isKnown = durationSec !== undefined && !gaps.includes('durationSec');
		expect(ownDuration !== undefined).toBe(isKnown);
		expect(Math.abs((ownDuration ?? 0) - (isKnown ? durationSec : 0))).toBeLessThan(toleranceSec);
	});

	test('has the same facts while it is streamed', async () => {
		const { facts } = await costOf(bytes);
		for (const chunkBytes of [1, 100, 65_536]) {
			const stream = described(fileInMemory(bytes, false, chunkBytes));
			for await (const chunk of (await stream.file.open(0)).bytes) expect(chunk.length).toBeGreaterThan(0);
			expect(await stream.facts()).toEqual(facts);
		}
	});

	test('has the same facts or fewer if it ends at any byte', async () => {
		const { facts } = await costOf(bytes);
		for (let end = 0; end < bytes.length; end += 1 / fuzzFactor) {
			const cut = withoutUndefined((await costOf(bytes.subarray(0, end))).facts);
			// Only after its tracks is a file known to be sound.
			expect({ ...facts, ...cut, contentType: facts.contentType }).toEqual(facts);
		}
	});

	test('is complete, and incomplete if it ends inside one of its pieces', async () => {
		const isIncomplete = async (end: number) => {
			const cut = bytes.subarray(0, end);
			return (await costOf(cut, undefined, undefined, cut.length)).facts.isIncomplete ?? false;
		};
		expect(await isIncomplete(bytes.length)).toBe(false);
		expect(await isIncomplete(bytes.length - 1)).toBe(hasSizes(name));
		expect(await isIncomplete(Math.floor(bytes.length / 2))).toBe(hasSizes(name));
	});

	test('is read with few bytes', async () => {
		const { reads, bytesRead } = await costOf(bytes);
		expect(reads).toBeLessThan(128);
		expect(bytesRead).toBeLessThan(8_192);
	});
});

/** Sizes of boxes that can't be true. */
const absurdSizes = [0, 1, 2, 7, 8, 9, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

const boxes = [
	...['ftyp', 'moov', 'mvhd', 'trak', 'tkhd', 'mdia', 'mdhd', 'hdlr', 'minf', 'stbl', 'stsd', 'stsz', 'mdat'],
];

/** Where the sizes of a file's boxes are. */
const sizeOffsets = (bytes: Buffer): number[] =>
	boxes.flatMap((type) =>
		[...bytes.toString('latin1').matchAll(new RegExp(type, 'g'))].map(({ index }) => index - 4),
	);

const withSize = (bytes: Buffer, offset: number, size: number): Buffer => {
	const broken = Buffer.from(bytes);
	broken.writeUInt32BE(size, offset);
	return broken;
};

const movies = files.filter(([name]) => /\.(mp4|mov)$/.test(name));

test.each(movies)('a box with an absurd size in %s costs few reads', async (_name, _facts, bytes) => {
	const broken = sizeOffsets(bytes).flatMap((offset) =>
		absurdSizes.map((size) => withSize(bytes, offset, size)),
	);
	expect(broken.length).toBeGreaterThan(90);
	for (const file of broken) {
		const { reads, bytesRead, facts } = await costOf(file);
		expect(reads).toBeLessThanOrEqual(256);
		expect(bytesRead).toBeLessThanOrEqual(1024 * 1024);
		expect(facts.width ?? 1).toBeLessThanOrEqual(16_384);
	}
});
