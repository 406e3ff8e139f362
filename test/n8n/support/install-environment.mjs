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
import { moveModules } from './moved-modules.mjs';
import { readUsualRegistry, startStandIn } from './registry-stand-in.mjs';

const PREVIOUS_VERSION = '0.0.1';

/** A testbed whose n8n has no community nodes yet, and the global `releases`. */
export default class InstallEnvironment extends N8nEnvironment {
	#folder = mkdtempSync(path.join(tmpdir(), 'social-publishing-install-'));
	/** @type {import('./setup.mjs').Whereabouts} */
	#whereabouts = JSON.parse(process.env.N8N_TESTBED ?? '{}');
	/** @type {(() => Promise<unknown>)[]} */
	#stops = [];
	/** @type {NodeJS.ProcessEnv} */
	#settings = {};
	/** @type {import('../../../scripts/n8n/n8n-process.mjs').RunningN8n | undefined} */
	#n8n;
	#starts = 0;

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
		const { registry, settings } = await this.#startRegistry();
		this.#settings = settings;
		await this.#startN8n();
		this.global.releases = {
			packageName: PACKAGE_NAME,
			previous: PREVIOUS_VERSION,
			current: PACKAGE_VERSION,
			publish: async (/** @type {string} */ version) =>
				await registry.publish(packVersion(this.#folder, version, moveModules)),
			declare: async (/** @type {object[]} */ packages) => {
				await this.#n8n?.process.stop();
				await this.#startN8n({
					N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
					N8N_COMMUNITY_PACKAGES: JSON.stringify(packages),
				});
			},
		};
	}

	/**
	 * Starts n8n with the same user folder as before, and connects the testbed to it.
	 *
	 * @param {NodeJS.ProcessEnv} [more] further environment variables
	 */
	async #startN8n(more = {}) {
		const n8nLogFile = path.join(this.#whereabouts.outputFolder, `n8n-install-${++this.#starts}.log`);
		const settings = { ...this.#settings, ...more };
		this.#n8n = await startN8n({ userFolder: this.#folder, logFile: n8nLogFile, settings });
		this.#stops.push(this.#n8n.process.stop);
		const session = new RestSession(this.#n8n.url);
		await session.logIn(DEMO_OWNER);
		const ofThisN8n = { n8nUrl: session.url, cookie: session.cookie, n8nLogFile, credentials: [] };
		this.global.testbed = await createTestbed({ ...this.#whereabouts, ...ofThisN8n });
	}

	async #startRegistry() {
		const folder = this.#folder;
		const usualUrl = readUsualRegistry(folder);
		const logFile = path.join(this.#whereabouts.outputFolder, 'registry.log');
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
