import { pinterestChannelLocator } from '../../locators';
import { channelOperation } from './channelOperation';

/** Lists the boards of a Pinterest channel. */
export const getBoards = channelOperation({
	name: 'Get Boards',
	value: 'getBoards',
	action: 'Get Pinterest boards of channel',
	description: 'List the boards of a Pinterest channel, most pins first',
	channel: pinterestChannelLocator,
	platform: 'pinterest',
	run: async (accounts, channelId) => await accounts.boards(channelId),
});
