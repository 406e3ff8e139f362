const { TestEnvironment } = require('jest-environment-node');

/**
 * Jest's environment of Node. When a test file ends, it clears the unreferenced intervals that are left: n8n-core never clears
 * one of its own, which would keep all the modules of the file in memory. An interval that keeps the process alive stays, so that
 * Jest names it.
 */
module.exports = class extends TestEnvironment {
	intervals = new Set();

	constructor(...context) {
		super(...context);
		const { setInterval } = this.global;
		this.global.setInterval = (...work) => {
			const interval = setInterval(...work);
			this.intervals.add(interval);
			return interval;
		};
	}

	async teardown() {
		for (const interval of this.intervals) if (!interval.hasRef()) clearInterval(interval);
		await super.teardown();
	}
};
