/** @jest-environment ./test/n8n/support/queue-environment.mjs */
import { chain, node } from './support/chain';
import { publish, until } from './support/livePosts';
import { watchNode, watchPosts } from './support/watchPosts';

const { n8n } = queueMode;

beforeEach(async () => await testbed.sandbox.reset());

describe('n8n in queue mode', () => {
	test('polls only on the main and runs triggered executions on a worker (D6, P96)', async () => {
		const id = await n8n.saveWorkflow(watchPosts);
		await n8n.stopWorkers();
		await n8n.activate(id);
		await publish('Seen by the main');
		await n8n.deactivate(id);
		await n8n.activate(id);
		const waiting = await until(async () => (await n8n.executionStates(id))[0]);
		expect(waiting).toMatchObject({ mode: 'trigger', status: 'new' });

		await n8n.startWorkers();
		const execution = await n8n.result(waiting.id);
		await n8n.deactivate(id);
		expect(execution.output(watchNode)).toMatchObject([{ caption: 'Seen by the main' }]);
		expect(n8n.workersOf(waiting.id)).toHaveLength(1);
	});

	describe('runs manual executions on a worker (D6)', () => {
		const post = { resource: 'post', operation: 'create', caption: 'From the editor' };
		const channels = { channels: [testbed.seed.channels.bluesky.id] };
		/** Starts a workflow like the editor, with Create between its trigger and another node. */
		const start = async (parameters: object) => {
			const nodes = [node('Post', testbed.nodeType, parameters), node('After', 'n8n-nodes-base.noOp', {})];
			return await n8n.start(await n8n.saveWorkflow(chain('From the editor', nodes)), 'Start');
		};

		test('a dry run, which creates nothing', async () => {
			const before = (await testbed.sandbox.posts()).length;
			const id = await start({ ...post, ...channels, operation: 'upsert', options: { dryRun: true } });
			const [item] = (await n8n.result(id)).output('After');
			expect(item).toMatchObject({ action: 'wouldCreate' });
			expect(n8n.workersOf(id)).toHaveLength(1);
			expect(await testbed.sandbox.posts()).toHaveLength(before);
		});

		test('an error, with how to fix it', async () => {
			const id = await start({ ...post, channels: ['somewhere'] });
			const { status, error } = await n8n.result(id);
			expect(status).toBe('error');
			expect(error?.message).toContain("'somewhere'");
			expect(error?.description).toBeTruthy();
			expect(n8n.workersOf(id)).toHaveLength(1);
		});

		test('Wait for Approval, which continues on a worker after the decision', async () => {
			const id = await start({ ...post, ...channels, operation: 'sendAndWait', source: 'new' });
			const waiting = await n8n.resultSoFar(id);
			expect(waiting.status).toBe('waiting');
			const link = String(waiting.output('Post')[0]?.approvalLink);
			const page = await (await fetch(link)).text();
			const hidden = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
			const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
			await fetch(link, { method: 'POST', body: new URLSearchParams({ ...fields, action: 'approved' }) });
			expect((await n8n.result(id)).output('After')).toMatchObject([{ approved: true }]);
			expect(n8n.workersOf(id).length).toBeGreaterThan(0);
		});
	});
});
