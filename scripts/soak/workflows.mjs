import { NODE_TYPE } from '../n8n/package.mjs';

/** Name of the trigger of every workflow. */
export const START = 'Start';

/** Name of the node whose items are the posts as they are at the end; its items are compared with the store. */
export const READ = 'Read';

const PUBLISH_AT = '2030-01-01T12:00:00Z';
/** So many writes of a workflow are under way at once. */
const AT_ONCE = 5;

/**
 * A workflow of the soak: what it does with each of its posts.
 *
 * @typedef {object} Flow
 * @property {string} name
 * @property {number} posts how many it makes in one execution
 * @property {any[]} nodes one after the other, between the captions and the reading
 * @property {(post: any) => boolean} isDone whether a post is as it is to be at the end
 */

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

/** The whole node runs again when one of its items failed. */
const TRIED_AGAIN = { retryOnFail: true, maxTries: 5, waitBetweenTries: 100 };

/**
 * @param {string} name
 * @param {string} operation
 * @param {object} parameters
 * @param {object} [settings]
 */
const ours = (name, operation, parameters, settings = FAILED_ASIDE) =>
	node(
		name,
		NODE_TYPE,
		{ resource: 'post', operation, simplify: false, ...parameters },
		{ credentials: { socialPublishingApi: { id: null, name: '' } }, ...settings },
	);

/** @param {any} post */
const isScheduled = ({ status, channels }) =>
	status === 'scheduled' && Date.parse(channels[0].scheduledAt) === Date.parse(PUBLISH_AT);

const options = { itemsAtOnce: AT_ONCE };
const postId = { mode: 'id', value: '={{ $json.id }}' };

/**
 * @param {string} channel
 * @param {object} parameters
 * @param {object} [settings]
 */
const create = (channel, parameters, settings) =>
	ours(
		'Create',
		'create',
		{ channels: [channel], caption: "={{ $('Captions').item.json.caption }}", options, ...parameters },
		settings,
	);

/**
 * The workflows of the soak.
 *
 * @param {import('../n8n/sandbox-process.mjs').Seed} seed
 * @param {string} imageUrl address of a picture
 * @returns {Flow[]}
 */
export const flowsOf = ({ channels }, imageUrl) => [
	{
		name: 'write, change',
		posts: 50,
		isDone: ({ status, title }) => status === 'draft' && title === 'Changed',
		nodes: [
			create(channels.bluesky.id, { delivery: 'draft' }),
			ours('Change', 'update', {
				postId,
				updateFields: { title: 'Changed' },
				options,
			}),
		],
	},
	{
		name: 'write, schedule',
		posts: 50,
		isDone: isScheduled,
		nodes: [
			create(channels.facebook.id, { delivery: 'draft' }),
			ours('Schedule', 'schedule', { postId, delivery: 'at', publishAt: PUBLISH_AT, options: {} }),
		],
	},
	{
		name: 'publish, wait for the outcome',
		posts: 50,
		isDone: ({ status }) => status === 'published',
		nodes: [create(channels.mastodon.id, { delivery: 'now' }), ours('Outcome', 'waitForOutcome', { postId })],
	},
	{
		name: 'upload, schedule with media',
		posts: 10,
		isDone: (post) => isScheduled(post) && post.mediaAssetIds.length === 1,
		nodes: [
			ours('Upload', 'upload', { resource: 'media', fileFrom: 'url', url: imageUrl }),
			create(channels.instagram.id, {
				delivery: 'at',
				publishAt: PUBLISH_AT,
				additionalFields: { mediaAssetIds: '={{ $json.id }}' },
			}),
		],
	},
	{
		name: 'schedule, with Retry On Fail',
		posts: 20,
		isDone: isScheduled,
		nodes: [create(channels.linkedin.id, { delivery: 'at', publishAt: PUBLISH_AT }, TRIED_AGAIN)],
	},
];

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
export function toWorkflow({ name, posts, nodes }, lane) {
	const jsCode = `return Array.from({ length: ${posts} }, (_, index) => ({ json: { caption: 'Soak ' + $execution.id + '-' + index + '.' } }));`;
	const all = [
		node(START, 'n8n-nodes-base.manualTrigger', {}),
		node('Captions', 'n8n-nodes-base.code', { jsCode }, { typeVersion: 2 }),
		...nodes,
		ours(READ, 'get', { postId }),
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
