import { rm } from 'node:fs/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { fileHeads, type FileKind } from '../../support/mediaFiles';
import { fileOfKind, itemWith, mimeTypes, pathIn } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { storeSparse, useBinaryMode, type BinaryMode } from '../../support/n8nBinary';
import { onlyIn } from '../../support/profile';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox();
const mebibyte = 1024 * 1024;
const modes: BinaryMode[] = ['default', 'filesystem', 'database'];

/** Runs an upload that the node itself must reject. */
async function refusalOf(items: INodeExecutionData[], parameters: IDataObject = {}) {
	const { message, description } = await nodeFor(sandbox()).error('media:upload', parameters, { items });
	expect(sandbox().requests).toEqual([]);
	expect(sandbox().storageRequests).toEqual([]);
	expect(`${message} ${description}`).not.toMatch(/undefined|\[object|at \w+ \(/);
	return { message, description };
}

const sparse = async (kind: FileKind, sizeBytes: number): Promise<INodeExecutionData[]> => {
	const file = { fileName: 'big', mimeType: mimeTypes[kind] };
	return [{ json: {}, binary: { data: await storeSparse(fileHeads[kind], sizeBytes, file) } }];
};

describe.each(modes)('in %s mode, before anything is sent', (mode) => {
	beforeAll(async () => await useBinaryMode(mode));

	test('rejects an empty file (D7)', async () => {
		const { message } = await refusalOf([await itemWith({ clip: fileHeads.empty })], {
			binaryPropertyName: 'clip',
		});
		expect(message).toBe("The file in 'clip' is empty");
	});

	test('rejects a file of an unknown kind (D7, N8)', async () => {
		const items = [await itemWith({ data: fileOfKind('pdf') }, mimeTypes.pdf)];
		const { message, description } = await refusalOf(items);
		expect(message).toBe("'data' isn't an image, a GIF or a video. It's a PDF");
		expect(description).toContain("use Media > Upload with its option 'Media Type'");
	});
});

describe('before anything is sent', () => {
	beforeAll(async () => await useBinaryMode('filesystem'));

	test.each<[string, string, string, string]>([
		[
			'an unknown field',
			'photo',
			"The item has no file in its field 'photo'",
			"Use one of these in 'Input Data Field Name': 'data', 'more'",
		],
		[
			'a missing field among several',
			'data, photo',
			"The item has no file in its field 'photo'",
			'Use one of these',
		],
		[
			'an empty field list',
			'',
			"No file was found for 'Input Data Field Name'",
			'Enter the name of a field that contains a file',
		],
	])('rejects %s (D7)', async (_title, binaryPropertyName, expected, hint) => {
		const items = [await itemWith({ data: fileOfKind('png'), more: fileOfKind('gif') })];
		const { message, description } = await refusalOf(items, { binaryPropertyName });
		expect(message).toBe(expected);
		expect(description).toContain(hint);
	});

	test.each<[string, string, string]>([
		['a field', 'data', "The item has no file in its field 'data'"],
		['all fields', '*', "No file was found for 'Input Data Field Name'"],
	])('rejects an item without a file for %s (D7)', async (_title, binaryPropertyName, expected) => {
		const { message } = await refusalOf([{ json: { data: 'text' } }], { binaryPropertyName });
		expect(message).toBe(expected);
	});

	test.each<[string, IDataObject, string]>([
		['a source', { fileFrom: 'disk' }, "'File From' can't be 'disk'"],
		['a media type', { options: { mediaType: "={{ 'audio' }}" } }, "'Media Type' can't be 'audio'"],
		['a number of parts', { options: { parallelUploads: 17 } }, "'Parallel Uploads' can't be 17"],
		[
			'a fractional number of parts',
			{ options: { parallelUploads: 1.5 } },
			"'Parallel Uploads' can't be 1.5",
		],
	])("rejects %s that isn't allowed (D7)", async (_title, parameters, expected) => {
		const { message } = await refusalOf([await itemWith({ data: fileOfKind('png') })], parameters);
		expect(message).toBe(expected);
	});

	test('rejects a file that n8n has removed (D7)', async () => {
		const item = await itemWith({ data: fileOfKind('mp4', 5000) });
		await rm(pathIn(item));
		const { message, description } = await refusalOf([item]);
		expect(message).toBe("The file can't be read from n8n's storage");
		expect(description).toContain('Run the node that loads the file again');
	});
});

test('uploads an image of exactly the limit (N8)', async () => {
	await useBinaryMode('filesystem');
	const [asset] = await nodeFor(sandbox()).json(
		'media:upload',
		{},
		{ items: await sparse('png', 64 * mebibyte) },
	);
	expect(asset?.sizeBytes).toBe(64 * mebibyte);
});

describe('files that the service decides about', () => {
	beforeAll(async () => await useBinaryMode('filesystem'));

	onlyIn('observed', 'no document limits the size of a file', () => {
		test.each<[string, FileKind, number]>([
			['an image', 'png', 64],
			['a GIF', 'gif', 64],
			['a video', 'mp4', 3072],
		])('sends %s over the usual size with a hint (N8)', async (_title, kind, usualMiB) => {
			const run = { items: await sparse(kind, usualMiB * mebibyte + 1), continueOnFail: true };
			const { outputs, hints } = await nodeFor(sandbox()).result('media:upload', {}, run);
			expect(hints.slice(0, -1)).toEqual([
				{
					type: 'warning',
					location: 'outputPane',
					message: `'data' is ${usualMiB + 1} MiB large, but the service usually accepts up to ${usualMiB} MiB for this media type.`,
				},
			]);
			expect(hints.at(-1)?.message).toMatch(/^The item failed\./);
			expect(outputs[0]?.[0]?.json).toMatchObject({
				error: "The service refused the file 'data'",
				message: expect.stringContaining(`The file is ${usualMiB + 1} MiB large`),
			});
			expect(sandbox().requests).toMatchObject([{ body: { sizeBytes: usualMiB * mebibyte + 1 } }]);
		});
	});

	test('warns in Validate about a file over the usual size (N8)', async () => {
		const values = { channels: [seed.channels.facebook.id], caption: 'Hi', media: 'binary' };
		const items = await sparse('png', 64 * mebibyte + 1);
		const [result] = await nodeFor(sandbox()).json('post:validate', values, { items });
		expect(result).toMatchObject({
			errors: [],
			warnings: [
				{ field: 'mediaAssetIds', problem: expect.stringContaining('has a file that is 65 MiB large') },
			],
		});
	});
});

onlyIn('observed', 'no document limits the type of a file', () => {
	test('names the file of several that the service refuses, and what to do about its format', async () => {
		await useBinaryMode('filesystem');
		const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(2_000)]);
		const items = [await itemWith({ one: fileOfKind('png'), two: heic }, 'image/heic')];
		const post = {
			channels: [seed.channels.facebook.id],
			caption: 'Hi',
			media: 'binary',
			binaryPropertyName: '*',
		};
		const error = await nodeFor(sandbox()).error('post:create', post, { items });
		expect(error.message).toBe("The service refused the file 'two'");
		expect(error.description).toContain("It's a HEIC from an iPhone");
		expect(error.description).toContain('Convert it to JPEG first');
	});
});

describe('an upload that the service temporarily refuses', () => {
	beforeAll(async () => await useBinaryMode('filesystem'));

	test.each(['/media/uploads', '/complete'])('says that it can be retried: %s (P85, P104)', async (path) => {
		sandbox().faults.add({ path, kind: 'status', status: 503, times: 20 });
		const items = [await itemWith({ data: fileOfKind('mp4', 500) })];
		const { description } = await nodeFor(sandbox()).error('media:upload', {}, { items });
		expect(description).toContain("An upload doesn't change any post. It's safe to run the node again.");
		expect(description).not.toContain('Check your posts');
	});
});
