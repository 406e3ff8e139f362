import N8nEnvironment from './environment.mjs';
import { startRestartableN8n } from './restartable-n8n.mjs';

/** The testbed, and the global `startRestartableN8n`. */
export default class RestartableEnvironment extends N8nEnvironment {
	/** @type {Promise<import('./restartableN8n.ts').RestartableN8n>[]} */
	#started = [];

	/** @override */
	async setup() {
		await super.setup();
		const { outputFolder, sandboxUrl, seed } = this.global.testbed;
		this.global.startRestartableN8n = (options = {}) => {
			const apiKey = seed.keys.full;
			const n8n = startRestartableN8n({ outputFolder, sandboxUrl, apiKey, ...options });
			this.#started.push(n8n);
			return n8n;
		};
	}

	/** @override */
	async teardown() {
		for (const n8n of this.#started) await (await n8n).remove();
		await super.teardown();
	}
}
