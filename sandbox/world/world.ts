import type { SandboxClock } from '../http/clock';
import { Previews } from '../media/previews';
import { Uploads } from '../media/uploads';
import type { Settings } from '../options';
import { profiles, type Profile } from '../profiles';
import type { Variants } from '../variants';
import { permissions, type OutcomeSpec, type Permission } from '../types';
import { generousDailyCap } from './platforms';
import { PostStore, viewPost } from './posts';
import type { Channel, Credential, MediaAsset, PostRecord, Workspace } from './records';
import { ChannelLoad, DueTimes, Queues } from './schedule';
import { seedChannels, seedCredentials, seedMedia, seedWorkspaces } from './seedRecords';

interface Planned extends OutcomeSpec {
	left: number;
}

/** The planned results of publishing. Without a plan, a connected channel succeeds. */
class Outcomes {
	private planned: Planned[] = [];

	add(outcome: OutcomeSpec): void {
		this.planned.push({ ...outcome, left: outcome.times ?? 1 });
	}

	clear(): void {
		this.planned = [];
	}

	/** Uses the first plan for a channel. */
	take(channel: Channel): OutcomeSpec | undefined {
		const fitting = this.planned.find(
			({ channelId = channel.id, platform = channel.platform }) =>
				channelId === channel.id && platform === channel.platform,
		);
		if (fitting === undefined) return undefined;
		fitting.left -= 1;
		this.planned = this.planned.filter(({ left }) => left > 0);
		return fitting;
	}
}

const byId = <T extends { id: string }>(records: T[]): Map<string, T> =>
	new Map(records.map((record) => [record.id, record]));

/** Where the sandbox's servers are. */
export interface Addresses {
	/** Origin of the storage, for the signed URLs. */
	storageUrl: string;
	/** Origin of the API and the pages, for the links of published posts. */
	siteUrl: string;
}

/** The state of the service, without anything about HTTP. A reset creates a new one. */
export class World {
	readonly workspaces: Map<string, Workspace> = byId(seedWorkspaces());
	readonly channels: Map<string, Channel> = byId(seedChannels());
	readonly media: Map<string, MediaAsset> = byId(seedMedia());
	readonly uploads: Uploads;
	readonly credentials: Map<string, Credential>;
	readonly posts: PostStore;
	readonly queues: Queues;
	readonly load = new ChannelLoad();
	readonly dueTimes = new DueTimes();
	readonly outcomes = new Outcomes();
	/** What the service is like where the contract doesn't say it. */
	readonly profile: Profile;
	/** Can change while the sandbox runs. */
	readonly variants: Variants;
	/** Origin of the pages of published posts. */
	readonly siteUrl: string;
	/** The files that the pages show. */
	readonly previews = new Previews();

	constructor(
		readonly settings: Settings,
		readonly clock: SandboxClock,
		{ storageUrl, siteUrl }: Addresses,
	) {
		this.siteUrl = siteUrl;
		this.profile = profiles[settings.profile];
		this.uploads = new Uploads(this.media, settings.partSizeBytes, storageUrl);
		this.variants = { ...settings.variants };
		const credentials = seedCredentials(clock.time(), settings.keySecret);
		this.credentials = new Map(credentials.map((credential) => [credential.bearer, credential]));
		this.posts = new PostStore(settings.visibilityLagMs, (post) => viewPost(this, post));
		this.queues = new Queues(
			(channelId) => this.dailyCap(this.channel(channelId)),
			// Moving up in a queue doesn't change a post. Its `updatedAt` stays the same, and polls don't report it.
			({ post, progress }) => {
				this.dueTimes.add({ at: progress.scheduledAt ?? 0, post, progress });
				this.load.update(post);
			},
		);
	}

	time(): number {
		return this.clock.time();
	}

	/** @throws Error for an unknown ID, which is a bug in the sandbox, not the caller's mistake. */
	channel(id: string): Channel {
		const channel = this.channels.get(id);
		if (channel === undefined) throw new Error(`No channel ${id}`);
		return channel;
	}

	dailyCap(channel: Channel): number {
		return this.settings.dailyCaps[channel.platform] ?? generousDailyCap;
	}

	/** Call this after every change of a post that clients can see. */
	touch(post: PostRecord, at: number): void {
		post.updatedAt = at;
		this.load.update(post);
		this.posts.keepVersion(post, at);
	}

	/** Sets the permissions of a key, in the contract's order. */
	setPermissions(bearer: string, allowed: Permission[]): void {
		this.credential(bearer).permissions = permissions.filter((each) => allowed.includes(each));
	}

	/** Sets the channels that a key can use. */
	setChannels(bearer: string, channelIds: string[]): void {
		this.credential(bearer).channelIds = new Set(channelIds);
	}

	/** Sets when a key expires, or null for never. */
	setExpiry(bearer: string, expiresAt: number | null): void {
		this.credential(bearer).expiresAt = expiresAt;
	}

	revoke(bearer: string): void {
		this.credential(bearer).isRevoked = true;
	}

	private credential(bearer: string): Credential {
		const credential = this.credentials.get(bearer);
		if (credential === undefined) throw new Error('No such key');
		return credential;
	}
}
