import type { Post } from '../../client/publishing/schemas';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { publishing } from '../../nodes/SocialPublishing/client';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { createExecuteContext, pollNode } from '../../test/support/n8nContexts';
import { placeNode } from '../../test/support/n8nWorkflow';
import { loadStaticData } from '../../test/trigger/staticData';
import type { Service } from './service';

/** A way to find changes. */
export interface Subject {
	/** Polls once. Returns how many changes it found. */
	poll(): Promise<number>;
}

const credentialsOf = ({ url, apiKey }: Service) => [
	{ type: new SocialPublishingApi(), data: { baseUrl: url, apiKey } },
];

/** Creates the trigger in n8n's own context, with static data like n8n's. */
export function createTrigger(service: Service, events: readonly string[]): Subject {
	const staticData = loadStaticData();
	const run = {
		credentials: credentialsOf(service),
		parameters: { events: [...events] },
		staticData,
	};
	return {
		poll: async () => (await pollNode(new SocialPublishingTrigger(), run))?.flat().length ?? 0,
	};
}

/**
 * Creates the comparison: a workflow without a trigger that lists all posts and compares each with the previous list. It uses
 * the same client and n8n's HTTP helper.
 */
export async function createNaive(service: Service): Promise<Subject> {
	const run = { credentials: credentialsOf(service) };
	const { posts } = await publishing(createExecuteContext(placeNode(new SocialPublishing(), run), run));
	const known = new Map<string, string>();
	const isNew = ({ id, updatedAt }: Post): boolean => known.get(id) !== updatedAt;
	return {
		poll: async () => {
			const changed = (await posts.list({})).filter(isNew);
			for (const { id, updatedAt } of changed) known.set(id, updatedAt);
			return changed.length;
		},
	};
}
