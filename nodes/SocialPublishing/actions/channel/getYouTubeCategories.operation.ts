import { youTubeChannelLocator } from '../../locators';
import { channelOperation } from './channelOperation';

/** Lists the categories a YouTube channel may file videos under. */
export const getYouTubeCategories = channelOperation({
	name: 'Get YouTube Categories',
	value: 'getYouTubeCategories',
	action: 'Get video categories of channel',
	description: 'List the categories that a YouTube channel can use for videos, one item for each',
	channel: youTubeChannelLocator,
	platform: 'youtube',
	run: async (accounts, channelId) => {
		const { regionCode, categories } = await accounts.youTubeCategories(channelId);
		return categories.map((category) => ({ ...category, regionCode }));
	},
});
