import { writeByTest } from './lib/write-by-test.mjs';

// Runs every operation against the sandbox and writes the previews of its output, nodes/*/__schema__.
await writeByTest('test/schemas', 'WRITE_SCHEMAS');
