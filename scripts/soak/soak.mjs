import { readExecution, startWorkflow } from '../n8n/executions.mjs';
import { compare } from './compare.mjs';
import { faultsMet, leaveToChance } from './faults.mjs';
import { openStage } from './stage.mjs';
import { errorsOf, toldBy } from './telling.mjs';
import { START } from './workflows.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */
/** @typedef {import('./compare.mjs').Told} Told */

/**
 * The options of a soak test.
 *
 * @typedef {object} SoakOptions
 * @property {number} posts minimum number of posts to create
 * @property {number} seed of the faults
 * @property {number} [minutes] after this time, no further block of work starts
 * @property {string} outputFolder for the logs
 * @property {(line: string) => void} [onProgress]
 */

/**
 * The results of a soak test.
 *
 * @typedef {object} SoakResult
 * @property {number} seed
 * @property {number} seconds
 * @property {number} executions
 * @property {number} posts that the executions were supposed to create
 * @property {import('./compare.mjs').Verdict} verdict
 * @property {string[]} errors texts of all errors, including repeated ones
 * @property {{ name: string, times: number }[]} faults
 * @property {import('./memory.mjs').Memory[]} memory of n8n: before the first block of work, and after each
 */

/**
 * After a lost answer, the node looks for a post for up to a minute, and all workflows run in parallel, so executions can take
 * long.
 */
const PACE = { timeoutMs: 1_800_000, everyMs: 1_000 };

/** A running soak test. */
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

	/** How many posts the executions so far were supposed to create. */
	get posts() {
		return this.tellings.reduce((sum, { names }) => sum + names.length, 0);
	}

	async measure() {
		this.memory.push(await this.stage.memory.measure());
	}

	/** Runs one block of work: each workflow of each lane once, all in parallel. */
	async runBlock() {
		await Promise.all(this.stage.lanes.flat().map((work) => this.#run(work)));
		await this.measure();
	}

	/**
	 * Runs a workflow, records its result, and deletes the execution, as n8n's own pruning would do later.
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
 * Runs blocks of work with random faults until enough posts were created. Compares what n8n says about the posts with what the
 * service has.
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
