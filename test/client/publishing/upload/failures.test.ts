import { inspect } from 'node:util';
import type { PartUploadError, SourceSizeError } from '../../../../client/publishing/errors';
import { fileOf } from '../../../support/mediaFiles';
import { errorOf } from '../../../support/publishingClient';
import { sourceOf, type SourceHabits } from '../../../support/testSource';
import { until } from '../../../support/until';
import { feedsFor } from './uploadFeeds';
import { callsTo, useUploads } from '../../../support/useUploads';

const partSize = 10_000;
const partCount = 20;
const uploads = useUploads(partSize);
const file = fileOf('mp4', partCount * partSize);

const expectNothingLeft = async (
	{ sandbox, traffic }: ReturnType<typeof uploads>,
	source: { streams: number },
): Promise<void> => {
	expect(source.streams).toBe(0);
	expect(traffic.inFlight).toBe(0);
	expect(callsTo(sandbox, '/complete')).toEqual([]);
	await until(() => sandbox.storageConnections === 0);
};

test.each<[string, (url: string) => string]>([
	['the whole URL', (url) => `PUT ${url} failed`],
	['its query', (url) => `connection lost: ${url.replace(/^.*\//, '/')}`],
])('shows no signed URL in an error, even if the network layer includes %s', async (_title, messageFor) => {
	const { client } = uploads({
		sendToStorage: async ({ url }) => await Promise.reject(new Error(messageFor(url))),
	});
	const text = inspect(await errorOf(client.media.upload(sourceOf(file), { mediaType: 'video' })), {
		depth: 9,
	});
	expect(text).toContain('[hidden]');
	expect(text).not.toContain('X-Amz');
});

describe.each(feedsFor(partSize))('the $feed feed', ({ feed, isSeekable, bufferBytesMax, workers }) => {
	const begin = (habits: SourceHabits = {}, bytes: Uint8Array = file) => {
		const under = uploads();
		const source = sourceOf(bytes, { isSeekable, chunkBytes: 4000, ...habits });
		const start = async (options: object = {}) =>
			await under.client.media.upload(source, { mediaType: 'video', bufferBytesMax, ...options });
		return { ...under, under, source, start };
	};

	test('stops the other parts at the first lasting failure (P82)', async () => {
		const { sandbox, under, source, start, traffic } = begin();
		sandbox.faults.add({ path: '?partNumber=7', kind: 'noEtag' });
		const error = await errorOf<PartUploadError>(start());
		expect(error).toMatchObject({ name: 'PartUploadError', partNumber: 7, partCount });
		expect(Math.max(...traffic.parts)).toBeLessThan(7 + workers);
		await expectNothingLeft(under, source);
	});

	test('ends stalled parts after a failure', async () => {
		const { sandbox, under, source, start } = begin();
		sandbox.faults.add({ path: '?partNumber=2', kind: 'status', status: 400, times: 2 });
		if (workers > 1) sandbox.faults.add({ path: '?partNumber=1', kind: 'stall' });
		expect(await errorOf(start())).toMatchObject({ partNumber: 2 });
		await expectNothingLeft(under, source);
	});

	test.each<[string, number, number]>([
		['a byte is missing', file.length, file.length - 1],
		['three parts are missing', file.length, file.length - 3 * partSize - 1],
		['everything is missing', file.length, 0],
	])('reports a shorter file if %s', async (_title, announced, found) => {
		const { under, source, start } = begin({ sizeBytes: announced }, file.subarray(0, found));
		const error = await errorOf<SourceSizeError>(start());
		expect(error).toMatchObject({ name: 'SourceSizeError', announcedBytes: announced });
		expect(error.message).toContain(`${announced} bytes`);
		expect(error.message).toContain(String(error.foundBytes));
		expect(error.foundBytes).toBeGreaterThanOrEqual(found);
		if (feed !== 'window') expect(error.message).toContain(`only ${found}`);
		await expectNothingLeft(under, source);
	});

	test.each<[string, number, number, number]>([
		['it has an extra byte', file.length - 1, 4000, file.length],
		[
			'it has an extra byte in a separate chunk',
			file.length - partSize,
			partSize,
			file.length - partSize + 1,
		],
		['it has three extra parts', file.length - 3 * partSize, 4000, file.length - 3 * partSize + 1],
	])('reports a longer file if %s', async (_title, announced, chunkBytes, foundAtLeast) => {
		const { under, source, start } = begin({ sizeBytes: announced, chunkBytes });
		const error = await errorOf<SourceSizeError>(start());
		expect(error).toMatchObject({ name: 'SourceSizeError', announcedBytes: announced });
		expect(error.foundBytes).toBeGreaterThanOrEqual(foundAtLeast);
		expect(error.message).toContain(`${announced} bytes`);
		expect(error.message).toContain(`at least ${error.foundBytes}`);
		const lastPart = Math.ceil(announced / partSize);
		const whole = under.sandbox.storageRequests.filter(({ md5 }) => md5 !== null);
		expect(whole.map(({ partNumber }) => partNumber)).not.toContain(lastPart);
		await expectNothingLeft(under, source);
	});

	test.each([0, 1, partSize, 4 * partSize + 1, file.length - 1000])(
		"passes on the error of a file that can't be read from byte %d on, without a retry",
		async (failsAt) => {
			const { client, under, source, start } = begin({ failsAt, chunkBytes: 1000 });
			expect(await errorOf(start())).toMatchObject({ message: 'The disk is gone' });
			expect(client.waits).toEqual([]);
			await expectNothingLeft(under, source);
		},
	);

	test("passes on the error of a file that can't be opened, without a retry", async () => {
		const { client, under, source, start } = begin();
		source.open = async () => await Promise.reject(new Error('The disk is gone'));
		expect(await errorOf(start())).toMatchObject({ message: 'The disk is gone' });
		expect(client.waits).toEqual([]);
		await expectNothingLeft(under, source);
	});

	test('shows no signed URL in an error or its properties', async () => {
		for (const kind of ['drop', 'status', 'dropMidBody', 'noEtag', 'dropAfter'] as const) {
			const { sandbox, start, traffic } = begin();
			sandbox.faults.add({ path: '?partNumber=2', kind, times: 9, status: 400 });
			const text = inspect(await errorOf(start()), { depth: 9, showHidden: true });
			expect(text).toMatch(/^PartUploadError: Part 2 of 20/);
			expect(text).not.toContain('X-Amz');
			expect(traffic.urls.filter((url) => text.includes(new URL(url).pathname))).toEqual([]);
			sandbox.faults.clear();
		}
	});
});
