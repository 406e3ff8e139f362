import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { fileOf } from '../../support/mediaFiles';
import { itemWith, partsAt, startsAt } from '../../support/mediaItems';
import { byId, itemsOf, nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode } from '../../support/n8nBinary';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const partSize = 1000;

const sandbox = useSandbox({ partSizeBytes: partSize, storage: { latencyMs: 20 } });

const web = useFileServer();

const node = () => nodeFor(sandbox());

const video = fileOf('mp4', 5 * partSize);

const fromContent = (more: IDataObject = {}) => ({
	options: { ifRunAgain: { settings: { send: 'content' } }, ...more },
});

const post = (more: IDataObject = {}) => ({
	channels: [sandbox().seed.channels.facebook.id],
	caption: 'With a file',
	media: 'binary',
	binaryPropertyName: 'data',
	...fromContent(more),
});

const readyIds = () =>
	sandbox()
		.media()
		.filter(({ sizeBytes, state }) => sizeBytes !== null && state === 'ready')
		.map(({ id }) => id);

beforeAll(async () => await useBinaryMode('filesystem'));

describe('files with a key derived from the content', () => {
	test("doesn't send a file again that another execution finished (D4)", async () => {
		const items = [await itemWith({ data: video })];
		const [first] = await node().json('media:upload', fromContent(), { items });
		const [second] = await node().json('media:upload', fromContent(), { items });
		expect(second?.id).toBe(first?.id);
		expect(partsAt(sandbox())).toHaveLength(5);
	});

	test("returns the post, and doesn't send its file again, in another execution with the user's own key (P68, D4)", async () => {
		const items = [await itemWith({ data: video })];
		const parameters = post({ ifRunAgain: { settings: { send: 'ownKey', ownKey: 'order-1' } } });
		const [first] = await node().json('post:create', parameters, { items });
		const [second] = await node().json('post:create', parameters, { items });
		expect(second?.id).toBe(first?.id);
		expect(partsAt(sandbox())).toHaveLength(5);
	});

	test('reads a file from a URL without sending it again (D4)', async () => {
		web().serve({ bytes: video });
		const parameters = { fileFrom: 'url', url: `${web().url}/file`, ...fromContent() };
		const [first] = await node().json('media:upload', parameters);
		const [second] = await node().json('media:upload', parameters);
		expect(second?.id).toBe(first?.id);
		expect(partsAt(sandbox())).toHaveLength(5);
	});

	test('continues an upload that another execution interrupted (D4)', async () => {
		const items = [await itemWith({ data: video })];
		sandbox().faults.add({ path: '?partNumber=4', kind: 'status', status: 403, times: 5 });
		await node().error('media:upload', fromContent({ parallelUploads: 1 }), { items });
		sandbox().faults.clear();
		const [asset] = await node().json('media:upload', fromContent(), { items });
		expect(readyIds()).toEqual([asset?.id]);
		expect(
			sandbox()
				.media()
				.filter(({ state, sizeBytes }) => state === 'uploading' && sizeBytes !== null),
		).toEqual([]);
	});

	test('starts another upload if the alt text differs (P102, D4)', async () => {
		const items = [await itemWith({ data: video })];
		await node().run('media:upload', fromContent(), { items });
		await node().run('media:upload', fromContent({ altText: 'A chair' }), { items });
		expect(readyIds()).toHaveLength(2);
	});

	test('uploads the same file once for several parallel items (D4)', async () => {
		const items = await Promise.all([1, 2, 3].map(async () => await itemWith({ data: video })));
		const parameters = { ...post({ parallelRequests: 3 }), caption: '={{ "Post " + $itemIndex }}' };
		const posts = await node().json('post:create', parameters, { items });
		expect(new Set(posts.map(({ id }) => id)).size).toBe(3);
		expect(readyIds()).toHaveLength(1);
		expect(partsAt(sandbox())).toHaveLength(5);
	});

	test('uploads a file once that an update attaches to a post (D4)', async () => {
		const items = [await itemWith({ data: video })];
		const [draft] = await node().json('post:create', { ...post(), media: 'none' });
		const parameters = {
			postId: byId(String(draft?.id)),
			media: 'binary',
			binaryPropertyName: 'data',
			...fromContent(),
		};
		await node().run('post:update', parameters, { items });
		await node().run('post:update', parameters, { items });
		expect(sandbox().post(String(draft?.id)).mediaAssetIds).toEqual(readyIds());
		expect(startsAt(sandbox())).toHaveLength(2);
		expect(partsAt(sandbox())).toHaveLength(5);
	});
});

describe('writes with a key derived from the content', () => {
	const create = (more: IDataObject = {}) => ({
		...post(),
		media: 'none',
		delivery: 'draft',
		...more,
	});

	test.each<[string, IDataObject, IDataObject]>([
		['duplicate', {}, {}],
		['submit', {}, { delivery: 'queue' }],
		['schedule', {}, { delivery: 'queue' }],
		['publish', {}, {}],
		['cancel', { delivery: 'queue' }, {}],
	])('does nothing more if %s runs again (P80, D4)', async (operation, draft, parameters) => {
		const [made] = await node().json('post:create', create(draft));
		const values = { postId: byId(String(made?.id)), ...parameters, ...fromContent() };
		const [first] = await node().json(`post:${operation}`, values);
		const before = sandbox().posts();
		const [second] = await node().json(`post:${operation}`, values);
		expect(second?.id).toBe(first?.id);
		expect(sandbox().posts()).toEqual(before);
		const keys = sandbox()
			.requests.filter(({ method }) => method === 'POST')
			.slice(-2)
			.map(({ headers }) => headers['idempotency-key']);
		expect(keys).toEqual([expect.stringMatching(/^n8n-content-/), keys[0]]);
	});
});

describe('a second execution with the same content', () => {
	const { bluesky, facebook, linkedin } = seed.channels;
	const create: IDataObject = { channels: [facebook.id], caption: 'Hello', delivery: 'now' };

	test('creates no duplicate (D4)', async () => {
		const items = itemsOf({ text: 'One' }, { text: 'Two' });
		const parameters = { ...create, channels: [bluesky.id], caption: '={{ $json.text }}', ...fromContent() };
		const first = await node().json('post:create', parameters, { items });
		const second = await node().json('post:create', parameters, { items });
		expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
		expect(sandbox().posts()).toHaveLength(2);
	});

	test.each<[string, (id: string) => string]>([
		['capitals after lower case', (id) => id.toUpperCase()],
		['a JSON list of capitals', (id) => `["${id.toUpperCase()}"]`],
	])('creates no duplicate for IDs in another format: %s (P6, D4)', async (_title, written) => {
		const parameters = (form: (id: string) => string) => ({
			...create,
			channels: form(facebook.id),
			media: 'assets',
			mediaAssetIds: form(seed.media.image),
			delivery: 'queue',
			queues: {
				queue: [{ channelId: byId(facebook.id), queueId: byId(form(seed.queues.facebookMornings.id)) }],
			},
			...fromContent(),
		});
		const asIs = (id: string) => id;
		const [first] = await node().json('post:create', parameters(asIs));
		const capitals = { ...parameters(written), queues: parameters((id) => id.toUpperCase()).queues };
		const [second] = await node().json('post:create', capitals);
		expect(second?.id).toBe(first?.id);
		expect(sandbox().posts()).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['a different text', { caption: 'Other' }],
		['a different channel', { channels: [linkedin.id] }],
		['a different delivery', { delivery: 'queue' }],
		[
			'a custom key',
			{
				options: {
					ifRunAgain: { settings: { send: 'ownKey', ownKey: 'second round', alsoByContent: true } },
				},
			},
		],
	])('creates another post for %s (D4)', async (_title, difference) => {
		const post = { ...create, channels: [bluesky.id], ...fromContent() };
		await node().run('post:create', post);
		await node().run('post:create', { ...post, ...difference });
		expect(sandbox().posts()).toHaveLength(2);
	});
});
