import type { IDataObject } from 'n8n-workflow';
import { userAgent } from '../../../nodes/shared/transport';
import { fileHeads, fileOf } from '../../support/mediaFiles';
import { fileOfKind, mediaNode, partsAt } from '../../support/mediaNode';
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
const gibibyte = 1024 ** 3;
/** More than the node holds of a file. */
const large = fileOf('mp4', 36_000_000);
const largePartSize = 17 * 1024 * 1024;
const largeParts = useSandbox({ partSizeBytes: largePartSize });

beforeAll(async () => await useBinaryMode('filesystem'));

const from = (url: string): IDataObject => ({ fileFrom: 'url', url });
const upload = async (path = '/file', options: IDataObject = {}) =>
	await mediaNode(sandbox()).json('media:upload', { ...from(web().url + path), options });
const failure = async (url = `${web().url}/file`) => {
	const { message, description } = await mediaNode(sandbox()).error('media:upload', from(url));
	expect(`${message} ${description}`).not.toMatch(/undefined|\[object|at \w+ \(/);
	return { message, description };
};
const arrived = () => partsAt(sandbox()).map(([, part, md5]) => [part, md5]);
const arrivedInLargeParts = () => partsAt(largeParts()).map(([, part, md5]) => [part, md5]);

/** Nothing of a file that failed is finished, and its connection is closed. */
async function expectNothingLeft(): Promise<void> {
	expect(sandbox().requests.filter(({ path }) => path.endsWith('/complete'))).toEqual([]);
	await until(() => web().connections === 0 && sandbox().storageConnections === 0);
}

describe('a file on the web', () => {
	test.each<[string, string, Partial<ServedFile>, number]>([
		['whose size is told', '/file', {}, 1],
		['behind a redirect', '/moved', {}, 1],
		['whose size is not told', '/file', { hidesSize: true }, 1],
		['behind a redirect, whose size is not told', '/moved', { hidesSize: true }, 1],
		['of no type that its server knows', '/file', { contentType: 'application/octet-stream' }, 1],
	])('%s: it goes up as it is (P81, P82, D9)', async (_title, path, served, requests) => {
		web().serve({ bytes: video, ...served });
		const [asset] = await upload(path);
		expect(asset).toMatchObject({ mediaType: 'video', sizeBytes: video.length });
		expect(arrived()).toEqual(digestsOf(video, partSize));
		expect(web().requests).toHaveLength(requests);
		await until(() => web().connections === 0);
	});

	test('its server gets neither the key nor a wish for compressed bytes (P87, D1)', async () => {
		web().serve({ bytes: video });
		await upload();
		expect(web().requests[0]).not.toHaveProperty('authorization');
		expect(web().requests[0]?.['accept-encoding']).toBe('identity');
	});

	test('its server and the storage see the name of this package', async () => {
		web().serve({ bytes: video });
		await upload();
		expect(web().requests.map((headers) => headers['user-agent'])).toEqual([userAgent]);
		const atStorage = sandbox().storageRequests.map(({ headers }) => headers['user-agent']);
		expect(atStorage).toEqual(partsAt(sandbox()).map(() => userAgent));
	});

	test('an image from the web', async () => {
		web().serve({ bytes: fileOfKind('png', 5000), contentType: 'image/png' });
		expect(await upload()).toMatchObject([{ mediaType: 'image', sizeBytes: 5000 }]);
	});
});

describe('a file whose server does not tell its size', () => {
	const mebibyte = 1024 ** 2;

	test('is loaded once where it fits into memory', async () => {
		web().serve({ bytes: video, hidesSize: true });
		await upload();
		expect(web().requests).toHaveLength(1);
		expect(arrived()).toEqual(digestsOf(video, partSize));
	});

	test.each(['default', 'filesystem'] as const)(
		'is counted, and loaded again, where it does not; nothing of it is stored: n8n keeps files in mode %s',
		async (mode) => {
			await useBinaryMode(mode);
			web().serve({ bytes: large, hidesSize: true });
			const [asset] = await mediaNode(largeParts()).json('media:upload', from(`${web().url}/file`));
			await useBinaryMode('filesystem');
			expect(asset).toMatchObject({ sizeBytes: large.length });
			expect(arrivedInLargeParts()).toEqual(digestsOf(large, largePartSize));
			expect(web().requests).toHaveLength(2);
		},
	);

	test('is refused by its first bytes if they are of no known kind, also if it never ends (N8)', async () => {
		const bytes = fileOfKind('pdf', mebibyte);
		web().serve({ bytes, contentType: 'application/pdf', isEndless: true, hidesSize: true });
		expect((await failure()).message).toContain("The node can't tell whether 'URL' is an image");
		await expectNothingLeft();
		expect(web().endlessBytes).toBeLessThan(16 * mebibyte);
		expect(sandbox().requests).toEqual([]);
	});

	test('is given up after 3 GiB if it never ends (N8)', async () => {
		web().serve({ bytes: fileOfKind('mp4', mebibyte), isEndless: true, hidesSize: true });
		const { message, description } = await failure();
		expect(message).toBe("The file at 'URL' has more than 3 GiB, and its server doesn't report its size");
		expect(description).toContain('live stream');
		await expectNothingLeft();
		// What lies in the buffers of both ends comes on top.
		expect(web().endlessBytes).toBeLessThan(3 * gibibyte + 80 * mebibyte);
		expect(sandbox().requests).toEqual([]);
	}, 120_000);
});

describe('a file that its server compresses although it was asked not to', () => {
	const compressible = fileOf('mp4', 3 * partSize).fill(7, 64);

	test.each<[string, Buffer]>([
		['shrinks', compressible],
		['grows', video],
	])('arrives as it is, when it %s by that', async (_title, bytes) => {
		web().serve({ bytes, gzipLevel: 1 });
		const [asset] = await upload();
		expect(asset).toMatchObject({ sizeBytes: bytes.length });
		expect(arrived()).toEqual(digestsOf(bytes, partSize));
		expect(web().requests).toHaveLength(1);
	});

	test('arrives as it is, where its real size shows only at its end', async () => {
		web().serve({ bytes: large, gzipLevel: 0, knowsRanges: true });
		const [asset] = await mediaNode(largeParts()).json('media:upload', from(`${web().url}/file`));
		expect(asset).toMatchObject({ sizeBytes: large.length });
		const parts = partsAt(largeParts()).filter(([id]) => id === asset?.id);
		expect(parts.map(([, part, md5]) => [part, md5])).toEqual(digestsOf(large, largePartSize));
	});
});

describe('a part that has to be sent again', () => {
	test.each<[string, Partial<ServedFile>]>([
		['where its server knows ranges', { knowsRanges: true }],
		['where its server does not', {}],
	])(
		'of a size that no buffer takes: read again from its part on, %s (P82, P85, D9)',
		async (_title, served) => {
			web().serve({ bytes: large, ...served });
			largeParts().faults.add({ path: '?partNumber=2', kind: 'status', retryAfter: 0 });
			const [asset] = await mediaNode(largeParts()).json('media:upload', from(`${web().url}/file`));
			expect(asset?.sizeBytes).toBe(large.length);
			expect(arrivedInLargeParts()).toEqual(digestsOf(large, largePartSize));
			expect(web().requests.map(({ range }) => range)).toEqual([undefined, `bytes=${largePartSize}-`]);
			expect(largeParts().storagePeak).toBe(1);
		},
	);

	test('of a size that fits: out of its buffer (P82, P85)', async () => {
		web().serve({ bytes: video });
		sandbox().faults.add({ path: '?partNumber=2', kind: 'status', retryAfter: 0 });
		await upload();
		expect(arrived()).toEqual(digestsOf(video, partSize));
		expect(web().requests).toHaveLength(1);
	});
});

describe('what cannot be uploaded', () => {
	test.each<[string, ServedFile, string]>([
		[
			'a page instead of the file',
			{ bytes: Buffer.from('<!doctype html><title>Log in</title>'), contentType: 'text/html' },
			"The node can't tell whether 'URL' is an image, a GIF or a video (text/html)",
		],
		[
			'a wrong type',
			{ bytes: fileOfKind('heic') },
			"The node can't tell whether 'URL' is an image, a GIF or a video",
		],
		[
			'a wrong type that its server does not name',
			{ bytes: fileOfKind('heic'), contentType: 'application/octet-stream' },
			"The node can't tell whether 'URL' is an image, a GIF or a video (an unknown file)",
		],
		['nothing', { bytes: fileHeads.empty }, "The file in 'URL' is empty"],
		['nothing of unknown size', { bytes: fileHeads.empty, hidesSize: true }, "The file in 'URL' is empty"],
	])('%s: nothing is sent (D7, N8)', async (_title, served, expected) => {
		web().serve(served);
		expect((await failure()).message).toContain(expected);
		expect(sandbox().requests).toEqual([]);
		await expectNothingLeft();
	});

	test('an address that does not exist (D7)', async () => {
		const { message, description } = await failure(`${web().url}/gone`);
		expect(message).toBe("The file at 'URL' couldn't be loaded");
		expect(description).toMatch(/^The server answered with status 404. .* opens without signing in\.$/);
		await expectNothingLeft();
	});

	test('a server that does not answer (D7)', async () => {
		const { message, description } = await failure(await unusedAddress());
		expect(message).toBe("The file at 'URL' couldn't be loaded");
		expect(description).toMatch(/^The server didn't answer .*ECONNREFUSED/);
	});

	test.each(['', 'video.mp4', 'file:///etc/hosts', 'ftp://example.com/video.mp4', 'http://'])(
		"no web address: '%s' (D7)",
		async (url) => {
			expect((await failure(url)).message).toBe("'URL' isn't a web address");
		},
	);

	test('a file that breaks off while it is on its way (P82)', async () => {
		web().serve({ bytes: video, breaksOffAfter: 2.5 * partSize });
		expect((await failure()).message).toBe("The file at 'URL' couldn't be loaded completely");
		await expectNothingLeft();
	});

	test('a file of unknown size that breaks off (P82)', async () => {
		web().serve({ bytes: video, breaksOffAfter: 2.5 * partSize, hidesSize: true });
		expect((await failure()).message).toBe("The file at 'URL' couldn't be loaded completely");
		expect(sandbox().requests).toEqual([]);
		await expectNothingLeft();
	});
});
