import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../controls';
import { withSecret } from '../keySecret';
import type { MediaState } from '../media/files';
import { catchUp } from '../posts/delivery';
import {
	approve,
	comment,
	getStuck,
	hold,
	reject,
	requestChanges,
	resolveAttention,
	resume,
	settle,
} from '../posts/review';
import { seed } from '../seed';
import type { SandboxState } from '../state';
import type { Post } from '../types';
import { viewPost } from '../world/posts';
import type { Channel, PostRecord } from '../world/records';
import type { World } from '../world/world';

/** All media assets, newest first, for the page and for tests. */
const mediaStates = (world: World): MediaState[] => {
	world.uploads.forgetOld(world.time());
	return [...world.media.values()].reverse().map(({ id, workspaceId, mediaType, isReady }) => {
		const upload = world.uploads.get(id);
		return {
			id,
			workspace: world.workspaces.get(workspaceId)?.name ?? '',
			mediaType,
			state: isReady ? 'ready' : 'uploading',
			sizeBytes: upload?.sizeBytes ?? null,
			altText: upload?.altText ?? null,
			width: upload?.result?.width ?? null,
			height: upload?.result?.height ?? null,
			durationSec: upload?.result?.durationSec ?? null,
			partsArrived: upload?.etags.size ?? 0,
			partCount: upload?.partCount ?? 0,
		};
	});
};

const postRecord = (world: World, id: string): PostRecord => {
	catchUp(world);
	const post = world.posts.get(id);
	if (post === undefined) throw new Error(`There is no post ${id}`);
	return post;
};

const allPosts = (state: SandboxState): Post[] => {
	const { world } = state;
	catchUp(world);
	const posts = world.posts.all().sort((a, b) => b.sequence - a.sequence);
	return posts.map((post) => viewPost(world, post));
};

const onePost = ({ world }: SandboxState, id: string): Post => viewPost(world, postRecord(world, id));

type Step = (world: World, post: PostRecord) => void;

const onPost =
	(state: SandboxState, step: Step) =>
	(id: string): Post => {
		const { world } = state;
		const post = postRecord(world, id);
		step(world, post);
		return viewPost(world, post);
	};

/** What people do in the web app. */
const reviewControls = (state: SandboxState): Sandbox['review'] => ({
	approve: onPost(state, approve),
	reject: onPost(state, reject),
	requestChanges: onPost(state, requestChanges),
	hold: onPost(state, hold),
	resume: onPost(state, resume),
	resolveAttention: onPost(state, resolveAttention),
	comment: onPost(state, comment),
});

/** Sets what networks report. */
const outcomeControls = (state: SandboxState): Sandbox['outcomes'] => ({
	add: (outcome) => state.world.outcomes.add(outcome),
	clear: () => state.world.outcomes.clear(),
	publish: (id, channelId) =>
		onPost(state, (world, post) => settle(world, post, { outcome: 'publish', channelId }))(id),
	fail: (id, channelId, error) =>
		onPost(state, (world, post) => settle(world, post, { outcome: 'fail', channelId, error }))(id),
	hang: onPost(state, getStuck),
});

/** Changes the connections of channels. */
const channelControls = (state: SandboxState): Sandbox['channels'] => {
	const change = (id: string, status: Channel['status']): void => {
		state.world.channel(id).status = status;
	};
	return {
		disconnect: (id) => change(id, 'disconnected'),
		breakDown: (id) => change(id, 'error'),
		expire: (id) => change(id, 'token_expiring'),
		reconnect: (id) => change(id, 'connected'),
		rename: (id, handle) => {
			state.world.channel(id).handle = handle;
		},
		copy: (id, count) =>
			Array.from({ length: count }, (_, index) => {
				const { handle, ...channel } = state.world.channel(id);
				const copy = { ...channel, id: randomUUID(), handle: `${handle} ${index + 2}` };
				state.world.channels.set(copy.id, copy);
				return copy.id;
			}),
	};
};

/** Changes API keys, as their owners can. */
const keyControls = (state: SandboxState): Sandbox['keys'] => ({
	revoke: (key) => state.world.revoke(key),
	setPermissions: (key, permissions) => state.world.setPermissions(key, permissions),
	setChannels: (key, channelIds) => state.world.setChannels(key, channelIds),
	setExpiry: (key, expiresAt) => state.world.setExpiry(key, expiresAt),
});

/** Controls the agent endpoint and the grants to agents. */
const agentControls = (state: SandboxState): Sandbox['agent'] => ({
	answer: (answers) => {
		state.agentAnswers = answers;
	},
	revokeGrants: () => state.oauth.revokeAll(),
});

/** The controls of a sandbox, without those that need its servers. */
export type Controls = Omit<
	Sandbox,
	'url' | 'port' | 'close' | 'storageUrl' | 'storageRequests' | 'storagePeak' | 'storageConnections'
>;

/** Creates the controls of {@link Sandbox}. Tests call them directly, and the routes below `/sandbox/api` call them, too. */
export const createControls = (state: SandboxState): Controls => ({
	seed: withSecret(seed, state.settings.keySecret),
	clock: state.clock,
	faults: {
		add: (fault) => state.faults.add(fault),
		leaveToChance: (chance) => state.faults.leaveToChance(chance),
		met: () => state.faults.met(),
		clear: () => state.faults.clear(),
	},
	requests: state.log.requests,
	get requestPeak() {
		return state.log.peak;
	},
	posts: () => allPosts(state),
	post: (id) => onePost(state, id),
	media: () => mediaStates(state.world),
	outcomes: outcomeControls(state),
	review: reviewControls(state),
	channels: channelControls(state),
	keys: keyControls(state),
	agent: agentControls(state),
	vary: (variants = {}) => ({ ...Object.assign(state.world.variants, variants) }),
	findings: () => state.watcher.findings(),
	takeFindings: () => {
		const findings = state.watcher.findings();
		state.watcher.clear();
		return findings;
	},
	reset: () => state.reset(),
});
