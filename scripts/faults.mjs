import { writeByTest } from './lib/write-by-test.mjs';

// Plays every write against every fault and writes docs/faults.md; fails where a rule is broken.
await writeByTest('test/faults', 'WRITE_FAULTS');
