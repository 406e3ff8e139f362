import { placeholdersLeft } from './lib/placeholders.mjs';

// Lists the owner's facts that are still placeholders. Ends with code 1 if there are any. docs/project/releasing.md says what to enter.
const left = placeholdersLeft();
for (const problem of left) console.error(`${problem}: put the real one there.`);
process.exitCode = left.length === 0 ? 0 : 1;
