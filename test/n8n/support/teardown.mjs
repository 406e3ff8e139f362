import { rm } from 'node:fs/promises';

import { stopAllProcesses } from '../../../scripts/lib/child-process.mjs';
import { userFolder } from './setup.mjs';

/** Ends what the set-up started, and removes its user folder; the logs stay. */
export default async function teardown() {
	await stopAllProcesses();
	await rm(userFolder, { recursive: true, force: true });
}
