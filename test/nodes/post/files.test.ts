import type { IDataObject } from 'n8n-workflow';
import { fileOf } from '../../support/mediaFiles';
import { itemWith, mediaNode, startsAt } from '../../support/mediaNode';
import { useBinaryMode } from '../../support/n8nBinary';
import { createRunData } from '../../support/n8nWorkflow';
import { byId } from '../../support/publishingNode';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ partSizeBytes: 1000 });
const node = () => mediaNode(sandbox());
const files = { one: fileOf('png', 500), two: fileOf('gif', 2500), three: fileOf('mp4', 1500) };
const post = () => ({ channels: [sandbox().seed.channels.facebook.id], caption: 'With files' });
const create = (binaryFields: string, more: IDataObject = {}) => ({
	...post(),
	additionalFields: { binaryFields, ...more },
});
const again = { executionId: 'the same' };

/** What the assets of a post are, in its order. */
const kindsOf = (postId: unknown) =>
	sandbox()
		.post(String(postId))
		.mediaAssetIds.map((id) =>
			sandbox()
				.media()
				.find((asset) => asset.id === id),
		)
		.map((asset) => asset?.mediaType);

/** Assets that the tests uploaded: those of the seed have no size. */
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
		['several, in their order', 'three, one', ['video', 'image']],
		['all', '*', ['image', 'gif', 'video']],
	])('uploads and shows the files of the item: %s (P84, P87)', async (_title, fields, kinds) => {
		const [created] = await node().json('post:create', create(fields), { items: [await itemWith(files)] });
		expect(kindsOf(created?.id)).toEqual(kinds);
	});

	test('shows them after the assets that are named (P84)', async () => {
		const { media } = sandbox().seed;
		const parameters = create('one', { mediaAssetIds: `${media.video}, ${media.gif}` });
		const [created] = await node().json('post:create', parameters, { items: [await itemWith(files)] });
		expect(sandbox().post(String(created?.id)).mediaAssetIds).toEqual([
			media.video,
			media.gif,
			...uploadedIds(),
		]);
	});

	test('every item has its own files (P84)', async () => {
		const items = [await itemWith({ data: files.one }), await itemWith({ data: files.two })];
		const created = await node().json('post:create', create('data'), { items });
		expect(created.map(({ id }) => kindsOf(id))).toEqual([['image'], ['gif']]);
	});

	test('a field that is not there: nothing is sent (D7)', async () => {
		const error = await node().error('post:create', create('one, photo'), { items: [await itemWith(files)] });
		expect(error.message).toBe("The item has no binary field 'photo'");
		expect(sandbox().requests).toEqual([]);
	});
});

describe('a failure after the upload', () => {
	test('create names the assets that are there (P102)', async () => {
		const parameters = { ...create('one, two'), caption: 'x'.repeat(100_000), delivery: 'now' };
		const error = await node().error('post:create', parameters, { items: [await itemWith(files)] });
		expect(uploadedIds()).toHaveLength(2);
		expect(error.description).toContain(
			`These files are uploaded already: put ${uploadedIds().join(', ')} into 'Media Asset IDs'`,
		);
		expect(error.context.facts).toMatchObject({ uploadedAssetIds: uploadedIds() });
	});

	test('update names the assets that are there (P100)', async () => {
		const parameters = {
			postId: byId(sandbox().seed.posts.published),
			updateFields: { binaryFields: 'one' },
		};
		const error = await node().error('post:update', parameters, { items: [await itemWith(files)] });
		expect(uploadedIds()).toHaveLength(1);
		expect(error.description).toContain(`put ${uploadedIds().join()} into 'Media Asset IDs'`);
	});

	test('the second file names the first (P82)', async () => {
		sandbox().faults.add({ path: '?partNumber=2', kind: 'status', status: 400 });
		const error = await node().error('post:create', create('one, two'), { items: [await itemWith(files)] });
		expect(error.message).toBe('Part 2 of 3 of the file could not be uploaded');
		expect(error.description).toContain(`put ${uploadedIds().join()} into 'Media Asset IDs'`);
		expect(
			sandbox()
				.posts()
				.filter(({ caption }) => caption === 'With files'),
		).toEqual([]);
	});

	test('with On Error: Continue the item has the ids (P84)', async () => {
		sandbox().faults.add({ path: '/api/v1/posts/', method: 'POST', kind: 'status', status: 400 });
		const run = { items: [await itemWith(files)], continueOnFail: true };
		const [failed] = await node().json('post:create', create('one, two'), run);
		expect(failed).toMatchObject({ error: expect.any(String), details: { uploadedAssetIds: uploadedIds() } });
	});

	test.each<[string, boolean]>([
		['the files stay as they are', true],
		['the files are found again, where n8n kept nothing', false],
	])('Retry On Fail: %s, and there is one post (P86, N23, D4)', async (_title, keepsRunData) => {
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
	const update = async (updateFields: IDataObject) => {
		const [draft] = await node().json('post:create', post());
		const parameters = { postId: byId(String(draft?.id)), updateFields };
		await node().run('post:update', parameters, { items: [await itemWith(files)] });
		return sandbox().post(String(draft?.id));
	};

	test('uploads and shows the files of the item (P84)', async () => {
		const { id } = await update({ binaryFields: 'two, three' });
		expect(kindsOf(id)).toEqual(['gif', 'video']);
	});

	test('after the assets that are named (P84)', async () => {
		const { media } = sandbox().seed;
		const { mediaAssetIds } = await update({ binaryFields: 'one', mediaAssetIds: media.video });
		expect(mediaAssetIds).toEqual([media.video, ...uploadedIds()]);
	});
});
