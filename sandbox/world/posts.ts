import { toIso, toIsoOrNull } from '../http/clock';
import type { Profile } from '../profiles';
import type { Post, PostChannel } from '../types';
import { optionalFields, orNull, type Variants } from '../variants';
import type { Channel, Credential, PostRecord, Progress } from './records';

const earliest = (moments: (number | null)[]): number | null => {
	const known = moments.filter((moment) => moment !== null);
	return known.length === 0 ? null : Math.min(...known);
};

/** What a post's view needs of the world. */
interface Channels {
	/** Origin of the pages of published posts. */
	siteUrl: string;
	profile: Pick<Profile, 'postWords'>;
	variants: Variants;
	channel(id: string): Channel;
}

const viewChannel = (world: Channels, post: PostRecord, progress: Progress): PostChannel => {
	const { id, platform, handle } = world.channel(progress.channelId);
	const own = post.draft.overrides.get(id);
	return {
		accountId: id,
		platform,
		handle,
		status: progress.status,
		scheduledAt: toIsoOrNull(progress.scheduledAt),
		publishedAt: toIsoOrNull(progress.publishedAt),
		url: progress.path === null ? null : `${world.siteUrl}${progress.path}`,
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

/** A post in the service's own words. */
export type SeenPost = Omit<Post, 'channels'> & {
	channels: (Omit<PostChannel, 'status' | 'options'> & {
		status: string;
		options?: PostChannel['options'];
	})[];
};

/** Hides from a post what this key can't see. Only a post of the same key has `createdVia.name` (N45). */
export const asSeenBy = (
	{ world, credential }: { world: Channels; credential: Pick<Credential, 'id'> },
	post: Post,
): SeenPost => {
	const { createdVia } = post;
	const isOwn = createdVia === null || createdVia.credentialId === credential.id;
	return {
		...post,
		createdVia: createdVia && { ...createdVia, name: isOwn ? orNull(world.variants, createdVia.name) : null },
		channels: post.channels.map(({ options, ...channel }) => ({
			...channel,
			handle: orNull(world.variants, channel.handle),
			status: world.profile.postWords[channel.status],
			...optionalFields(world.variants, { options }),
		})),
	};
};

/** Shows a post to a key, in the API's format. */
export const viewPostFor = (
	viewer: { world: Channels; credential: Pick<Credential, 'id'> },
	post: PostRecord,
): SeenPost => asSeenBy(viewer, viewPost(viewer.world, post));

/** A post in the API's format (contract, section 2). */
export const viewPost = (world: Channels, post: PostRecord): Post => ({
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

/** What a post looked like from a certain time on. */
interface Version {
	from: number;
	post: Post;
}

/** Stores the posts by ID and in the order of their creation. */
export class PostStore {
	private readonly byId = new Map<string, PostRecord>();
	private readonly byWorkspace = new Map<string, PostRecord[]>();
	private readonly versionsById = new Map<string, Version[]>();
	private nextSequence = 1;

	/**
	 * @param lagMs how long lists don't show a change. Older versions are stored only if it isn't 0.
	 * @param view shows a post in the API's format.
	 */
	constructor(
		private readonly lagMs: number,
		private readonly view: (post: PostRecord) => Post,
	) {}

	takeSequence(): number {
		return this.nextSequence++;
	}

	get(id: string): PostRecord | undefined {
		return this.byId.get(id.toLowerCase());
	}

	/** The posts of a workspace, oldest first. */
	ofWorkspace(workspaceId: string): readonly PostRecord[] {
		return this.byWorkspace.get(workspaceId) ?? [];
	}

	all(): PostRecord[] {
		return [...this.byId.values()];
	}

	add(post: PostRecord): void {
		this.byId.set(post.id, post);
		const posts = this.byWorkspace.get(post.workspaceId) ?? [];
		posts.push(post);
		this.byWorkspace.set(post.workspaceId, posts);
	}

	remove(post: PostRecord): void {
		this.byId.delete(post.id);
		this.versionsById.delete(post.id);
		const posts = this.byWorkspace.get(post.workspaceId) ?? [];
		const index = posts.indexOf(post);
		if (index >= 0) posts.splice(index, 1);
	}

	/** Stores what a post looks like from the time `from` on. */
	keepVersion(post: PostRecord, from: number): void {
		if (this.lagMs === 0) return;
		const versions = this.versionsById.get(post.id) ?? [];
		versions.push({ from, post: this.view(post) });
		this.versionsById.set(post.id, versions);
	}

	/** A post as a list shows it at the time `now`. Undefined if the list doesn't show it yet. */
	listed(post: PostRecord, now: number): Post | undefined {
		if (this.lagMs === 0) return this.view(post);
		const versions = this.versionsById.get(post.id) ?? [];
		const visible = versions.filter((version) => version.from <= now - this.lagMs);
		if (visible.length > 1) versions.splice(0, visible.length - 1);
		return visible.at(-1)?.post;
	}

	/** When a post last changed, according to a list. Null if the list doesn't show the post yet. */
	listedChange(post: PostRecord, now: number): number | null {
		if (this.lagMs === 0) return post.updatedAt;
		const shown = this.listed(post, now);
		return shown === undefined ? null : Date.parse(shown.updatedAt);
	}
}
