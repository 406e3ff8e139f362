import { ensureInstalled } from '../../scripts/install.mjs';
import { inRepository } from '../../scripts/lib/paths.mjs';
import { runBenchmark } from '../lib/run-benchmark.mjs';

// Starts the upload benchmark; `npm run bench:upload -- --help` lists its options.
await runBenchmark('upload', async () => {
	await ensureInstalled(inRepository('bench', 'upload'), {
		title: 'Installing what the benchmark compares with',
	});
});
