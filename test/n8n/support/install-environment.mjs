import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { DEMO_OWNER } from '../../../scripts/n8n/demo.mjs';
import { startN8n } from '../../../scripts/n8n/n8n-process.mjs';
import { packVersion, PACKAGE_NAME, PACKAGE_VERSION } from '../../../scripts/n8n/package.mjs';
import { startRegistry } from '../../../scripts/n8n/registry.mjs';
import { RestSession } from '../../../scripts/n8n/rest.mjs';
import { createTestbed } from './create-testbed.mjs';
import N8nEnvironment from './environment.mjs';
import { readUsualRegistry, startStandIn } from './registry-stand-in.mjs';

const PREVIOUS_VERSION = '0.0.1';

/** The testbed with an n8n that has no community nodes yet, and the global `releases`. */
export default class InstallEnvironment extends N8nEnvironment {
	#folder = mkdtempSync(path.join(tmpdir(), 'social-publishing-install-'));
	/** @type {(() => Promise<unknown>)[]} */
	#stops = [];

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
		for (const stop of this.#stops.splice(0).reverse()) await stop();
		await rm(this.#folder, { recursive: true, force: true });
		await super.teardown();
	}

	async #start() {
		const whereabouts = JSON.parse(process.env.N8N_TESTBED ?? '{}');
		const { registry, settings } = await this.#startRegistry(whereabouts.outputFolder);
		const n8nLogFile = path.join(whereabouts.outputFolder, 'n8n-install.log');
		const n8n = await startN8n({ userFolder: this.#folder, logFile: n8nLogFile, settings });
		this.#stops.push(n8n.process.stop);
		const session = new RestSession(n8n.url);
		await session.logIn(DEMO_OWNER);
		const ofThisN8n = { n8nUrl: n8n.url, cookie: session.cookie, n8nLogFile };
		this.global.testbed = await createTestbed({ ...whereabouts, ...ofThisN8n, credentials: [] });
		this.global.releases = {
			packageName: PACKAGE_NAME,
			previous: PREVIOUS_VERSION,
			current: PACKAGE_VERSION,
			publish: async (/** @type {string} */ version) =>
				await registry.publish(packVersion(this.#folder, version)),
		};
	}

	/** @param {string} outputFolder */
	async #startRegistry(outputFolder) {
		const folder = this.#folder;
		const usualUrl = readUsualRegistry(folder);
		const logFile = path.join(outputFolder, 'registry.log');
		const registry = await startRegistry({
			folder: path.join(folder, 'registry'),
			logFile,
			publicUrl: usualUrl,
		});
		this.#stops.push(registry.process.stop);
		const standIn = await startStandIn({ folder, usualUrl, registryUrl: registry.url });
		this.#stops.push(standIn.stop);
		return { registry, settings: standIn.settings };
	}
}
