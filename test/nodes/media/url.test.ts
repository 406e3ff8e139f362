import type { IDataObject } from 'n8n-workflow';
import { userAgent } from '../../../nodes/shared/transport';
import { fileHeads, fileOf } from '../../support/mediaFiles';
import { fileOfKind, partsAt } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode } from '../../support/n8nBinary';
import { unusedAddress } from '../../support/recordingServer';
import { until } from '../../support/until';
import { useFileServer, type ServedFile } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';
import { digestsOf } from '../../support/useUploads';

const partSize = 1_000_000;
const sandbox = useSandbox({ partSizeBytes: partSize });
const web = useFileServer();
const video = fileOf('mp4', 4 * partSize + 1);
/** More than the node keeps in memory of a file. */
const large = fileOf('mp4', 36_000_000);
const largePartSize = 17 * 1024 * 1024;
const largeParts = useSandbox({ partSizeBytes: largePartSize });

beforeAll(async () => await useBinaryMode('filesystem'));

const from = (url: string): IDataObject => ({ fileFrom: 'url', url });
const upload = async (path = '/file', options: IDataObject = {}) =>
	await nodeFor(sandbox()).json('media:upload', { ...from(web().url + path), options });
const failure = async (url = `${web().url}/file`) => {
	const { message, description } = await nodeFor(sandbox()).error('media:upload', from(url));
	expect(`${message} ${description}`).not.toMatch(/undefined|\[object|at \w+ \(/);
	return { message, description };
};
const arrived = () => partsAt(sandbox()).map(([, part, md5]) => [part, md5]);
const arrivedInLargeParts = () => partsAt(largeParts()).map(([, part, md5]) => [part, md5]);

/** No upload of a failed file is completed, and its connection is closed. */
async function expectNothingLeft(): Promise<void> {
	expect(sandbox().requests.filter(({ path }) => path.endsWith('/complete'))).toEqual([]);
	await until(() => web().connections === 0 && sandbox().storageConnections === 0);
}

describe('a file on the web', () => {
	test.each<[string, string, Partial<ServedFile>, number]>([
		['with a known size', '/file', {}, 1],
		['behind a redirect', '/moved', {}, 1],
		['with an unknown size', '/file', { hidesSize: true }, 1],
		['behind a redirect, with an unknown size', '/moved', { hidesSize: true }, 1],
		['with a generic type', '/file', { contentType: 'application/octet-stream' }, 1],
	])('is uploaded unchanged %s (P81, P82, D9)', async (_title, path, served, requests) => {
		web().serve({ bytes: video, ...served });
		const [asset] = await upload(path);
		expect(asset).toMatchObject({ mediaType: 'video', sizeBytes: video.length });
		expect(arrived()).toEqual(digestsOf(video, partSize));
		expect(web().requests).toHaveLength(requests);
		await until(() => web().connections === 0);
	});

	test('is requested without the key and without compression, under the name of this package (P87, D1)', async () => {
		web().serve({ bytes: video });
		await upload();
		const [request] = web().requests;
		expect(request).not.toHaveProperty('authorization');
		expect(request).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': userAgent });
		const atStorage = sandbox().storageRequests.map(({ headers }) => headers['user-agent']);
		expect(atStorage).toEqual(partsAt(sandbox()).map(() => userAgent));
	});
});

describe('a file of unknown size', () => {
	const mebibyte = 1024 ** 2;

	test.each(['default', 'filesystem'] as const)(
		"is measured and loaded again without being stored if it doesn't fit, in storage mode %s",
		async (mode) => {
			await useBinaryMode(mode);
			web().serve({ bytes: large, hidesSize: true });
			const [asset] = await nodeFor(largeParts()).json('media:upload', from(`${web().url}/file`));
			await useBinaryMode('filesystem');
			expect(asset).toMatchObject({ sizeBytes: large.length });
			expect(arrivedInLargeParts()).toEqual(digestsOf(large, largePartSize));
			expect(web().requests).toHaveLength(2);
		},
	);

	test('is rejected if its first bytes say that it is something else, even if it never ends (N8)', async () => {
		const bytes = fileOfKind('pdf', mebibyte);
		web().serve({ bytes, contentType: 'application/pdf', isEndless: true, hidesSize: true });
		expect((await failure()).message).toContain("'URL' isn't an image, a GIF or a video");
		await expectNothingLeft();
		expect(web().endlessBytes).toBeLessThan(16 * mebibyte);
		expect(sandbox().requests).toEqual([]);
	});
});

describe('a file that its server compresses despite the request', () => {
	const compressible = fileOf('mp4', 3 * partSize).fill(7, 64);

	test.each<[string, Buffer]>([
		['shrinks', compressible],
		['grows', video],
	])('arrives unchanged if it %s by that', async (_title, bytes) => {
		web().serve({ bytes, gzipLevel: 1 });
		const [asset] = await upload();
		expect(asset).toMatchObject({ sizeBytes: bytes.length });
		expect(arrived()).toEqual(digestsOf(bytes, partSize));
		expect(web().requests).toHaveLength(1);
	});

	test('arrives unchanged if its real size is known only at the end', async () => {
		web().serve({ bytes: large, gzipLevel: 0, knowsRanges: true });
		const [asset] = await nodeFor(largeParts()).json('media:upload', from(`${web().url}/file`));
		expect(asset).toMatchObject({ sizeBytes: large.length });
		const parts = partsAt(largeParts()).filter(([id]) => id === asset?.id);
		expect(parts.map(([, part, md5]) => [part, md5])).toEqual(digestsOf(large, largePartSize));
	});
});

describe('a part that must be sent again', () => {
	test.each<[string, Partial<ServedFile>]>([
		['if its server supports ranges', { knowsRanges: true }],
		["if its server doesn't", {}],
	])(
		'is read again from the start of the part if too large for memory, %s (P82, P85, D9)',
		async (_title, served) => {
			web().serve({ bytes: large, ...served });
			largeParts().faults.add({ path: '?partNumber=2', kind: 'status', retryAfter: 0 });
			const [asset] = await nodeFor(largeParts()).json('media:upload', from(`${web().url}/file`));
			expect(asset?.sizeBytes).toBe(large.length);
			expect(arrivedInLargeParts()).toEqual(digestsOf(large, largePartSize));
			expect(web().requests.map(({ range }) => range)).toEqual([undefined, `bytes=${largePartSize}-`]);
			expect(largeParts().storagePeak).toBe(1);
		},
	);

	test('is sent from the buffer if it fits into memory (P82, P85)', async () => {
		web().serve({ bytes: video });
		sandbox().faults.add({ path: '?partNumber=2', kind: 'status', retryAfter: 0 });
		await upload();
		expect(arrived()).toEqual(digestsOf(video, partSize));
		expect(web().requests).toHaveLength(1);
	});
});

describe('invalid files', () => {
	test.each<[string, ServedFile, string]>([
		[
			'a page instead of the file',
			{ bytes: Buffer.from('<!doctype html><title>Log in</title>'), contentType: 'text/html' },
			"'URL' isn't an image, a GIF or a video. It's a web page",
		],
		[
			'a wrong type without a type from its server',
			{ bytes: fileOfKind('pdf'), contentType: 'application/octet-stream' },
			"'URL' isn't an image, a GIF or a video. It's a PDF",
		],
		['nothing', { bytes: fileHeads.empty }, "The file in 'URL' is empty"],
		[
			'an empty file of unknown size',
			{ bytes: fileHeads.empty, hidesSize: true },
			"The file in 'URL' is empty",
		],
	])('sends nothing for %s (D7, N8)', async (_title, served, expected) => {
		web().serve(served);
		expect((await failure()).message).toContain(expected);
		expect(sandbox().requests).toEqual([]);
		await expectNothingLeft();
	});

	test("rejects an address that doesn't exist (D7)", async () => {
		const { message, description } = await failure(`${web().url}/gone`);
		expect(message).toMatch(/^The file at 'URL' \(127\.0\.0\.1:\d+\) couldn't be loaded$/);
		expect(description).toMatch(/^The server answered with status 404. .* opens without signing in\.$/);
		await expectNothingLeft();
	});

	test("rejects a server that doesn't answer (D7)", async () => {
		const { message, description } = await failure(await unusedAddress());
		expect(message).toMatch(/^The file at 'URL' \(127\.0\.0\.1:\d+\) couldn't be loaded$/);
		expect(description).toMatch(/^The server refused the connection\. Check the address, and /);
	});

	test.each(['video.mp4', 'file:///etc/hosts', 'ftp://example.com/video.mp4', 'http://'])(
		"rejects '%s' as a URL (D7)",
		async (url) => {
			expect((await failure(url)).message).toBe("'URL' isn't a web address");
		},
	);

	test('fails if a file breaks off during the upload (P82)', async () => {
		web().serve({ bytes: video, breaksOffAfter: 2.5 * partSize });
		expect((await failure()).message).toBe("The file at 'URL' couldn't be loaded completely");
		await expectNothingLeft();
	});

	test('fails if a file of unknown size breaks off (P82)', async () => {
		web().serve({ bytes: video, breaksOffAfter: 2.5 * partSize, hidesSize: true });
		expect((await failure()).message).toBe("The file at 'URL' couldn't be loaded completely");
		expect(sandbox().requests).toEqual([]);
		await expectNothingLeft();
	});
});
