import { scoringSeed } from '../../sandbox/scoring/seed';
import { agentWorkflow, type AgentTool } from './support/agentWorkflow';
import { startScriptedModel, type ScriptedModel, type Script } from './support/scriptedModel';
import type { CredentialReference, RunResult } from './support/testbed';

const fromAi = (name: string, description: string, type = 'string') =>
	`={{ $fromAI('${name}', '${description}', '${type}') }}`;

const postId = { __rl: true, mode: 'id', value: fromAi('post', 'ID of the post') };

const tools: AgentTool[] = [
	{ name: 'List channels', parameters: { resource: 'channel', operation: 'getAll', returnAll: true } },
	{
		name: 'Create post',
		parameters: {
			resource: 'post',
			operation: 'create',
			channels: fromAi('channels', 'IDs of the channels, separated by commas'),
			caption: fromAi('caption', 'The text'),
			delivery: fromAi('delivery', 'draft, now, at, queue or prioritise'),
			publishAt: fromAi('publishAt', 'When, for the delivery at'),
			options: {
				channelOverridesJson: fromAi('overrides', 'Texts of single channels by channel ID', 'json'),
			},
			draftsAndReviewOnly: true,
		},
	},
	{
		name: 'Validate post',
		parameters: {
			resource: 'post',
			operation: 'validate',
			channels: fromAi('channels', 'IDs of the channels, separated by commas'),
			caption: fromAi('caption', 'The text'),
			delivery: 'now',
		},
	},
	{
		name: 'Publish post',
		parameters: { resource: 'post', operation: 'publish', postId, draftsAndReviewOnly: true },
	},
	{
		name: 'Use tool',
		parameters: {
			resource: 'agent',
			operation: 'callTool',
			toolName: { __rl: true, mode: 'id', value: fromAi('tool', 'Name of the tool') },
			argumentsMode: 'json',
			toolArgumentsJson: fromAi('toolArguments', 'Arguments of the tool', 'json'),
			draftsAndReviewOnly: true,
		},
	},
];

describe("the nodes as tools of n8n's AI Agent", () => {
	let model: ScriptedModel;
	let credential: CredentialReference;

	beforeAll(async () => {
		model = await startScriptedModel();
		const fields = { apiKey: 'not-needed', url: model.url };
		credential = await testbed.saveCredentialOf('openAiApi', fields, 'Scripted model');
	});
	beforeEach(async () => await testbed.sandbox.reset());
	afterAll(async () => await model.close());

	const run = async (...script: Script[]): Promise<RunResult> => {
		model.follow(...script);
		return await testbed.run(await testbed.saveWorkflow(agentWorkflow(credential, tools)), 'Start');
	};

	const lastWords = (result: RunResult) => result.output('AI Agent')[0]?.output;

	test('list channels, validate a post, and save a draft with their own text (P3, P16, P45)', async () => {
		const { facebook, bluesky } = testbed.seed.channels;
		const ids = `${facebook.id},${bluesky.id}`;
		const overrides = { [bluesky.id]: { caption: 'Short' } };
		const result = await run(
			() => ({ tool: 'List_channels', args: {} }),
			(channels) => {
				expect(channels).toContain(facebook.id);
				return { tool: 'Validate_post', args: { channels: ids, caption: 'x'.repeat(301) } };
			},
			(problems) => {
				expect(problems).toContain('301 of 300 characters');
				const args = { channels: ids, caption: 'Nine to six', delivery: 'draft', publishAt: '', overrides };
				return { tool: 'Create_post', args };
			},
			(made) => ({ say: made }),
		);
		expect(result.error).toBeUndefined();
		expect(String(lastWords(result))).toContain('draft');
		const [post] = await testbed.sandbox.posts();
		expect(post).toMatchObject({ status: 'draft', caption: 'Nine to six' });
		expect(post?.channels.find(({ accountId }) => accountId === bluesky.id)?.caption).toBe('Short');
	});

	test('show a model what they do and only the fields it can fill in', async () => {
		await run(() => ({ say: 'Done' }));
		const shown = model.requests[0]?.tools.map(({ function: { name, description, parameters } }) => ({
			name,
			description,
			fields: Object.keys(parameters.properties).sort(),
		}));
		expect(shown?.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
			{
				name: 'Create_post',
				description: 'Create or schedule new post in Social Publishing',
				fields: ['caption', 'channels', 'delivery', 'overrides', 'publishAt'],
			},
			{ name: 'List_channels', description: 'Get many channels in Social Publishing', fields: [] },
			{ name: 'Publish_post', description: 'Publish existing post in Social Publishing', fields: ['post'] },
			{
				name: 'Use_tool',
				description: 'Call MCP tool in Social Publishing',
				fields: ['tool', 'toolArguments'],
			},
			{
				name: 'Validate_post',
				description: 'Validate post in Social Publishing',
				fields: ['caption', 'channels'],
			},
		]);
	});

	test('let a model choose the publishing time where the user allows it (P41)', async () => {
		const overrides = {};
		const args = { channels: testbed.seed.channels.facebook.id, caption: 'Later', delivery: 'at', overrides };
		const free = tools.map((tool) =>
			tool.name === 'Create post'
				? { ...tool, parameters: { ...tool.parameters, draftsAndReviewOnly: false } }
				: tool,
		);
		model.follow(
			() => ({ tool: 'Create_post', args: { ...args, publishAt: '2035-01-01T09:00:00+01:00' } }),
			(made) => ({ say: made }),
		);
		await testbed.run(await testbed.saveWorkflow(agentWorkflow(credential, free)), 'Start');
		const [post] = await testbed.sandbox.posts();
		expect(post).toMatchObject({ status: 'scheduled', scheduledAt: '2035-01-01T08:00:00.000+00:00' });
	});

	test.each<[string, (post: string) => { tool: string; args: object }]>([
		['to publish', (post) => ({ tool: 'Publish_post', args: { post } })],
		[
			'to create and publish immediately',
			() => ({
				tool: 'Create_post',
				args: {
					channels: testbed.seed.channels.facebook.id,
					caption: 'Now!',
					delivery: 'now',
					publishAt: '',
					overrides: {},
				},
			}),
		],
		[
			"to publish by the service's own tool",
			(post) => ({ tool: 'Use_tool', args: { tool: 'social_publish_now', toolArguments: { postId: post } } }),
		],
	])('reject a model that tries %s, and name the alternative (P94)', async (_title, ask) => {
		const before = await testbed.sandbox.posts();
		const result = await run(
			() => ask(testbed.seed.posts.draft),
			(refusal) => ({ say: refusal }),
		);
		expect(String(lastWords(result))).toMatch(/'Drafts and Review Only' is on, so .*Save a draft instead/);
		expect(await testbed.sandbox.posts()).toEqual(before);
	});

	test("call the service's own tools and return short answers (P10)", async () => {
		const result = await run(
			() => ({ tool: 'Use_tool', args: { tool: 'social_list_posts', toolArguments: { limit: 1 } } }),
			(found) => ({ say: found }),
		);
		expect(result.error).toBeUndefined();
		const words = String(lastWords(result));
		expect(words).toContain('caption');
		expect(words).not.toContain('mediaAssetIds');
	});

	test('score a title with the Content Scoring node (S8)', async () => {
		const fields = { apiUrl: testbed.scoringUrl, apiKey: scoringSeed.keys.free };
		const scoring = await testbed.saveCredentialOf('contentScoringApi', fields, 'Scoring sandbox');
		const type = testbed.nodeType.replace('socialPublishing', 'contentScoring');
		const score: AgentTool = {
			name: 'Score title',
			parameters: { resource: 'score', operation: 'packaging', title: fromAi('title', 'The title') },
			node: { type, credentials: { contentScoringApi: scoring } },
		};
		model.follow(
			() => ({ tool: 'Score_title', args: { title: 'How the showroom came together' } }),
			(scored) => ({ say: scored }),
		);
		const id = await testbed.saveWorkflow(agentWorkflow(credential, [score]));
		expect(String(lastWords(await testbed.run(id, 'Start')))).toContain('creditsCost');
		expect(model.requests[0]?.tools).toMatchObject([
			{ function: { description: 'Score title and thumbnail in Content Scoring' } },
		]);
	});
});
