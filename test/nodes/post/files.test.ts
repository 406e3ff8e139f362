import type { IDataObject } from 'n8n-workflow';
import { fileOf } from '../../support/mediaFiles';
import { itemWith, startsAt } from '../../support/mediaItems';
import { byId, nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode } from '../../support/n8nBinary';
import { createRunData } from '../../support/n8nWorkflow';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ partSizeBytes: 1000 });
const web = useFileServer();
const node = () => nodeFor(sandbox());
const files = { one: fileOf('png', 500), two: fileOf('gif', 2500), three: fileOf('mp4', 1500) };
const post = () => ({ channels: [sandbox().seed.channels.facebook.id], caption: 'With files' });
const ofItem = (binaryPropertyName: string) => ({ media: 'binary', binaryPropertyName });
const create = (fields: string) => ({ ...post(), ...ofItem(fields) });
const again = { executionId: 'the same' };

/** The kinds of a post's assets, in order. */
const kindsOf = (postId: unknown) =>
	sandbox()
		.post(String(postId))
		.mediaAssetIds.map((id) =>
			sandbox()
				.media()
				.find((asset) => asset.id === id),
		)
		.map((asset) => asset?.mediaType);

/** Assets that the tests uploaded. Those of the seed have no size. */
const uploadedIds = () =>
	sandbox()
		.media()
		.filter(({ sizeBytes, state }) => sizeBytes !== null && state === 'ready')
		.map(({ id }) => id)
		.reverse();

beforeAll(async () => await useBinaryMode('filesystem'));

describe('create', () => {
	test.each<[string, string, string[]]>([
		['one', 'two', ['gif']],
		['several in order', 'three, one', ['video', 'image']],
		['all', '*', ['image', 'gif', 'video']],
	])('uploads and shows the files of the item: %s (P84, P87)', async (_title, fields, kinds) => {
		const [created] = await node().json('post:create', create(fields), { items: [await itemWith(files)] });
		expect(kindsOf(created?.id)).toEqual(kinds);
	});

	test('uploads the files of each item (P84)', async () => {
		const items = [await itemWith({ data: files.one }), await itemWith({ data: files.two })];
		const created = await node().json('post:create', create('data'), { items });
		expect(created.map(({ id }) => kindsOf(id))).toEqual([['image'], ['gif']]);
	});

	test('rejects too many files before it uploads one (P84)', async () => {
		const mediaUrl = Array.from({ length: 36 }, (_, index) => `${web().url}/${index}.png`);
		const media = { media: 'url', mediaUrl: `={{ ${JSON.stringify(mediaUrl)} }}` };
		const { message } = await node().error('post:create', { ...post(), ...media });
		expect(message).toBe("'Media' has 36 files, but a post can have at most 35");
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('sends nothing if the field is missing (D7)', async () => {
		const error = await node().error('post:create', create('one, photo'), { items: [await itemWith(files)] });
		expect(error.message).toBe("The item has no file in its field 'photo'");
		expect(sandbox().requests).toEqual([]);
	});
});

describe('a failure after the upload', () => {
	const unchecked = { options: { checkFirst: false } };

	test('lists the uploaded assets in the error of create (P102)', async () => {
		const parameters = { ...create('one, two'), caption: 'x'.repeat(100_000), delivery: 'now', ...unchecked };
		const error = await node().error('post:create', parameters, { items: [await itemWith(files)] });
		expect(uploadedIds()).toHaveLength(2);
		expect(error.description).toContain(
			`Files that were uploaded can be used again: choose 'Uploaded Assets' in 'Media' and enter ${uploadedIds().join(', ')} in 'Asset IDs'`,
		);
		expect(error.context.facts).toMatchObject({ uploadedAssetIds: uploadedIds() });
	});

	test('lists the uploaded assets in the error of update (P100)', async () => {
		const parameters = {
			postId: byId(sandbox().seed.posts.published),
			...ofItem('one'),
		};
		const error = await node().error('post:update', parameters, { items: [await itemWith(files)] });
		expect(uploadedIds()).toHaveLength(1);
		expect(error.description).toContain(`enter ${uploadedIds().join()} in 'Asset IDs'`);
	});

	test('lists the first asset if the second file fails (P82)', async () => {
		sandbox().faults.add({ path: '?partNumber=2', kind: 'status', status: 400, times: 2 });
		const error = await node().error('post:create', create('one, two'), { items: [await itemWith(files)] });
		expect(error.message).toBe("Part 2 of 3 of the file couldn't be uploaded");
		expect(error.description).toContain(`enter ${uploadedIds().join()} in 'Asset IDs'`);
		expect(
			sandbox()
				.posts()
				.filter(({ caption }) => caption === 'With files'),
		).toEqual([]);
	});

	test('returns the IDs in the item with On Error: Continue (P84)', async () => {
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'status', status: 400 });
		const run = { items: [await itemWith(files)], continueOnFail: true };
		const [failed] = await node().json('post:create', create('one, two'), run);
		expect(failed).toMatchObject({ error: expect.any(String), details: { uploadedAssetIds: uploadedIds() } });
	});

	test.each<[string, boolean]>([
		['keeps the files', true],
		['finds the files again without stored run data', false],
	])('%s in Retry On Fail and creates one post (N23, D4)', async (_title, keepsRunData) => {
		const items = [await itemWith(files)];
		const run = { ...again, items, ...(keepsRunData ? { runData: createRunData(items) } : {}) };
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'status', status: 401 });
		await node().error('post:create', create('*'), run);
		const parts = sandbox().storageRequests.length;
		const [created] = await node().json('post:create', create('*'), run);
		expect(sandbox().storageRequests).toHaveLength(parts);
		expect(sandbox().post(String(created?.id)).mediaAssetIds).toEqual(uploadedIds());
		expect(
			sandbox()
				.posts()
				.filter(({ caption }) => caption === 'With files'),
		).toHaveLength(1);
		expect(startsAt(sandbox())).toHaveLength(keepsRunData ? 3 : 6);
	});
});

describe('update', () => {
	const update = async (media: IDataObject) => {
		const [draft] = await node().json('post:create', post());
		const parameters = { postId: byId(String(draft?.id)), ...media };
		await node().run('post:update', parameters, { items: [await itemWith(files)] });
		return sandbox().post(String(draft?.id));
	};

	test('uploads and shows the files of the item (P84)', async () => {
		const { id } = await update(ofItem('two, three'));
		expect(kindsOf(id)).toEqual(['gif', 'video']);
	});
});

describe('files of the web', () => {
	const address = (path: string) => `${web().url}${path}`;
	const ofUrls = (mediaUrl: IDataObject[string]) => ({ media: 'url', mediaUrl });

	test.each<[string, () => IDataObject[string], number]>([
		['one', () => address('/file'), 1],
		['separated by a comma', () => `${address('/file')}, ${address('/moved')}`, 2],
		['on separate lines', () => `${address('/file')}\n${address('/moved')}\n`, 2],
		['with commas in the URL', () => `${address('/file')}?size=w_1,h_2,${address('/file')}`, 2],
		['in a list', () => [address('/file'), address('/moved')], 2],
		['separated by spaces', () => `${address('/file')}  ${address('/moved')}`, 2],
		['separated by a tab', () => `${address('/file')}\t${address('/moved')}`, 2],
		['separated by a semicolon', () => `${address('/file')}; ${address('/moved')}`, 2],
		['separated by a bar', () => `${address('/file')}?token=1|${address('/file')}?token=2`, 2],
		['separated in an entry of a list', () => [`${address('/file')} ${address('/moved')}`], 2],
		['with characters that no one sees', () => `\uFEFF${address('/fi\u200Ble')}\u2060`, 1],
		['with an ampersand of HTML', () => `${address('/file')}?a=1&amp;b=2`, 1],
	])('are uploaded by create: %s (P82, P84, D9)', async (_title, urls, count) => {
		web().serve({ bytes: files.two });
		const [created] = await node().json('post:create', { ...post(), ...ofUrls(urls()) });
		expect(kindsOf(created?.id)).toEqual(Array.from({ length: count }, () => 'gif'));
		expect(sandbox().post(String(created?.id)).mediaAssetIds).toEqual(uploadedIds());
	});

	test('replace the media of the post in an update (P73, P84)', async () => {
		web().serve({ bytes: files.three });
		const { media } = sandbox().seed;
		const assets = { media: 'assets', mediaAssetIds: media.image };
		const [draft] = await node().json('post:create', { ...post(), ...assets });
		const postId = byId(String(draft?.id));
		await node().run('post:update', { postId, ...ofUrls(address('/file')) });
		expect(sandbox().post(String(draft?.id)).mediaAssetIds).toEqual(uploadedIds());
		expect(kindsOf(draft?.id)).toEqual(['video']);
	});

	test('are neither loaded nor uploaded again by Retry On Fail (N23, D4)', async () => {
		web().serve({ bytes: files.one });
		const items = [{ json: {} }];
		const run = { ...again, items, runData: createRunData(items) };
		const parameters = { ...post(), ...ofUrls([address('/file'), address('/moved')]) };
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'status', status: 401 });
		await node().error('post:create', parameters, run);
		const loaded = web().requests.length;
		const [created] = await node().json('post:create', parameters, run);
		expect(web().requests).toHaveLength(loaded);
		expect(startsAt(sandbox())).toHaveLength(2);
		expect(sandbox().post(String(created?.id)).mediaAssetIds).toEqual(uploadedIds());
	});

	test("are listed by position if one can't be loaded, with the IDs of earlier assets (P84, D7)", async () => {
		web().serve({ bytes: files.one });
		const parameters = { ...post(), ...ofUrls([address('/file'), address('/gone?token=secret')]) };
		const error = await node().error('post:create', parameters);
		expect(error.message).toMatch(/^The file at 'URL 2' \(127\.0\.0\.1:\d+\) couldn't be loaded$/);
		expect(error.description).toContain(`enter ${uploadedIds().join()} in 'Asset IDs'`);
		expect(`${error.message} ${error.description}`).not.toContain('secret');
		expect(uploadedIds()).toHaveLength(1);
	});

	test('are requested one by one, each with what belongs to it', async () => {
		web().serve({ bytes: files.one });
		const urls = `${address('/file')}?token=one;${address('/file')}?a=1&amp;token=two`;
		await node().json('post:create', { ...post(), ...ofUrls(urls) });
		expect(web().paths).toEqual(['/file?token=one', '/file?a=1&token=two']);
	});

	test('are all addresses before the first is loaded, and the error says which one is none', async () => {
		web().serve({ bytes: files.one });
		const urls = [address('/file'), 'video.mp4?token=secret'];
		const error = await node().error('post:create', { ...post(), ...ofUrls(urls) });
		expect(error.message).toBe("'URL 2' isn't a web address");
		expect(`${error.message} ${error.description}`).not.toContain('secret');
		expect(web().requests).toEqual([]);
	});

	test("are not shown with their secrets by an error of 'Input Data Field Name'", async () => {
		const binaryPropertyName = 'https://a.example/x.png?token=secret';
		const error = await node().error('post:create', { ...post(), media: 'binary', binaryPropertyName });
		expect(error.message).toBe("The item has no file in its field 'https://a.example/x.png?[hidden]'");
		expect(error.description).toContain("enter the address in 'URL'");
	});

	test("reject text that isn't a URL and send nothing (D7)", async () => {
		const error = await node().error('post:create', { ...post(), ...ofUrls('video.mp4') });
		expect(error.message).toBe("'URL' isn't a web address");
		expect(sandbox().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	test('are not loaded by post:create for a post that has other errors', async () => {
		web().serve({ bytes: files.two });
		const parameters = {
			channels: [sandbox().seed.channels.bluesky.id],
			caption: 'x'.repeat(301),
			...ofUrls(address('/file')),
			delivery: 'now',
			options: { checkFirst: true },
		};
		await node().error('post:create', parameters);
		expect(web().requests).toEqual([]);
	});
});
