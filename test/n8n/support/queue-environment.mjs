import path from 'node:path';

import { saveCredential, saveCredentials } from '../../../scripts/n8n/credentials.mjs';
import { readSeed, startSandboxProcess } from '../../../scripts/n8n/sandbox-process.mjs';
import { createTestbed } from './create-testbed.mjs';
import N8nEnvironment from './environment.mjs';
import { QueueN8n } from './queue-n8n.mjs';
import { createSandboxControls } from './sandbox-controls.mjs';

/** Slow enough to kill a worker between two posts, and between two parts of a file. */
const SLOW = ['--latency-ms', '300', '--part-size-bytes', '65536', '--storage-bytes-per-second', '131072'];

/**
 * What all test files with this environment share, because n8n takes long to start in queue mode. They run one after the other in one
 * process.
 *
 * @type {Promise<Started> | undefined}
 */
let started;

/**
 * An n8n in queue mode, with a testbed and a slow sandbox.
 *
 * @typedef {{ n8n: QueueN8n, whereabouts: import('./setup.mjs').Whereabouts, slow: ReturnType<typeof createSandboxControls>,
 *   slowCredential: import('../../../scripts/n8n/credentials.mjs').CredentialReference }} Started
 */

/** A testbed whose n8n runs in queue mode, and the global `queueMode`. */
export default class QueueEnvironment extends N8nEnvironment {
	/** @override */
	async setup() {
		await super.setup();
		started ??= start();
		const { whereabouts, ...queueMode } = await started;
		this.global.testbed = await createTestbed(whereabouts);
		await queueMode.slow.reset();
		this.global.queueMode = queueMode;
	}
}

/** @returns {Promise<Started>} */
async function start() {
	const whereabouts = JSON.parse(process.env.N8N_TESTBED ?? '{}');
	const { outputFolder, sandboxUrl, scoringUrl, chatUrl } = whereabouts;
	const n8n = new QueueN8n(outputFolder);
	await n8n.setUp();
	const credentials = await saveCredentials(n8n.session, { url: sandboxUrl, scoringUrl, chatUrl });
	n8n.credential = credentials.publishing;
	const queueWhereabouts = {
		...whereabouts,
		n8nUrl: n8n.url,
		cookie: n8n.session.cookie,
		n8nLogFile: n8n.logFile,
		credential: credentials.publishing,
		credentials: Object.values(credentials),
	};
	return { n8n, whereabouts: queueWhereabouts, ...(await startSlowSandbox(n8n, outputFolder)) };
}

/**
 * @param {QueueN8n} n8n
 * @param {string} outputFolder
 */
async function startSlowSandbox(n8n, outputFolder) {
	const logFile = path.join(outputFolder, 'queue-sandbox.log');
	const sandbox = await startSandboxProcess({ logFile, args: SLOW });
	const seed = await readSeed(sandbox.url);
	const fields = { baseUrl: sandbox.url, apiKey: seed.keys.full };
	const label = { name: 'Slow sandbox', type: 'socialPublishingApi' };
	const slowCredential = await saveCredential(n8n.session, fields, label);
	return { slow: createSandboxControls(sandbox.url), slowCredential };
}
