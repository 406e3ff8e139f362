import { createHash } from 'node:crypto';
import { z } from 'zod/v4';
import { channelOnKey, channelsOf } from '../api/channelRoutes';
import type { Call, Route } from '../api/route';
import { notFound } from '../http/answers';
import { text, uuid } from '../http/schema';
import { agentMediaTypes, headBytes } from '../media/files';
import { partBytes, type Upload } from '../media/uploads';
import { isVisible, visiblePost } from '../posts/access';
import { channelSnapshots, postSnapshots } from '../world/metrics';
import type { PostRecord } from '../world/records';

const query = z.strictObject({
	accountId: z.optional(uuid),
	postId: z.optional(uuid),
	platformPostId: z.optional(text({ min: 1 })),
});
type Query = z.infer<typeof query>;

type AnalyticsCall = Call<undefined, Query>;

/** Finds a post by its ID on a network. The ID is the end of the live post's URL. */
const postOnNetwork = ({ world, credential }: AnalyticsCall, platformPostId: string): PostRecord => {
	const found = world.posts
		.all()
		.find(
			(post) =>
				isVisible(credential, post) && post.progress.some(({ path }) => path?.endsWith(platformPostId)),
		);
	if (found === undefined) throw notFound('platformPostId: there is no such post');
	return found;
};

const ofPost = (call: AnalyticsCall, post: PostRecord) => {
	const { world, query } = call;
	const all = postSnapshots(post, world);
	return all.filter(({ accountId }) => query.accountId === undefined || query.accountId === accountId);
};

const read = (call: AnalyticsCall): unknown[] => {
	const { world, query } = call;
	if (query.postId !== undefined) return ofPost(call, visiblePost(call, query.postId));
	if (query.platformPostId !== undefined) return ofPost(call, postOnNetwork(call, query.platformPostId));
	const snapshotsOf = (channel: Parameters<typeof channelSnapshots>[0]) => ({
		accountId: channel.id,
		platform: channel.platform,
		snapshots: channelSnapshots(channel, world),
	});
	if (query.accountId === undefined) return channelsOf(call).map(snapshotsOf);
	return channelSnapshots(channelOnKey(call, query.accountId), world);
};

/** Analytics of a channel, a post, or all channels (N39). Agents get them from one tool, while REST has a path for each. */
export const agentAnalytics: Route<undefined, Query> = {
	method: 'GET',
	path: '/mcp#analytics',
	permission: 'view_analytics',
	kind: 'read',
	query,
	perform: (call) => ({ status: 200, body: { data: read(call) } }),
};

/** The largest file in a message (N27, N39): 20 MiB, in characters of Base64. */
export const maxBase64Characters = 27_962_028;

const base64 = text({ min: 1, max: maxBase64Characters }).transform((given, context) => {
	const bytes = Buffer.from(given, 'base64');
	if (bytes.toString('base64') !== given) context.addIssue('must be base64');
	return bytes;
});

const wholeBody = z.strictObject({
	mediaType: z.enum(agentMediaTypes),
	bytesBase64: base64,
	altText: z.optional(text({ max: 1000 })),
	idempotencyKey: z.optional(text({ min: 1, max: 128 })),
});

/** Stores the bytes as if they had arrived in parts. */
const receive = (upload: Upload, bytes: Buffer): { partNumber: number; etag: string }[] => {
	upload.head = bytes.subarray(0, headBytes);
	return Array.from({ length: upload.partCount }, (_, index) => {
		const partNumber = index + 1;
		const start = index * upload.partSize;
		const part = bytes.subarray(start, start + partBytes(upload, partNumber));
		const etag = `"${createHash('md5').update(part).digest('hex')}"`;
		upload.etags.set(partNumber, etag);
		return { partNumber, etag };
	});
};

/** Uploads a whole file in one message. REST doesn't offer this, only the agent endpoint. */
export const uploadWhole: Route<z.infer<typeof wholeBody>> = {
	method: 'POST',
	path: '/mcp#upload',
	permission: 'upload_media',
	kind: 'write',
	body: wholeBody,
	isIdempotent: true,
	perform: ({ world, workspace, body: { bytesBase64: data, ...file } }) => {
		const upload = world.uploads.begin(workspace.id, { ...file, sizeBytes: data.length }, world.time());
		return {
			status: 201,
			body: world.uploads.finish(upload, { parts: receive(upload, data) }, world.profile.refusesMore),
		};
	},
};
