import type { PublishingClient } from '../../../../client/publishing';
import type { Resource } from '../../../shared/operation';
import { getChannelSnapshots } from './getChannelSnapshots.operation';
import { getPostSnapshots } from './getPostSnapshots.operation';

/** Analytics, which are the metrics of channels and posts. */
export const analytics: Resource<PublishingClient> = {
	name: 'Analytics',
	value: 'analytics',
	description: 'Metrics of channels and posts, refreshed hourly',
	operations: [getChannelSnapshots, getPostSnapshots],
};
