import { inspect } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { FaultSpec } from '../../../sandbox';
import { fileOf } from '../../support/mediaFiles';
import { itemWith, openFiles, pathIn, startsAt } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { createRunData } from '../../support/n8nWorkflow';
import { useBinaryMode } from '../../support/n8nBinary';
import { until } from '../../support/until';
import { useFileServer } from '../../support/useFileServer';
import { useSandbox } from '../../support/useSandbox';

const partSize = 500_000;
const sandbox = useSandbox({ partSizeBytes: partSize });
const web = useFileServer();
const node = () => nodeFor(sandbox());
const video = fileOf('mp4', 12 * partSize + 1);
const item = async () => await itemWith({ data: video });

const at = (partNumber: number, kind: FaultSpec['kind'], more: Partial<FaultSpec> = {}): FaultSpec => ({
	path: `?partNumber=${partNumber}`,
	kind,
	...more,
});

beforeAll(async () => await useBinaryMode('filesystem'));

/** No part is being sent, and no connection or file is open. */
async function expectNothingLeft(path?: string): Promise<void> {
	await until(() => sandbox().storageConnections === 0);
	if (path !== undefined) await until(() => openFiles(path).length === 0);
}

test('a part that never arrives fails with the reason and leaves nothing open (P82)', async () => {
	const stored = await item();
	sandbox().faults.add(at(2, 'status', { status: 400, times: 2 }));
	const error = await node().error('media:upload', {}, { items: [stored] });
	expect(error.message).toBe("Part 2 of 13 of the file couldn't be uploaded");
	expect(error.description).toMatch(/status 400.*tried 2 times/);
	expect(`${inspect(error, { depth: 9 })}${JSON.stringify(error)}`).not.toMatch(/X-Amz|\/storage\//);
	expect(sandbox().requests.filter(({ path }) => path.endsWith('/complete'))).toEqual([]);
	await expectNothingLeft(pathIn(stored));
});

describe('canceling the workflow', () => {
	const storages: Array<[string, () => Promise<{ run: object; parameters: object; path?: string }>]> = [
		[
			'a file of the item',
			async () => {
				const stored = await item();
				const items = [stored];
				return { run: { items }, parameters: {}, path: pathIn(stored) };
			},
		],
		[
			'a file on the web',
			async () => {
				web().serve({ bytes: video });
				return { run: {}, parameters: { fileFrom: 'url', url: `${web().url}/file` } };
			},
		],
	];

	test.each(storages)('stops everything immediately: %s (P82, D9)', async (_title, prepare) => {
		const { run, parameters, path } = await prepare();
		const cancel = new AbortController();
		for (const part of [2, 3]) sandbox().faults.add(at(part, 'stall'));
		const ended = node().error('media:upload', { ...parameters }, { ...run, abortSignal: cancel.signal });
		await until(() =>
			sandbox().storageRequests.some(({ partNumber, md5 }) => partNumber === 2 && md5 !== null),
		);
		cancel.abort();
		expect((await ended).message).toBe('The execution was canceled');
		await expectNothingLeft(path);
		await until(() => web().connections === 0);
		expect(sandbox().media()[0]).toMatchObject({ state: 'uploading' });
	});
});

describe('canceling the workflow while a file is loaded', () => {
	test.each([
		['before the first byte', false, 1],
		['before the first byte, with a file of unknown size', true, 1],
		['in the middle', false, 4 * partSize],
		['in the middle, with a file of unknown size', true, 4 * partSize],
	])('stops the load: %s (P82)', async (_title, hidesSize, stallsAfter) => {
		web().serve({ bytes: video, hidesSize, stallsAfter });
		const cancel = new AbortController();
		const parameters = { fileFrom: 'url', url: `${web().url}/file` };
		const ended = node().error('media:upload', parameters, { abortSignal: cancel.signal });
		await until(() => web().hasStalled);
		cancel.abort();
		expect((await ended).message).toBe('The execution was canceled');
		await until(() => web().connections === 0);
		await expectNothingLeft();
	});
});

describe('Retry On Fail in the same execution', () => {
	const again = { executionId: 'the same' };

	test("doesn't upload completed files again (N23)", async () => {
		const items = [await itemWith({ short: fileOf('mp4', 200), long: fileOf('mp4', partSize + 1) })];
		const run = { ...again, items, runData: createRunData(items) };
		const parameters = { binaryPropertyName: 'short, long' };
		sandbox().faults.add(at(2, 'status', { status: 400, times: 2 }));
		await node().error('media:upload', parameters, run);
		const assets = await node().json('media:upload', parameters, run);
		expect(assets.map(({ sizeBytes }) => sizeBytes)).toEqual([200, partSize + 1]);
		expect(startsAt(sandbox()).map(({ body }) => (body as IDataObject).sizeBytes)).toEqual([
			200,
			partSize + 1,
			partSize + 1,
		]);
		expect(sandbox().storageRequests.filter(({ bytes }) => bytes === 200)).toHaveLength(1);
	});

	test("doesn't upload them again without stored run data of the first try (N23)", async () => {
		const items = [await item()];
		const [first] = await node().json('media:upload', {}, { ...again, items });
		const count = sandbox().storageRequests.length;
		const [second] = await node().json('media:upload', {}, { ...again, items });
		expect(second?.id).toBe(first?.id);
		expect(sandbox().storageRequests).toHaveLength(count);
		expect(new Set(startsAt(sandbox()).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
	});
});
