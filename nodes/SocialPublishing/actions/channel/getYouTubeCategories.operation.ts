import { youTubeChannelLocator } from '../../locators';
import { channelOperation } from './channelOperation';

/** Lists the categories that videos of a YouTube channel can have. */
export const getYouTubeCategories = channelOperation({
	name: 'Get YouTube Categories',
	value: 'getYouTubeCategories',
	action: 'Get YouTube categories of channel',
	description: 'List the categories that a YouTube channel can use for videos, one item for each',
	channel: youTubeChannelLocator,
	platform: 'youtube',
	run: async (accounts, channelId) => {
		const { regionCode, categories } = await accounts.youTubeCategories(channelId);
		return categories.map((category) => ({ ...category, regionCode }));
	},
});
