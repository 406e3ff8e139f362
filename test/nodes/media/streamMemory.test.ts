import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inTime } from '../../../nodes/shared/byteStreams';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('a stream with a time limit keeps no chunk that was read, even while its timer runs', async () => {
	const chunks: Array<WeakRef<Uint8Array>> = [];
	async function* arriving(): AsyncGenerator<Uint8Array, void, undefined> {
		for (let count = 0; count < 100; count++) {
			const chunk = new Uint8Array(1024);
			chunks.push(new WeakRef(chunk));
			await turn();
			yield chunk;
		}
	}
	const stream = Object.assign(arriving(), { destroy: () => undefined });
	const limited = inTime(stream, { graceMs: 60_000, bytesPerMs: 1 }, () => new Error('too slow'));
	let read = 0;
	for await (const { length } of limited) {
		read += length;
		if (read < 90 * 1024) continue;
		await turn();
		collectGarbage();
		break;
	}
	expect(chunks.filter((chunk) => chunk.deref() !== undefined).length).toBeLessThan(10);
});
