import { notFound } from '../api/failure';
import { read } from '../http/schema';
import type { SandboxState } from '../state';
import type { Post } from '../types';
import { agentBody, chanceBody, faultBody, outcomeBody, settleBody, variantsBody } from './bodies';
import type { Controls } from './createControls';
import { moveClock } from './moveClock';
import { pageState } from './pageState';
import type { ControlRequest, ControlRoute } from './performControl';

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
		perform: ({ state: { storageUrl, storage } }) => ({ url: storageUrl, ...storage.summary() }),
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
