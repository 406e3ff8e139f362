import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { webhookWith } from '../../nodes/SocialPublishing/approval/page/webhook';
import { seed, type Sandbox, type SandboxOptions } from '../../sandbox';
import { startWaiting, type WaitingNode } from './approvalHost';
import type { NodeRun } from './n8nContexts';
import { byId, nodeFor, type NodeUnderTest } from './nodeUnderTest';
import { useSandbox } from './useSandbox';

const noWaits = { sleep: async () => undefined };

/** The node, whose page repeats failed requests immediately. @param own replaces more of what n8n provides */
export const withoutWaits = (own: Parameters<typeof webhookWith>[0] = {}): SocialPublishing =>
	Object.assign(new SocialPublishing(), { webhook: webhookWith({ ...noWaits, ...own }) });

interface SentRequest {
	method: string;
	url: string;
}

/**
 * Intercepts each request that the page sends to the service.
 * @param around calls `send` to let the request pass
 */
export const aroundRequests =
	(around: (request: SentRequest, send: () => Promise<unknown>) => Promise<unknown>) =>
	(context: IWebhookFunctions): IWebhookFunctions => {
		const { helpers } = context;
		const httpRequestWithAuthentication = async (type: string, request: SentRequest): Promise<unknown> =>
			await around(
				request,
				async () =>
					(await helpers.httpRequestWithAuthentication.call(context, type, request as never)) as unknown,
			);
		return new Proxy(context, {
			get: (target, name) => {
				const value: unknown =
					name === 'helpers'
						? { ...helpers, httpRequestWithAuthentication }
						: Reflect.get(target, name, target);
				return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
			},
		});
	};

export interface ApprovalSetup extends Partial<NodeRun> {
	key?: string;
	nodeType?: SocialPublishing;
	disturb?: (context: IWebhookFunctions) => IWebhookFunctions;
}

/** Parameters of a request for the seed's draft, of a request for a new post, and of a delivery. */
export const onDraft = { source: 'existing', postId: byId(seed.posts.draft) };
export const onNewPost = {
	source: 'new',
	channels: [seed.channels.bluesky.id],
	caption: 'The showroom opens',
};
export const tomorrow = { delivery: 'at', publishAt: '2099-01-06T09:00:00+00:00' };

/** Runs of Wait for Approval against a sandbox. */
interface Approvals {
	sandbox(): Sandbox;
	node(): NodeUnderTest;
	/** Runs Wait for Approval until it waits. */
	ask(parameters: IDataObject, setup?: ApprovalSetup): Promise<WaitingNode>;
	/** Reads a post. */
	read(postId: string): Promise<IDataObject>;
	submits(): Sandbox['requests'];
	made(): Sandbox['requests'];
}

let executions = 0;

/** Starts a sandbox for the tests of a file, and closes what waits after each test. */
export function useApprovals(options: SandboxOptions = {}): Approvals {
	const sandbox = useSandbox({ seed: 'default', clock: 'real', ...options });
	const open: WaitingNode[] = [];
	afterEach(async () => {
		await Promise.all(open.splice(0).map(async (node) => await node.close()));
	});
	const node = () => nodeFor(sandbox());
	const posted = (isThat: (path: string) => boolean) =>
		sandbox().requests.filter(({ method, path }) => method === 'POST' && isThat(path));
	return {
		sandbox,
		node,
		ask: async (
			parameters,
			{ key = seed.keys.full, disturb, nodeType = new SocialPublishing(), ...run } = {},
		) => {
			const credentials = [
				{ type: new SocialPublishingApi(), data: { baseUrl: sandbox().url, apiKey: key } },
			];
			const waiting = await startWaiting(
				nodeType,
				{
					credentials,
					// Each request is a separate execution. A retry of the same execution would find its earlier draft.
					executionId: `approval-${(executions += 1)}`,
					...run,
					parameters: { resource: 'post', operation: 'sendAndWait', ...parameters } as never,
				},
				disturb,
			);
			open.push(waiting);
			return waiting;
		},
		read: async (postId) =>
			(await node().json('post:get', { postId: byId(postId), simplify: false }))[0] ?? {},
		submits: () => posted((path) => path.endsWith('/submit')),
		made: () => posted((path) => path === '/api/v1/posts/'),
	};
}
