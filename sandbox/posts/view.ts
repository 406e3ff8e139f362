import type { Post, PostChannel } from '../types';
import { toIso, toIsoOrNull } from '../world/moments';
import type { Credential, PostRecord, Progress } from '../world/records';
import type { World } from '../world/world';

const earliest = (moments: (number | null)[]): number | null => {
	const known = moments.filter((moment) => moment !== null);
	return known.length === 0 ? null : Math.min(...known);
};

const viewChannel = (world: World, post: PostRecord, progress: Progress): PostChannel => {
	const { id, platform, handle } = world.channel(progress.channelId);
	const own = post.draft.overrides.get(id);
	return {
		accountId: id,
		platform,
		handle,
		status: progress.status,
		scheduledAt: toIsoOrNull(progress.scheduledAt),
		publishedAt: toIsoOrNull(progress.publishedAt),
		url: progress.url,
		error: progress.error,
		warnings: progress.warnings,
		queuePosition: progress.queuePosition,
		queueId: progress.queueId,
		caption: own?.caption ?? null,
		title: own?.title ?? null,
		firstComment: own?.firstComment ?? null,
		boardId: own?.boardId ?? null,
		options: own?.options ?? null,
	};
};

/** A post as a key sees it: only its own posts name it (N45). */
export const asSeenBy = ({ id }: Pick<Credential, 'id'>, post: Post): Post => {
	const { createdVia } = post;
	return createdVia === null || createdVia.credentialId === id
		? post
		: { ...post, createdVia: { ...createdVia, name: null } };
};

/** Writes a post as a key sees it. */
export const viewPostFor = (
	{ world, credential }: { world: World; credential: Pick<Credential, 'id'> },
	post: PostRecord,
): Post => asSeenBy(credential, viewPost(world, post));

/** Writes a post as it travels (contract, section 2). */
export const viewPost = (world: World, post: PostRecord): Post => ({
	id: post.id,
	status: post.status,
	caption: post.draft.caption,
	title: post.draft.title,
	firstComment: post.draft.firstComment,
	linkUrl: post.draft.linkUrl,
	mediaAssetIds: post.draft.mediaAssetIds,
	scheduledAt: toIsoOrNull(earliest(post.progress.map(({ scheduledAt }) => scheduledAt))),
	proposedPublishAt: toIsoOrNull(post.draft.proposedPublishAt),
	publishedAt: toIsoOrNull(earliest(post.progress.map(({ publishedAt }) => publishedAt))),
	attentionResolvedAt: toIsoOrNull(post.attentionResolvedAt),
	createdAt: toIso(post.createdAt),
	updatedAt: toIso(post.updatedAt),
	createdVia: post.createdVia,
	channels: post.progress.map((progress) => viewChannel(world, post, progress)),
});
