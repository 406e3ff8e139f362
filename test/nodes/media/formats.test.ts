import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { disguises } from '../../../nodes/SocialPublishing/media/disguises';
import { fileHeads, fileOf } from '../../support/mediaFiles';
import { itemWith } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { movieFile } from '../../support/movieFile';
import { useBinaryMode, type BinaryMode } from '../../support/n8nBinary';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ partSizeBytes: 8_000_000 });
const web = useFileServer();
const node = () => nodeFor(sandbox());
const fileOfCorpus = (name: string): Buffer => readFileSync(join(__dirname, 'corpus', name));

const onYouTube = (values: IDataObject = {}) => ({
	channels: [seed.channels.youtube.id],
	title: 'A tour',
	caption: 'Hi',
	delivery: 'now',
	media: 'binary',
	...values,
});

interface Verdict {
	valid: boolean;
	errors: Array<{ message: string }>;
	warnings: Array<{ message: string }>;
	media: IDataObject[];
}
const validate = async (values: IDataObject, items: INodeExecutionData[] = [{ json: {} }]) => {
	const [verdict] = await node().json('post:validate', values, { items });
	return verdict as unknown as Verdict;
};
const messages = (findings: Array<{ message: string }>) => findings.map(({ message }) => message);
const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

const jpeg = Buffer.concat([fileHeads.jpeg, fileOf('png', 900).subarray(20)]);
const base64 = jpeg.toString('base64');
const form =
	'------WebKitFormBoundary7MA4YWxk\r\nContent-Disposition: form-data; name="data"; filename="a.jpg"\r\n';

/** Files of each kind that isn't an image or a video, by its name in errors. */
const disguised: Record<string, Buffer[]> = {
	'a data URI as text': [Buffer.from(`data:image/jpeg;base64,${base64}`)],
	"a form's body with its boundary": [
		Buffer.concat([Buffer.from(`${form}Content-Type: image/jpeg\r\n\r\n`), jpeg]),
	],
	'Base64 as text': [
		Buffer.from(base64),
		Buffer.from(fileOf('mp4', 900).toString('base64')),
		Buffer.from(fileOf('png', 900).toString('base64').replace(/.{76}/g, '$&\r\n')),
	],
	'a web page': [Buffer.from('<!doctype html>'), Buffer.from('\n<html lang="en"><body>502')],
	'an SVG drawing': [Buffer.from('<?xml version="1.0"?>\n<svg xmlns="x"></svg>')],
	'a PDF': [fileOf('pdf', 900)],
	JSON: [Buffer.from('{"error":"Not found"}'), Buffer.from('[ { "a": 1 } ]')],
	'a file that was read as text': [
		Buffer.from(jpeg.toString('utf8')),
		Buffer.from(fileOf('mp4', 900).toString('utf8')),
		Buffer.from(jpeg.toString('latin1')),
		Buffer.from(fileOf('png', 900).toString('latin1')),
	],
	'text in UTF-16': [
		Buffer.from('\uFEFFNot found anywhere', 'utf16le'),
		Buffer.from('Not found anywhere', 'utf16le'),
		Buffer.from('\uFEFFNot found anywhere', 'utf16le').swap16(),
	],
	text: [Buffer.from('Get free sofas in Köln'), Buffer.from('Not found'), Buffer.from('ID3 tags are fun')],
};

/** What the node says about a file that isn't an image, a GIF or a video that the service is known to accept. */
const formats: Array<
	[title: string, file: Buffer, mimeType: string, list: 'errors' | 'warnings', says: RegExp]
> = [
	[
		'an M4A labeled as a video',
		fileOfCorpus('sound.m4a'),
		'video/mp4',
		'errors',
		/It's a sound file without a picture/,
	],
	[
		'an MP4 without a picture track',
		fileOfCorpus('sound.mp4'),
		'video/mp4',
		'errors',
		/It's a sound file without a picture/,
	],
	[
		'a WebM without a picture track',
		fileOfCorpus('sound.webm'),
		'video/webm',
		'errors',
		/It's a sound file without a picture/,
	],
	[
		'a gzip archive labeled as a video',
		gzipSync(fileOf('mp4', 900)),
		'video/mp4',
		'errors',
		/It's a gzip archive/,
	],
	[
		'an SVG drawing',
		Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
		'image/svg+xml',
		'errors',
		/isn't an image, a GIF or a video\. It's an SVG drawing/,
	],
	[
		'an MP3 labeled as a video',
		Buffer.from('ID3\x04\0\0\0', 'latin1'),
		'video/mp4',
		'errors',
		/It's a sound file/,
	],
	[
		'bytes that nothing is known about',
		Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 255, 254]),
		'image/jpeg',
		'warnings',
		/doesn't begin like any image or video that the node knows, although it's declared as an image/,
	],
	[
		'a HEIC labeled as a JPEG',
		fileOf('heic', 900),
		'image/jpeg',
		'warnings',
		/is a HEIC .* Convert it to JPEG/,
	],
	...Object.entries(disguised).flatMap(([name, files]) =>
		files.map((bytes, index): (typeof formats)[number] => [
			`${name} labeled as an image (${index + 1})`,
			bytes,
			index % 2 === 0 ? 'image/jpeg' : 'video/mp4',
			'errors',
			new RegExp(`'data' is declared as (image/jpeg|video/mp4), but it's ${name}`),
		]),
	),
	[
		'an AVI labeled as a video',
		fileOfCorpus('film.avi'),
		'video/mp4',
		'warnings',
		/is an AVI, which the service might refuse\. Convert it to MP4/,
	],
	[
		'an MPEG transport stream',
		fileOfCorpus('film.mpegts'),
		'video/mp4',
		'warnings',
		/is an MPEG transport stream, which .* Convert it to MP4/,
	],
	[
		'an MKV',
		fileOfCorpus('film.mkv'),
		'video/x-matroska',
		'warnings',
		/is an MKV, which the service might refuse\. Convert it to MP4/,
	],
	['a HEIC', fileOf('heic', 900), 'image/heic', 'warnings', /is a HEIC from an iPhone .* Convert it to JPEG/],
	['an AVIF', fileOfCorpus('picture.avif'), 'image/avif', 'warnings', /is an AVIF, .* Convert it to JPEG/],
	['a TIFF', fileOfCorpus('picture.tiff'), 'image/tiff', 'warnings', /is a TIFF, .* Convert it to JPEG/],
	['a BMP', fileOfCorpus('picture.bmp'), 'image/bmp', 'warnings', /is a BMP, .* Convert it to JPEG/],
];

describe.each(formats)('%s', (_title, bytes, mimeType, list, says) => {
	beforeAll(async () => await useBinaryMode('filesystem'));

	test('is named by Validate, as a file of the item and on the web', async () => {
		const values = { channels: [seed.channels.facebook.id], caption: 'Hi' };
		const ofItem = await validate({ ...values, media: 'binary' }, [
			await itemWith({ data: bytes }, mimeType),
		]);
		web().serve({ bytes, contentType: mimeType });
		const ofWeb = await validate({ ...values, media: 'url', mediaUrl: `${web().url}/file` });
		for (const verdict of [ofItem, ofWeb]) {
			expect(messages(verdict[list]).map((text) => text.replace("'URL'", "'data'"))).toContainEqual(
				expect.stringMatching(says),
			);
			expect(verdict.valid).toBe(list === 'warnings');
		}
		expect(writes()).toEqual([]);
	});

	test('is uploaded if Media Type is chosen', async () => {
		const items = [await itemWith({ data: bytes }, mimeType)];
		const values = { options: { mediaType: 'video' } };
		await node().run('media:upload', values, { items, continueOnFail: true });
		expect(sandbox().requests).toContainEqual(
			expect.objectContaining({ body: expect.objectContaining({ mediaType: 'video' }) }),
		);
	});

	test('is refused or uploaded with a hint otherwise', async () => {
		const items = [await itemWith({ data: bytes }, mimeType)];
		const { outputs, hints } = await node().result('media:upload', {}, { items, continueOnFail: true });
		const said = [...hints.map(({ message }) => message), JSON.stringify(outputs)].join(' ');
		expect(said).toMatch(says);
		expect(writes().length > 0).toBe(list === 'warnings');
	});
});

const whole = movieFile({
	seconds: 5,
	width: 64,
	height: 36,
	codecs: ['avc1', 'mp4a'],
	dataBytes: 5_000_000,
	startsWithHeader: true,
});
const halfCopied: Array<[string, Buffer]> = [
	[
		'whose header is behind its data',
		movieFile({ seconds: 5, width: 64, height: 36, dataBytes: 5_000_000 }).subarray(0, 200_000),
	],
	['whose header is before its data', whole.subarray(0, 200_000)],
	['in fragments', fileOfCorpus('fragments.mp4').subarray(0, -20)],
	['in a WebM', fileOfCorpus('vp9.webm').subarray(0, -20)],
];

describe.each(halfCopied)('a half-copied video %s', (_title, bytes) => {
	const incomplete = /has a file \('(clip|URL)'\) that is incomplete, because it ends in the middle/;

	test.each<BinaryMode>(['filesystem', 'database', 'default'])(
		'is an error of Validate and Create, in storage mode %s',
		async (mode) => {
			await useBinaryMode(mode);
			const items = [await itemWith({ clip: bytes })];
			const values = onYouTube({ binaryPropertyName: 'clip' });
			expect(messages((await validate(values, items)).errors)).toEqual([expect.stringMatching(incomplete)]);
			const { message, description } = await node().error('post:create', values, { items });
			expect(`${message} ${description}`).toMatch(incomplete);
			expect(writes()).toEqual([]);
		},
	);

	test('is an error as a file on the web', async () => {
		web().serve({ bytes, knowsRanges: true });
		const values = onYouTube({ media: 'url', mediaUrl: `${web().url}/file` });
		expect(messages((await validate(values)).errors)).toEqual([expect.stringMatching(incomplete)]);
		const { message, description } = await node().error('post:create', values);
		expect(`${message} ${description}`).toMatch(incomplete);
		expect(writes()).toEqual([]);
	});
});

describe('a file on the web that is only known after its upload', () => {
	const large = { seconds: 5, codecs: ['avc1', 'mp4a'] as [string, string], dataBytes: 34_000_000 };

	test.each<[string, Buffer, RegExp]>([
		['sound', movieFile(large), /is a sound file without a picture/],
		[
			'incomplete',
			Buffer.concat([movieFile({ ...large, width: 64, height: 36 }), Buffer.from('00ffffff6d646174', 'hex')]),
			/is incomplete/,
		],
	])('makes no post if it is %s', async (_title, bytes, says) => {
		web().serve({ bytes });
		const values = onYouTube({ media: 'url', mediaUrl: `${web().url}/file` });
		const { message, description } = await node().error('post:create', values);
		expect(`${message} ${description}`).toMatch(says);
		expect(writes().filter(({ path }) => path.endsWith('/posts/'))).toEqual([]);
	});
});

test('a complete file of an unknown kind with the type of a video is no error', async () => {
	await useBinaryMode('filesystem');
	const bytes = fileOf('mp4', 900).fill(9, 0, 36);
	const verdict = await validate(onYouTube(), [await itemWith({ data: bytes })]);
	expect(verdict).toMatchObject({ valid: true, errors: [], media: [{ mediaType: 'video' }] });
});

test('bytes after the last box of a video are no error', async () => {
	await useBinaryMode('filesystem');
	const bytes = Buffer.concat([whole, Buffer.alloc(64, 0x55)]);
	expect(await validate(onYouTube(), [await itemWith({ data: bytes })])).toMatchObject({
		valid: true,
		errors: [],
	});
});

test('a video on the web is not called unchecked before it is read', async () => {
	web().serve({ bytes: whole });
	const values = onYouTube({ media: 'url', mediaUrl: `${web().url}/file`, delivery: 'queue' });
	const { hints } = await node().result('post:create', values);
	expect(hints.filter(({ message }) => message.includes("can't be checked"))).toEqual([]);
	expect(sandbox().media()).toContainEqual(expect.objectContaining({ mediaType: 'video' }));
});

test('every disguise has an example', () => {
	expect(Object.keys(disguised).sort()).toEqual([...new Set(disguises.map(({ name }) => name))].sort());
});

test.each<[string, Buffer, string, string]>([
	[
		'an old MOV',
		Buffer.concat([Buffer.from('\0\0\0\x08wide\0\0\x10\0mdat', 'latin1'), fileOf('png', 99)]),
		'image/jpeg',
		'video',
	],
	['a 3GP', Buffer.from('\0\0\0\x18ftyp3gp5\0\0\x01\0', 'latin1'), 'application/octet-stream', 'video'],
	['a JPEG labeled as a video', fileOf('jpeg', 900), 'video/mp4', 'image'],
])('%s is what its bytes are', async (_title, bytes, mimeType, mediaType) => {
	const values = { source: 'new', channels: [seed.channels.facebook.id], caption: 'Hi', media: 'binary' };
	const items = [await itemWith({ data: bytes }, mimeType)];
	const [verdict] = await node().json('post:validate', values, { items });
	expect(verdict).toMatchObject({ media: [{ mediaType }] });
});
