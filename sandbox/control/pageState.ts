import type { Activity } from '../http/requestLog';
import type { MediaState } from '../media/mediaTypes';
import type { SandboxState } from '../state';
import type { Post } from '../types';
import type { Channel } from '../world/records';
import type { Controls } from './createControls';

const shownPosts = 100;
const shownAssets = 30;
const shownActivities = 60;

/** What the page shows: the newest posts assets and calls of every workspace. */
export interface PageState {
	now: string;
	workspaces: {
		id: string;
		name: string;
		requiresApproval: boolean;
		channels: Pick<Channel, 'id' | 'platform' | 'handle' | 'status'>[];
	}[];
	posts: (Post & { workspace: string })[];
	postCount: number;
	media: MediaState[];
	activities: Activity[];
}

/** Gathers the page's content. */
export const pageState = ({ world, log }: SandboxState, controls: Controls): PageState => {
	const posts = controls.posts();
	const nameOf = (post: Post): string =>
		world.workspaces.get(world.posts.get(post.id)?.workspaceId ?? '')?.name ?? '';
	return {
		now: controls.clock.now().toISOString(),
		workspaces: [...world.workspaces.values()].map((workspace) => ({
			...workspace,
			channels: [...world.channels.values()]
				.filter(({ workspaceId }) => workspaceId === workspace.id)
				.map(({ id, platform, handle, status }) => ({ id, platform, handle, status })),
		})),
		posts: posts.slice(0, shownPosts).map((post) => ({ ...post, workspace: nameOf(post) })),
		postCount: posts.length,
		media: controls.media().slice(0, shownAssets),
		activities: log.activities.slice(-shownActivities).reverse(),
	};
};
