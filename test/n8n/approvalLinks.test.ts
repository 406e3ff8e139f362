import { chain, node } from './support/chain';
import { decideOn } from './support/approvalPage';
import { raceApprovers } from './support/threeApprovers';

const { posts } = testbed.seed;

/** Parameters that ask about a draft, to schedule it after approval. */
const asking = {
	resource: 'post',
	operation: 'sendAndWait',
	source: 'existing',
	postId: { __rl: true, mode: 'id', value: posts.draft },
	delivery: 'at',
	publishAt: '2099-01-06T09:00:00+00:00',
};

beforeEach(async () => await testbed.sandbox.reset());

/** Runs a workflow until it waits for the approval of a draft. */
async function wait(): Promise<{ execution: string; link: string }> {
	const workflow = chain('Approval by link', [
		node('Approve', testbed.nodeType, asking),
		node('After', 'n8n-nodes-base.noOp', {}),
		node('Submit', testbed.nodeType, { resource: 'post', operation: 'submit', delivery: 'approved' }),
	]);
	const execution = await testbed.n8n.start(await testbed.saveWorkflow(workflow), 'Start');
	const soFar = await testbed.n8n.resultSoFar(execution);
	expect([soFar.status, soFar.error]).toEqual(['waiting', undefined]);
	return { execution, link: String(soFar.output('Approve')[0]?.approvalLink) };
}

const submits = async () =>
	(await testbed.sandbox.requests()).filter(
		({ method, path }) => method === 'POST' && path.endsWith('/submit'),
	);

test.each<[string, (link: URL) => void]>([
	['a wrong signature', (link) => link.searchParams.set('signature', 'a'.repeat(64))],
	['a wrong nonce', (link) => link.searchParams.set('visit', '6f9619ff-8b86-4d01-b42d-00c04fc964ff')],
	['no signature', (link) => link.searchParams.delete('signature')],
	['an extra parameter', (link) => link.searchParams.set('action', 'approved')],
])('rejects a forged link with %s', async (_title, forge) => {
	const { execution, link } = await wait();
	const forged = new URL(link);
	forge(forged);
	for (const method of ['GET', 'POST']) {
		const body = method === 'POST' ? new URLSearchParams({ action: 'approved' }) : undefined;
		expect((await fetch(forged, { method, body })).status).toBe(401);
	}
	expect(await submits()).toEqual([]);
	expect((await testbed.n8n.resultSoFar(execution)).status).toBe('waiting');
});

test('submits once and continues the workflow once for ten parallel answers', async () => {
	const { execution, link } = await wait();
	const answers = Array.from({ length: 10 }, async () => await decideOn(link, { action: 'approved' }));
	const saved = (await Promise.allSettled(answers)).filter(({ status }) => status === 'fulfilled');
	const result = await testbed.n8n.result(execution);
	expect([result.status, result.error]).toEqual(['success', undefined]);
	expect(result.output('After')).toMatchObject([{ approved: true }]);
	expect(result.output('Submit')).toMatchObject([{ status: 'scheduled' }]);
	expect(saved.length).toBeGreaterThan(0);
	expect(await submits()).toHaveLength(1);
});

test('makes one decision for three approvers who decide at the same time, and names whose it was', async () => {
	const decided = await raceApprovers(testbed.n8n, () => testbed.n8nUrl);
	expect(decided).toMatchObject({ approved: true });
	expect(await submits()).toHaveLength(1);
});

test('ignores a decision on a used link', async () => {
	const { execution, link } = await wait();
	await decideOn(link, { action: 'rejected' });
	await testbed.n8n.result(execution);
	await expect(decideOn(link, { action: 'approved' })).rejects.toThrow();
	expect(await submits()).toEqual([]);
	expect((await testbed.sandbox.post(posts.draft)).status).toBe('draft');
});

test('rejects the link of a parent workflow in a sub-workflow before it sends a request', async () => {
	const parameters = {
		resource: 'post',
		operation: 'sendAndWait',
		source: 'new',
		channels: ['bluesky'],
		caption: 'Asked about in a sub-workflow',
		options: { approvalLink: '={{ $json.approvalLink }}' },
	};
	const sub = {
		name: 'Sub-workflow with an approval',
		nodes: [
			node('Parent', 'n8n-nodes-base.executeWorkflowTrigger', { inputSource: 'passthrough' }, 1.1),
			node('Approve', testbed.nodeType, parameters),
		],
		connections: { Parent: { main: [[{ node: 'Approve', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
	const subId = await testbed.saveWorkflow(sub);
	await testbed.n8n.activate(subId);
	const call = { source: 'database', workflowId: { __rl: true, mode: 'id', value: subId }, options: {} };
	const parent = chain('Parent of an approval', [
		node('Link', testbed.nodeType, { resource: 'post', operation: 'getApprovalLink' }),
		node('Call', 'n8n-nodes-base.executeWorkflow', call, 1.2),
	]);
	const result = await testbed.run(await testbed.saveWorkflow(parent), 'Start');
	expect(result.status).toBe('error');
	expect(result.error?.message).toContain("'Approval Link' belongs to another execution");
	expect(result.error?.description).toContain('a sub-workflow is an execution of its own');
	const writes = (await testbed.sandbox.requests()).filter(({ method }) => method !== 'GET');
	expect(writes).toEqual([]);
});
