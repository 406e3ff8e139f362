import { parse } from 'flatted';

import { waitFor } from '../lib/wait.mjs';
import { dialect } from './versions.mjs';

/** States of an execution that somebody works on, or will at once. */
export const RUNNING = /** @type {const} */ (['new', 'running']);
const ASLEEP = 'waiting';
const RUN_WITHIN_MS = 120_000;

/**
 * What came of a workflow run. `output(node)` gives the JSON of the items that a node put out (by its last run, on its
 * first output unless told otherwise), `items(node)` the same items as n8n has them, `files(node)` what n8n knows of the files of these items; `error` the message and
 * description of the error that ended it.
 *
 * @typedef {object} ExecutionResult
 * @property {string} id
 * @property {string} status success, error, crashed or canceled; waiting while it sleeps
 * @property {{ message: string, description?: string } | undefined} error
 * @property {(node: string, output?: number) => any[]} output
 * @property {(node: string, output?: number) => any[]} items
 * @property {(node: string) => { id?: string }[]} files
 */

/**
 * Runs a stored workflow from its trigger, as a click in the editor does.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} workflowId
 * @param {string} trigger name of the trigger node
 * @param {object} [item] what the trigger puts out, where n8n does not run it: a message of the chat
 * @returns {Promise<string>} the id of the execution
 */
export async function startWorkflow(session, workflowId, trigger, item) {
	const data = item && triggerData(item);
	const body = await dialect.runBody(session, workflowId, { name: trigger, data });
	return (await session.post(`/rest/workflows/${workflowId}/run`, body)).executionId;
}

/** @param {object} json */
const triggerData = (json) => ({
	startTime: Date.now(),
	executionTime: 0,
	executionIndex: 0,
	source: [null],
	data: { main: [[{ json }]] },
});

/**
 * Runs a stored workflow and waits for its end.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} workflowId
 * @param {string} trigger name of the trigger node
 * @returns {Promise<ExecutionResult>}
 */
export const runWorkflow = async (session, workflowId, trigger) =>
	await readExecution(session, await startWorkflow(session, workflowId, trigger));

/**
 * Waits for the end of an execution, or until it sleeps, and reads what came of it up to then.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} executionId
 * @param {readonly string[]} [notYet] the states to wait out
 * @param {{ timeoutMs: number, everyMs?: number }} [pace]
 * @returns {Promise<ExecutionResult>}
 */
export async function readExecution(
	session,
	executionId,
	notYet = [...RUNNING, ASLEEP],
	pace = { timeoutMs: RUN_WITHIN_MS },
) {
	const execution = await waitFor(
		`Execution ${executionId} did not end`,
		async () => {
			const found = await session.get(`/rest/executions/${executionId}`);
			return notYet.includes(found.status) ? undefined : found;
		},
		pace,
	);
	const { resultData } = parse(execution.data);
	const itemsOf = (/** @type {string} */ node, output = 0) =>
		/** @type {any[]} */ (resultData.runData[node]?.at(-1)?.data?.main?.[output] ?? []);
	return {
		id: executionId,
		status: execution.status,
		error: resultData.error,
		items: itemsOf,
		output: (node, output) => itemsOf(node, output).map(({ json }) => json),
		files: (node) => itemsOf(node).flatMap(({ binary = {} }) => Object.values(binary)),
	};
}
