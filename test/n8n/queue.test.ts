/** @jest-environment ./test/n8n/support/queue-environment.mjs */
// Every test of the examples runs here once more: the testbed's n8n is that of queue mode.
import './exampleAgent.test';
import './examples.test';
import './examplesOfData.test';
import './examplesWithForms.test';
import { publish, until } from './support/livePosts';
import { watchNode, watchPosts } from './support/watchPosts';

const { n8n } = queueMode;

describe('n8n in queue mode', () => {
	it('runs the examples on the workers (D6)', async () => {
		const { results } = (await testbed.get('/rest/executions?limit=100')) as { results: { id: string }[] };
		expect(results.length).toBeGreaterThan(18);
		// One that has slept may go on with another worker.
		const workers = results.map(({ id }) => n8n.workersOf(id).length);
		expect(workers.filter((count) => count === 0)).toEqual([]);
		expect(workers.filter((count) => count === 1).length).toBeGreaterThan(16);
	});

	it('polls on the main alone, and runs on a worker what the trigger starts (D6, P96)', async () => {
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
});
