import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod/v4';
import { notFound, respond, type Answer } from '../http/answers';
import { moveClock, performControl, type ControlRequest, type ControlRoute } from '../http/controls';
import { chanceBody, faultBody } from '../http/faults';
import type { Activity } from '../http/requestLog';
import { read, uuid } from '../http/schema';
import type { MediaState } from '../media/files';
import { variantValues, type AgentAnswers, type Variants } from '../options';
import { page } from '../page/page';
import type { SandboxState } from '../state';
import { platforms, type OutcomeSpec, type Post } from '../types';
import type { Channel } from '../world/records';
import type { Controls } from './controls';

const { strictObject, optional } = z;
const someText = optional(z.string());
const count = optional(z.int().min(1));

/** An outcome as JSON. */
export const outcomeBody: z.ZodType<OutcomeSpec> = strictObject({
	channelId: optional(uuid),
	platform: optional(z.enum(platforms)),
	outcome: z.enum(['fail', 'publish']),
	error: someText,
	warnings: optional(z.array(strictObject({ code: z.string(), message: z.string() }))),
	times: count,
});

/** Ending a post's channels: all, or one of them. */
export const settleBody = strictObject({ channelId: optional(uuid), error: someText });

/** In which of its ways the service is to answer. */
export const variantsBody = strictObject(
	Object.fromEntries(Object.entries(variantValues).map(([name, values]) => [name, optional(z.enum(values))])),
) as unknown as z.ZodType<Partial<Variants>>;

const agentAnswers: readonly AgentAnswers[] = ['json', 'event-stream'];

/** How the agent endpoint is to answer. */
export const agentBody = strictObject({ answers: z.enum(agentAnswers) });

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
export const pageState = ({ world, activityLog }: SandboxState, controls: Controls): PageState => {
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

const changeConnection = ({ controls, parts: [id = '', action] }: ControlCall): undefined => {
	if (action === 'disconnect') controls.channels.disconnect(id);
	else controls.channels.reconnect(id);
};

/** The controls over HTTP, below `/sandbox/api`: JSON in, JSON out, no key. */
export const controlRoutes: readonly ControlRoute<ControlContext>[] = [
	{ method: 'GET', path: /^\/state$/, perform: ({ state, controls }) => pageState(state, controls) },
	{ method: 'GET', path: /^\/posts$/, perform: ({ controls }) => controls.posts() },
	{
		method: 'GET',
		path: /^\/posts\/([^/]+)$/,
		perform: ({ controls, parts }) => controls.post(parts[0] ?? ''),
	},
	{ method: 'POST', path: /^\/posts\/([^/]+)\/([^/]+)$/, perform: actOnPost },
	{ method: 'POST', path: /^\/channels\/([^/]+)\/(disconnect|reconnect)$/, perform: changeConnection },
	{ method: 'GET', path: /^\/requests$/, perform: ({ controls }) => controls.requests },
	{ method: 'GET', path: /^\/media$/, perform: ({ controls }) => controls.media() },
	{
		method: 'GET',
		path: /^\/storage$/,
		perform: ({ state: { storageUrl, storage, storageConnections } }) => ({
			url: storageUrl,
			peak: storage.peak,
			connections: storageConnections,
			requests: storage.requests,
		}),
	},
	{ method: 'GET', path: /^\/seed$/, perform: ({ controls }) => controls.seed },
	{
		method: 'GET',
		path: /^\/clock$/,
		perform: ({ controls }) => ({ now: controls.clock.now().toISOString() }),
	},
	{ method: 'POST', path: /^\/clock$/, perform: moveClock },
	{
		method: 'POST',
		path: /^\/faults$/,
		perform: ({ controls, body }) => controls.faults.add(read(faultBody, body)),
	},
	{
		method: 'POST',
		path: /^\/chance$/,
		perform: ({ controls, body }) => controls.faults.leaveToChance(read(chanceBody, body)),
	},
	{ method: 'GET', path: /^\/chance$/, perform: ({ controls }) => ({ met: controls.faults.met() }) },
	{ method: 'DELETE', path: /^\/faults$/, perform: ({ controls }) => controls.faults.clear() },
	{
		method: 'POST',
		path: /^\/outcomes$/,
		perform: ({ controls, body }) => controls.outcomes.add(read(outcomeBody, body)),
	},
	{ method: 'DELETE', path: /^\/outcomes$/, perform: ({ controls }) => controls.outcomes.clear() },
	{
		method: 'POST',
		path: /^\/agent$/,
		perform: ({ controls, body }) => controls.agent.answer(read(agentBody, body).answers),
	},
	{
		method: 'POST',
		path: /^\/agent\/revoke-grants$/,
		perform: ({ controls }) => controls.agent.revokeGrants(),
	},
	{ method: 'GET', path: /^\/variants$/, perform: ({ controls }) => controls.vary() },
	{
		method: 'POST',
		path: /^\/variants$/,
		perform: ({ controls, body }) => controls.vary(read(variantsBody, body)),
	},
	{ method: 'GET', path: /^\/findings$/, perform: ({ controls }) => controls.findings() },
	{ method: 'DELETE', path: /^\/findings$/, perform: ({ controls }) => controls.takeFindings() },
	{ method: 'POST', path: /^\/reset$/, perform: ({ controls }) => controls.reset() },
];

const pagePaths: ReadonlySet<string> = new Set(['/', '/sandbox', '/sandbox/']);

const pageAnswer: Answer = {
	status: 200,
	body: page,
	headers: {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy':
			"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:",
	},
};

/** Answers the page and the controls. */
export const answerControl = async (
	state: SandboxState,
	controls: Controls,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> => {
	const isPage = pagePaths.has(url.pathname);
	respond(
		response,
		isPage ? pageAnswer : await performControl(controlRoutes, { state, controls }, url, request),
	);
};
