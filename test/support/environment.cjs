const asyncHooks = require('node:async_hooks');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's Node environment. Each test file gets a user folder of its own for n8n, which keeps a developer's own n8n out of the tests.
 * After each test file, it ends what would outlive the file:
 * - The remaining unreferenced intervals. n8n-core never clears one of its own, which would keep all the modules of the file
 *   in memory. An interval that keeps the process alive stays, so that Jest names it.
 * - Its storages for asynchronous contexts. Jest makes one for each file. Before version 24, Node goes through all of them for
 *   each promise, so a worker would get slower from file to file.
 */
module.exports = class extends TestEnvironment {
	intervals = new Set();

	storages = new Set();

	AsyncLocalStorage = asyncHooks.AsyncLocalStorage;

	userFolder = mkdtempSync(join(tmpdir(), 'n8n-nodes-social-publishing-'));

	constructor(...context) {
		super(...context);
		this.global.process.env.N8N_USER_FOLDER ??= this.userFolder;
		const { setInterval } = this.global;
		this.global.setInterval = (...work) => {
			const interval = setInterval(...work);
			this.intervals.add(interval);
			return interval;
		};
		const { storages } = this;
		class AsyncLocalStorage extends this.AsyncLocalStorage {
			constructor(...options) {
				super(...options);
				storages.add(this);
			}
		}
		setAsyncLocalStorage(AsyncLocalStorage);
	}

	async teardown() {
		for (const interval of this.intervals) if (!interval.hasRef()) clearInterval(interval);
		for (const storage of this.storages) storage.disable();
		setAsyncLocalStorage(this.AsyncLocalStorage);
		rmSync(this.userFolder, { recursive: true, force: true });
		await super.teardown();
	}
};

/** Sets what `node:async_hooks` exports. Newer versions of Node have a getter there. */
function setAsyncLocalStorage(value) {
	Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value, configurable: true, writable: true });
}
