import { z } from 'zod/v4';
import { notFound } from '../api/failure';
import type { Call, Route } from '../api/route';
import { text, uuid } from '../http/schema';
import { channelOnKey, channelsOf } from '../api/routes/channelRoutes';
import { visiblePost } from '../posts/access';
import { isVisible } from '../posts/list';
import { channelSnapshots, postSnapshots } from '../world/metrics';
import type { PostRecord } from '../world/records';

const query = z.strictObject({
	accountId: z.optional(uuid),
	postId: z.optional(uuid),
	platformPostId: z.optional(text({ min: 1 })),
});
type Query = z.infer<typeof query>;

type AnalyticsCall = Call<undefined, Query>;

/** The post that a network knows by an id: the end of the live post's address. */
const postOnNetwork = ({ world, credential }: AnalyticsCall, platformPostId: string): PostRecord => {
	const found = world.posts
		.all()
		.find(
			(post) => isVisible(credential, post) && post.progress.some(({ url }) => url?.endsWith(platformPostId)),
		);
	if (found === undefined) throw notFound('platformPostId: there is no such post');
	return found;
};

const ofPost = (call: AnalyticsCall, post: PostRecord) => {
	const { world, query } = call;
	const platformOf = (channelId: string) => world.channel(channelId).platform;
	const all = postSnapshots(post, platformOf, world.time());
	return all.filter(({ accountId }) => query.accountId === undefined || query.accountId === accountId);
};

const read = (call: AnalyticsCall): unknown[] => {
	const { world, query } = call;
	if (query.postId !== undefined) return ofPost(call, visiblePost(call, query.postId));
	if (query.platformPostId !== undefined) return ofPost(call, postOnNetwork(call, query.platformPostId));
	const snapshotsOf = (channel: Parameters<typeof channelSnapshots>[0]) => ({
		accountId: channel.id,
		platform: channel.platform,
		snapshots: channelSnapshots(channel, world.time()),
	});
	if (query.accountId === undefined) return channelsOf(call).map(snapshotsOf);
	return channelSnapshots(channelOnKey(call, query.accountId), world.time());
};

/** Analytics as agents read them: of a channel, of a post, or of all channels (N39); REST has a path for each. */
export const agentAnalytics: Route<undefined, Query> = {
	method: 'GET',
	path: '/mcp#analytics',
	permission: 'view_analytics',
	kind: 'read',
	query,
	perform: (call) => ({ status: 200, body: { data: read(call) } }),
};
