import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Post } from '../../sandbox/types';
import { agentWorkflow, toolNode, type AgentTool } from './support/agentWorkflow';
import { chain, node } from './support/chain';
import { startScriptedModel, type ScriptedModel, type Turn } from './support/scriptedModel';
import type { CredentialReference, RunResult, Workflow } from './support/testbed';

const fromAi = (name: string) => `={{ $fromAI('${name}', 'The ${name}', 'string') }}`;
/** n8n runs the node again once after a failure. */
const retryOnFail = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };

const createParameters = (caption: string) => ({
	resource: 'post',
	operation: 'create',
	channels: [testbed.seed.channels.facebook.id],
	caption,
	delivery: 'now',
	draftsAndReviewOnly: false,
});

const createTool: AgentTool = {
	name: 'Create post',
	settings: retryOnFail,
	parameters: createParameters(fromAi('caption')),
};

let before: Set<string>;
const seeded = async (): Promise<Post[]> => await testbed.sandbox.posts();
/** Captions of the new posts, sorted. */
const newCaptions = async (): Promise<string[]> =>
	(await seeded())
		.filter(({ id }) => !before.has(id))
		.map(({ caption }) => caption)
		.sort();

/**
 * The service does the work, but its answer is lost. The node's next request is rejected, and so is the read that looks for
 * the work. So the run fails.
 */
async function loseAnswer(path = '/api/v1/posts/'): Promise<void> {
	await testbed.sandbox.addFault({ method: 'POST', path, kind: 'dropAfter' });
	await testbed.sandbox.addFault({ method: 'POST', path, kind: 'status', status: 401 });
	await testbed.sandbox.addFault({ method: 'GET', path, kind: 'status', status: 401 });
}

beforeEach(async () => {
	await testbed.sandbox.reset();
	before = new Set((await seeded()).map(({ id }) => id));
});

describe('Retry in the list of executions', () => {
	const failOnce = async (parameters: object): Promise<string> => {
		const workflow = chain('Retried from the list', [node('Write', testbed.nodeType, parameters)]);
		const { id, status } = await testbed.run(await testbed.saveWorkflow(workflow), 'Start');
		expect(status).toBe('error');
		return id;
	};
	const retry = async (id: string, loadWorkflow: boolean) => {
		const retried = (await testbed.post(`/rest/executions/${id}/retry`, { loadWorkflow })) as { id: string };
		expect(retried.id).not.toBe(id);
		return await testbed.n8n.result(retried.id);
	};

	test.each([
		['the original workflow', false],
		['the saved workflow', true],
	])('returns the existing post on create with %s (P71)', async (_title, loadWorkflow) => {
		await loseAnswer();
		const failed = await failOnce(createParameters('Once'));
		const result = await retry(failed, loadWorkflow);
		expect(result.error).toBeUndefined();
		expect(await newCaptions()).toEqual(['Once']);
		const [post] = (await seeded()).filter(({ id }) => !before.has(id));
		expect(result.output('Write')[0]).toMatchObject({ id: post?.id, routed: 'enacted' });
	});
});

describe('a text that is another in each try', () => {
	const changing = createParameters('={{ "Now " + $now.toMillis() }}');
	const workflowOf = (settings: object) =>
		chain('Another text in each try', [{ ...node('Write', testbed.nodeType, changing), ...settings }]);

	test('leads to one post with Retry On Fail, if the answer to the first try was lost (P71)', async () => {
		await loseAnswer();
		const { error } = await testbed.run(await testbed.saveWorkflow(workflowOf(retryOnFail)), 'Start');
		expect(error).toBeUndefined();
		expect(await newCaptions()).toHaveLength(1);
	});

	test.each(['upsert', 'syncCalendar'])(
		'leads to one post of a row with Retry On Fail, if the answer to the first try was lost: %s (P71)',
		async (operation) => {
			// The first list is for rows that have lost their IDs.
			await testbed.sandbox.addFault({ method: 'GET', path: '/api/v1/posts/', kind: 'stall', ms: 1 });
			await loseAnswer();
			const row = { ...changing, operation, channels: [testbed.seed.channels.facebook.id] };
			const settings = { ...node('Write', testbed.nodeType, row), ...retryOnFail };
			const workflow = chain('Another text of a row in each try', [settings]);
			const result = await testbed.run(await testbed.saveWorkflow(workflow), 'Start');
			expect(result.error).toBeUndefined();
			expect(await newCaptions()).toHaveLength(1);
		},
	);

	const retry = async (id: string): Promise<RunResult> => {
		const retried = (await testbed.post(`/rest/executions/${id}/retry`, { loadWorkflow: true })) as {
			id: string;
		};
		return await testbed.n8n.result(retried.id);
	};

	test('leads to one post with Retry in the list of executions, and a finding says what differs (P71)', async () => {
		await loseAnswer();
		const failed = await testbed.run(await testbed.saveWorkflow(workflowOf({})), 'Start');
		expect(failed.status).toBe('error');
		const result = await retry(failed.id);
		expect(result.error).toBeUndefined();
		expect(await newCaptions()).toHaveLength(1);
		expect(result.output('Write')[0]).toMatchObject({ findings: [{ code: 'earlierTry', field: 'caption' }] });
	});

	/** Rows of which each is written in a round of its own, with another text in each try. */
	function loopOf(operation: string, settings: object): Workflow {
		const rows = { jsCode: "return ['One', 'Two', 'Three'].map((text) => ({ json: { text } }));" };
		const caption = '={{ $json.text + " " + $now.toMillis() }}';
		const writer = node('Write', testbed.nodeType, { ...changing, operation, caption });
		const workflow = chain(`A loop with ${operation}`, [
			node('Rows', 'n8n-nodes-base.code', rows, 2),
			node('Loop', 'n8n-nodes-base.splitInBatches', {}, 3),
			{ ...writer, ...settings },
		]);
		Object.assign(workflow.connections, {
			Loop: { main: [[], [{ node: 'Write', type: 'main', index: 0 }]] },
			Write: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
		});
		return workflow;
	}

	const ways: Array<[way: string, settings: object]> = [
		['Retry On Fail', retryOnFail],
		['Retry in the list of executions', {}],
	];
	test.each(
		['create', 'upsert', 'syncCalendar'].flatMap((operation) =>
			ways.map(([way, settings]) => [operation, way, settings] as const),
		),
	)('leads to one post for each round of a loop: %s with %s (P71)', async (operation, _way, settings) => {
		// What the first round sends, and the list for rows that have lost their IDs in each round, goes through.
		const path = '/api/v1/posts/';
		await testbed.sandbox.addFault({ method: 'POST', path, kind: 'stall', ms: 1 });
		if (operation !== 'create')
			await testbed.sandbox.addFault({ method: 'GET', path, kind: 'stall', ms: 1, times: 2 });
		await loseAnswer();
		const first = await testbed.run(await testbed.saveWorkflow(loopOf(operation, settings)), 'Start');
		const result = first.error === undefined ? first : await retry(first.id);
		expect(first.error === undefined).toBe(settings === retryOnFail);
		expect(result.error).toBeUndefined();
		expect((await newCaptions()).map((caption) => caption.split(' ')[0])).toEqual(['One', 'Three', 'Two']);
	});
});

describe.each([3.1, 2.2])('AI Agent %p', (version) => {
	let model: ScriptedModel;
	let credential: CredentialReference;

	beforeAll(async () => {
		model = await startScriptedModel();
		const fields = { apiKey: 'not-needed', url: model.url };
		credential = await testbed.saveCredentialOf('openAiApi', fields, `Model for retries ${version}`);
	});
	afterAll(async () => await model.close());

	const run = async (...turns: Turn[]): Promise<RunResult> => {
		model.follow(...turns.map((turn) => () => turn), () => ({ say: 'Done' }));
		const id = await testbed.saveWorkflow(agentWorkflow(credential, [createTool], version));
		return await testbed.run(id, 'Start');
	};

	test('creates no second post for a call that the model repeats (P71)', async () => {
		const call = (caption: string): Turn => ({ tool: 'Create_post', args: { caption } });
		expect((await run(call('First'), call('Second'), call('Second'))).error).toBeUndefined();
		expect(await newCaptions()).toEqual(['First', 'Second']);
	});

	test('creates one post if n8n retries a call whose answer was lost (P71)', async () => {
		await loseAnswer();
		expect((await run({ tool: 'Create_post', args: { caption: 'Once' } })).error).toBeUndefined();
		expect(await newCaptions()).toEqual(['Once']);
		const writes = (await testbed.sandbox.requests()).filter(({ method }) => method === 'POST');
		// The retry finds the post and sends nothing. AI Agent 2 doesn't say that it's a retry, so there the key decides.
		expect(writes.map(({ status }) => status)).toEqual(version === 2.2 ? [0, 401, 201] : [0, 401]);
	});
});

describe('MCP Server Trigger', () => {
	const path = 'retries-of-tools';
	let client: Client;
	let workflowId: string;

	beforeAll(async () => {
		const trigger = {
			id: 'mcp',
			name: 'MCP Server Trigger',
			type: '@n8n/n8n-nodes-langchain.mcpTrigger',
			typeVersion: 2,
			position: [0, 0],
			webhookId: path,
			parameters: { authentication: 'none', path },
		};
		const into = { ai_tool: [[{ node: trigger.name, type: 'ai_tool', index: 0 }]] };
		workflowId = await testbed.saveWorkflow({
			name: 'Tools for MCP',
			nodes: [trigger, toolNode(createTool, 0)],
			connections: { [createTool.name]: into },
			settings: { executionOrder: 'v1' },
		});
		await testbed.n8n.activate(workflowId);
		client = new Client({ name: 'retries-test', version: '1.0.0' });
		await client.connect(new StreamableHTTPClientTransport(new URL(`${testbed.n8nUrl}/mcp/${path}`)));
	});
	afterAll(async () => {
		await client.close();
		await testbed.n8n.deactivate(workflowId);
	});

	const call = async (name: string, args: Record<string, string>): Promise<string> => {
		const { content, isError } = await client.callTool({ name, arguments: args });
		expect([name, isError ?? false, content]).toEqual([name, false, content]);
		return JSON.stringify(content);
	};

	test('creates no second post for a call that the client repeats (P71)', async () => {
		for (const caption of ['First', 'Second', 'Second']) await call('Create_post', { caption });
		expect(await newCaptions()).toEqual(['First', 'Second']);
		const writes = (await testbed.sandbox.requests()).filter(({ method }) => method === 'POST');
		expect(writes.map(({ status }) => status)).toEqual([201, 201, 201]);
	});

	test('creates one post if n8n retries a call whose answer was lost (P71)', async () => {
		await loseAnswer();
		await call('Create_post', { caption: 'Once' });
		expect(await newCaptions()).toEqual(['Once']);
	});
});
