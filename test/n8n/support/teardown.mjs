import { stopAllProcesses } from '../../../scripts/lib/child-process.mjs';

/** Ends what the set-up started. */
export default async function teardown() {
	await stopAllProcesses();
}
