import { rm } from 'node:fs/promises';

import { stopAllProcesses } from '../../../scripts/lib/child-process.mjs';
import { userFolder } from './setup.mjs';

/** Stops what the setup started, and removes its user folder. The logs stay. */
export default async function teardown() {
	await stopAllProcesses();
	await rm(userFolder, { recursive: true, force: true });
}
