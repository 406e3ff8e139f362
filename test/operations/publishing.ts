import type { IDataObject } from 'n8n-workflow';
import { seed, type Sandbox } from '../../sandbox';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { startWaiting } from '../support/approvalHost';
import { fileOf } from '../support/mediaFiles';
import { itemWith } from '../support/mediaNode';
import { byId, nodeFor } from '../support/publishingNode';
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
	settledPosts,
} from './stage';

const { channels, posts } = seed;

const onPost = (id: string, more: IDataObject = {}): PublishingExample => ({
	parameters: { postId: byId(id), ...more },
});
const onChannel = (id: string): PublishingExample => ({ parameters: { channelId: byId(id) } });
const tomorrow = { delivery: 'at', publishAt: '2026-01-06T09:00:00+00:00' };

/** A post in Review, created with a key that can't publish. */
async function sendToReview({ url }: Sandbox): Promise<IDataObject> {
	const drafts = nodeFor({ url, key: seed.keys.drafts });
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
	},
	'post:get': { ...onPost(posts.published), shows: 'published', moreOutputs: settledPosts },
	'post:getAll': {
		parameters: { limit: 2, filters: { status: ['draft', 'scheduled'] } },
		moreOutputs: settledPosts,
	},
	'post:update': {
		...onPost(posts.draft, { updateFields: { caption: 'A better text' } }),
		moreOutputs: settledPosts,
	},
	'post:upsert': {
		...onPost(posts.draft, {
			channels: [channels.facebook.id],
			caption: 'The new showroom opens tomorrow',
		}),
		moreOutputs: reconciledPosts('post:upsert'),
	},
	'post:syncCalendar': {
		...onPost(posts.draft, {
			channels: [channels.facebook.id],
			caption: 'The new showroom opens tomorrow',
			delivery: 'queue',
		}),
		moreOutputs: reconciledPosts('post:syncCalendar'),
	},
	'post:delete': onPost(posts.draft),
	'post:duplicate': { ...onPost(posts.partiallyPublished), moreOutputs: incompleteCopy },
	'post:submit': { ...onPost(posts.draft, { delivery: 'queue' }), moreOutputs: settledPosts },
	'post:schedule': { ...onPost(posts.draft, tomorrow), moreOutputs: settledPosts },
	'post:publish': { ...onPost(posts.draft), moreOutputs: settledPosts },
	'post:cancel': { ...onPost(posts.scheduled), moreOutputs: settledPosts },
	'post:withdraw': { ...onPost(posts.draft), prepare: sendToReview, moreOutputs: settledPosts },
	'post:validate': {
		parameters: { source: 'new', channels: [channels.pinterest.id], caption: 'No picture and no board' },
		moreOutputs: missingBoards,
	},
	'post:sendAndWait': {
		// The page's checks use this computer's clock.
		...onPost(posts.draft, { source: 'existing', ...tomorrow, publishAt: '2099-01-06T09:00:00+00:00' }),
		run: approve,
		moreOutputs: decidedPosts,
	},
	'post:getApprovalLink': {
		parameters: {},
		run: readApprovalLink,
		sendsNothing: true,
		shows: 'approvalLink',
	},
	'post:waitForOutcome': {
		...onPost(posts.partiallyPublished),
		shows: 'partially',
		moreOutputs: settledPosts,
	},
	'media:upload': {
		parameters: { binaryPropertyName: 'data', options: { altText: 'A chair in the new showroom' } },
		input: async () => [await itemWith({ data: fileOf('png', 1000) }, 'image/png')],
		moreOutputs: measuredFile,
	},
	'channel:getAll': {
		parameters: { filters: { platforms: ['facebook'] } },
		moreOutputs: listedChannels,
		shows: 'facebook',
	},
	'channel:get': { ...onChannel(channels.pinterest.id), shows: 'pinterest', moreOutputs: everyChannel },
	'channel:getBoards': { ...onChannel(channels.pinterest.id), shows: 'Chairs' },
	'channel:getTikTokCreatorInfo': { ...onChannel(channels.tiktok.id), shows: 'privacy' },
	'channel:getYouTubeCategories': { ...onChannel(channels.youtube.id), shows: 'Education' },
	'analytics:getChannelSnapshots': { ...onChannel(channels.facebook.id), shows: 'followers' },
	'analytics:getPostSnapshots': { ...onPost(posts.published), shows: 'likes' },
	'workspace:get': { parameters: {}, shows: 'Acme Studio', moreOutputs: endingKeys },
	'agent:listTools': { parameters: {}, shows: 'social_create_draft' },
	'agent:callTool': {
		parameters: {
			toolName: byId('social_list_accounts'),
			argumentsMode: 'json',
			toolArgumentsJson: '{}',
		},
		shows: 'Acme Studio',
		returnsAnything: true,
	},
};
