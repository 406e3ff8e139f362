import { parse } from 'flatted';

import { waitFor } from '../lib/wait.mjs';
import { dialect } from './versions.mjs';

/** Statuses of an execution that is running or about to run. */
export const RUNNING = /** @type {const} */ (['new', 'running']);
const ASLEEP = 'waiting';
const RUN_WITHIN_MS = 120_000;

/**
 * The result of a workflow run. `output(node)` returns the JSON of a node's output items in its last run, by default from its
 * first output. `items(node)` returns the same items in n8n's format, and `files(node)` what n8n knows about their files.
 * `error` has the message and description of the error that ended the run.
 *
 * @typedef {object} ExecutionResult
 * @property {string} id
 * @property {string} status success, error, crashed or canceled, or waiting during a wait
 * @property {{ message: string, description?: string } | undefined} error
 * @property {(node: string, output?: number) => any[]} output
 * @property {(node: string, output?: number) => any[]} items
 * @property {(node: string) => { id?: string }[]} files
 */

/**
 * Runs a saved workflow from its trigger, like a click in the editor.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} workflowId
 * @param {string} trigger name of the trigger node
 * @param {object} [item] the trigger's output if n8n doesn't run the trigger, such as a chat message
 * @returns {Promise<string>} the ID of the execution
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
 * Runs a saved workflow and waits until it ends.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} workflowId
 * @param {string} trigger name of the trigger node
 * @returns {Promise<ExecutionResult>}
 */
export const runWorkflow = async (session, workflowId, trigger) =>
	await readExecution(session, await startWorkflow(session, workflowId, trigger));

/**
 * Waits until an execution ends or starts to wait, and reads its result so far.
 *
 * @param {import('./rest.mjs').RestSession} session
 * @param {string} executionId
 * @param {readonly string[]} [notYet] the statuses that aren't final
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
