import { TestEnvironment } from 'jest-environment-node';

import { createTestbed } from './create-testbed.mjs';

/** Adds the global `testbed` to Jest's Node environment, because tests can't load its scripts, which are ES modules. */
export default class N8nEnvironment extends TestEnvironment {
	/** @override */
	async setup() {
		await super.setup();
		this.global.testbed = await createTestbed(JSON.parse(process.env.N8N_TESTBED ?? '{}'));
	}
}
