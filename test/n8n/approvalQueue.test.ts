/** @jest-environment ./test/n8n/support/queue-environment.mjs */
import { chain, node } from './support/chain';

const { n8n } = queueMode;
const { draft } = testbed.seed.posts;

const parameters = {
	resource: 'post',
	operation: 'sendAndWait',
	source: 'existing',
	postId: { __rl: true, mode: 'id', value: draft },
	delivery: 'at',
	publishAt: '2099-01-06T09:00:00+00:00',
};
const submits = async () =>
	(await testbed.sandbox.requests()).filter(
		({ method, path }) => method === 'POST' && path.endsWith('/submit'),
	);

beforeEach(async () => await testbed.sandbox.reset());

it.each(['stays', 'is killed'])(
	'an approval in queue mode, while the worker %s: one submit (P86)',
	async (fate) => {
		const workflow = chain('Approval in a queue', [
			node('Approve', testbed.nodeType, parameters),
			node('After', 'n8n-nodes-base.noOp', {}),
		]);
		const execution = await n8n.start(await n8n.saveWorkflow(workflow), 'Start');
		const link = String((await n8n.resultSoFar(execution)).output('Approve')[0]?.approvalLink);
		if (fate === 'is killed') {
			await n8n.killWorkerOf(execution);
			await n8n.startWorkers();
		}
		const page = await (await fetch(link)).text();
		expect(page).toContain('Approve a post');
		const body = new URLSearchParams({ action: 'approved' });
		for (const [, name = '', value = ''] of page.matchAll(
			/<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
		)) {
			body.set(name, value);
		}
		const answers = await Promise.all(
			[1, 2].map(async () => await (await fetch(link, { method: 'POST', body })).text()),
		);
		expect(answers.filter((answer) => answer.includes('Your decision was saved'))).not.toEqual([]);
		expect((await n8n.result(execution)).output('After')).toMatchObject([
			{ approved: true, status: 'scheduled' },
		]);
		expect(await submits()).toHaveLength(1);
	},
);
