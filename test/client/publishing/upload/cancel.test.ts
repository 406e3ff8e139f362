import { inspect } from 'node:util';
import type { FaultSpec } from '../../../../sandbox';
import { fileOf } from '../../../support/mediaFiles';
import { errorOf } from '../../../support/publishingClient';
import { sourceOf, type SourceHabits } from '../../../support/testSource';
import { until } from '../../../support/until';
import { feedsFor } from './uploadFeeds';
import { callsTo, useUploads, type UploadsUnderTest } from '../../../support/useUploads';

const partSize = 10_000;
const uploads = useUploads(partSize);
const file = fileOf('mp4', 20 * partSize);

/** The point at which an upload stalls, and how a test detects it. */
interface Standstill {
	title: string;
	habits?: SourceHabits;
	fault?: FaultSpec;
	/** An endless wait. */
	sleeps?: boolean;
	isReached: (under: UploadsUnderTest) => boolean;
}

const standstills: Standstill[] = [
	{
		title: 'while the storage does not answer',
		fault: { path: '?partNumber=3', kind: 'stall' },
		isReached: ({ sandbox }) =>
			sandbox.storageRequests.some(({ partNumber, md5 }) => partNumber === 3 && md5 !== null),
	},
	{
		title: 'while a retry is waited for',
		fault: { path: '?partNumber=3', kind: 'status' },
		sleeps: true,
		isReached: ({ client }) => client.waits.length === 1,
	},
	{
		title: 'while no data arrives from the file',
		habits: { stallsAt: 4 * partSize },
		isReached: ({ sandbox }) => sandbox.storageRequests.filter(({ status }) => status === 200).length >= 4,
	},
	{
		title: 'while more URLs are asked for',
		fault: { path: '/parts', kind: 'stall' },
		isReached: ({ sandbox }) => callsTo(sandbox, '/parts').length === 1,
	},
	{
		title: 'while a retry for more URLs is waited for',
		fault: { path: '/parts', kind: 'status', status: 429, retryAfter: 60 },
		sleeps: true,
		isReached: ({ client }) => client.waits.length === 1,
	},
	{
		title: 'while the upload starts',
		fault: { path: '/uploads', kind: 'stall' },
		isReached: ({ sandbox }) => callsTo(sandbox, '/uploads').length === 1,
	},
	{
		title: 'while the upload is completed',
		fault: { path: '/complete', kind: 'stall' },
		isReached: ({ sandbox }) => callsTo(sandbox, '/complete').length === 1,
	},
];

describe.each(feedsFor(partSize))('canceling with the $feed feed', ({ isSeekable, bufferBytesMax }) => {
	test.each(standstills)('$title', async ({ habits, fault, sleeps, isReached }) => {
		const waits: number[] = [];
		const endless = async (durationMs: number): Promise<void> => {
			waits.push(durationMs);
			await new Promise<void>(() => undefined);
		};
		const under = uploads(sleeps ? { sleep: endless } : {});
		const { sandbox, traffic } = under;
		const client = { ...under.client, waits: sleeps ? waits : under.client.waits };
		if (fault) sandbox.faults.add(fault);
		const source = sourceOf(file, { isSeekable, chunkBytes: 1000, ...habits });
		const cancel = new AbortController();
		const options = { mediaType: 'video' as const, bufferBytesMax, signal: cancel.signal };
		const ended = errorOf(client.media.upload(source, options));
		await until(() => isReached({ ...under, client }));
		cancel.abort();
		const error = await ended;
		expect(error).toMatchObject({ name: 'NetworkError', code: 'CANCELLED' });
		expect(inspect(error, { depth: 9 })).not.toContain('X-Amz');
		expect([source.streams, traffic.inFlight]).toEqual([0, 0]);
		await until(() => sandbox.storageConnections === 0);
		const completes = callsTo(sandbox, '/complete').filter(({ status }) => status === 200);
		expect([
			completes,
			sandbox.media().filter(({ state, partCount }) => partCount > 0 && state === 'ready'),
		]).toEqual([[], []]);
	});
});

test('sends nothing for an upload canceled before its start', async () => {
	const { sandbox, client } = uploads();
	const source = sourceOf(file);
	const error = await errorOf(
		client.media.upload(source, { mediaType: 'video', signal: AbortSignal.abort() }),
	);
	expect(error).toMatchObject({ name: 'NetworkError', code: 'CANCELLED' });
	expect([sandbox.requests, source.openedAt]).toEqual([[], []]);
});

test('ignores an unused signal and keeps no listener', async () => {
	const { client } = uploads();
	const cancel = new AbortController();
	let listeners = 0;
	const { signal } = cancel;
	const add = signal.addEventListener.bind(signal);
	const remove = signal.removeEventListener.bind(signal);
	signal.addEventListener = (...args: Parameters<typeof add>) => {
		listeners++;
		add(...args);
	};
	signal.removeEventListener = (...args: Parameters<typeof remove>) => {
		listeners--;
		remove(...args);
	};
	const asset = await client.media.upload(sourceOf(file), { mediaType: 'video', signal });
	expect([asset, listeners]).toEqual([expect.objectContaining({ id: expect.any(String) }), 0]);
});
