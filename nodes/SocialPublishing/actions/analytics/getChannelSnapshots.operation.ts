import type { PublishingClient } from '../../../../client/publishing';
import { readsAtOnce } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { channelLocator } from '../../locators';

/** Reads the snapshots of a channel; a metric the network does not report stays absent. */
export const getChannelSnapshots: Operation<PublishingClient> = {
	name: 'Get Channel Snapshots',
	value: 'getChannelSnapshots',
	action: 'Get the snapshots of a channel',
	description: 'Read the metrics of a channel over 30 days, newest first, an item for each snapshot',
	itemsAtOnce: readsAtOnce,
	fields: [channelLocator],
	async execute(parameters, { analytics }) {
		const accountId = parameters.id('channelId', 'Channel');
		const snapshots = await analytics.channelSnapshots(accountId);
		return snapshots.map((snapshot) => ({ accountId, ...snapshot }));
	},
};
