import { channelLocator } from '../../locators';
import { channelOperation } from './channelOperation';

/** Reads one channel. */
export const get = channelOperation({
	name: 'Get',
	value: 'get',
	action: 'Get channel',
	description: 'Read a channel with its health, its limits and its queues',
	channel: channelLocator,
	run: async (accounts, channelId) => await accounts.get(channelId),
});
