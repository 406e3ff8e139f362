import { agentEndpoint } from '../agent/endpoint';
import { failureAnswer, type Answer } from '../http/answers';
import { toIso } from '../http/clock';
import type { Conversation, Service, Work } from '../http/exchange';
import { faultAnswer } from '../http/faults';
import { recordedBody, recordedHeaders } from '../http/requestLog';
import { ClientLeft, isChosenUserAgent, maxBodyBytes, proxyRefusal, type Asked } from '../http/requests';
import { oauthEndpoint } from '../oauth/endpoints';
import type { SandboxState } from '../state';
import type { Credential } from '../world/records';
import type { World } from '../world/world';
import { authenticate } from './access';
import type { Endpoint, EndpointContext } from './endpoint';
import { perform, withTimes } from './perform';
import { matchRoute } from './routes';

const performLogged = async (
	credential: Credential,
	{ logActivity, world }: EndpointContext,
	run: () => Promise<Answer>,
): Promise<Answer> => {
	const answer = await run().catch((error: unknown) => {
		if (error instanceof ClientLeft) throw error;
		return failureAnswer(error);
	});
	logActivity(credential, answer.status);
	return withTimes(answer, world.variants);
};

/** The REST API. Most of its routes accept only API keys, not OAuth tokens (N28). */
const restEndpoint: Endpoint = {
	owns: () => true,
	maxBodyBytes,
	isGuarded: () => true,
	answer: async ({ method, url, headers, bodyText }, context) => {
		const { world, state } = context;
		const match = matchRoute(world.profile, method, url.pathname);
		const find = (bearer: string) =>
			world.credentials.get(bearer) ??
			(match.route.acceptsTokens ? state.oauth.credentialOf(bearer) : undefined);
		const credential = authenticate({ find, now: world.time() }, headers['authorization']);
		const request = { search: url.searchParams, headers, bodyText };
		return await performLogged(credential, context, () => perform(credential, match, request, context));
	},
};

const endpoints: readonly Endpoint[] = [agentEndpoint, oauthEndpoint];

/** Finds the endpoint of a path. Paths that belong to no other endpoint belong to the REST API. */
const endpointOf = (path: string): Endpoint => endpoints.find(({ owns }) => owns(path)) ?? restEndpoint;

/** The proxy's answer to a library that uses its default name (P8, P105). */
const proxyAnswer: Answer = { status: 403, body: proxyRefusal, headers: { 'Content-Type': 'text/plain' } };

/** The service's clock in the headers, unless the variant leaves it out. */
const datesOf = ({ world }: SandboxState): Record<string, string> =>
	world.variants.dates === 'missing' ? {} : { Date: new Date(world.time()).toUTCString() };

/** The page of a proxy that answers a 401 or a 403 itself. */
const proxyPage = (status: number): Answer => ({
	status,
	body: `<html><head><title>${status}</title></head><body><h1>Access denied</h1></body></html>`,
	headers: { 'Content-Type': 'text/html' },
});

/** Writes an answer in the way of the profile and of the current variant. */
const written = (answer: Answer, { profile, variants }: World): Answer =>
	variants.refusals === 'html' && (answer.status === 401 || answer.status === 403)
		? proxyPage(answer.status)
		: profile.errorAnswer(answer);

const converse = (state: SandboxState, asked: Asked): Conversation => {
	const { method, url, headers, bodyText } = asked;
	const path = url.pathname;
	const endpoint = endpointOf(path);
	const record = state.log.record({
		method,
		path,
		query: Object.fromEntries(url.searchParams),
		headers: recordedHeaders(headers),
		body: recordedBody(bodyText),
		status: 0,
		at: toIso(state.world.time()),
	});
	const ended = state.watcher.look({ method, path, headers, body: record.body });
	const logActivity = ({ name: key, workspaceId }: Credential, status: number): void =>
		state.activityLog.add({ at: toIso(state.world.time()), workspaceId, key, method, path, status });
	const work = async ({ fault, pause }: Work): Promise<Answer> => {
		const { world, limiter, idempotency } = state;
		const failsAfterwards = fault?.kind === 'statusAfter' ? faultAnswer(fault).status : undefined;
		const context = { state, world, limiter, idempotency, pause, failsAfterwards, logActivity };
		return written(await endpoint.answer(asked, context), world);
	};
	return {
		isUndated: state.world.variants.dates === 'missing',
		headers: datesOf(state),
		...(endpoint.isGuarded(state.world.profile) && !isChosenUserAgent(headers['user-agent'])
			? { refusal: proxyAnswer }
			: {}),
		work,
		failed: (error) => written(failureAnswer(error), state.world),
		faulted: (fault) =>
			fault.body === undefined ? written(faultAnswer(fault), state.world) : faultAnswer(fault),
		ended: (answer, isWhole) => {
			record.status = answer?.status ?? 0;
			ended(answer !== null && isWhole ? answer : { status: 0 });
		},
	};
};

/** The publishing API: REST, the agent endpoint and OAuth at one address. */
export const publishingService = (state: SandboxState): Service => ({
	faults: state.faults,
	latencyMs: () => state.settings.latencyMs,
	maxBodyBytes: (path) => endpointOf(path).maxBodyBytes,
	converse: (asked) => converse(state, asked),
});
