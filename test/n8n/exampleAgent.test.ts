import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { answerTurn } from '../../sandbox/chat/writer';
import { decideOn } from './support/approvalPage';
import { openChat } from './support/chat';
import { until } from './support/livePosts';
import { startScriptedModel, type ScriptedModel, type Script } from './support/scriptedModel';
import type { CredentialReference, RunResult, Workflow } from './support/testbed';

interface Node {
	name: string;
	webhookId?: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, unknown>;
}

let model: ScriptedModel;
let credential: CredentialReference;

beforeAll(async () => {
	model = await startScriptedModel();
	const fields = { apiKey: 'not-needed', url: model.url };
	credential = await testbed.saveCredentialOf('openAiApi', fields, 'Chat model of the examples');
});
beforeEach(async () => {
	await testbed.sandbox.reset();
	await testbed.scoring.reset();
});
afterAll(async () => await model.close());

/** A workflow that docs/agents.md describes. */
const readDocumented = (name: string): Workflow =>
	JSON.parse(readFileSync(`test/n8n/workflows/${name}.json`, 'utf8')) as Workflow;

/** Stores a workflow with credentials for third-party nodes, as a user selects them after the import. */
async function saveAs(workflow: Workflow, credentials: Record<string, CredentialReference>): Promise<string> {
	const nodes = (workflow.nodes as Node[]).map((node) => {
		const type = Object.keys(node.credentials ?? {}).find((one) => one in credentials);
		return type === undefined ? node : { ...node, credentials: { [type]: credentials[type] } };
	});
	return await testbed.saveWorkflow({ ...workflow, name: `${workflow.name} (test)`, nodes });
}

async function chat(example: string, chatInput: string, ...script: Script[]): Promise<string> {
	model.follow(...script);
	const id = await saveAs(testbed.readExample(example), { openAiApi: credential });
	const message = { sessionId: 'test', action: 'sendMessage', chatInput };
	return await testbed.n8n.start(id, 'When a message comes in', message);
}

const toolNames = () => model.requests[0]?.tools.map(({ function: { name } }) => name).sort();

describe('example: agent that drafts', () => {
	const run = async (chatInput: string, ...script: Script[]): Promise<RunResult> =>
		await testbed.n8n.result(await chat('let-ai-agent-write-drafts', chatInput, ...script));

	test('reads posts, checks a text, and saves a draft by channel name instead of ID (P3, P16, P45)', async () => {
		const before = (await testbed.sandbox.posts()).length;
		const result = await run(
			'Tell Bluesky that we open an hour earlier from Monday',
			(_, { messages }) => {
				expect(JSON.stringify(messages)).toContain('we open an hour earlier from Monday');
				return { tool: 'Read_recent_posts', args: {} };
			},
			(posts) => {
				expect(posts).toContain('"status":"published"');
				return { tool: 'Check_a_post', args: { channels: 'Bluesky', caption: 'x'.repeat(301) } };
			},
			(problems) => {
				expect(problems).toContain('300');
				return { tool: 'Save_a_draft', args: { channels: 'Bluesky', caption: 'Nine to six' } };
			},
			(saved) => ({ say: saved }),
		);
		expect(result.error).toBeUndefined();
		expect(String(result.output('Draft with tools')[0]?.output)).toContain('Nine to six');
		expect(toolNames()).toEqual(['Check_a_post', 'Read_recent_posts', 'Save_a_draft']);
		const posts = await testbed.sandbox.posts();
		expect(posts).toHaveLength(before + 1);
		expect(posts[0]).toMatchObject({
			status: 'draft',
			caption: 'Nine to six',
			channels: [{ accountId: testbed.seed.channels.bluesky.id }],
		});
	});

	test("says what must be fixed if the scripted model of the demo can't (P16, P45)", async () => {
		const turn: Script = (_, request) => answerTurn(request);
		const result = await run('Write a post for Instagram about our chairs', turn, turn, turn, turn);
		expect(result.error).toBeUndefined();
		const said = String(result.output('Draft with tools')[0]?.output);
		expect(said).toMatch(/^I saved a draft for Instagram: .* fix this: .*\bInstagram\b.*\.$/);
	});

	test('returns the choices to the model if several channels share a name (P11, D7)', async () => {
		const result = await run(
			'Tell LinkedIn',
			() => ({ tool: 'Save_a_draft', args: { channels: 'linkedin', caption: 'Nine to six' } }),
			(refusal) => {
				expect(refusal).toContain(
					'matches 2 channels: LinkedIn: Acme Studio; LinkedIn: Acme Careers. Use one of these instead.',
				);
				return { tool: 'Save_a_draft', args: { channels: 'LinkedIn: Acme Studio', caption: 'Nine to six' } };
			},
			() => ({ say: 'Saved' }),
		);
		expect(result.error).toBeUndefined();
		expect((await testbed.sandbox.posts())[0]).toMatchObject({
			channels: [{ accountId: testbed.seed.channels.linkedin.id }],
		});
	});
});

describe('example: agent that publishes after approval in a chat', () => {
	const post = { channels: 'bluesky', caption: 'Nine to six from Monday' };

	/** Everything that n8n has stored for an execution. */
	async function storedTexts(execution: string): Promise<string[]> {
		const { data } = (await testbed.get(`/rest/executions/${execution}`)) as { data: string };
		return (JSON.parse(data) as unknown[]).filter((one) => typeof one === 'string');
	}

	test.each([
		['Approve', 1, /bluesky/],
		['Decline', 0, /User rejected the tool call/],
	])('%s creates %i posts and informs the agent (P47)', async (button, count, told) => {
		const answers: string[] = [];
		const before = (await testbed.sandbox.posts()).length;
		const execution = await chat(
			'let-ai-agent-publish-with-approval',
			'Tell Bluesky',
			() => ({ tool: 'Publish_a_post', args: { toolParameters: post } }),
			(answer) => {
				answers.push(answer);
				return { say: 'Done' };
			},
		);
		const asleep = await testbed.n8n.resultSoFar(execution);
		expect(asleep.status).toBe('waiting');
		expect(await testbed.sandbox.posts()).toHaveLength(before);
		const texts = await storedTexts(execution);
		const marked = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
		expect(texts).toContain(
			`Publish this post?\n\n${marked(post.caption)}\n\nChannels: ${marked(post.channels)}`,
		);
		const link = texts.find((text) => text.includes(`approved=${String(button === 'Approve')}`));
		// n8n treats a request without a browser's User-Agent as an email preview.
		await fetch(String(link), { headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' } });
		// The execution itself keeps waiting for the answer in the chat.
		expect(await until(async () => answers[0])).toMatch(told);
		expect(await testbed.sandbox.posts()).toHaveLength(before + count);
	});

	test('typed text decides nothing, and the buttons still work afterwards (P47)', async () => {
		const turn: Script = (_, request) => answerTurn(request);
		model.follow(turn, turn, turn);
		const { nodes, ...workflow } = testbed.readExample('let-ai-agent-publish-with-approval');
		const published = (nodes as Node[]).map((node) =>
			node.name === 'When a message comes in'
				? { ...node, parameters: { ...node.parameters, public: true, mode: 'hostedChat' } }
				: node,
		);
		const webhookId = published.find(({ name }) => name === 'When a message comes in')?.webhookId;
		const id = await saveAs({ ...workflow, nodes: published }, { openAiApi: credential });
		const before = (await testbed.sandbox.posts()).length;
		await testbed.n8n.activate(id);
		const url = `${testbed.n8nUrl}/webhook/${webhookId}/chat`;
		const chat = await openChat(url, 'Tell Bluesky that we open on Sunday');
		try {
			const asked = JSON.parse(await chat.next()) as { buttons: { text: string; link: string }[] };
			expect(asked).toMatchObject({ blockUserInput: true });
			chat.say('yes, approve it');
			const answer = chat.next();
			// n8n reads a message in much less time.
			expect(await Promise.race([answer, setTimeout(2000, 'No answer')])).toBe('No answer');
			expect(await testbed.sandbox.posts()).toHaveLength(before);
			const link = String(asked.buttons.find(({ text }) => text === 'Approve')?.link);
			await fetch(link, { headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' } });
			expect(await answer).toMatch(/^Published for Bluesky: “We open on Sunday/);
			expect(await testbed.sandbox.posts()).toHaveLength(before + 1);
		} finally {
			chat.close();
			await testbed.n8n.deactivate(id);
		}
	});
});

describe('an agent that publishes after approval on a page', () => {
	const idIn = (text: string): string => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';

	test('asks again with the same link after a rejection, and publishes the approved post (P45, P80)', async () => {
		const drafts: string[] = [];
		const told: string[] = [];
		const draft =
			(caption: string): Script =>
			(last) => {
				told.push(last);
				return { tool: 'Save_a_draft', args: { caption } };
			};
		const publish: Script = (saved) => {
			drafts.push(idIn(saved));
			return { tool: 'Publish_a_draft', args: { toolParameters: { post: drafts.at(-1) } } };
		};
		model.follow(draft('Come and see our chairs'), publish, draft('See the oak chairs'), publish, (last) => {
			told.push(last);
			return { say: 'Published' };
		});
		const id = await saveAs(readDocumented('reviewing-agent'), { openAiApi: credential });
		const execution = await testbed.n8n.start(id, 'Every Monday at 8');
		const [{ message, approvalLink } = {}] = (await testbed.n8n.resultSoFar(execution)).output(
			'Write the request',
		);
		expect(message).toContain(approvalLink);
		const link = String(approvalLink);
		const first = await decideOn(link, { action: 'rejected', 'comment-0': 'Name the wood' });
		expect(first.page).toContain('An AI agent wants to use the tool');
		expect(first.page).toContain('Come and see our chairs');
		await until(async () => {
			const { status } = await testbed.n8n.resultSoFar(execution);
			return drafts.length === 2 && status === 'waiting' ? true : undefined;
		});
		const second = await decideOn(link, { action: 'approved' });
		expect(second.page).toContain('See the oak chairs');
		const result = await testbed.n8n.result(execution);
		expect([result.status, result.error]).toEqual(['success', undefined]);
		expect(result.output('Write the report')).toEqual([{ message: 'Published' }]);
		expect(told[1]).toContain('Name the wood');
		expect(told[2]).toContain(drafts[1]);
		const statuses = await Promise.all(drafts.map(async (one) => (await testbed.sandbox.post(one)).status));
		expect(statuses).toEqual(['draft', 'publishing']);
	});
});

describe('tools for MCP clients', () => {
	test('lets an MCP client check, draft and score by name within the limits (P45, S8)', async () => {
		const token = { name: 'X-Token', value: 'a-token-of-the-test' };
		const httpHeaderAuth = await testbed.saveCredentialOf('httpHeaderAuth', token, 'Token of the MCP client');
		const id = await saveAs(readDocumented('mcp-server'), { httpHeaderAuth });
		await testbed.n8n.activate(id);
		const nodes = readDocumented('mcp-server').nodes as Node[];
		const path = String(nodes.find(({ name }) => name === 'MCP Server Trigger')?.parameters.path);
		const url = new URL(`${testbed.n8nUrl}/mcp/${path}`);
		const client = new Client({ name: 'test', version: '1.0.0' });
		await client.connect(
			new StreamableHTTPClientTransport(url, { requestInit: { headers: { [token.name]: token.value } } }),
		);
		const call = async (name: string, args: Record<string, unknown>) =>
			JSON.stringify((await client.callTool({ name, arguments: args })).content);
		try {
			const { tools } = await client.listTools();
			expect(tools.map(({ name }) => name).sort()).toEqual([
				'Check_a_post',
				'List_recent_posts',
				'Save_a_draft',
				'Score_a_title',
			]);
			const before = (await testbed.sandbox.posts()).length;
			expect(await call('Check_a_post', { channels: 'bluesky', caption: 'x'.repeat(301) })).toContain('300');
			const draft = { channels: 'bluesky, threads', caption: 'By a client' };
			expect(await call('Save_a_draft', draft)).toContain('draft');
			expect(await call('Save_a_draft', draft)).toContain('draft');
			expect(await call('Save_a_draft', { ...draft, channels: 'linkedin' })).toContain('matches 2 channels');
			expect(await call('Score_a_title', { title: 'How the showroom came together' })).toContain(
				'percentile',
			);
			const posts = await testbed.sandbox.posts();
			expect(posts).toHaveLength(before + 1);
			expect(posts[0]).toMatchObject({ status: 'draft', caption: 'By a client' });
			const other = new StreamableHTTPClientTransport(url, {});
			await expect(new Client({ name: 'x', version: '1' }).connect(other)).rejects.toThrow();
		} finally {
			await client.close();
			await testbed.n8n.deactivate(id);
		}
	});
});

describe('an agent that turns content gaps into a draft', () => {
	test('stays within its budget and drafts the best title (S8, S13, P45)', async () => {
		const scores: string[] = [];
		const score =
			(title: string): Script =>
			(last) => {
				scores.push(last);
				return { tool: 'Score_a_title', args: { title } };
			};
		model.follow(
			() => ({ tool: 'Find_content_gaps', args: {} }),
			...['One pot', 'Two pots', 'Three pots', 'Four pots', 'Five pots', 'Six pots'].map(score),
			(last) => {
				scores.push(last);
				const args = { title: 'Two pots', caption: 'A video about two pots.' };
				return { tool: 'Save_a_draft', args };
			},
			(saved) => ({ say: saved }),
		);
		const id = await saveAs(readDocumented('budgeting-agent'), { openAiApi: credential });
		const result = await testbed.run(id, 'Every week');
		expect(result.error).toBeUndefined();
		const paid = (await testbed.scoring.requests()).reduce((sum, { credits }) => sum + credits, 0);
		expect(paid).toBe(10);
		expect(scores[0]).toContain('opportunity_score');
		expect(scores.slice(1, 6).every((one) => one.includes('percentile'))).toBe(true);
		expect(scores.at(-1)).toContain('Minimum Balance');
		expect((await testbed.sandbox.posts())[0]).toMatchObject({
			status: 'draft',
			title: 'Two pots',
			channels: [{ accountId: testbed.seed.channels.youtube.id }],
		});
	});
});
