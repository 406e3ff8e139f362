import { startScriptedModel, type ScriptedModel, type Script } from './support/scriptedModel';
import type { CredentialReference, RunResult, Workflow } from './support/testbed';

describe('example: agent that drafts', () => {
	let model: ScriptedModel;
	let credential: CredentialReference;

	beforeAll(async () => {
		model = await startScriptedModel();
		const fields = { apiKey: 'not-needed', url: model.url };
		credential = await testbed.saveCredentialOf('openAiApi', fields, 'Chat model of the example');
	});
	beforeEach(async () => await testbed.sandbox.reset());
	afterAll(async () => await model.close());

	/** The example with the scripted model's credential, as a person picks one after the import. */
	function withModel(): Workflow {
		const workflow = testbed.readExample('let-ai-agent-write-drafts');
		const nodes = workflow.nodes.map((node) => {
			const hasModel = 'credentials' in node && 'openAiApi' in (node.credentials as object);
			return hasModel ? { ...node, credentials: { openAiApi: credential } } : node;
		});
		return { ...workflow, name: `${workflow.name} (test)`, nodes };
	}

	async function chat(chatInput: string, ...script: Script[]): Promise<RunResult> {
		model.follow(...script);
		const id = await testbed.saveWorkflow(withModel());
		const message = { sessionId: 'test', action: 'sendMessage', chatInput };
		return await testbed.n8n.result(await testbed.n8n.start(id, 'When a message comes in', message));
	}

	it('looks at channels and posts, checks a text, and saves a draft (P3, P16, P45)', async () => {
		const { id } = testbed.seed.channels.bluesky;
		const before = (await testbed.sandbox.posts()).length;
		const result = await chat(
			'We open an hour earlier from Monday',
			(_, { messages }) => {
				expect(JSON.stringify(messages)).toContain('We open an hour earlier from Monday');
				return { tool: 'List_channels', args: {} };
			},
			(channels) => {
				expect(channels).toContain(id);
				return { tool: 'Read_recent_posts', args: {} };
			},
			(posts) => {
				expect(posts).toContain('"status":"published"');
				return { tool: 'Check_a_post', args: { channels: id, caption: 'x'.repeat(301) } };
			},
			(problems) => {
				expect(problems).toContain('at most 300 fit');
				return { tool: 'Save_a_draft', args: { channels: id, caption: 'Nine to six' } };
			},
			(saved) => ({ say: saved }),
		);
		expect(result.error).toBeUndefined();
		expect(String(result.output('Draft with tools')[0]?.output)).toContain('Nine to six');
		const posts = await testbed.sandbox.posts();
		expect(posts).toHaveLength(before + 1);
		expect(posts[0]).toMatchObject({ status: 'draft', caption: 'Nine to six' });
	});
});
