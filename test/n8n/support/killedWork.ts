import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileOf } from '../../support/mediaFiles';
import { chain, download, node } from './chain';
import type { Workflow } from './testbed';

/** Where the idempotency keys come from. */
type SendOnce = 'content' | 'execution';

/** A workflow that needs some seconds in the slow sandbox, and what it has done there so far. */
export interface KilledWork {
	workflow: Workflow;
	/** Whether part of the work is done. */
	isHalfDone(): Promise<boolean>;
	/** The captions of the posts that it created, sorted. */
	captions(): Promise<string[]>;
	/** The files that it sent, with the small one first. */
	files(): Promise<SentFile[]>;
}

/** A file of the workflow as the service has it. */
interface SentFile {
	isComplete: boolean;
	/** How often the storage received each part, in the order of the parts. Missing parts are left out. */
	timesSent: number[];
}

const partSize = 65_536;
const batchSize = 12;

/** The captions of a complete batch. */
export const batchCaptions = (name: string): string[] =>
	Array.from({ length: batchSize }, (_, index) => `${name} ${String(index + 10)}`);

/** One item for each value. An object becomes the item's fields, and anything else its field `value`. */
export const itemsOf = (values: Array<string | number | object>) => [
	node('Values', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput: JSON.stringify({ value: values }) }, 3.4),
	node('Items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'value', options: {} }),
];

const post = (caption: string, send: SendOnce, media: object = {}) =>
	node('Post', testbed.nodeType, {
		resource: 'post',
		operation: 'create',
		channels: [testbed.seed.channels.facebook.id],
		caption,
		delivery: 'queue',
		...media,
		options: { ifRunAgain: { settings: { send } } },
	});

async function captionsOf(name: string): Promise<string[]> {
	const captions = (await queueMode.slow.posts()).map(({ caption }) => caption ?? '');
	return captions.filter((caption) => caption.startsWith(`${name} `)).sort();
}

/** A batch of posts. */
export function batchOf(name: string, send: SendOnce): KilledWork {
	const captions = async () => await captionsOf(name);
	return {
		workflow: chain(name, [...itemsOf(batchCaptions(name)), post('={{ $json.value }}', send)]),
		captions,
		files: async () => [],
		isHalfDone: async () => (await captions()).length >= 2,
	};
}

/** A short and a long file, and a post with each of them. The files are recognized by their sizes. */
export function uploadOf(name: string, send: SendOnce, address: string, extraBytes: number): KilledWork {
	const sizes = [2 * partSize + extraBytes, 20 * partSize + extraBytes];
	const urls = sizes.map((size) => `${address}/${size}`);
	const options = { ifRunAgain: { settings: { send } }, parallelUploads: 2 };
	const upload = node('Upload', testbed.nodeType, { resource: 'media', operation: 'upload', options });
	const files = async () => await sentFiles(sizes);
	return {
		workflow: chain(name, [
			...itemsOf(urls),
			download('={{ $json.value }}'),
			upload,
			post(`=${name} {{ $itemIndex + 1 }}`, send, { media: 'assets', mediaAssetIds: '={{ $json.id }}' }),
		]),
		captions: async () => await captionsOf(name),
		files,
		isHalfDone: async () => {
			const [, long] = await files();
			return long !== undefined && long.timesSent.length >= 2;
		},
	};
}

/** The files of these sizes, sorted by size and age. */
async function sentFiles(sizes: number[]): Promise<SentFile[]> {
	const assets = (await queueMode.slow.media()).reverse();
	const { requests } = await queueMode.slow.storage();
	const arrived = requests.filter(({ status }) => status === 200);
	const wanted = sizes.flatMap((size) => assets.filter(({ sizeBytes }) => sizeBytes === size));
	return wanted.map(({ id, state, partCount }) => {
		const parts = arrived.filter(({ path }) => path.endsWith(id)).map(({ partNumber }) => partNumber);
		const times = Array.from({ length: partCount }, (_, index) => parts.filter((part) => part === index + 1));
		const timesSent = times.map(({ length }) => length).filter((count) => count > 0);
		return { isComplete: state === 'ready', timesSent };
	});
}

/** A web server with videos. `/70000` is a video of 70,000 bytes. */
export async function startFileServer(): Promise<{ url: string; close(): Promise<void> }> {
	const server = createServer(({ url = '' }, response) => {
		response.writeHead(200, { 'Content-Type': 'video/mp4' });
		response.end(fileOf('mp4', Number(url.slice(1))));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
