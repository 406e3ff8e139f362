import type { ToolFailedError } from '../../../../client/publishing/errors';
import { seed, type AgentAnswers, type FaultSpec } from '../../../../sandbox';
import { hasExtras, toolName } from '../../../support/profile';
import { clientOf, errorOf, testUserAgent, type ClientTarget } from '../../../support/publishingClient';
import { useSandbox } from '../../../support/useSandbox';

const sandbox = useSandbox({ toolsPerPage: 6, rateLimits: { readsPerKey: 12 } });

const agentClient = (more: Partial<ClientTarget> = {}) =>
	clientOf({ baseUrl: sandbox().url, key: seed.keys.full, ...more });

/** In one profile, a tool withdraws posts. */
const toolCount = hasExtras ? 20 : 19;
const draftTool = toolName('social_create_draft');

const draft = { accounts: [seed.channels.facebook.id], caption: 'Hello' };

const messages = () => sandbox().requests.map(({ body }) => body as { method: string; params: unknown });

describe('the agent calls', () => {
	test.each<AgentAnswers>(['json', 'event-stream'])('greet, list and call over %s (P10)', async (answers) => {
		sandbox().agent.answer(answers);
		const { agent } = agentClient();
		expect(await agent.listTools()).toHaveLength(toolCount);
		const { structured, texts } = await agent.callTool(draftTool, draft);
		expect(structured).toMatchObject({ routed: 'draft', post: { caption: 'Hello', status: 'draft' } });
		expect(texts).toEqual([expect.stringContaining('Create draft')]);
		expect(messages().map(({ method }) => method)).toEqual([
			'initialize',
			'notifications/initialized',
			...Array.from({ length: 4 }, () => 'tools/list'),
			'tools/call',
		]);
	});

	test('send the User-Agent, the key and the agreed version (P10, P87, D2)', async () => {
		await agentClient().agent.listTools();
		const [first, ...others] = sandbox().requests.map(
			({ path, headers }): Record<string, string> => ({ path, ...headers }),
		);
		expect(first).toMatchObject({
			path: '/api/v1/mcp',
			authorization: '***',
			'user-agent': testUserAgent,
			accept: 'application/json, text/event-stream',
			'content-type': 'application/json',
		});
		expect(first).not.toHaveProperty('mcp-protocol-version');
		expect(others.every((headers) => headers['mcp-protocol-version'] === '2025-06-18')).toBe(true);
		expect(messages()[0]?.params).toMatchObject({ clientInfo: { name: 'test-client', version: '1.0' } });
	});

	test('list the tools that the permissions allow and no others (P12)', async () => {
		const { agent } = agentClient({ key: seed.keys.drafts });
		const error = await errorOf(agent.callTool(toolName('social_publish_now'), {}));
		expect(error).toMatchObject({ name: 'UnknownToolError', tool: toolName('social_publish_now') });
		expect((error as unknown as { available: string[] }).available).toContain(toolName('social_submit_post'));
	});

	test('turn the failure of a tool into an error with its text (P97, P102)', async () => {
		const { agent } = agentClient();
		const error = await errorOf<ToolFailedError>(agent.callTool(draftTool, { ...draft, accounts: [] }));
		expect(error).toMatchObject({ name: 'ToolFailedError' });
		expect(error.text).toMatch(/^Create draft failed \(422 \w+\): accounts: at least 1 item\.$/);
	});

	test('turn the 401 into the error of every other call (P91, P99)', async () => {
		const error = await errorOf(agentClient({ key: seed.keys.revoked }).agent.listTools());
		expect(error).toMatchObject({ name: 'AuthenticationError', statusCode: 401 });
	});

	test('explain the 403 of the proxy (P8, P105)', async () => {
		const error = await errorOf(agentClient({ userAgent: 'axios/1.7.0' }).agent.listTools());
		expect(error).toMatchObject({ name: 'ProxyRejectionError', statusCode: 403 });
	});

	test('wait as long as the limit requires and continue (P103, P106)', async () => {
		const { clock } = sandbox();
		const client = agentClient({ onWait: (durationMs) => clock.advance(durationMs) });
		for (let call = 0; call < 9; call++) await client.agent.callTool(toolName('social_list_accounts'), {});
		expect(client.waits).toEqual([60_000]);
	});

	test('report a limit that does not pass (P103, P106)', async () => {
		const { agent } = agentClient();
		const calls = Array.from({ length: 9 }, () => agent.callTool(toolName('social_list_accounts'), {}));
		const results = await Promise.allSettled(calls);
		const errors = results.flatMap((result) =>
			result.status === 'rejected' ? [result.reason as Error] : [],
		);
		expect(errors[0]).toMatchObject({ name: 'RateLimitError', statusCode: 429, retryAfter: 60 });
	});
});

describe('retries of agent calls', () => {
	const dropsCalls: FaultSpec = { path: '/mcp', kind: 'dropAfter' };

	test.each([
		{ what: 'a read', tool: toolName('social_list_posts'), args: {}, sent: 2 },
		{ what: 'a write under a key', tool: draftTool, args: draft, key: 'k', sent: 2 },
		{ what: 'a write without a key', tool: draftTool, args: draft, sent: 1 },
		{
			what: 'a write that accepts no key',
			tool: toolName('social_delete_draft'),
			args: { postId: seed.posts.draft },
			key: 'k',
			sent: 1,
		},
	])('send $what $sent times after a lost connection (D4)', async ({ tool, args, key = '', sent }) => {
		const { agent } = agentClient();
		await agent.listTools();
		sandbox().faults.add(dropsCalls);
		await agent.callTool(tool, args, { idempotencyKey: key }).catch(() => undefined);
		const calls = messages().filter(({ method }) => method === 'tools/call');
		expect(calls).toHaveLength(sent);
		expect(sandbox().posts().length).toBeLessThanOrEqual(1);
	});

	test('send the greeting again after a failure of the service (P104)', async () => {
		sandbox().faults.add({ path: '/mcp', kind: 'status', status: 500 });
		const client = agentClient();
		expect(await client.agent.listTools()).toHaveLength(toolCount);
		expect(client.waits).toEqual([1_000]);
	});

	test.each([
		{ what: 'a read', tool: toolName('social_list_posts'), args: {}, sent: 2 },
		{ what: 'a write under a key', tool: draftTool, args: draft, sent: 1 },
	])('send $what $sent times after a failure of the service (P54, P104)', async ({ tool, args, sent }) => {
		const { agent } = agentClient();
		await agent.listTools();
		sandbox().faults.add({ path: '/mcp', kind: 'status', status: 500 });
		await agent.callTool(tool, args, { idempotencyKey: 'k' }).catch(() => undefined);
		expect(messages().filter(({ method }) => method === 'tools/call')).toHaveLength(sent);
	});

	test('prefer the key of the arguments to that of the call (P71, D4)', async () => {
		const { agent } = agentClient();
		for (const idempotencyKey of ['a', 'b']) {
			await agent.callTool(draftTool, { ...draft, idempotencyKey: 'mine' }, { idempotencyKey });
		}
		expect(sandbox().posts()).toHaveLength(1);
	});
});
