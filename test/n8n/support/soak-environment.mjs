import { compare } from '../../../scripts/soak/compare.mjs';
import { failuresOf } from '../../../scripts/soak/report.mjs';
import { runSoak } from '../../../scripts/soak/soak.mjs';
import N8nEnvironment from './environment.mjs';

/** The testbed, and the global `soak`. */
export default class SoakEnvironment extends N8nEnvironment {
	/** @override */
	async setup() {
		await super.setup();
		const { outputFolder } = this.global.testbed;
		this.global.soak = {
			run: (/** @type {number} */ posts, /** @type {number} */ seed) =>
				runSoak({ posts, seed, outputFolder }),
			compare,
			failuresOf,
		};
	}
}
