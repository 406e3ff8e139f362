import { buildPackage } from '../../scripts/build.mjs';
import { ensureInstalled } from '../../scripts/install.mjs';
import { inRepository } from '../../scripts/lib/paths.mjs';
import { ensureN8n } from '../../scripts/n8n/install.mjs';
import { runBenchmark } from '../lib/run-benchmark.mjs';

// Starts the benchmark of the nodes; `npm run bench -- --help` lists its options.
await runBenchmark('nodes', async () => {
	await ensureN8n();
	await ensureInstalled(inRepository('bench', 'upload'), {
		title: 'Installing what the benchmark compares with',
	});
	await buildPackage();
});
