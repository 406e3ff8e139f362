import { ours, postId } from './workflows.mjs';

/** @typedef {import('./workflows.mjs').Flow} Flow */

/**
 * What the workflows need. @typedef {{ channels: import('../n8n/sandbox-process.mjs').Seed['channels'], imageUrl: string }}
 * Place
 */

const PUBLISH_AT = '2030-01-01T12:00:00Z';
/** The number of parallel writes in a workflow. */
const AT_ONCE = 5;

const options = { parallelRequests: AT_ONCE };
const scheduled = { delivery: 'at', publishAt: PUBLISH_AT };

/** Runs the whole node again if one of its items failed. */
const TRIED_AGAIN = { retryOnFail: true, maxTries: 5, waitBetweenTries: 100 };

/** @param {any} post */
const isScheduled = ({ status, channels }) =>
	status === 'scheduled' && Date.parse(channels[0].scheduledAt) === Date.parse(PUBLISH_AT);

/**
 * @param {{ id: string }} channel
 * @param {object} parameters
 * @param {object} [settings]
 */
const create = ({ id }, parameters, settings) => {
	const caption = "={{ $('Captions').item.json.caption }}";
	return ours('Create', 'create', { channels: [id], caption, options, ...parameters }, settings);
};

/** @type {(place: Place) => Flow} */
const change = ({ channels }) => ({
	name: 'write, change',
	posts: 50,
	isDone: ({ status, title }) => status === 'draft' && title === 'Changed',
	nodes: [
		create(channels.bluesky, { delivery: 'draft' }),
		ours('Change', 'update', { postId, updateFields: { title: 'Changed' }, options }),
	],
});

/** @type {(place: Place) => Flow} */
const copy = ({ channels }) => ({
	name: 'write, duplicate, delete the first one',
	posts: 50,
	// If an item fails, its first post can still be there.
	leftBehind: 1,
	isDone: ({ status }) => status === 'draft',
	nodes: [
		create(channels.threads, { delivery: 'draft' }),
		ours('Copy', 'duplicate', { postId, options }),
		ours('Delete', 'delete', { postId: { mode: 'id', value: "={{ $('Create').item.json.id }}" } }),
	],
	readId: "={{ $('Copy').item.json.id }}",
});

/** @type {(place: Place) => Flow} */
const schedule = ({ channels }) => ({
	name: 'write, schedule',
	posts: 50,
	isDone: isScheduled,
	nodes: [
		create(channels.facebook, { delivery: 'draft' }),
		ours('Schedule', 'schedule', { postId, ...scheduled, options: {} }),
	],
});

/** @type {(place: Place) => Flow} */
const publish = ({ channels }) => ({
	name: 'publish, wait for the outcome',
	posts: 50,
	isDone: ({ status }) => status === 'published',
	nodes: [create(channels.mastodon, { delivery: 'now' }), ours('Outcome', 'waitForOutcome', { postId })],
});

/** @type {(place: Place) => Flow} */
const upload = ({ channels, imageUrl }) => ({
	name: 'upload, schedule with media',
	posts: 10,
	isDone: (post) => isScheduled(post) && post.mediaAssetIds.length === 1,
	nodes: [
		ours('Upload', 'upload', { resource: 'media', fileFrom: 'url', url: imageUrl }),
		create(channels.instagram, { ...scheduled, media: 'assets', mediaAssetIds: '={{ $json.id }}' }),
	],
});

/** @type {(place: Place) => Flow} */
const tryAgain = ({ channels }) => ({
	name: 'schedule, with Retry On Fail',
	posts: 20,
	isDone: isScheduled,
	nodes: [create(channels.linkedin, scheduled, TRIED_AGAIN)],
});

/**
 * Returns the workflows of the soak test.
 *
 * @param {Place} place
 * @returns {Flow[]}
 */
export const flowsOf = (place) =>
	[change, copy, schedule, publish, upload, tryAgain].map((flow) => flow(place));
