import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { fileHeads } from '../support/mediaFiles';
import { chain, download, node } from './support/chain';
import type { RunResult } from './support/testbed';

const partSize = 64 * 1024 * 1024;
const blockBytes = 1_000_000;
const megabytes = { large: 300, small: 20 };

/** A video of the given size in megabytes: an MP4 header, then blocks that are all different. */
function* videoOf(count: number): Generator<Buffer> {
	for (let index = 0; index < count; index++) {
		const block = Buffer.alloc(blockBytes, index);
		if (index === 0) fileHeads.mp4.copy(block);
		yield block;
	}
}

/** The MD5 of each part of a video that the storage must receive. */
function digestsOf(count: number): string[] {
	const digests: string[] = [];
	let hash = createHash('md5');
	let room = partSize;
	for (let block of videoOf(count)) {
		while (block.length > room) {
			digests.push(hash.update(block.subarray(0, room)).digest('hex'));
			block = block.subarray(room);
			[hash, room] = [createHash('md5'), partSize];
		}
		hash.update(block);
		room -= block.length;
	}
	return [...digests, hash.digest('hex')];
}

/** Serves videos: `/300` is one of 300 MB. */
const web = createServer(({ url = '' }, response) => {
	const count = Number(url.slice(1));
	response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': String(count * blockBytes) });
	Readable.from(videoOf(count)).pipe(response);
});
const addressOf = (count: number): string =>
	`http://127.0.0.1:${(web.address() as AddressInfo).port}/${count}`;

const post = (media: object) =>
	node('Post', testbed.nodeType, {
		resource: 'post',
		operation: 'create',
		channels: [testbed.seed.channels.facebook.id],
		caption: 'A video',
		delivery: 'now',
		...media,
	});

/** Checks that one post was published with one video of this size, byte for byte. */
async function expectPublished(result: RunResult, count: number): Promise<void> {
	expect(result.error).toBeUndefined();
	const [created] = result.output('Post');
	const { mediaAssetIds } = await testbed.sandbox.post(String(created?.id));
	const assets = await testbed.sandbox.media();
	expect(mediaAssetIds.map((id) => assets.find((asset) => asset.id === id))).toMatchObject([
		{ mediaType: 'video', state: 'ready', sizeBytes: count * blockBytes },
	]);
	const { requests, connections } = await testbed.sandbox.storage();
	const arrived = requests.filter(({ status }) => status === 200).sort((a, b) => a.partNumber - b.partNumber);
	expect(arrived.map(({ md5 }) => md5)).toEqual(digestsOf(count));
	expect(connections).toBe(0);
}

beforeAll(async () => await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve)));
beforeEach(async () => await testbed.sandbox.reset());
afterAll(async () => await new Promise<void>((resolve) => web.close(() => resolve())));

describe('media in a real n8n', () => {
	test('uploads a file of 300 MB and publishes a post with it (P81, P82, P83, P84, D9)', async () => {
		const upload = node('Upload', testbed.nodeType, { resource: 'media', operation: 'upload' });
		const workflow = chain('Large video', [
			download(addressOf(megabytes.large)),
			upload,
			post({ media: 'assets', mediaAssetIds: '={{ $json.id }}' }),
		]);
		const result = await testbed.run(await testbed.saveWorkflow(workflow), 'Start');
		await expectPublished(result, megabytes.large);
		expect(result.output('Upload')).toMatchObject([{ mediaType: 'video', sizeBytes: 300_000_000 }]);
		expect(testbed.n8nLog()).toContain("Uploading 'data': 5 of 5 parts");
	});

	test('uploads from a URL (P82, D9)', async () => {
		const upload = node('Upload', testbed.nodeType, {
			resource: 'media',
			operation: 'upload',
			fileFrom: 'url',
			url: addressOf(megabytes.small),
		});
		const workflow = chain('Video of a URL', [
			upload,
			post({ media: 'assets', mediaAssetIds: '={{ $json.id }}' }),
		]);
		const result = await testbed.run(await testbed.saveWorkflow(workflow), 'Start');
		await expectPublished(result, megabytes.small);
	});

	test('creates a post with a file from a URL (P82, P84, D9)', async () => {
		const workflow = chain('Post with a URL', [post({ media: 'url', mediaUrl: addressOf(megabytes.small) })]);
		const result = await testbed.run(await testbed.saveWorkflow(workflow), 'Start');
		await expectPublished(result, megabytes.small);
	});
});
