import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { mediaTypeOf } from '../../../nodes/SocialPublishing/media/mediaType';
import { fileNameIn } from '../../../nodes/SocialPublishing/media/uploads';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { openRemoteFile, readRemoteEdges } from '../../../nodes/shared/remoteFile';
import { fileOf } from '../../support/mediaFiles';
import { partsAt } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { createExecuteContext } from '../../support/n8nContexts';
import { placeNode } from '../../support/n8nWorkflow';
import { until } from '../../support/until';
import { useFileServer, type ServedFile } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';
import { digestsOf } from '../../support/useUploads';

const partSize = 17 * 1024 * 1024;
const sandbox = useSandbox({ partSizeBytes: partSize });
const web = useFileServer();
const node = () => nodeFor(sandbox());
/** More than the node keeps in memory of a file. */
const before = fileOf('mp4', 36_000_000);
const after = Buffer.from(before).fill(7, 100);

const thrownBy = (work: () => unknown): { message: string; description?: string } => {
	try {
		work();
	} catch (error) {
		return error as Error;
	}
	throw new Error('Nothing was thrown');
};
const upload = async (path = '/file') =>
	await node().json('media:upload', { fileFrom: 'url', url: web().url + path });
const failure = async (url = `${web().url}/file`) => {
	const error = await node().error('media:upload', { fileFrom: 'url', url });
	return `${error.message}. ${error.description}`;
};
const validate = async (mediaUrl: IDataObject[string]) => {
	const values = { channels: [sandbox().seed.channels.bluesky.id], caption: 'Hi', media: 'url', mediaUrl };
	const [verdict] = await node().json('post:validate', values);
	return verdict as { errors: IDataObject[]; warnings: IDataObject[]; media: IDataObject[] };
};
const failSecondPart = (times = 1) =>
	sandbox().faults.add({ path: '?partNumber=2', kind: 'status', retryAfter: 0, times });
const digestsFor = (assetId: unknown) =>
	partsAt(sandbox())
		.filter(([id]) => id === assetId)
		.map(([, part, md5]) => [part, md5]);
const keys = () =>
	sandbox()
		.requests.filter(({ path }) => path.endsWith('/uploads'))
		.map(({ headers }) => headers['idempotency-key']);

const knowsRanges = { knowsRanges: true };

test('uses a picture of the sandbox by its address', async () => {
	const { url, seed } = sandbox();
	expect(await validate(`${url}/sandbox/media/${seed.media.image}`)).toMatchObject({
		errors: [],
		media: [{ contentType: 'image/png', width: 640, height: 480 }],
	});
});

afterEach(async () => await until(() => web().connections === 0));

describe('a file that changes between a part and its repeat', () => {
	test.each<[string, Partial<ServedFile>, Partial<ServedFile>]>([
		['its ETag', { etag: '"1"' }, { etag: '"2"' }],
		['its ETag on a server without ranges', { etag: '"1"', knowsRanges: false }, { etag: '"2"' }],
		['a weak ETag', { etag: 'W/"1"' }, { etag: 'W/"2"' }],
		[
			'the date of its last change',
			{ lastModified: 'Thu, 01 Oct 2026 10:00:00 GMT' },
			{ lastModified: 'Fri, 02 Oct 2026 10:00:00 GMT' },
		],
		['its size', {}, { bytes: Buffer.concat([after, after.subarray(-10)]) }],
	])('is uploaded again from its start, under another key, by %s', async (_title, first, second) => {
		const changed = { bytes: after, ...knowsRanges, ...second };
		web().serve({ bytes: before, ...knowsRanges, ...first, next: changed });
		failSecondPart();
		const [asset] = await upload();
		expect(digestsFor(asset?.id)).toEqual(digestsOf(changed.bytes, partSize));
		expect(new Set(keys()).size).toBe(2);
		expect(web().requests).toHaveLength(3);
	});

	test('is an error if it changes again', async () => {
		const third = { bytes: before, ...knowsRanges, etag: '"3"' };
		const second = { bytes: after, ...knowsRanges, etag: '"2"', next: third };
		web().serve({
			bytes: before,
			...knowsRanges,
			etag: '"1"',
			next: { ...second, next: { ...second, next: third } },
		});
		failSecondPart(2);
		expect(await failure()).toMatch(/^The file at 'URL' changed while it was uploaded\. .* changed again/);
		expect(sandbox().requests.filter(({ path }) => path.endsWith('/complete'))).toEqual([]);
		await until(() => web().connections === 0);
	});

	test('is continued if it has the same version', async () => {
		web().serve({ bytes: before, ...knowsRanges, etag: '"1"' });
		failSecondPart();
		const [asset] = await upload();
		expect(digestsFor(asset?.id)).toEqual(digestsOf(before, partSize));
		expect(web().requests.map((headers) => headers['if-range'])).toEqual([undefined, '"1"']);
	});
});

describe('a request for a part of a file', () => {
	test.each([
		['another beginning', 'bytes 0-35999999/36000000'],
		['another end', `bytes ${partSize}-${partSize + 9}/36000000`],
		['no range that can be read', 'bytes */36000000'],
	])('is refused if the answer has %s', async (_title, contentRange) => {
		web().serve({ bytes: before, ...knowsRanges, contentRange });
		failSecondPart();
		expect(await failure()).toMatch(/another part of the file than the node requested/);
	});

	test.each([403, 416])('is replaced by one for the whole file after status %d', async (rangeStatus) => {
		web().serve({ bytes: before, rangeStatus });
		failSecondPart();
		const [asset] = await upload();
		expect(digestsFor(asset?.id)).toEqual(digestsOf(before, partSize));
		expect(web().requests.map(({ range }) => range)).toEqual([undefined, `bytes=${partSize}-`, undefined]);
		web().serve({ bytes: fileOf('png', 300), rangeStatus });
		expect((await validate(`${web().url}/file`)).media).toMatchObject([
			{ mediaType: 'image', sizeBytes: 300 },
		]);
	});
});

describe('an answer that never ends', () => {
	// Enough for the answer to begin on a busy machine.
	const pace = { graceMs: 1_500, bytesPerMs: Infinity };
	const source = () => ({ url: `${web().url}/file`, name: 'URL', check: () => undefined });
	const context = () =>
		createExecuteContext(placeNode(new SocialPublishing(), {}), {}) as unknown as IExecuteFunctions;

	test.each<[string, ServedFile]>([
		['video', { bytes: fileOf('mp4', 100), tricklesEveryMs: 20 }],
		[
			'event stream',
			{ bytes: Buffer.from(': ping\n\n'), contentType: 'text/event-stream', tricklesEveryMs: 20 },
		],
		['silent answer', { bytes: fileOf('mp4', 100), stallsAfter: 50 }],
	])('ends after the time for it, as a %s', async (_title, served) => {
		web().serve({ ...served, hidesSize: true });
		const ends = async (open: typeof openRemoteFile | typeof readRemoteEdges) =>
			await expect(open(context(), source(), pace)).rejects.toMatchObject({
				message: "The file at 'URL' couldn't be loaded completely",
				description: expect.stringMatching(/arrived too slowly|Cause: aborted/),
			});
		await Promise.all([ends(openRemoteFile), ends(readRemoteEdges)]);
		await until(() => web().connections === 0);
	});

	test('has more time the more bytes it has', async () => {
		web().serve({ bytes: before });
		const file = await openRemoteFile(context(), source(), { graceMs: 5_000, bytesPerMs: 1_000 });
		let count = 0;
		for await (const chunk of (await file.open(0)).bytes) count += chunk.length;
		expect(count).toBe(before.length);
	});
});

describe('what an error says', () => {
	test.each<[string, () => string, RegExp]>([
		['an empty address', () => ' ', /^'URL' is empty\. Enter an address/],
		[
			'a redirect to itself',
			() => `${web().url}/loop`,
			/couldn't be loaded\. Its address redirects in a loop/,
		],
	])('names %s', async (_title, url, message) => {
		web().serve({ bytes: Buffer.alloc(0) });
		expect(await failure(url())).toMatch(message);
	});

	test.each<[string, string, RegExp]>([
		[
			'another page',
			'https://example.com/TOKEN',
			/'URL' isn't an image, a GIF or a video\. It's a web page\. Enter the address that opens the file itself, without a page around it$/,
		],
	])('says for %s what to enter', (_title, url, message) => {
		const head = Buffer.from('<!doctype html>');
		const look = () => mediaTypeOf({ head, mimeType: 'text/html' }, { name: 'URL', wanted: undefined, url });
		const error = thrownBy(look);
		expect(`${error.message}. ${error.description}`).toMatch(message);
		expect(`${error.message}. ${error.description}`).not.toContain('TOKEN');
	});
});

test.each([
	['/file?x=1', 'file'],
	['/a/Caf%C3%A9%20film.mp4', 'Café film.mp4'],
	['/a/%E0%A4%A.mp4', undefined],
	['/a/..%2Ffilm.mp4', undefined],
])('finds the name of a file at the end of %s', (path, name) => {
	expect(fileNameIn(`https://example.com${path}`)).toBe(name);
});
