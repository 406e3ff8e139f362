import type { IDataObject } from 'n8n-workflow';
import { described, detailsIn, factsOfFile } from '../../../nodes/SocialPublishing/media/fileFacts';
import type { BinaryFile } from '../../../nodes/shared/binary';
import type { FileFacts } from '../../../client/publishing/media';
import { fileInMemory } from '../../support/fileInMemory';
import { fileOf } from '../../support/mediaFiles';
import { itemWith } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { movieFile, webmFile } from '../../support/movieFile';
import { useBinaryMode } from '../../support/n8nBinary';
import { pictureFiles } from '../../support/pictureFile';
import { useFileServer } from '../../support/useFileServer';
import { knowsFiles } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

type Details = { width?: number; height?: number; durationSec?: number };

const size = { width: 1920, height: 1080 };
const files: Array<[string, Buffer, Details]> = [
	...Object.entries(pictureFiles).map(([kind, make]): [string, Buffer, Details] => [
		kind,
		make(size.width, size.height),
		size,
	]),
	['mp4 with its header at the end', movieFile({ seconds: 12.5, ...size }), { ...size, durationSec: 12.5 }],
	[
		'mp4 with its header at the start',
		movieFile({ seconds: 61, ...size, startsWithHeader: true }),
		{ ...size, durationSec: 61 },
	],
	[
		'rotated mp4 from a phone',
		movieFile({ seconds: 5, width: 1080, height: 1920, isTurned: true }),
		{ ...size, durationSec: 5 },
	],
	[
		'mov with long time fields',
		movieFile({ seconds: 7_201, ...size, isLong: true, brand: 'qt  ' }),
		{ ...size, durationSec: 7_201 },
	],
	['mp4 with only sound', movieFile({ seconds: 9 }), { durationSec: 9 }],
	['webm', webmFile({ seconds: 30.04, ...size }), { ...size, durationSec: 30.04 }],
	['webm recorded live', webmFile(size), size],
];

/** Files with everything that their headers can say. */
const wholeFiles: Array<[string, Buffer, FileFacts]> = [
	[
		'mp4 with subtitles and a rotated picture',
		movieFile({
			seconds: 4,
			width: 1080,
			height: 1920,
			isTurned: true,
			codecs: ['hvc1', 'mp4a'],
			frames: 120,
		}),
		{
			...size,
			durationSec: 4,
			contentType: 'video/mp4',
			videoCodec: 'hevc',
			audioCodec: 'aac',
			frameRate: 30,
		},
	],
	[
		'mov with codecs of editors',
		movieFile({
			seconds: 10,
			...size,
			brand: 'qt  ',
			isLong: true,
			codecs: ['apch', 'sowt'],
			frames: 239,
			startsWithHeader: true,
		}),
		{
			...size,
			durationSec: 10,
			contentType: 'video/quicktime',
			videoCodec: 'prores',
			audioCodec: 'pcm',
			frameRate: 23.9,
		},
	],
	[
		'mp4 in fragments, with unknown codecs',
		movieFile({ seconds: 7, ...size, isFragmented: true, codecs: ['xxxx', 'yyyy'], frames: 0 }),
		{ ...size, durationSec: 7, contentType: 'video/mp4' },
	],
];

test.each(wholeFiles)('all facts of %s are read', async (_title, bytes, expected) => {
	expect(await described(fileInMemory(bytes, true, 65_536)).facts()).toEqual(expected);
});

/** Values that a service would refuse and invalid headers, which the node omits. */
const silent: Array<[string, Buffer, Details]> = [
	['an image that is too wide', pictureFiles.png?.(20_000, 100) ?? Buffer.alloc(0), { height: 100 }],
	['a video of two days', movieFile({ seconds: 172_800, ...size }), size],
	['a video without a duration', movieFile({ seconds: 0, ...size }), size],
	['a truncated image', (pictureFiles.png?.(1, 1) ?? Buffer.alloc(0)).subarray(0, 18), {}],
	['a truncated video', movieFile({ seconds: 5, ...size }).subarray(0, 5_050), {}],
	['noise', fileOf('mp4', 9_000), {}],
	['noise in a webm', fileOf('webm', 9_000), {}],
	['noise in a jpeg', fileOf('jpeg', 9_000), {}],
];

const drain = async (file: BinaryFile, offset = 0, count = Infinity): Promise<void> => {
	let read = 0;
	for await (const chunk of (await file.open(offset)).bytes) {
		read += chunk.length;
		if (read >= count) break;
	}
};

describe.each([...files, ...silent])('%s', (_title, bytes, expected) => {
	test('is read inside the file', async () => {
		expect(detailsIn(await described(fileInMemory(bytes, true, 65_536)).facts())).toEqual(expected);
	});

	test.each([1, 7, 64, 1_000, 65_536])('is read from a stream in chunks of %d bytes', async (chunkBytes) => {
		const { file, facts } = described(fileInMemory(bytes, false, chunkBytes));
		await drain(file);
		expect(detailsIn(await facts())).toEqual(expected);
	});

	test('is read even if a part is read again', async () => {
		const { file, facts } = described(fileInMemory(bytes, false, 100));
		await drain(file, 0, bytes.length / 2);
		await drain(file, Math.floor(bytes.length / 3));
		expect(detailsIn(await facts())).toEqual(expected);
	});
});

test('a stream of 64 MB is read once, and almost nothing of it is kept', async () => {
	const movie = movieFile({
		seconds: 900,
		...size,
		codecs: ['avc1', 'mp4a'],
		frames: 900,
		dataBytes: 64_000_000,
	});
	const inMemory = fileInMemory(movie, false, 65_536);
	const opened: number[] = [];
	const counted: BinaryFile = {
		...inMemory,
		open: async (...range) => {
			opened.push(range[0]);
			return await inMemory.open(...range);
		},
	};
	const { file, facts } = described(counted);
	const before = process.memoryUsage().arrayBuffers;
	await drain(file);
	const kept = process.memoryUsage().arrayBuffers - before;
	expect(await facts()).toMatchObject({ ...size, durationSec: 900, videoCodec: 'h264', frameRate: 1 });
	expect(kept).toBeLessThan(1024 * 1024);
	expect(opened).toEqual([0]);
});

test('at most the first MiB of a file is read before its upload if it can only be read from the start', async () => {
	const movie = movieFile({ seconds: 9, ...size, dataBytes: 5_000_000 });
	const asked: number[] = [];
	const file: BinaryFile = {
		...fileInMemory(movie, false, 65_536),
		head: async (count) => {
			asked.push(count);
			return movie.subarray(0, count);
		},
	};
	expect(await factsOfFile(file)).toEqual({ contentType: 'video/mp4' });
	expect(asked).toEqual([1024 * 1024]);
	const first = movieFile({ seconds: 9, ...size, dataBytes: 5_000_000, startsWithHeader: true });
	expect(await factsOfFile(fileInMemory(first, false, 65_536))).toMatchObject({ ...size, durationSec: 9 });
});

describe('details at the end of an upload (N47)', () => {
	const sandbox = useSandbox({ partSizeBytes: 8_000_000 });
	const web = useFileServer();
	const completed = () =>
		sandbox()
			.requests.filter(({ path }) => path.endsWith('/complete'))
			.map(({ body }) => {
				const { parts: _parts, ...details } = body as IDataObject;
				return details;
			});

	test.each(['filesystem', 'default', 'database'] as const)('are sent in storage mode %s', async (mode) => {
		await useBinaryMode(mode);
		const film = movieFile({ seconds: 12.5, ...size });
		const items = [await itemWith({ film, picture: pictureFiles.jpeg?.(640, 480) ?? Buffer.alloc(0) })];
		const assets = await nodeFor(sandbox()).json(
			'media:upload',
			{ binaryPropertyName: 'film,picture' },
			{ items },
		);
		expect(assets).toMatchObject([
			{ ...size, durationSec: 12.5 },
			{ width: 640, height: 480 },
		]);
		// Once they were refused, the parts are sent alone.
		expect(completed()).toEqual([
			{ ...size, durationSec: 12.5 },
			...(knowsFiles ? [{ width: 640, height: 480 }] : [{}, {}]),
		]);
	});

	test('are sent for a file from the web that is too large for memory', async () => {
		await useBinaryMode('filesystem');
		const large = movieFile({ seconds: 3, ...size, dataBytes: 34_000_000 });
		web().serve({ bytes: large });
		const values = { fileFrom: 'url', url: `${web().url}/file` };
		expect(await nodeFor(sandbox()).json('media:upload', values)).toMatchObject([
			{ ...size, durationSec: 3 },
		]);
	});

	test('are omitted if nothing is known', async () => {
		const items = [await itemWith({ data: fileOf('mp4', 5_000) })];
		await nodeFor(sandbox()).run('media:upload', {}, { items });
		expect(completed()).toEqual([{}]);
	});
});
