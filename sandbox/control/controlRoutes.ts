import { z } from 'zod/v4';
import { notFound } from '../http/answers';
import { moveClock, type ControlRequest, type ControlRoutes } from '../http/controls';
import { chanceBody, faultBody } from '../http/faults';
import type { Activity } from '../http/requestLog';
import { read, uuid } from '../http/schema';
import type { MediaState } from '../media/files';
import type { AgentAnswers } from '../options';
import { variantValues, type Variants } from '../variants';
import type { SandboxState } from '../state';
import { boardOf, shownMedia } from '../page/documents';
import type { ShownMedia } from '../page/livePage';
import { platforms, type OutcomeSpec, type Permission, type Post, type PostChannel } from '../types';
import type { Channel } from '../world/records';
import type { World } from '../world/world';
import type { Controls } from './controls';

const { strictObject, optional } = z;
const someText = optional(z.string());
const count = optional(z.int().min(1));

/** A publishing result as JSON. */
const outcomeBody: z.ZodType<OutcomeSpec> = strictObject({
	channelId: optional(uuid),
	platform: optional(z.enum(platforms)),
	outcome: z.enum(['fail', 'publish']),
	error: someText,
	warnings: optional(z.array(strictObject({ code: z.string(), message: z.string() }))),
	takenBackAfterMs: count,
	times: count,
});

/** Ends publishing on one channel of a post, or on all of them. */
const settleBody = strictObject({ channelId: optional(uuid), error: someText });

/** Which variants of the service's behavior to use. */
export const variantsBody = strictObject(
	Object.fromEntries(Object.entries(variantValues).map(([name, values]) => [name, optional(z.enum(values))])),
) as unknown as z.ZodType<Partial<Variants>>;

const agentAnswers: readonly AgentAnswers[] = ['json', 'event-stream'];

/** How the agent endpoint answers. */
const agentBody = strictObject({ answers: z.enum(agentAnswers) });

const shownPosts = 100;
const shownAssets = 30;
const shownActivities = 60;

/** A post with what the page shows of it: its media, and the names of the boards. */
type ShownPost = Omit<Post, 'channels'> & {
	workspace: string;
	media: ShownMedia[];
	channels: (PostChannel & { board: string | null })[];
};

/** The data of the page: the newest posts, assets and calls of all workspaces. */
interface PageState {
	now: string;
	workspaces: {
		id: string;
		name: string;
		requiresApproval: boolean;
		channels: Pick<Channel, 'id' | 'platform' | 'handle' | 'status'>[];
	}[];
	posts: ShownPost[];
	postCount: number;
	media: (MediaState & Pick<ShownMedia, 'shownAs'>)[];
	/** The API keys that can be used, as the workspace settings of the service show them. */
	keys: { key: string; name: string; workspace: string; permissions: Permission[] }[];
	activities: Activity[];
}

const showPost = (world: World, post: Post): ShownPost => ({
	...post,
	workspace: world.workspaces.get(world.posts.get(post.id)?.workspaceId ?? '')?.name ?? '',
	media: post.mediaAssetIds.map((id) => shownMedia(world, id)),
	channels: post.channels.map((channel) => ({ ...channel, board: boardOf(world, channel)?.name ?? null })),
});

/** Collects the data of the page. */
const pageState = ({ world, activityLog }: SandboxState, controls: Controls): PageState => {
	const posts = controls.posts();
	return {
		now: controls.clock.now().toISOString(),
		workspaces: [...world.workspaces.values()].map((workspace) => ({
			...workspace,
			channels: [...world.channels.values()]
				.filter(({ workspaceId }) => workspaceId === workspace.id)
				.map(({ id, platform, handle, status }) => ({ id, platform, handle, status })),
		})),
		posts: posts.slice(0, shownPosts).map((post) => showPost(world, post)),
		postCount: posts.length,
		media: controls
			.media()
			.slice(0, shownAssets)
			.map((asset) => ({ ...asset, shownAs: shownMedia(world, asset.id).shownAs })),
		keys: [...world.credentials.values()]
			.filter(({ kind, isRevoked }) => kind === 'key' && !isRevoked)
			.filter(({ expiresAt }) => expiresAt === null || expiresAt > controls.clock.now().getTime())
			.map(({ bearer, name, workspaceId, permissions }) => ({
				key: bearer,
				name,
				workspace: world.workspaces.get(workspaceId)?.name ?? '',
				permissions,
			})),
		activities: activityLog.activities.slice(-shownActivities).reverse(),
	};
};

interface ControlContext {
	state: SandboxState;
	controls: Controls;
}

type ControlCall = ControlContext & ControlRequest;

type PostAction = (controls: Controls, id: string, body: unknown) => Post;

const postActions: Readonly<Record<string, PostAction>> = {
	approve: ({ review }, id) => review.approve(id),
	reject: ({ review }, id) => review.reject(id),
	'request-changes': ({ review }, id) => review.requestChanges(id),
	hold: ({ review }, id) => review.hold(id),
	resume: ({ review }, id) => review.resume(id),
	resolve: ({ review }, id) => review.resolveAttention(id),
	comment: ({ review }, id) => review.comment(id),
	hang: ({ outcomes }, id) => outcomes.hang(id),
	publish: ({ outcomes }, id, body) => outcomes.publish(id, read(settleBody, body).channelId),
	fail: ({ outcomes }, id, body) => {
		const { channelId, error } = read(settleBody, body);
		return outcomes.fail(id, channelId, error);
	},
};

const actOnPost = ({ controls, parts: [id = '', action = ''], body }: ControlCall): Post => {
	const act = postActions[action];
	if (act === undefined) throw notFound(`action: one of ${Object.keys(postActions).join(', ')}`);
	return act(controls, id, body);
};

/** The HTTP routes of the controls, below `/sandbox/api`. They use JSON and need no API key. */
export const controlRoutes: ControlRoutes<ControlContext> = {
	'GET /state': ({ state, controls }) => pageState(state, controls),
	'GET /posts': ({ controls }) => controls.posts(),
	'GET /posts/{id}': ({ controls, parts }) => controls.post(parts[0] ?? ''),
	'POST /posts/{id}/{action}': actOnPost,
	'POST /channels/{id}/disconnect': ({ controls, parts }) => controls.channels.disconnect(parts[0] ?? ''),
	'POST /channels/{id}/break-down': ({ controls, parts }) => controls.channels.breakDown(parts[0] ?? ''),
	'POST /channels/{id}/expire': ({ controls, parts }) => controls.channels.expire(parts[0] ?? ''),
	'POST /channels/{id}/reconnect': ({ controls, parts }) => controls.channels.reconnect(parts[0] ?? ''),
	'GET /requests': ({ controls }) => controls.requests,
	'GET /media': ({ controls }) => controls.media(),
	'GET /storage': ({ state: { addresses, storage, storageConnections } }) => ({
		url: addresses.storageUrl,
		peak: storage.peak,
		connections: storageConnections,
		requests: storage.requests,
	}),
	'GET /seed': ({ controls }) => controls.seed,
	'GET /clock': ({ controls }) => ({ now: controls.clock.now().toISOString() }),
	'POST /clock': moveClock,
	'POST /faults': ({ controls, body }) => controls.faults.add(read(faultBody, body)),
	'POST /chance': ({ controls, body }) => controls.faults.leaveToChance(read(chanceBody, body)),
	'GET /chance': ({ controls }) => ({ met: controls.faults.met() }),
	'DELETE /faults': ({ controls }) => controls.faults.clear(),
	'POST /outcomes': ({ controls, body }) => controls.outcomes.add(read(outcomeBody, body)),
	'DELETE /outcomes': ({ controls }) => controls.outcomes.clear(),
	'POST /agent': ({ controls, body }) => controls.agent.answer(read(agentBody, body).answers),
	'POST /agent/revoke-grants': ({ controls }) => controls.agent.revokeGrants(),
	'GET /variants': ({ controls }) => controls.vary(),
	'POST /variants': ({ controls, body }) => controls.vary(read(variantsBody, body)),
	'GET /findings': ({ controls }) => controls.findings(),
	'DELETE /findings': ({ controls }) => controls.takeFindings(),
	'POST /reset': ({ controls }) => controls.reset(),
};
