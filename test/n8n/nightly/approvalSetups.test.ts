/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentWorkflow, type AgentTool } from '../support/agentWorkflow';
import { chain, node } from '../support/chain';
import { until } from '../support/livePosts';
import { startScriptedModel } from '../support/scriptedModel';
import type { CredentialReference } from '../support/testbed';

/** The statements of docs/approval-reliability.md and docs/approval-links.md about keys, proxies and restarts. */

const { keys, posts } = testbed.seed;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const asking = { resource: 'post', operation: 'sendAndWait', source: 'existing', postId: byId(posts.draft) };
const approval = () =>
	chain('Approval', [node('Approve', testbed.nodeType, asking), node('After', 'n8n-nodes-base.noOp', {})]);

beforeEach(async () => await testbed.sandbox.reset());

/** Submits a page's form unchanged, or an empty body if it has no fields. */
async function press(link: string, action: string): Promise<{ status: number; text: string }> {
	const page = await (await fetch(link)).text();
	const hidden = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
	const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
	const body = new URLSearchParams({ ...fields, action });
	const response = await fetch(link, { method: 'POST', body });
	return { status: response.status, text: await response.text() };
}

test('blocks decisions after the API key is revoked until the credential has a new key', async () => {
	const name = 'Key that gets revoked';
	const save = async (apiKey: string) =>
		await testbed.saveCredential({ baseUrl: testbed.sandboxUrl, apiKey }, name);
	const credential = await save(keys.full);
	try {
		const executionId = await testbed.n8n.start(await testbed.saveWorkflow(approval(), credential), 'Start');
		const soFar = await testbed.n8n.resultSoFar(executionId);
		const link = String(soFar.output('Approve')[0]?.approvalLink);
		await save(keys.revoked);
		for (const action of ['approved', 'rejected']) {
			const { status, text } = await press(link, action);
			expect([status, text]).toEqual([
				502,
				expect.stringContaining('allowed to do this in the service. Ask the sender to fix it.'),
			]);
			expect(text).toContain('Nothing was decided.');
		}
		await save(keys.full);
		await press(link, 'rejected');
		expect((await testbed.n8n.result(executionId)).output('After')).toMatchObject([{ approved: false }]);
	} finally {
		await testbed.removeCredential(credential);
	}
});

describe('a proxy under a path', () => {
	let n8nUrl = '';
	let keepsPath = false;
	let proxy: Server;

	beforeAll(async () => {
		proxy = createServer((request, response) => {
			const path = keepsPath ? request.url : request.url?.replace(/^\/n8n/, '');
			const forward = async (): Promise<void> => {
				const answer = await fetch(`${n8nUrl}${path}`, { redirect: 'manual' });
				response.writeHead(answer.status).end(await answer.text());
			};
			forward().catch(() => response.destroy());
		});
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	});
	afterAll(async () => await new Promise((resolve) => proxy.close(resolve)));

	test('breaks the signed link: n8n rejects it without the path, and shows its editor with the path', async () => {
		const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/n8n/`;
		const n8n = await startRestartableN8n({
			settings: { WEBHOOK_URL: address, N8N_WEBHOOK_URL: address, N8N_PATH: '/n8n/' },
		});
		try {
			n8nUrl = n8n.session.url;
			const executionId = await n8n.start(await n8n.saveWorkflow(approval()), 'Start');
			const soFar = await n8n.resultSoFar(executionId);
			const link = String(soFar.output('Approve')[0]?.approvalLink);
			expect(link.startsWith(`${address}webhook-waiting/`)).toBe(true);
			keepsPath = false;
			expect((await fetch(link)).status).toBe(401);
			keepsPath = true;
			const page = await (await fetch(link)).text();
			expect(page).toContain('n8n:config:rest-endpoint');
			expect(page).not.toContain('Approve');
		} finally {
			await n8n.remove();
		}
	}, 240_000);
});

describe('a restart of n8n', () => {
	test('ends the review of a tool call, so the tool is never called', async () => {
		const model = await startScriptedModel();
		const n8n = await startRestartableN8n();
		try {
			const data = { apiKey: 'not-needed', url: model.url };
			const credential = (await n8n.session.post('/rest/credentials', {
				name: 'Model',
				type: 'openAiApi',
				data,
			})) as CredentialReference;
			const tool: AgentTool = {
				name: 'Publish post',
				parameters: {
					resource: 'post',
					operation: 'publish',
					postId: byId(`={{ $fromAI('post', 'The post', 'string') }}`),
				},
			};
			const plain = agentWorkflow(credential, [tool]);
			const toTool = (name: string) => ({ ai_tool: [[{ node: name, type: 'ai_tool', index: 0 }]] });
			const review = {
				id: 'review',
				name: 'Human review',
				type: `${testbed.nodeType}HitlTool`,
				typeVersion: 1,
				position: [400, 200],
				parameters: { postId: byId(posts.draft), options: {} },
				credentials: { socialPublishingApi: { id: null, name: '' } },
			};
			const workflow = {
				...plain,
				nodes: [...plain.nodes, review],
				connections: {
					...plain.connections,
					'Publish post': toTool('Human review'),
					'Human review': toTool('AI Agent'),
				},
			};
			model.follow(
				() => ({ tool: 'Publish_post', args: { toolParameters: { post: posts.draft } } }),
				(result) => ({ say: result }),
			);
			const executionId = await n8n.start(await n8n.saveWorkflow(workflow), 'Start');
			const link = await until(async () => {
				const { data: text } = (await n8n.session.get(`/rest/executions/${executionId}`)) as { data: string };
				return /http[^"\s]*webhook-waiting[^"\s]*visit=[\w-]+&signature=[0-9a-f]+/.exec(text)?.[0];
			});
			await n8n.resultSoFar(executionId);
			await n8n.stop('in order');
			await n8n.startAgain();
			const answer = await press(link.replace(new URL(link).origin, n8n.session.url), 'approved');
			expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('has finished with error')]);
			expect(model.requests).toHaveLength(1);
			expect((await testbed.sandbox.post(posts.draft)).status).toBe('draft');
		} finally {
			await n8n.remove();
			await model.close();
		}
	}, 240_000);

	test('ends an execution in Wait for Outcome, but the post is still published', async () => {
		const n8n = await startRestartableN8n();
		try {
			const publish = node('Schedule', testbed.nodeType, {
				resource: 'post',
				operation: 'publish',
				postId: byId(posts.draft),
			});
			const parameters = {
				resource: 'post',
				operation: 'waitForOutcome',
				postId: byId(posts.draft),
				options: { statuses: ['draft'] },
			};
			const workflow = chain('Outcome', [publish, node('Wait', testbed.nodeType, parameters)]);
			const executionId = await n8n.start(await n8n.saveWorkflow(workflow), 'Start');
			await until(async () =>
				(await testbed.sandbox.post(posts.draft)).status !== 'draft' ? true : undefined,
			);
			await n8n.stop('killed');
			await n8n.startAgain();
			const result = await n8n.result(executionId);
			expect(result.status).toBe('crashed');
			const retry = n8n.session.post(`/rest/executions/${executionId}/retry`, {});
			await expect(retry).rejects.toThrow('cannot be retried');
			expect(['publishing', 'published']).toContain((await testbed.sandbox.post(posts.draft)).status);
		} finally {
			await n8n.remove();
		}
	}, 240_000);
});
