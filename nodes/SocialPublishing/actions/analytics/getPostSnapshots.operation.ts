import type { PublishingClient } from '../../../../client/publishing';
import { parallelReads } from '../../../shared/fields';
import { withOwn } from '../../../shared/items';
import type { Operation } from '../../../shared/operation';
import { postLocator } from '../../locators';
import { compareSnapshots, metricsOptions, readCompareWithDays } from './compareWith';

/** Reads the metrics of a post over time, for each of its channels. */
export const getPostSnapshots: Operation<PublishingClient> = {
	name: 'Get Post Metrics',
	value: 'getPostSnapshots',
	action: 'Get post metrics',
	description:
		"Read the metrics of a post, one item for each channel and snapshot. Snapshots are taken hourly on the first day, then less often until day 90. A metric that the network doesn't report is missing, never 0. Some services don't offer post metrics.",
	parallelRequests: parallelReads,
	fields: [postLocator, metricsOptions],
	async execute(parameters, { analytics }) {
		const postId = parameters.id('postId', 'Post');
		const days = readCompareWithDays(parameters);
		const channels = await analytics.postSnapshots(postId);
		if (days !== undefined) {
			return channels.flatMap(({ accountId, platform, snapshots }) => {
				const compared = compareSnapshots(snapshots, days);
				return compared ? [{ postId, accountId, platform, ...compared }] : [];
			});
		}
		return channels.flatMap(({ accountId, platform, snapshots }) =>
			snapshots.map((snapshot) => withOwn({ postId, accountId, platform }, snapshot)),
		);
	},
};
