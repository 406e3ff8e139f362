import { NODE_TYPE } from '../n8n/package.mjs';

/** Name of the trigger of every workflow. */
export const START = 'Start';

/** Name of the node whose items are the posts as they are at the end; its items are compared with the store. */
export const READ = 'Read';

/**
 * A workflow of the soak: what it does with each of its posts.
 *
 * @typedef {object} Flow
 * @property {string} name
 * @property {number} posts how many it makes in one execution
 * @property {any[]} nodes one after the other, between the captions and the reading
 * @property {(post: any) => boolean} isDone whether a post is as it is to be at the end
 * @property {number} [leftBehind] how many more posts of its name an item may leave where it fails
 * @property {string} [readId] the ID of the post that is read at the end, as an expression; default that of the last item
 */

/** Takes the post of the item before. */
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

/** Items that fail leave by an output of their own, and the rest goes on. */
const FAILED_ASIDE = { onError: 'continueErrorOutput' };

/**
 * A node of ours that works on posts.
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
 * The names of the posts of an execution: the caption of each begins with it.
 *
 * @param {string} execution its id
 * @param {number} posts how many it makes
 */
export const namesOf = (execution, posts) =>
	Array.from({ length: posts }, (_, index) => `Soak ${execution}-${index}.`);

/** Finds the name in a caption. */
export const NAME = /^Soak \d+-\d+\./;

/**
 * The whole workflow of a flow.
 *
 * @param {Flow} flow
 * @param {string} lane tells apart who runs it
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
