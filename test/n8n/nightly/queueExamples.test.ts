/** @jest-environment ./test/n8n/support/queue-environment.mjs */
// Runs the tests of the examples again, with an n8n in queue mode as the testbed.
import '../exampleAgent.test';
import '../examples.test';
import '../examplesOfData.test';

test('runs the examples on the workers (D6)', async () => {
	const { results } = (await testbed.get('/rest/executions?limit=100')) as { results: { id: string }[] };
	expect(results.length).toBeGreaterThan(18);
	// An execution that waited can continue on another worker.
	const workers = results.map(({ id }) => queueMode.n8n.workersOf(id).length);
	expect(workers.filter((count) => count === 0)).toEqual([]);
	expect(workers.filter((count) => count === 1).length).toBeGreaterThan(16);
});
