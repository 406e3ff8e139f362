import type { Workflow } from './testbed';

/** Name of the trigger in {@link watchPosts}. */
export const watchNode = 'When a post changes';

/** A workflow with only the trigger, for some events. */
const watching = (name: string, events: string[]): Workflow => ({
	name,
	nodes: [
		{
			id: '5c3d0f5e-24a0-4c5a-9a1e-3c1d0e8f7a01',
			name: watchNode,
			type: `${testbed.nodeType}Trigger`,
			typeVersion: 1,
			position: [0, 0],
			credentials: { socialPublishingApi: { id: null, name: '' } },
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				events,
			},
		},
	],
	connections: {},
	settings: { executionOrder: 'v1' },
});

/** Watches posts for a final result. */
export const watchPosts = watching('Watch posts', ['published', 'partiallyPublished', 'failed']);

/** Watches the API key, and posts that fail or fall until someone deals with them. */
export const watchAlarms = watching('Watch the key and what fails', [
	...['apiKeyExpiring', 'dealtWith', 'failed', 'partiallyPublished'],
]);

/** Watches connections, deadlines and reviews. */
export const watchIncidents = watching('Watch connections and deadlines', [
	...['channelNeedsReconnecting', 'channelReconnected', 'channelTokenExpiring'],
	...['postDueSoon', 'postOverdue', 'reviewOverdue'],
]);
