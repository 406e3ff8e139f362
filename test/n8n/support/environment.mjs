import { TestEnvironment } from 'jest-environment-node';

import { createTestbed } from './create-testbed.mjs';

/** Node, and the global `testbed`: the scripts behind it are ES modules, which tests cannot load themselves. */
export default class N8nEnvironment extends TestEnvironment {
	/** @override */
	async setup() {
		await super.setup();
		this.global.testbed = await createTestbed(JSON.parse(process.env.N8N_TESTBED ?? '{}'));
	}
}
