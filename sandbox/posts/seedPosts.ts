import { dayMs } from '../http/clock';
import { seed } from '../seed';
import { livePath } from '../world/platforms';
import type { Draft, PostRecord, Progress } from '../world/records';
import { editorialCalendar, people } from '../world/seedRecords';
import type { World } from '../world/world';
import { refreshStatus } from './delivery';
import { freshProgress, savePost } from './drafts';

const { channels, posts, media, workspaces } = seed;

interface SeedPost {
	id: string;
	daysAgo: number;
	draft: Partial<Draft> & Pick<Draft, 'channelIds' | 'caption'>;
	/** Null for a post from the web app. */
	via: typeof editorialCalendar | null;
}

const seedPost = (world: World, { id, daysAgo, draft, via }: SeedPost): PostRecord =>
	savePost(
		world,
		{
			workspaceId: workspaces.main.id,
			authorId: via === null ? people.ada : people.ben,
			createdVia: via,
		},
		{
			title: null,
			firstComment: null,
			linkUrl: null,
			mediaAssetIds: [],
			proposedPublishAt: null,
			overrides: new Map(),
			...draft,
		},
		{ id, at: world.time() - daysAgo * dayMs },
	);

const published = (
	post: PostRecord,
	channel: { id: string; platform: 'facebook' | 'bluesky' },
): Progress => ({
	...freshProgress(channel.id),
	status: 'published',
	scheduledAt: post.createdAt,
	publishedAt: post.createdAt,
	path: livePath(channel.platform, post.id, channel.id),
});

const failed = (post: PostRecord, channelId: string, error: string): Progress => ({
	...freshProgress(channelId),
	status: 'failed',
	scheduledAt: post.createdAt,
	error,
});

const settleAs = (world: World, post: PostRecord, progress: Progress[]): void => {
	post.progress = progress;
	refreshStatus(post);
	world.touch(post, post.createdAt);
};

const facebook = { id: channels.facebook.id, platform: 'facebook' as const };
const bluesky = { id: channels.bluesky.id, platform: 'bluesky' as const };

const seedPublished = (world: World): void => {
	const post = seedPost(world, {
		id: posts.published,
		daysAgo: 6,
		draft: { channelIds: [facebook.id, bluesky.id], caption: 'We are back from the workshop.' },
		via: editorialCalendar,
	});
	settleAs(world, post, [published(post, facebook), published(post, bluesky)]);
};

const seedFailed = (world: World): void => {
	const { id } = channels.linkedinBroken;
	const post = seedPost(world, {
		id: posts.failed,
		daysAgo: 4,
		draft: { channelIds: [id], caption: 'We are looking for a designer.' },
		via: editorialCalendar,
	});
	settleAs(world, post, [failed(post, id, 'The connection to this channel was lost.')]);
};

const seedPartlyPublished = (world: World): void => {
	const { id } = channels.instagram;
	const post = seedPost(world, {
		id: posts.partiallyPublished,
		daysAgo: 3,
		draft: {
			channelIds: [facebook.id, id],
			caption: 'Three colors for a gray day.',
			mediaAssetIds: [media.image],
		},
		via: editorialCalendar,
	});
	const error = 'The picture is too narrow for Instagram.';
	settleAs(world, post, [published(post, facebook), failed(post, id, error)]);
};

const seedDraft = (world: World): void => {
	seedPost(world, {
		id: posts.draft,
		daysAgo: 2,
		draft: { channelIds: [channels.linkedin.id], caption: 'Notes from a year of small projects.' },
		via: null,
	});
};

const seedScheduled = (world: World): void => {
	const { id } = channels.mastodon;
	const post = seedPost(world, {
		id: posts.scheduled,
		daysAgo: 1,
		draft: { channelIds: [id], caption: 'Open studio next week.' },
		via: null,
	});
	const at = world.time() + 7 * dayMs;
	const progress: Progress = { ...freshProgress(id), status: 'scheduled', scheduledAt: at };
	post.delivery = { mode: 'at', at };
	settleAs(world, post, [progress]);
	world.dueTimes.add({ at, post, progress });
};

/** Creates a few posts in the main workspace, oldest first. None of them was written with a key of the seed. */
export const seedPosts = (world: World): void => {
	for (const write of [seedPublished, seedFailed, seedPartlyPublished, seedDraft, seedScheduled])
		write(world);
};
