import { inTurn } from '../../fuzz/settings';
import { fileOf } from '../../support/mediaFiles';
import { itemWith, partsAt } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode, type BinaryMode } from '../../support/n8nBinary';
import { useObjectStorage } from '../../support/useObjectStorage';
import { useSandbox } from '../../support/useSandbox';
import { digestsOf } from '../../support/useUploads';

const smallParts = 300_000;
const largeParts = 17 * 1024 * 1024;
const small = useSandbox({ partSizeBytes: smallParts });
const large = useSandbox({ partSizeBytes: largeParts });
useObjectStorage();

/** Parallel parts, small and large. A file that can't be opened in the middle is read once. */
const modes: Array<[BinaryMode, number, number]> = [
	['filesystem', 5, 2],
	['default', 5, 2],
	['database', 5, 1],
	['s3', 5, 1],
];

describe.each(modes)('files in storage mode %s', (mode, smallAtOnce) => {
	beforeAll(async () => await useBinaryMode(mode));

	test.each([1, smallParts - 1, smallParts, smallParts + 1, 7 * smallParts, 20 * smallParts + 123])(
		'arrive complete with %d bytes (P81, P82, P84, D9)',
		async (sizeBytes) => {
			const file = fileOf('gif', Math.max(sizeBytes, 16)).subarray(0, Math.max(sizeBytes, 16));
			const run = { items: [await itemWith({ data: file }, 'image/gif')] };
			const [asset] = await nodeFor(small()).json('media:upload', {}, run);
			expect(asset).toMatchObject({ mediaType: 'gif', sizeBytes: file.length });
			expect(partsAt(small()).map(([, part, md5]) => [part, md5])).toEqual(digestsOf(file, smallParts));
			expect(small().storagePeak).toBeLessThanOrEqual(smallAtOnce);
		},
	);
});

/** By day, the mode whose files can be read only from their start, as in the object storage, without a server of its own. */
const byTurn = inTurn(
	modes,
	modes.findIndex(([mode]) => mode === 'database'),
);

describe.each(byTurn)('files in storage mode %s', (mode, _smallAtOnce, largeAtOnce) => {
	beforeAll(async () => await useBinaryMode(mode));

	test('arrive complete if a part too large for memory is sent again (P82, P85, D9)', async () => {
		const file = fileOf('mp4', largeParts + 1_000_000);
		large().faults.add({ path: '?partNumber=1', kind: 'status', retryAfter: 0 });
		large().faults.add({ path: '?partNumber=2', kind: 'status', retryAfter: 0 });
		const run = { items: [await itemWith({ data: file })] };
		const [asset] = await nodeFor(large()).json('media:upload', {}, run);
		expect(asset?.sizeBytes).toBe(file.length);
		expect(partsAt(large()).map(([, part, md5]) => [part, md5])).toEqual(digestsOf(file, largeParts));
		expect(large().storagePeak).toBeLessThanOrEqual(largeAtOnce);
	});
});

describe('handwritten Base64 in the item', () => {
	const file = fileOf('gif', 2 * smallParts + 2);
	const base64 = file.toString('base64');
	const itemOf = (data: string) => ({ json: {}, binary: { data: { data, mimeType: 'image/gif' } } });

	test.each([
		['without padding', base64.replace(/=+$/, '')],
		['with the alphabet of URLs', file.toString('base64url')],
		['in lines', base64.replace(/.{76}/g, '$&\r\n')],
		['in lines, with a line break at its end', base64.replace(/.{64}/g, '$&\n') + '\n'],
	])('arrives as a complete file %s', async (_title, data) => {
		const [asset] = await nodeFor(small()).json('media:upload', {}, { items: [itemOf(data)] });
		expect(asset?.sizeBytes).toBe(file.length);
		expect(partsAt(small()).map(([, part, md5]) => [part, md5])).toEqual(digestsOf(file, smallParts));
	});

	test('is rejected with the field name if it is something else', async () => {
		const items = [itemOf('C:\\pictures\\party.gif')];
		const error = await nodeFor(small()).error('media:upload', {}, { items });
		expect(error.message).toBe("The file in 'data' isn't valid Base64");
		expect(small().requests).toEqual([]);
	});
});
