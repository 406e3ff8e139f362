import path from 'node:path';

import { saveCredential, saveCredentials } from '../../../scripts/n8n/credentials.mjs';
import { readSeed, startSandboxProcess } from '../../../scripts/n8n/sandbox-process.mjs';
import { createTestbed } from './create-testbed.mjs';
import N8nEnvironment from './environment.mjs';
import { QueueN8n } from './queue-n8n.mjs';
import { createSandboxControls } from './sandbox-controls.mjs';

/** Slow enough to kill a worker between two posts, and between two parts of a file. */
const SLOW = ['--latency-ms', '300', '--part-size-bytes', '65536', '--storage-bytes-per-second', '131072'];

/** A testbed whose n8n runs in queue mode, and the global `queueMode`. */
export default class QueueEnvironment extends N8nEnvironment {
	/** @type {{ remove: () => Promise<void> }[]} */
	#started = [];

	/** @override */
	async setup() {
		await super.setup();
		try {
			await this.#start();
		} catch (error) {
			await this.teardown();
			throw error;
		}
	}

	/** @override */
	async teardown() {
		for (const started of this.#started.splice(0)) await started.remove();
		await super.teardown();
	}

	async #start() {
		const whereabouts = JSON.parse(process.env.N8N_TESTBED ?? '{}');
		const { outputFolder, sandboxUrl, scoringUrl, chatUrl } = whereabouts;
		const n8n = new QueueN8n(outputFolder);
		this.#started.push(n8n);
		await n8n.setUp();
		const addresses = { url: sandboxUrl, scoringUrl, chatUrl };
		const credentials = await saveCredentials(n8n.session, addresses);
		n8n.credential = credentials.publishing;
		this.global.testbed = await createTestbed({
			...whereabouts,
			n8nUrl: n8n.url,
			cookie: n8n.session.cookie,
			n8nLogFile: n8n.logFile,
			credential: credentials.publishing,
			credentials: Object.values(credentials),
		});
		this.global.queueMode = { n8n, ...(await this.#startSlowSandbox(n8n, outputFolder)) };
	}

	/**
	 * @param {QueueN8n} n8n
	 * @param {string} outputFolder
	 */
	async #startSlowSandbox(n8n, outputFolder) {
		const logFile = path.join(outputFolder, 'queue-sandbox.log');
		const sandbox = await startSandboxProcess({ logFile, args: SLOW });
		this.#started.push({ remove: sandbox.process.stop });
		const seed = await readSeed(sandbox.url);
		const fields = { baseUrl: sandbox.url, apiKey: seed.keys.full };
		const label = { name: 'Slow sandbox', type: 'socialPublishingApi' };
		const slowCredential = await saveCredential(n8n.session, fields, label);
		return { slow: createSandboxControls(sandbox.url), slowCredential };
	}
}
