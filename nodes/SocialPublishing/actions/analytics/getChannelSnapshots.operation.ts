import type { PublishingClient } from '../../../../client/publishing';
import { parallelReads } from '../../../shared/fields';
import { withOwn } from '../../../shared/items';
import type { Operation } from '../../../shared/operation';
import { channelLocator } from '../../locators';
import { toChannelId } from '../../names';
import { compareSnapshots, metricsOptions, readCompareWithDays } from './compareWith';

/** Reads the metrics of a channel over time. Metrics that the network doesn't report are missing. */
export const getChannelSnapshots: Operation<PublishingClient> = {
	name: 'Get Channel Metrics',
	value: 'getChannelSnapshots',
	action: 'Get channel metrics',
	description:
		"Read the metrics of a channel over 30 days, newest first, one item for each snapshot. A metric that the network doesn't report is missing, never 0.",
	parallelRequests: parallelReads,
	fields: [channelLocator, metricsOptions],
	async execute(parameters, { accounts, analytics }) {
		const name = parameters.id('channelId', 'Channel');
		const accountId = await toChannelId(accounts, name, { field: 'Channel' });
		const days = readCompareWithDays(parameters);
		const snapshots = await analytics.channelSnapshots(accountId);
		if (days !== undefined) {
			const compared = compareSnapshots(snapshots, days);
			return compared ? [{ accountId, ...compared }] : [];
		}
		return snapshots.map((snapshot) => withOwn({ accountId }, snapshot));
	},
};
