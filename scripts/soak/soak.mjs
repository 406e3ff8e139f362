import { readExecution, startWorkflow } from '../n8n/executions.mjs';
import { compare } from './compare.mjs';
import { faultsMet, leaveToChance } from './faults.mjs';
import { openStage } from './stage.mjs';
import { errorsOf, toldBy } from './telling.mjs';
import { START } from './workflows.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */
/** @typedef {import('./compare.mjs').Told} Told */

/**
 * What a soak is told.
 *
 * @typedef {object} SoakOptions
 * @property {number} posts to make at the least
 * @property {number} seed of the faults
 * @property {number} [minutes] after which no further block of work begins
 * @property {string} outputFolder for the logs
 * @property {(line: string) => void} [onProgress]
 */

/**
 * What came of a soak.
 *
 * @typedef {object} SoakResult
 * @property {number} seed
 * @property {number} seconds
 * @property {number} executions
 * @property {number} posts that were to be made
 * @property {import('./compare.mjs').Verdict} verdict
 * @property {string[]} errors texts of the errors, each as often as it came
 * @property {{ name: string, times: number }[]} faults
 * @property {import('./memory.mjs').Memory[]} memory of n8n: before the first block of work, and after each
 */

/** Writes whose answers are lost are looked for through a minute each, and all workflows run at the same time. */
const PACE = { timeoutMs: 1_800_000, everyMs: 1_000 };

/** One soak under way. */
class Soak {
	/** @type {Told[]} */
	tellings = [];
	/** @type {string[]} */
	errors = [];
	/** @type {import('./memory.mjs').Memory[]} */
	memory = [];

	/** @param {Stage} stage */
	constructor(stage) {
		this.stage = stage;
	}

	/** Posts that the executions so far were to make. */
	get posts() {
		return this.tellings.reduce((sum, { names }) => sum + names.length, 0);
	}

	async measure() {
		this.memory.push(await this.stage.memory.measure());
	}

	/** One block of work: every lane runs each of its workflows once, all at the same time. */
	async runBlock() {
		await Promise.all(this.stage.lanes.flat().map((work) => this.#run(work)));
		await this.measure();
	}

	/**
	 * Runs a workflow, takes down what came of it, and deletes the execution, as n8n's own pruning does in time.
	 *
	 * @param {import('./stage.mjs').Work} work
	 */
	async #run({ id, flow }) {
		const { session } = this.stage;
		const started = await startWorkflow(session, id, START);
		const result = await readExecution(session, started, undefined, PACE);
		this.tellings.push(toldBy(flow, result));
		this.errors.push(...errorsOf(flow, result));
		await session.post('/rest/executions/delete', { ids: [result.id] });
	}
}

/** @param {string} sandboxUrl */
async function readStore(sandboxUrl) {
	const response = await fetch(`${sandboxUrl}/sandbox/api/posts`);
	return /** @type {any[]} */ (await response.json());
}

/**
 * Runs blocks of work until enough posts were to be made, with faults by chance, and compares what n8n says with what
 * the service has.
 *
 * @param {SoakOptions} options
 * @returns {Promise<SoakResult>}
 */
export async function runSoak({
	posts,
	seed,
	minutes = Infinity,
	outputFolder,
	onProgress = () => undefined,
}) {
	const stage = await openStage(outputFolder);
	try {
		const soak = new Soak(stage);
		await leaveToChance(stage.sandboxUrl, seed);
		const startedAt = Date.now();
		const secondsGone = () => Math.round((Date.now() - startedAt) / 1000);
		await soak.measure();
		while (soak.posts < posts && secondsGone() < minutes * 60) {
			await soak.runBlock();
			onProgress(`${soak.posts} posts in ${secondsGone()} s`);
		}
		return {
			seed,
			seconds: secondsGone(),
			executions: soak.tellings.length,
			posts: soak.posts,
			verdict: compare(soak.tellings, await readStore(stage.sandboxUrl)),
			errors: soak.errors,
			faults: await faultsMet(stage.sandboxUrl),
			memory: soak.memory,
		};
	} finally {
		await stage.close();
	}
}
