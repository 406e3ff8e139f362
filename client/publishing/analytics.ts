import { z } from 'zod/v4';
import type { Requester } from '../http/request.js';
import { decode } from '../http/schemaCheck.js';
import { ifOffered } from './extras.js';
import { paths } from './paths.js';
import {
	channelSnapshotSchema,
	postSnapshotsSchema,
	type ChannelSnapshot,
	type PostSnapshots,
} from './schemas.js';

/**
 * Calls that read metrics (contract sections 2 and 4). The service takes snapshots hourly and returns the newest first. All
 * calls need the permission `view_analytics`.
 */
export interface Analytics {
	/** Reads the snapshots of a channel. The only possible window is 30 days. */
	channelSnapshots(channelId: string): Promise<ChannelSnapshot[]>;
	/**
	 * Reads the snapshots of a post on each channel. Throws a `NotOfferedError` if the service doesn't have this call, which
	 * isn't part of the base contract.
	 */
	postSnapshots(postId: string): Promise<PostSnapshots[]>;
}

/** Creates the calls that read metrics. */
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
