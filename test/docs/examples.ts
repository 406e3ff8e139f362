import type { IDataObject } from 'n8n-workflow';
import { scoringSeed } from '../../sandbox/scoring';
import { seed, type Sandbox } from '../../sandbox';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { startWaiting } from '../support/approvalHost';
import { fileOf } from '../support/mediaFiles';
import { itemWith } from '../support/mediaNode';
import { byId, nodeFor, type NodeUnderTest } from '../support/publishingNode';
import type { NodeRun } from '../support/n8nContexts';

const { channels, posts } = seed;

/** An example of an operation: what is filled in, and what has to be there before. */
export interface Example {
	parameters: IDataObject;
	/** What the example does beforehand; gives parameters that depend on it. */
	prepare?(sandbox: Sandbox): Promise<IDataObject>;
	input?(): Promise<NodeRun['items']>;
	/** Runs the operation in another way than as one run of the node, and gives its output. */
	run?(sandbox: Sandbox, parameters: IDataObject): Promise<IDataObject[]>;
}

const onPost = (id: string, more: IDataObject = {}): Example => ({
	parameters: { postId: byId(id), ...more },
});
const onChannel = (id: string): Example => ({ parameters: { channelId: byId(id) } });
const tomorrow = { delivery: 'at', publishAt: '2026-01-06T09:00:00+00:00' };

/** A post in Review, as a key without the right to publish makes it. */
async function sendToReview({ url }: Sandbox): Promise<IDataObject> {
	const drafts: NodeUnderTest = nodeFor({ url, key: seed.keys.drafts });
	const parameters = { channels: [channels.facebook.id], caption: 'For review', delivery: 'now' };
	const [post] = await drafts.json('post:create', parameters);
	return { postId: byId(String(post?.id)) };
}

/** Waits, and approves the post on the page. */
async function approve({ url }: Sandbox, parameters: IDataObject): Promise<IDataObject[]> {
	const waiting = await startWaiting(new SocialPublishing(), {
		credentials: [{ type: new SocialPublishingApi(), data: { baseUrl: url, apiKey: seed.keys.full } }],
		parameters: { resource: 'post', operation: 'sendAndWait', ...parameters } as never,
	});
	const { text } = await waiting.send({ action: 'approved', name: 'Ada' }).finally(waiting.close);
	const [items] = waiting.resumed;
	if (items === undefined) throw new Error(text);
	return items.map(({ json }) => ({ ...json, decidedAt: '2026-01-05T09:30:00.000Z' }));
}

/** The link has the number of the execution and its token in it, which are others each time. */
async function readApprovalLink({ url }: Sandbox): Promise<IDataObject[]> {
	const output = await nodeFor({ url }).json('post:getApprovalLink', {});
	return output.map(({ approvalLink }) => ({
		approvalLink: String(approvalLink)
			.replace(/webhook-waiting\/\d+/, 'webhook-waiting/231')
			.replace(/signature=\w+/, 'signature=…'),
	}));
}

/** An example of each operation of the node Social Publishing, on the posts and channels of the sandbox. */
export const publishingExamples: Record<string, Example> = {
	'post:create': {
		parameters: {
			channels: [channels.facebook.id, channels.linkedin.id],
			caption: 'The new showroom opens tomorrow',
			...tomorrow,
		},
	},
	'post:get': onPost(posts.published),
	'post:getAll': { parameters: { limit: 2, filters: { status: ['draft', 'scheduled'] } } },
	'post:update': onPost(posts.draft, { updateFields: { caption: 'A better text' } }),
	'post:upsert': onPost(posts.draft, {
		channels: [channels.facebook.id],
		caption: 'The new showroom opens tomorrow',
	}),
	'post:syncCalendar': onPost(posts.draft, {
		channels: [channels.facebook.id],
		caption: 'The new showroom opens tomorrow',
		delivery: 'queue',
	}),
	'post:delete': onPost(posts.draft),
	'post:duplicate': onPost(posts.partiallyPublished),
	'post:submit': onPost(posts.draft, { delivery: 'queue' }),
	'post:schedule': onPost(posts.draft, tomorrow),
	'post:publish': onPost(posts.draft),
	'post:cancel': onPost(posts.scheduled),
	'post:withdraw': { parameters: {}, prepare: sendToReview },
	'post:validate': {
		parameters: { source: 'new', channels: [channels.pinterest.id], caption: 'No picture and no board' },
	},
	'post:sendAndWait': {
		// The checks on the page go by the clock of this computer.
		...onPost(posts.draft, { source: 'existing', ...tomorrow, publishAt: '2099-01-06T09:00:00+00:00' }),
		run: approve,
	},
	'post:getApprovalLink': { parameters: {}, run: readApprovalLink },
	'post:waitForOutcome': onPost(posts.partiallyPublished),
	'media:upload': {
		parameters: { binaryPropertyName: 'data', options: { altText: 'A chair in the new showroom' } },
		input: async () => [await itemWith({ data: fileOf('png', 1000) }, 'image/png')],
	},
	'channel:getAll': { parameters: { filters: { platform: ['facebook'] } } },
	'channel:get': onChannel(channels.pinterest.id),
	'channel:getBoards': onChannel(channels.pinterest.id),
	'channel:getTikTokCreatorInfo': onChannel(channels.tiktok.id),
	'channel:getYouTubeCategories': onChannel(channels.youtube.id),
	'analytics:getChannelSnapshots': onChannel(channels.facebook.id),
	'analytics:getPostSnapshots': onPost(posts.published),
	'workspace:get': { parameters: {} },
	'agent:listTools': { parameters: {} },
	'agent:callTool': {
		parameters: {
			toolName: byId('social_list_accounts'),
			argumentsMode: 'json',
			toolArgumentsJson: '{}',
		},
	},
};

const { videos, niche } = scoringSeed;
const title = 'How we built a showroom in 30 days';
const thumbnail = { thumbnailFrom: 'url', thumbnailUrl: 'https://pictures.example/thumbnail.png' };

/** The same of the node Content Scoring; where the price depends on what is given, an example of each price. */
export const scoringExamples: Record<string, [IDataObject, ...IDataObject[]]> = {
	'score:packaging': [{ title }, thumbnail, { title, ...thumbnail }],
	'score:videoHook': [{ url: videos.known }],
	'benchmark:channel': [{ url: scoringSeed.channels.known }],
	'benchmark:video': [{ url: videos.known }],
	'research:getNiches': [{}],
	'research:getContentGaps': [{ niche: byId(niche), filters: { limit: 2 } }],
	'account:get': [{}],
	'account:getUsage': [{}],
};
