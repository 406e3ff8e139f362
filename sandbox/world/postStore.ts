import type { Post } from '../types';
import type { PostRecord } from './records';

/** A post as it was shown from a moment on. */
export interface Version {
	from: number;
	post: Post;
}

/** The posts, by id and in the order of creation. */
export class PostStore {
	private readonly byId = new Map<string, PostRecord>();
	private readonly byWorkspace = new Map<string, PostRecord[]>();
	private readonly versionsById = new Map<string, Version[]>();
	private nextSequence = 1;

	/**
	 * @param lagMs how long a change stays invisible to lists; versions are kept only where there is a lag.
	 * @param view writes a post as it travels.
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

	/** A workspace's posts, oldest first. */
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

	/** Remembers how a post looks from `from` on. */
	keepVersion(post: PostRecord, from: number): void {
		if (this.lagMs === 0) return;
		const versions = this.versionsById.get(post.id) ?? [];
		versions.push({ from, post: this.view(post) });
		this.versionsById.set(post.id, versions);
	}

	/** A post as a list shows it at `now`: undefined while its creation is still invisible. */
	listed(post: PostRecord, now: number): Post | undefined {
		if (this.lagMs === 0) return this.view(post);
		const versions = this.versionsById.get(post.id) ?? [];
		const visible = versions.filter((version) => version.from <= now - this.lagMs);
		if (visible.length > 1) versions.splice(0, visible.length - 1);
		return visible.at(-1)?.post;
	}

	/** When a post last changed, as far as a list shows it; null while it shows nothing of it. */
	listedChange(post: PostRecord, now: number): number | null {
		if (this.lagMs === 0) return post.updatedAt;
		const shown = this.listed(post, now);
		return shown === undefined ? null : Date.parse(shown.updatedAt);
	}
}
