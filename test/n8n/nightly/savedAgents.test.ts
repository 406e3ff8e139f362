import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startScriptedModel, type ScriptedModel } from '../support/scriptedModel';
import type { CredentialReference } from '../support/testbed';

const fromAi = (name: string) => `={{ $fromAI('${name}', 'The ${name}', 'string') }}`;
const located = (mode: string, name: string) => ({ __rl: true, mode, value: fromAi(name) });

/** The node as an agent's tool with the given field values. */
function toolOf(name: string, nodeParameters: Record<string, unknown>): object {
	const isScoring = nodeParameters.resource === 'research';
	const type = isScoring ? 'contentScoringApi' : 'socialPublishingApi';
	const { id, name: credential } =
		testbed.credentials.find((reference) => reference.type === type) ?? testbed.credential;
	const nodeType = `${isScoring ? testbed.scoringNodeType : testbed.nodeType}Tool`;
	const credentials = { [type]: { id, name: credential } };
	return {
		type: 'node',
		name,
		description: name,
		node: { nodeType, nodeTypeVersion: 1, nodeParameters, credentials },
	};
}

const create = {
	resource: 'post',
	operation: 'create',
	channels: ['linkedin'],
	caption: 'Hi',
	delivery: 'draft',
	draftsAndReviewOnly: false,
};

/** Fields without a list, with a value from the model. */
const plainFields: Array<[field: string, parameters: object]> = [
	['Caption', { ...create, caption: fromAi('caption') }],
	['Delivery', { ...create, delivery: fromAi('delivery') }],
	['Publish At', { ...create, delivery: 'at', publishAt: fromAi('time') }],
	['Media: Asset IDs', { ...create, media: { asset: [{ mediaAssetIds: fromAi('assets') }] } }],
	['Queues (JSON)', { ...create, delivery: 'queue', options: { queuesJson: fromAi('queues') } }],
	['Channel Overrides (JSON)', { ...create, options: { channelOverridesJson: fromAi('overrides') } }],
];

/** Fields with a list, in one of their modes. */
const inMode = (mode: string): Array<[field: string, path: string, parameters: object]> => [
	[
		'Channel',
		'channelId',
		{ resource: 'channel', operation: 'getBoards', channelId: located(mode, 'channel') },
	],
	[
		'Queue',
		'queues.queue.queueId',
		{
			...create,
			delivery: 'queue',
			queues: { queue: [{ channelId: 'linkedin', queueId: located(mode, 'queue') }] },
		},
	],
	[
		'Board',
		'channelOverrides.channels.boardId',
		{
			...create,
			overrides: 'common',
			channelOverrides: { channels: [{ channelId: 'pinterest', boardId: located(mode, 'board') }] },
		},
	],
	['Niche', 'niche', { resource: 'research', operation: 'getContentGaps', niche: located(mode, 'niche') }],
];

const postIn = (mode: string): [string, string, object] => [
	'Post',
	'postId',
	{ resource: 'post', operation: 'get', postId: located(mode, 'post') },
];

const listFields: Array<[field: string, path: string, parameters: object]> = [
	['Channel Names or IDs', 'channels', { ...create, channels: fromAi('channels') }],
	...['list', 'name', 'id'].flatMap((mode) =>
		[...inMode(mode), ...(mode === 'name' ? [] : [postIn(mode)])].map(
			([field, path, parameters]): [string, string, object] => [`${field}, by ${mode}`, path, parameters],
		),
	),
];

interface Config {
	tools?: object[];
	instructions: string;
}

interface Saved {
	config: Config;
	configHash: string;
}

describe('n8n Agents, saved in the running n8n', () => {
	let model: ScriptedModel;
	let modelCredential: CredentialReference;
	let client: Client;
	let agents: string;

	beforeAll(async () => {
		const { id } = (await testbed.get('/rest/projects/personal')) as { id: string };
		agents = `/rest/projects/${id}/agents/v2`;
		model = await startScriptedModel();
		const fields = { apiKey: 'not-needed', url: model.url };
		modelCredential = await testbed.saveCredentialOf('deepSeekApi', fields, 'Scripted model of agents');
		await testbed.patch('/rest/mcp/settings', { mcpAccessEnabled: true });
		const { apiKey } = (await testbed.post('/rest/mcp/api-key/rotate', {})) as { apiKey: string };
		client = new Client({ name: 'assistant', version: '1.0.0' });
		await client.connect(
			new StreamableHTTPClientTransport(new URL(`${testbed.n8nUrl}/mcp-server/http`), {
				requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
			}),
		);
	});
	beforeEach(async () => {
		await testbed.sandbox.reset();
		await testbed.scoring.reset();
	});
	afterAll(async () => {
		await client.close();
		await testbed.patch('/rest/mcp/settings', { mcpAccessEnabled: false });
		await testbed.removeCredential(modelCredential);
		await model.close();
	});

	/** Saves an agent like n8n's editor. */
	async function save(tools: object[]): Promise<{ id: string } & Saved> {
		const { id } = (await testbed.post(agents, { name: 'Social media agent' })) as { id: string };
		const { config, configHash } = (await testbed.get(`${agents}/${id}/config`)) as Saved;
		const filledIn = {
			...config,
			model: 'deepseek/deepseek-chat',
			credential: modelCredential.id,
			instructions: 'Help with social media.',
			tools,
		};
		const saved = await testbed.put(`${agents}/${id}/config`, {
			config: filledIn,
			baseConfigHash: configHash,
		});
		await testbed.patch('/rest/mcp/agents/toggle-access', { availableInMCP: true, agentIds: [id] });
		return { id, ...(saved as Saved) };
	}

	const callMcp = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> =>
		(await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;

	/** Changes an agent like n8n's MCP server does for an assistant. */
	const patch = async (
		{ id, configHash }: { id: string; configHash: string },
		path: string,
		value: unknown,
	) =>
		await callMcp('mutate_agent', {
			agentId: id,
			baseConfigHash: configHash,
			operation: { type: 'config.patch', patch: [{ op: 'replace', path, value }] },
		});

	const allTools = [
		...plainFields.map(([, parameters]) => parameters),
		...listFields.map(([, , parameters]) => parameters),
	];
	const named = (tools: object[]) =>
		tools.map((parameters, index) => toolOf(`tool_${index}`, { ...parameters }));

	test('the editor saves valid $fromAI expressions in every field (D8)', async () => {
		const { id, config } = await save(named(allTools));
		expect(config.tools).toEqual(named(allTools));
		expect(await testbed.get(`${agents}/${id}/validation`)).toEqual({ status: 'valid', issues: [] });
	});

	test.each(plainFields)('an assistant saves $fromAI in %s', async (_field, parameters) => {
		const agent = await save([]);
		expect(await patch(agent, '/tools', named([parameters]))).toMatchObject({ ok: true });
	});

	test.each(listFields)('an assistant cannot save $fromAI in %s', async (_field, path, parameters) => {
		const agent = await save([]);
		expect(await patch(agent, '/tools', named([parameters]))).toMatchObject({
			ok: false,
			error: expect.stringContaining(
				`Node tool "tool_0" parameter "${path}" is a dynamic selector. Do not use $fromAI for this value.`,
			),
		});
	});

	test('an assistant keeps saved expressions when it changes another field', async () => {
		const agent = await save(named(allTools));
		expect(await patch(agent, '/instructions', 'Be brief.')).toMatchObject({ ok: true });
		const { config } = (await testbed.get(`${agents}/${agent.id}/config`)) as Saved;
		expect(config).toMatchObject({ instructions: 'Be brief.', tools: named(allTools) });
	});

	test('the model fills in names, and each name resolves to its ID (P11, P15, P34, P40, S13)', async () => {
		const { facebook, pinterest } = testbed.seed.channels;
		const publishAt = new Date(Date.now() + 86_400_000).toISOString();
		const agent = await save([
			toolOf('list_boards', {
				resource: 'channel',
				operation: 'getBoards',
				channelId: located('name', 'channel'),
			}),
			toolOf('find_gaps', {
				resource: 'research',
				operation: 'getContentGaps',
				niche: located('name', 'niche'),
				filters: { limit: 1 },
			}),
			toolOf('queue_post', {
				...create,
				channels: fromAi('channels'),
				caption: fromAi('caption'),
				delivery: 'queue',
				queues: { queue: [{ channelId: fromAi('channels'), queueId: located('name', 'queue') }] },
			}),
			toolOf('schedule_pin', {
				...create,
				channels: fromAi('channels'),
				caption: fromAi('caption'),
				delivery: 'at',
				publishAt: fromAi('time'),
				media: 'assets',
				mediaAssetIds: testbed.seed.media.image,
				overrides: 'common',
				channelOverrides: {
					channels: [{ channelId: fromAi('channels'), boardId: located('name', 'board') }],
				},
			}),
			toolOf('get_post', { resource: 'post', operation: 'get', postId: located('id', 'post') }),
		]);
		const results: string[] = [];
		const call = (tool: string, args: object) => (last: string) => {
			results.push(last);
			return { tool, args };
		};
		const pin = { channels: 'Pinterest: acmestudio', caption: 'Pin', time: publishAt, board: 'chairs' };
		model.follow(
			call('list_boards', { channel: 'pinterest: ACMESTUDIO' }),
			call('find_gaps', { niche: 'home COOKING' }),
			call('queue_post', { channels: 'facebook', caption: 'Queued', queue: 'mornings' }),
			call('schedule_pin', pin),
			call('get_post', { post: testbed.seed.posts.draft }),
			(last) => {
				results.push(last);
				return { say: 'Done' };
			},
		);
		const request = { type: 'message', message: 'Go' };
		expect(await callMcp('call_agent', { agentId: agent.id, request })).toMatchObject({
			ok: true,
			status: 'completed',
			response: 'Done',
		});
		const [, boards, gaps, ...others] = results;
		expect(boards).toContain(testbed.seed.boards.recipes.id);
		expect(gaps).toContain('"creditsCost":6');
		expect(others.at(-1)).toContain(testbed.seed.posts.draft);
		const requests = await testbed.sandbox.requests();
		const bodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
		expect(bodies).toMatchObject([
			{
				accounts: [facebook.id],
				delivery: { mode: 'queue', queueIds: { [facebook.id]: testbed.seed.queues.facebookMornings.id } },
			},
			{
				accounts: [pinterest.id],
				perAccount: { [pinterest.id]: { boardId: testbed.seed.boards.recipes.id } },
				delivery: { mode: 'at' },
			},
		]);
	});
});
