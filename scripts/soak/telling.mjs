import { namesOf, READ } from './workflows.mjs';

/** @typedef {import('./workflows.mjs').Flow} Flow */
/** @typedef {import('../n8n/executions.mjs').ExecutionResult} ExecutionResult */

/**
 * Finds the name of the post that an item belongs to. Follows n8n's item pairing back, node by node, to the item's caption.
 *
 * @param {ExecutionResult} result
 * @param {readonly string[]} chain names of the nodes, from the one with the captions to the item's own node
 * @param {any} item
 * @returns {string}
 */
const nameOf = (result, chain, item) =>
	chain.slice(0, -1).reduceRight((later, node) => result.items(node)[later.pairedItem.item], item).json
		.caption;

/**
 * Returns what an execution says about its posts. If an error ended the execution, all posts that it didn't read have failed.
 *
 * @param {Flow} flow
 * @param {ExecutionResult} result
 * @returns {import('./compare.mjs').Told}
 */
export function toldBy({ posts, nodes, isDone, leftBehind }, result) {
	const chain = ['Captions', ...nodes.map(({ name }) => name), READ];
	const read = result.items(READ).map((item) => ({ name: nameOf(result, chain, item), post: item.json }));
	const names = namesOf(result.id, posts);
	const aside = chain.flatMap((node, index) =>
		result.items(node, 1).map((item) => nameOf(result, chain.slice(0, index + 1), item)),
	);
	const seen = new Set(read.map(({ name }) => name));
	const failed = result.error ? names.filter((name) => !seen.has(name)) : aside;
	return { names, read, failed, isDone, leftBehind };
}

/**
 * Returns the texts of all errors of an execution, for the report.
 *
 * @param {Flow} flow
 * @param {ExecutionResult} result
 * @returns {string[]}
 */
export const errorsOf = ({ nodes }, result) => [
	...[...nodes.map(({ name }) => name), READ].flatMap((node) =>
		result.output(node, 1).map(({ error }) => `${node}: ${error}`),
	),
	...(result.error ? [result.error.message] : []),
];
