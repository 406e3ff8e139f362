import { NODE_TYPE } from '../n8n/package.mjs';

/** Name of the trigger of every workflow. */
export const START = 'Start';

/** Name of the node that reads the posts at the end. Its items are compared with the store. */
export const READ = 'Read';

/**
 * A workflow of the soak test, and what it does with its posts.
 *
 * @typedef {object} Flow
 * @property {string} name
 * @property {number} posts how many posts one execution creates
 * @property {any[]} nodes the nodes in order, between the captions and the node that reads
 * @property {(post: any) => boolean} isDone whether a post has the state that it should have at the end
 * @property {number} [leftBehind] how many additional posts of its name an item can leave if it fails
 * @property {string} [readId] expression for the ID of the post to read at the end. Default: the ID in the last item
 */

/** Uses the post of the item before. */
export const postId = { mode: 'id', value: '={{ $json.id }}' };

/**
 * @param {string} name
 * @param {string} type
 * @param {object} parameters
 * @param {object} [settings] of the node
 */
const node = (name, type, parameters, settings = {}) => ({
	id: `5ca1ab1e-0000-4000-8000-${Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12)}`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...settings,
});

/** Failed items leave through the error output, and the other items go on. */
const FAILED_ASIDE = { onError: 'continueErrorOutput' };

/**
 * A node of this package that works on posts.
 *
 * @param {string} name
 * @param {string} operation
 * @param {object} parameters
 * @param {object} [settings]
 */
export const ours = (name, operation, parameters, settings = FAILED_ASIDE) =>
	node(
		name,
		NODE_TYPE,
		{ resource: 'post', operation, simplify: false, ...parameters },
		{ credentials: { socialPublishingApi: { id: null, name: '' } }, ...settings },
	);

/**
 * The names of the posts of an execution. Each caption begins with one of them.
 *
 * @param {string} execution its ID
 * @param {number} posts how many posts it creates
 */
export const namesOf = (execution, posts) =>
	Array.from({ length: posts }, (_, index) => `Soak ${execution}-${index}.`);

/** Finds the name in a caption. */
export const NAME = /^Soak \d+-\d+\./;

/**
 * Creates the complete workflow of a flow.
 *
 * @param {Flow} flow
 * @param {string} lane distinguishes the workflows of different API keys
 * @returns {import('../n8n/workflows.mjs').Workflow}
 */
export function toWorkflow({ name, posts, nodes, readId }, lane) {
	const jsCode = `return Array.from({ length: ${posts} }, (_, index) => ({ json: { caption: 'Soak ' + $execution.id + '-' + index + '.' } }));`;
	const all = [
		node(START, 'n8n-nodes-base.manualTrigger', {}),
		node('Captions', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 }),
		...nodes,
		ours(READ, 'get', { postId: { ...postId, value: readId ?? postId.value } }),
	];
	const connections = all
		.slice(1)
		.map((next, index) => [all[index]?.name, { main: [[{ node: next.name, type: 'main', index: 0 }]] }]);
	return {
		name: `Soak: ${name} (${lane})`,
		nodes: all,
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1' },
	};
}
