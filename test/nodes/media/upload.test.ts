import type { IDataObject } from 'n8n-workflow';
import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { fileOf, type FileKind } from '../../support/mediaFiles';
import { fileOfKind, itemWith, mimeTypes, partsAt, startsAt } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode } from '../../support/n8nBinary';
import { createExecuteContext } from '../../support/n8nContexts';
import { placeNode } from '../../support/n8nWorkflow';
import { useSandbox } from '../../support/useSandbox';
import { digestsOf } from '../../support/useUploads';

const partSize = 100_000;
const sandbox = useSandbox({ partSizeBytes: partSize });
const node = () => nodeFor(sandbox());
const video = fileOf('mp4', 20 * partSize + 1);

beforeAll(async () => await useBinaryMode('filesystem'));

/** MD5 of each part of an asset. */
const digestsAt = (assetId: unknown) =>
	partsAt(sandbox()).flatMap(([asset, part, md5]) => (asset === assetId ? [[part, md5]] : []));

const stateOf = (assetId: unknown) =>
	sandbox()
		.media()
		.find(({ id }) => id === assetId);

describe('a file of a binary field', () => {
	test('is uploaded in parts, and its ID works in a post (P81, P82, P83, P84, D9)', async () => {
		const items = [await itemWith({ data: video })];
		const [asset] = await node().json('media:upload', {}, { items });
		expect(asset).toMatchObject({
			mediaType: 'video',
			contentType: 'video/mp4',
			sizeBytes: video.length,
			binaryField: 'data',
		});
		expect(digestsAt(asset?.id)).toEqual(digestsOf(video, partSize));
		expect(stateOf(asset?.id)).toMatchObject({ state: 'ready', sizeBytes: video.length, partCount: 21 });
		const post = { channels: [sandbox().seed.channels.facebook.id], caption: 'A video' };
		const withMedia = { media: 'assets', mediaAssetIds: String(asset?.id) };
		const [created] = await node().json('post:create', { ...post, ...withMedia });
		expect(sandbox().post(String(created?.id)).mediaAssetIds).toEqual([asset?.id]);
	});

	test('is sent to its URLs without the key (P87, D2, D9)', async () => {
		await node().run('media:upload', {}, { items: [await itemWith({ data: video })] });
		const { storageRequests, requests } = sandbox();
		expect(storageRequests).toHaveLength(21);
		expect(storageRequests.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
		expect(requests.filter(({ headers }) => !('authorization' in headers))).toEqual([]);
		expect(requests.filter(({ headers }) => !headers['user-agent']?.startsWith('n8n-nodes-'))).toEqual([]);
	});

	test('is sent in as many parallel parts as set (P82)', async () => {
		const items = [await itemWith({ data: video })];
		await node().run('media:upload', {}, { items });
		expect(sandbox().storagePeak).toBeLessThanOrEqual(5);
		sandbox().reset();
		await node().run('media:upload', { options: { parallelUploads: 1 } }, { items });
		expect(sandbox().storagePeak).toBe(1);
	});

	test('shows no internals of the service in the output', async () => {
		const items = [await itemWith({ data: fileOfKind('png') }, 'image/png')];
		const [asset] = await node().json('media:upload', {}, { items });
		expect(Object.keys(asset ?? {})).not.toEqual(expect.arrayContaining(['r2Key', 'uploadId']));
		expect(JSON.stringify(asset)).not.toMatch(/X-Amz|media\//);
	});
});

describe('selected files', () => {
	const files = {
		first: fileOfKind('png'),
		second: fileOfKind('mp4', 300),
		third: fileOfKind('gif'),
	};

	test.each<[string, unknown, string[]]>([
		['one field', 'second', ['second']],
		['several in order', 'third, first', ['third', 'first']],
		['separate lines', 'second\nthird\n', ['second', 'third']],
		['all files of the item', '*', ['first', 'second', 'third']],
		['an expression', "={{ ['first', 'third'] }}", ['first', 'third']],
		['the file itself from an expression', '={{ $binary.second }}', ['second.bin']],
	])('are uploaded from %s (P84)', async (_title, binaryPropertyName, expected) => {
		const items = [await itemWith(files, '')];
		const assets = await node().run('media:upload', { binaryPropertyName } as IDataObject, { items });
		expect(assets.map(({ json }) => json.binaryField)).toEqual(expected);
		expect(new Set(assets.map(({ json }) => json.id)).size).toBe(expected.length);
		expect(assets.map(({ pairedItem }) => pairedItem)).toEqual(expected.map(() => ({ item: 0 })));
	});

	test('are uploaded for every item (P84)', async () => {
		const items = [await itemWith({ data: files.first }), await itemWith({ data: files.second })];
		const assets = await node().run('media:upload', {}, { items });
		expect(assets.map(({ json, pairedItem }) => [json.mediaType, pairedItem])).toEqual([
			['image', { item: 0 }],
			['video', { item: 1 }],
		]);
	});

	test('are uploaded from the JSON of n8n', async () => {
		const { binary } = await itemWith(files);
		const items = [{ json: { _files: { ...binary } } as unknown as IDataObject }];
		const run = { items, binaryMode: 'combined' as const };
		const [asset] = await node().json('media:upload', { binaryPropertyName: 'first' }, run);
		expect(asset).toMatchObject({ mediaType: 'image', binaryField: 'first' });
	});

	test.each<[string, IDataObject]>([
		['an embedded file', { data: Buffer.from('other').toString('base64'), mimeType: 'image/png' }],
		[
			'a file from another workflow',
			{ id: 'filesystem-v2:workflows/other/file', mimeType: 'image/png', data: '' },
		],
	])('exclude %s in the JSON if the workflow stores files separately', async (_title, file) => {
		const items = [{ json: { _files: { first: file } } }];
		const error = await node().error('media:upload', { binaryPropertyName: 'first' }, { items });
		expect(error.message).toBe("The item has no file in its field 'first'");
		expect(await node().error('media:upload', { binaryPropertyName: '*' }, { items })).toMatchObject({
			message: "No file was found for 'Input Data Field Name'",
		});
		expect(startsAt(sandbox())).toEqual([]);
	});
});

describe('the type of a file', () => {
	const started = () => startsAt(sandbox()).map(({ body }) => (body as IDataObject).mediaType);

	test.each<[FileKind, string]>([
		['png', 'image'],
		['jpeg', 'image'],
		['webp', 'image'],
		['gif', 'gif'],
		['mp4', 'video'],
		['mov', 'video'],
		['webm', 'video'],
	])('is detected from the first bytes of a %s, whatever its name (P81, N8)', async (kind, mediaType) => {
		for (const mimeType of [mimeTypes[kind], 'application/octet-stream', 'text/plain', 'image/png']) {
			await node().run('media:upload', {}, { items: [await itemWith({ data: fileOfKind(kind) }, mimeType)] });
		}
		expect(started()).toEqual([mediaType, mediaType, mediaType, mediaType]);
	});

	test('is sent with the alt text (P81, N1)', async () => {
		const items = [await itemWith({ data: fileOfKind('png') })];
		const [asset] = await node().json('media:upload', { options: { altText: 'A red bird' } }, { items });
		expect(stateOf(asset?.id)?.altText).toBe('A red bird');
	});
});

describe('progress', () => {
	const logOf = async (sizeBytes: number): Promise<string[]> => {
		const items = [await itemWith({ data: fileOf('mp4', sizeBytes) })];
		const { logger } = createExecuteContext(placeNode(new SocialPublishing(), {}), {});
		const info = jest.spyOn(logger, 'info').mockImplementation();
		await node().run('media:upload', {}, { items });
		const lines = info.mock.calls.map(([line]) => line);
		info.mockRestore();
		return lines;
	};

	test('is logged at most ten times for an upload of many parts', async () => {
		const lines = await logOf(35 * partSize);
		expect(lines).toHaveLength(10);
		expect(lines[0]).toMatch(/^Uploading 'data': \d+ of 35 parts$/);
		expect(lines.at(-1)).toBe("Uploading 'data': 35 of 35 parts");
	});

	test.each([
		[3 * partSize, 3],
		[partSize, 0],
	])('is logged for %d bytes in %d lines', async (sizeBytes, count) => {
		expect(await logOf(sizeBytes)).toHaveLength(count);
	});
});
