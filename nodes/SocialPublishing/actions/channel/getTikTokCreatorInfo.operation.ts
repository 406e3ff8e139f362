import { tikTokChannelLocator } from '../../locators';
import { channelOperation } from './channelOperation';

/** Reads the limits and privacy levels that TikTok currently allows a creator. */
export const getTikTokCreatorInfo = channelOperation({
	name: 'Get TikTok Creator Info',
	value: 'getTikTokCreatorInfo',
	action: 'Get TikTok creator info of channel',
	description:
		'Read what a TikTok creator can do now, such as privacy levels, comments, duets and video length',
	channel: tikTokChannelLocator,
	platform: 'tiktok',
	run: async (accounts, channelId) => await accounts.tikTokCreatorInfo(channelId),
});
