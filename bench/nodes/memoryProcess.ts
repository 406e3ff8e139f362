import { serialize } from 'node:v8';
import { readPeak, resetPeak } from '../upload/peakMemory';
import { withService } from './service';
import { createWithNode } from './subjects';

const count = Number(process.argv[2]);
const mib = 1024 * 1024;

/** Creates a draft for each of many items. Reports how many MiB this needed in addition to the items. */
async function measure(): Promise<number> {
	return await withService({ rateLimits: 'off' }, async (service) => {
		const captions = Array.from({ length: count }, (_, index) => `Post ${index} ${'words '.repeat(100)}`);
		await createWithNode(service, captions.slice(0, 200));
		globalThis.gc?.();
		resetPeak();
		const before = process.memoryUsage.rss();
		await createWithNode(service, captions);
		return Math.max(0, readPeak() - before) / mib - serialize(captions).length / mib;
	});
}

void measure().then((value) => process.send?.(value, undefined, undefined, () => process.exit()));
