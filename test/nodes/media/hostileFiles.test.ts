import { described, detailsIn } from '../../../nodes/SocialPublishing/media/fileFacts';
import { seed } from '../../../sandbox';
import { fuzzFactor, inTurn } from '../../fuzz/settings';
import { costOf } from '../../support/countedReads';
import { fileInMemory } from '../../support/fileInMemory';
import { hostileFiles } from '../../support/hostileFiles';
import { itemWith } from '../../support/mediaItems';
import { nodeFor } from '../../support/nodeUnderTest';
import { useBinaryMode } from '../../support/n8nBinary';
import { useSandbox } from '../../support/useSandbox';

const sandbox = useSandbox({ rateLimits: 'off' });

const factNames = [
	'audioCodec',
	'contentType',
	'durationSec',
	'frameRate',
	'height',
	'isIncomplete',
	'videoCodec',
	'width',
];

describe.each(hostileFiles)('%s', (_title, bytes) => {
	test('is read at most 256 times, by 4 KiB each', async () => {
		const { reads, largest } = await costOf(bytes);
		expect(reads).toBeLessThanOrEqual(256);
		expect(largest).toBeLessThanOrEqual(4_096);
	});

	test.each([Math.ceil(7 / fuzzFactor), 65_536])(
		'is passed on unchanged in chunks of %d bytes',
		async (chunkBytes) => {
			const { file, facts } = described(fileInMemory(bytes, false, chunkBytes));
			const seen: Uint8Array[] = [];
			for await (const chunk of (await file.open(0)).bytes) seen.push(chunk);
			expect(Buffer.concat(seen).equals(bytes)).toBe(true);
			expect(Object.keys(await facts()).sort()).toEqual(factNames);
		},
	);
});

const modes = ['default', 'filesystem', 'database'] as const;

test.each(modes)('finishes Upload and Validate with such files in storage mode %s', async (mode) => {
	await useBinaryMode(mode);
	for (const [place, [, bytes]] of hostileFiles.entries()) {
		if (!inTurn(modes, place).includes(mode)) continue;
		const items = [await itemWith({ data: bytes }, 'video/webm')];
		const node = nodeFor(sandbox());
		const [uploaded] = await node.json('media:upload', {}, { items, continueOnFail: true });
		expect(uploaded?.id ?? uploaded?.error).toEqual(expect.any(String));
		const values = { channels: [seed.channels.bluesky.id], caption: 'Hi', media: 'binary' };
		const [checked] = await node.json('post:validate', values, { items });
		expect(checked?.warnings).toEqual(expect.any(Array));
	}
});

const [, manyElements = Buffer.alloc(0)] =
	hostileFiles.find(([title]) => title.includes('empty elements')) ?? [];

test('stops reading a header if the execution is canceled', async () => {
	const controller = new AbortController();
	const stopAtTen = (reads: number) => (reads === 10 ? controller.abort() : undefined);
	expect((await costOf(manyElements, controller.signal, stopAtTen)).reads).toBe(10);
});

test('stops reading a streamed header if the execution is canceled', async () => {
	const controller = new AbortController();
	const { file, facts } = described(fileInMemory(manyElements, false, 64), controller.signal);
	const { bytes } = await file.open(0);
	for await (const chunk of bytes) if (chunk.length > 0) controller.abort();
	expect(detailsIn(await facts())).toEqual({});
});

test('lets other work run while it reads a long header', async () => {
	let turns = 0;
	const count = () => {
		turns += 1;
		next = setImmediate(count);
	};
	let next = setImmediate(count);
	await costOf(manyElements);
	clearImmediate(next);
	expect(turns).toBeGreaterThan(0);
});
