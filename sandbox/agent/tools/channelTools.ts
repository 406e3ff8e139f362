import { agentAnalytics } from '../agentAnalytics';
import { text, uuid } from '../schemas';
import { restRoute, type Tool } from '../tool';

/** Reading channels. */
export const channelTools: Tool[] = [
	{
		name: 'social_list_accounts',
		title: 'List channels',
		description: 'Lists the channels that may be posted to, with their limits and queues.',
		route: restRoute('GET', '/accounts/'),
		properties: {},
	},
	{
		name: 'social_list_boards',
		title: 'List boards',
		description: 'Lists the boards of a Pinterest channel, most pins first.',
		route: restRoute('GET', '/accounts/{id}/boards'),
		idArgument: 'accountId',
		properties: {},
	},
	{
		name: 'social_get_tiktok_creator_info',
		title: 'Get TikTok creator info',
		description: 'Reads what a TikTok creator may do now.',
		route: restRoute('GET', '/accounts/{id}/tiktok-creator-info'),
		idArgument: 'accountId',
		properties: {},
	},
	{
		name: 'social_list_youtube_categories',
		title: 'List YouTube categories',
		description: 'Lists the categories that a YouTube channel may file a video under.',
		route: restRoute('GET', '/accounts/{id}/youtube-categories'),
		idArgument: 'accountId',
		properties: {},
	},
	{
		name: 'social_get_analytics',
		title: 'Get analytics',
		description:
			'Reads the analytics snapshots of a channel or of a post, newest first; of all channels without either.',
		route: agentAnalytics,
		properties: {
			accountId: uuid('A channel'),
			postId: uuid('A post'),
			platformPostId: text('A post, by the id that its network gave it'),
		},
	},
];
