import type { IDataObject } from 'n8n-workflow';
import { seed, type Sandbox } from '../../sandbox';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { startWaiting } from '../support/approvalHost';
import { fileOf } from '../support/mediaFiles';
import { itemWith } from '../support/mediaItems';
import { byId, nodeFor } from '../support/nodeUnderTest';
import type { PublishingExample } from './example';
import {
	decidedPosts,
	endingKeys,
	everyChannel,
	incompleteCopy,
	listedChannels,
	measuredFile,
	missingBoards,
	reconciledPosts,
	sentAgain,
	settledPosts,
} from './stage';

const { channels, posts } = seed;

const onPost = (id: string, more: IDataObject = {}) => ({ parameters: { postId: byId(id), ...more } });
const onChannel = (id: string) => ({ parameters: { channelId: byId(id) } });
const tomorrow = { delivery: 'at', publishAt: '2026-01-06T09:00:00+00:00' };

/** A post in Review, created with a key that can't publish. */
async function sendToReview({ url }: Sandbox): Promise<IDataObject> {
	const drafts = nodeFor({ url }, { key: seed.keys.drafts });
	const parameters = { channels: [channels.facebook.id], caption: 'For review', delivery: 'now' };
	const [post] = await drafts.json('post:create', parameters);
	return { postId: byId(String(post?.id)) };
}

/** Waits for approval and approves the post on the page. */
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

/** The link contains the execution's number and token, which differ each time. */
async function readApprovalLink({ url }: Sandbox): Promise<IDataObject[]> {
	const output = await nodeFor({ url }).json('post:getApprovalLink', {});
	return output.map(({ approvalLink }) => ({
		approvalLink: String(approvalLink)
			.replace(/webhook-waiting\/\d+/, 'webhook-waiting/231')
			.replace(/signature=\w+/, 'signature=…'),
	}));
}

/** An example of each operation of the node Social Publishing. Workflows store these names, so they never change. */
export const publishingExamples: Record<string, PublishingExample> = {
	'post:create': {
		parameters: {
			channels: [channels.facebook.id, channels.linkedin.id],
			caption: 'The new showroom opens tomorrow',
			...tomorrow,
		},
		moreOutputs: settledPosts,
		returns: { status: 'scheduled', routed: 'enacted', scheduledAt: '2026-01-06T09:00:00.000+00:00' },
	},
	'post:get': {
		...onPost(posts.published),
		shows: 'published',
		moreOutputs: settledPosts,
		returns: { id: posts.published, status: 'published', caption: 'We are back from the workshop.' },
	},
	'post:getAll': {
		parameters: { limit: 2, filters: { status: ['draft', 'scheduled'] } },
		moreOutputs: settledPosts,
		returns: { id: posts.scheduled, status: 'scheduled', caption: 'Open studio next week.' },
	},
	'post:update': {
		...onPost(posts.draft, { updateFields: { caption: 'A better text' } }),
		moreOutputs: settledPosts,
		returns: { id: posts.draft, status: 'draft', caption: 'A better text' },
	},
	'post:upsert': {
		...onPost(posts.draft, {
			channels: [channels.facebook.id],
			caption: 'The new showroom opens tomorrow',
		}),
		moreOutputs: reconciledPosts('post:upsert'),
		returns: { id: posts.draft, action: 'updated', caption: 'The new showroom opens tomorrow' },
	},
	'post:syncCalendar': {
		...onPost(posts.draft, {
			channels: [channels.facebook.id],
			caption: 'The new showroom opens tomorrow',
			delivery: 'queue',
		}),
		moreOutputs: reconciledPosts('post:syncCalendar'),
		returns: { id: posts.draft, action: 'updated', caption: 'The new showroom opens tomorrow' },
	},
	'post:delete': { ...onPost(posts.draft), returns: { deleted: true } },
	'post:duplicate': {
		...onPost(posts.partiallyPublished),
		moreOutputs: incompleteCopy,
		returns: { status: 'draft', droppedChannels: [], keptFailedOnly: true },
	},
	'post:sendAgain': {
		...onPost(posts.partiallyPublished, { delivery: 'now' }),
		moreOutputs: sentAgain,
		returns: { originalId: posts.partiallyPublished, action: 'sentAgain', routed: 'enacted' },
	},
	'post:submit': {
		...onPost(posts.draft, { delivery: 'queue' }),
		moreOutputs: settledPosts,
		returns: { id: posts.draft, status: 'queued', routed: 'enacted' },
	},
	'post:schedule': {
		...onPost(posts.draft, tomorrow),
		moreOutputs: settledPosts,
		returns: { id: posts.draft, status: 'scheduled', scheduledAt: '2026-01-06T09:00:00.000+00:00' },
	},
	'post:publish': {
		...onPost(posts.draft),
		moreOutputs: settledPosts,
		returns: { id: posts.draft, status: 'publishing', routed: 'enacted' },
	},
	'post:cancel': {
		...onPost(posts.scheduled),
		moreOutputs: settledPosts,
		returns: { id: posts.scheduled, status: 'draft', scheduledAt: null },
	},
	'post:withdraw': {
		...onPost(posts.draft),
		prepare: sendToReview,
		moreOutputs: settledPosts,
		returns: { status: 'draft', caption: 'For review' },
	},
	'post:validate': {
		parameters: { source: 'new', channels: [channels.pinterest.id], caption: 'No picture and no board' },
		moreOutputs: missingBoards,
		returns: { valid: false, errors: [{ code: 'boardMissing' }, { code: 'mediaMissing' }], warnings: [] },
	},
	'post:sendAndWait': {
		// The page's checks use this computer's clock.
		...onPost(posts.draft, { source: 'existing', ...tomorrow, publishAt: '2099-01-06T09:00:00+00:00' }),
		run: approve,
		moreOutputs: decidedPosts,
		returns: { approved: true, decision: 'approved', decidedBy: 'Ada', id: posts.draft },
	},
	'post:getApprovalLink': {
		parameters: {},
		run: readApprovalLink,
		sendsNothing: true,
		shows: 'approvalLink',
		returns: { approvalLink: expect.stringContaining('/webhook-waiting/231/approval?signature=') },
	},
	'post:waitForOutcome': {
		...onPost(posts.partiallyPublished),
		shows: 'partially',
		moreOutputs: settledPosts,
		returns: { reason: 'reached', id: posts.partiallyPublished, status: 'partially_published' },
	},
	'media:upload': {
		parameters: { binaryPropertyName: 'data', options: { altText: 'A chair in the new showroom' } },
		input: async () => [await itemWith({ data: fileOf('png', 1000) }, 'image/png')],
		moreOutputs: measuredFile,
		returns: { mediaType: 'image', contentType: 'image/png', sizeBytes: 1000, binaryField: 'data' },
	},
	'channel:getAll': {
		parameters: { filters: { platforms: ['facebook'] } },
		moreOutputs: listedChannels,
		shows: 'facebook',
		returns: { id: channels.facebook.id, network: 'Facebook', handle: 'Acme Studio', needsReconnect: false },
	},
	'channel:get': {
		...onChannel(channels.pinterest.id),
		shows: 'pinterest',
		moreOutputs: everyChannel,
		returns: { id: channels.pinterest.id, capabilities: { boardRequired: true } },
	},
	'channel:getBoards': {
		...onChannel(channels.pinterest.id),
		shows: 'Chairs',
		returns: { name: 'Interiors', privacy: 'PUBLIC', pinCount: 312 },
	},
	'channel:getTikTokCreatorInfo': {
		...onChannel(channels.tiktok.id),
		shows: 'privacy',
		returns: { username: 'acmestudio', canPost: true },
	},
	'channel:getYouTubeCategories': {
		...onChannel(channels.youtube.id),
		shows: 'Education',
		returns: { id: '1', title: 'Film & Animation', regionCode: 'GB' },
	},
	'analytics:getChannelSnapshots': {
		...onChannel(channels.facebook.id),
		shows: 'followers',
		returns: { accountId: channels.facebook.id, windowDays: 30 },
	},
	'analytics:getPostSnapshots': {
		...onPost(posts.published),
		shows: 'likes',
		returns: { id: posts.published, platform: 'facebook' },
	},
	'workspace:get': {
		parameters: {},
		shows: 'Acme Studio',
		moreOutputs: endingKeys,
		returns: { workspace: { name: 'Acme Studio' }, credential: { kind: 'key', name: 'Automation' } },
	},
	'agent:listTools': {
		parameters: {},
		shows: 'social_create_draft',
		returns: { name: 'social_list_accounts', title: 'List channels' },
	},
	'agent:callTool': {
		parameters: {
			toolName: byId('social_list_accounts'),
			argumentsMode: 'json',
			toolArgumentsJson: '{}',
		},
		shows: 'Acme Studio',
		returnsAnything: true,
		returns: { id: channels.facebook.id, handle: 'Acme Studio' },
	},
};
