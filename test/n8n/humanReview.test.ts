import { decideOn } from './support/approvalPage';
import { until } from './support/livePosts';
import { agentWorkflow, type AgentTool } from './support/agentWorkflow';
import { startScriptedModel, type ScriptedModel } from './support/scriptedModel';
import type { CredentialReference, RunResult } from './support/testbed';

const { posts } = testbed.seed;
const fromAi = (name: string) => `={{ $fromAI('${name}', 'The ${name}', 'string') }}`;
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const publishTool: AgentTool = {
	name: 'Publish post',
	parameters: {
		resource: 'post',
		operation: 'publish',
		postId: byId(fromAi('post')),
		draftsAndReviewOnly: false,
		requireHumanReview: true,
	},
};

let model: ScriptedModel;
let credential: CredentialReference;
beforeAll(async () => {
	model = await startScriptedModel();
	const fields = { apiKey: 'not-needed', url: model.url };
	credential = await testbed.saveCredentialOf('openAiApi', fields, 'Model for human review');
});
beforeEach(async () => await testbed.sandbox.reset());
afterAll(async () => await model.close());

const review = {
	id: 'review',
	name: 'Human review',
	type: `${testbed.nodeType}HitlTool`,
	typeVersion: 1,
	position: [400, 200],
	parameters: {
		postId: byId('={{ $json.toolParameters.post }}'),
		message: '=Please look at {{ $json.tool }}',
		options: {},
	},
	credentials: { socialPublishingApi: { id: null, name: '' } },
};

const toTool = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] });

/** An agent whose publishing tool does or doesn't require a review. */
function workflow(isReviewed: boolean, reviewed: object = review.parameters) {
	const plain = agentWorkflow(credential, [publishTool]);
	if (!isReviewed) return plain;
	return {
		...plain,
		nodes: [...plain.nodes, { ...review, parameters: reviewed }],
		connections: {
			...plain.connections,
			'Publish post': toTool('Human review'),
			'Human review': toTool('AI Agent'),
		},
	};
}

/** Makes the agent call its tool once and report the result. */
async function start(isReviewed: boolean, reviewed?: object): Promise<string> {
	model.follow(
		// A tool behind a review receives the tool's own input in a separate field.
		() => ({
			tool: 'Publish_post',
			args: isReviewed ? { toolParameters: { post: posts.draft } } : { post: posts.draft },
		}),
		(result) => ({ say: result }),
	);
	return await testbed.n8n.start(await testbed.saveWorkflow(workflow(isReviewed, reviewed)), 'Start');
}

/** The link, which n8n keeps with the execution. */
async function linkOf(executionId: string): Promise<string> {
	return await until(async () => {
		const { data } = (await testbed.get(`/rest/executions/${executionId}`)) as { data: string };
		return /http[^"\s]*webhook-waiting[^"\s]*visit=[\w-]+&signature=[0-9a-f]+/.exec(data)?.[0];
	});
}

const said = (result: RunResult) => String(result.output('AI Agent')[0]?.output);

test('shows the requested action and the post, and publishes after approval (P80)', async () => {
	const id = await start(true);
	const link = await linkOf(id);
	const page = await (await fetch(link)).text();
	expect(page).toContain('An AI agent wants to use the tool');
	expect(page).toContain(posts.draft);
	expect(page).toContain('Notes from a year of small projects.');
	expect((await testbed.sandbox.post(posts.draft)).status).toBe('draft');
	await decideOn(link, { action: 'approved' });
	const result = await testbed.n8n.result(id);
	expect(said(result)).toContain(posts.draft);
	expect((await testbed.sandbox.post(posts.draft)).status).not.toBe('draft');
	const publishes = (await testbed.sandbox.requests()).filter(({ path }) => path.endsWith('/publish'));
	expect(publishes).toHaveLength(1);
});

test('passes the comment of a rejection to the agent and publishes nothing', async () => {
	const id = await start(true);
	await decideOn(await linkOf(id), { action: 'rejected', 'comment-0': 'Not before Monday' });
	expect(said(await testbed.n8n.result(id))).toContain('Not before Monday');
	expect((await testbed.sandbox.post(posts.draft)).status).toBe('draft');
});

test('requests no review if By ID is empty', async () => {
	const result = await testbed.n8n.result(await start(true, { ...review.parameters, postId: byId('') }));
	// The node has failed. The agent reads n8n's own message.
	expect(result.output('Human review')).toEqual([]);
	expect(said(result)).toContain('rejected the tool call');
	expect((await testbed.sandbox.post(posts.draft)).status).toBe('draft');
});

test('a tool that requires a review rejects a call without one', async () => {
	const result = await testbed.n8n.result(await start(false));
	expect(said(result)).toContain('no one has approved this call');
	expect((await testbed.sandbox.post(posts.draft)).status).toBe('draft');
});
