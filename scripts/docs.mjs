import { writeByTest } from './lib/write-by-test.mjs';

// Writes docs/nodes/, docs/errors.md and the generated tables of README.md, from the nodes and from what they do in the sandbox.
await writeByTest('test/docs', 'WRITE_DOCS');
