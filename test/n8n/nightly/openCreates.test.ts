import { node } from '../support/chain';
import { until } from '../support/livePosts';

const path = 'calendar-of-posts';
const caption = 'Created once';
const webhook = Object.assign(
	node('Webhook', 'n8n-nodes-base.webhook', { path, httpMethod: 'POST', responseMode: 'onReceived' }, 2),
	{ webhookId: path },
);

/** A published workflow that syncs a calendar of one row, whose post ID isn't known yet. */
async function publishWorkflow(): Promise<string> {
	const parameters = {
		resource: 'post',
		operation: 'syncCalendar',
		channels: ['facebook'],
		caption,
		delivery: 'at',
		publishAt: '2099-01-06T09:00:00+00:00',
	};
	const id = await testbed.saveWorkflow({
		name: 'Calendar in production',
		nodes: [webhook, node('Sync', testbed.nodeType, parameters)],
		connections: { Webhook: { main: [[{ node: 'Sync', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	});
	await testbed.n8n.activate(id);
	return id;
}

test('looks up a create with an unknown outcome in the next production execution (P54)', async () => {
	await testbed.sandbox.reset();
	const id = await publishWorkflow();
	try {
		/** Calls the webhook and returns the finished execution. */
		const trigger = async (count: number) => {
			await fetch(`${testbed.n8nUrl}/webhook/${path}`, { method: 'POST' });
			return await until(async () => (await testbed.n8n.executions(id))[count - 1]);
		};
		const posts = async () => (await testbed.sandbox.posts()).filter((post) => post.caption === caption);
		const creates = async () =>
			(await testbed.sandbox.requests()).filter(
				(request) => request.method === 'POST' && request.path === '/api/v1/posts/',
			).length;
		await testbed.sandbox.addFault({
			method: 'POST',
			path: '/api/v1/posts/',
			kind: 'statusAfter',
			status: 500,
		});
		// The list before the create can be read.
		await testbed.sandbox.addFault({ method: 'GET', path: '/api/v1/posts', kind: 'stall', ms: 0 });
		await testbed.sandbox.addFault({ path: '/api/v1/posts', kind: 'status', status: 500, times: 1_000 });
		const first = await trigger(1);
		expect(first.status).toBe('error');
		expect([await posts(), await creates()]).toEqual([[expect.anything()], 1]);
		await testbed.sandbox.clearFaults();
		const second = await trigger(2);
		expect([second.status, second.error]).toEqual(['success', undefined]);
		expect(second.output('Sync')).toMatchObject([{ id: (await posts())[0]?.id, status: 'scheduled' }]);
		expect([await posts(), await creates()]).toEqual([[expect.anything()], 1]);
	} finally {
		await testbed.n8n.deactivate(id);
	}
}, 300_000);
