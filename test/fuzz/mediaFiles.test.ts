import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { described } from '../../nodes/SocialPublishing/media/fileFacts';
import { costOf } from '../support/countedReads';
import { fileInMemory } from '../support/fileInMemory';
import { movieFile, webmFile } from '../support/movieFile';
import { pictureFiles } from '../support/pictureFile';
import { fuzzRuns, fuzzSeed } from './settings';
import { longTestMs } from '../support/longTest';

const size = { width: 1920, height: 1080 };
const corpus = join(__dirname, '..', 'nodes', 'media', 'corpus');
const wellFormed: Buffer[] = [
	...Object.values(pictureFiles).map((make) => make(size.width, size.height)),
	movieFile({ seconds: 5, ...size }),
	movieFile({ seconds: 5, ...size, isLong: true, isTurned: true, startsWithHeader: true }),
	webmFile({ seconds: 5, ...size }),
	webmFile(size),
	movieFile({ seconds: 5, ...size, codecs: ['avc1', 'mp4a'], frames: 150, startsWithHeader: true }),
	movieFile({ seconds: 5, ...size, codecs: ['hvc1', 'sowt'], frames: 150, isLong: true, isFragmented: true }),
	webmFile({ seconds: 5, ...size, codecs: ['V_VP9', 'A_OPUS'] }),
	...readdirSync(corpus)
		.filter((name) => !name.endsWith('.json'))
		.map((name) => readFileSync(join(corpus, name))),
];

/** Numbers that corrupt sizes, counts and offsets. */
const extremes = ['00', '01', '80', 'ff', '0000', 'ffff', '00000000', '00000001', '7fffffff', 'ffffffff'];
const extreme = fc
	.constantFrom(...extremes, 'ffffffffffffffff', '01ffffffffffffff')
	.map((text) => Buffer.from(text, 'hex'));

interface Change {
	/** Position in the file, from 0 to 1. Most headers are at the start or end. */
	at: number;
	bytes: Buffer;
	isInserted: boolean;
	times: number;
}

const change: fc.Arbitrary<Change> = fc.record({
	at: fc.oneof(fc.double({ min: 0, max: 0.1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
	bytes: fc.oneof(
		extreme,
		fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
	),
	isInserted: fc.boolean(),
	times: fc.constantFrom(1, 1, 1, 50, 500),
});

/** Changes a file but not its declared type. */
function changed(file: Buffer, { at, bytes, isInserted, times }: Change): Buffer {
	const offset = 12 + Math.floor(at * (file.length - 12));
	const rest = file.subarray(isInserted ? offset : offset + bytes.length);
	return Buffer.concat([file.subarray(0, offset), ...Array.from({ length: times }, () => bytes), rest]);
}

const brokenFiles = fc
	.tuple(
		fc.constantFrom(...wellFormed),
		fc.array(change, { minLength: 1, maxLength: 5 }),
		fc.double({ min: 0.02, max: 1, noNaN: true }),
	)
	.map(([file, changes, share]) => {
		const whole = changes.reduce(changed, file);
		return whole.subarray(0, Math.ceil(whole.length * share));
	});

const headers = (
	types: string[],
	header: (type: string, length: number) => Buffer,
	lengths: fc.Arbitrary<number>,
) =>
	fc.array(
		fc
			.tuple(fc.constantFrom(...types), lengths, fc.uint8Array({ maxLength: 12 }))
			.map(([type, length, content]) => Buffer.concat([header(type, length), content])),
		{ minLength: 1, maxLength: 300, size: 'max' },
	);

const lengths = fc.oneof(
	fc.integer({ min: 0, max: 64 }),
	fc.constantFrom(0, 1, 8, 16, 0xffff, 0x7fffffff, 0xffffffff),
);

/** Boxes in any order, with sizes unrelated to their content. */
const boxFiles = headers(
	[
		...['moov', 'trak', 'mvhd', 'tkhd', 'mdia', 'free', 'mdat', 'mvex', 'mehd'],
		...['mdhd', 'hdlr', 'minf', 'stbl', 'stsd', 'stsz'],
	],
	(type, length) => {
		const bytes = Buffer.alloc(8);
		bytes.writeUInt32BE(length);
		bytes.write(type, 4, 'latin1');
		return bytes;
	},
	lengths,
).map((boxes) => Buffer.concat([Buffer.from('0000000866747970', 'hex'), ...boxes]));

/** Elements in any order, some of unknown size. */
const elementFiles = headers(
	[
		...['18538067', '1549a966', '1654ae6b', 'ae', 'e0', 'b0', 'ba', '4489', '2ad7b1', 'ec', '1f43b675'],
		...['83', '86', '23e383', '54b0', '54ba', '54b2'],
	],
	(type, length) => {
		const short = Buffer.from([length > 127 ? 0xff : 0x80 | length]);
		return Buffer.concat([Buffer.from(type, 'hex'), short]);
	},
	lengths,
).map((elements) => Buffer.concat([Buffer.from('1a45dfa38018538067ff', 'hex'), ...elements]));

/** Segments of a picture with arbitrary Exif data. */
const jpegFiles = headers(
	['e1', 'e0', 'c4', 'ff', 'fe', 'c0'],
	(type, length) => {
		const bytes = Buffer.from(`ff${type}0000`, 'hex');
		bytes.writeUInt16BE(length & 0xffff, 2);
		return Buffer.concat([bytes, Buffer.from('Exif\0\0II*\0\x08\0\0\0', 'latin1')]);
	},
	lengths,
).map((segments) => Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments]));

const anyFile = fc.oneof({ weight: 3, arbitrary: brokenFiles }, boxFiles, elementFiles, jpegFiles);
const report = { numRuns: fuzzRuns(10_000), seed: fuzzSeed };

test(
	'reads no file more than 256 times, or more than 4 KiB at a time',
	async () => {
		const most = { reads: 0, found: 0 };
		const property = fc.asyncProperty(anyFile, async (file) => {
			const { reads, largest, facts } = await costOf(file);
			most.reads = Math.max(most.reads, reads);
			most.found += facts.width === undefined ? 0 : 1;
			expect(reads).toBeLessThanOrEqual(256);
			expect(largest).toBeLessThanOrEqual(4_096);
			const { width = 1, height = 1, durationSec = 1, frameRate = 1 } = facts;
			for (const pixels of [width, height])
				expect(Number.isInteger(pixels) && pixels >= 1 && pixels <= 16_384).toBe(true);
			expect(durationSec > 0 && durationSec <= 86_400).toBe(true);
			expect(frameRate > 0 && frameRate <= 10_000).toBe(true);
		});
		await fc.assert(property, report);
		// Files without a result, or that end after a few reads, would prove nothing.
		expect(most.reads).toBeGreaterThan(100);
		expect(most.found).toBeGreaterThan(report.numRuns / 40);
	},
	longTestMs,
);

test(
	'passes every file through unchanged and finds the end of its header',
	async () => {
		const property = fc.asyncProperty(
			anyFile,
			fc.constantFrom(16, 512, 65_536),
			async (bytes, chunkBytes) => {
				const { file, facts } = described(fileInMemory(bytes, false, chunkBytes));
				const seen: Uint8Array[] = [];
				for await (const chunk of (await file.open(0)).bytes) seen.push(chunk);
				expect(Buffer.concat(seen).equals(bytes)).toBe(true);
				await facts();
			},
		);
		await fc.assert(property, { ...report, numRuns: fuzzRuns(2_000) });
	},
	longTestMs,
);
