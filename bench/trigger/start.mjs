import { runBenchmark } from '../lib/run-benchmark.mjs';

// Starts the benchmark of the trigger; `npm run bench:trigger -- --help` lists its options.
await runBenchmark('trigger');
