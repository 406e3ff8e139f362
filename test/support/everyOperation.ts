import type { IDataObject } from 'n8n-workflow';
import { sampleIds } from './sampleAnswers';
import { byId } from './publishingNode';

const { post, channel } = sampleIds;
const onPost = { postId: byId(post) };
const onChannel = { channelId: byId(channel) };
const newPost = { channels: [channel], caption: 'Hi' };
const tomorrow = { delivery: 'at', publishAt: '2099-01-01T09:00:00' };

/** Parameters with which each operation of the node Social Publishing sends its request, by `resource:operation`. */
export const publishingOperations: Record<string, IDataObject> = {
	'post:create': { ...newPost, delivery: 'now' },
	'post:get': onPost,
	'post:getAll': { returnAll: true },
	'post:update': { ...onPost, updateFields: { caption: 'Ho' } },
	'post:upsert': newPost,
	'post:syncCalendar': newPost,
	'post:delete': onPost,
	'post:duplicate': onPost,
	'post:submit': { ...onPost, ...tomorrow },
	'post:schedule': { ...onPost, ...tomorrow },
	'post:publish': onPost,
	'post:cancel': onPost,
	'post:withdraw': onPost,
	'post:validate': { ...newPost, source: 'new' },
	'post:sendAndWait': { ...onPost, source: 'existing', delivery: 'draft' },
	'post:waitForOutcome': { ...onPost, limitSeconds: 1 },
	'media:upload': { binaryPropertyName: 'data' },
	'channel:getAll': { returnAll: true },
	'channel:get': onChannel,
	'channel:getBoards': onChannel,
	'channel:getTikTokCreatorInfo': onChannel,
	'channel:getYouTubeCategories': onChannel,
	'analytics:getChannelSnapshots': onChannel,
	'analytics:getPostSnapshots': onPost,
	'workspace:get': {},
	'agent:listTools': {},
	'agent:callTool': {
		toolName: byId('social_list_accounts'),
		argumentsMode: 'json',
		toolArgumentsJson: '{}',
	},
};

/** Operations that ask the service for nothing. */
export const operationsWithoutRequests = ['post:getApprovalLink'];

const video = { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };

/** The same of the node Content Scoring. */
export const scoringOperations: Record<string, IDataObject> = {
	'score:packaging': {
		title: 'A title',
		thumbnailFrom: 'url',
		thumbnailUrl: 'https://pictures.example/thumbnail.png',
	},
	'score:videoHook': video,
	'benchmark:channel': { url: '@somebody' },
	'benchmark:video': video,
	'research:getNiches': { returnAll: true },
	'research:getContentGaps': { niche: byId('cooking'), returnAll: true },
	'account:get': {},
	'account:getUsage': {},
};
