import { z } from 'zod/v4';
import type { Requester } from '../http/request';
import { decode } from '../http/schemaCheck';
import { ifOffered } from './extras';
import { paths } from './paths';
import {
	channelSnapshotSchema,
	postSnapshotsSchema,
	type ChannelSnapshot,
	type PostSnapshots,
} from './schemas';

/** Analytics snapshots, refreshed hourly, newest first (contract sections 2 and 4). Needs `view_analytics`. */
export interface Analytics {
	/** Snapshots of a channel over 30 days, the only window there is. */
	channelSnapshots(channelId: string): Promise<ChannelSnapshot[]>;
	/** Snapshots of each channel of a post. Beyond the base contract: a `NotOfferedError` where the service lacks it. */
	postSnapshots(postId: string): Promise<PostSnapshots[]>;
}

/** Creates the analytics calls over a requester. */
export function createAnalytics(request: Requester): Analytics {
	const readList = async <S extends z.ZodType>(path: string, item: S) =>
		decode(await request({ method: 'GET', path }), z.looseObject({ data: z.array(item) })).data;
	return {
		channelSnapshots: async (channelId) =>
			await readList(paths.channelAnalytics(channelId), channelSnapshotSchema),
		postSnapshots: async (postId) =>
			await ifOffered(
				request,
				'postSnapshots',
				postId,
				async () => await readList(paths.postAnalytics(postId), postSnapshotsSchema),
			),
	};
}
