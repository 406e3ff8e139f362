/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import { publish, until } from '../support/livePosts';
import type { RestartableN8n } from '../support/restartableN8n';
import type { Workflow } from '../support/testbed';
import { watchNode, watchPosts } from '../support/watchPosts';

/** Settings that turn on n8n's durable polling, with shorter intervals and a poll limit of 45 seconds. */
const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
	N8N_SCHEDULER_LEASE_DURATION: '10',
	N8N_SCHEDULER_POLL_TIMEOUT: '5',
};

/** n8n accepts no schedule that runs more than once a minute, but any number of schedules. */
const pollTimes = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

const everyTenSeconds: Workflow = {
	...watchPosts,
	nodes: watchPosts.nodes.map((node) => ({
		...node,
		// n8n doesn't keep what the poll of the activation recorded, so the first poll needs to know where to start.
		parameters: {
			...(node as { parameters: object }).parameters,
			pollTimes: { item: pollTimes },
			options: { startFrom: new Date().toISOString() },
		},
	})),
};

const list = '/api/v1/posts/';

describe("n8n's durable polling", () => {
	let n8n: RestartableN8n;
	let id = '';
	const told = async () =>
		(await n8n.executions(id))
			.flatMap((execution) => execution.output(watchNode))
			.map(({ event, caption }) => `${String(event)}: ${String(caption)}`);
	const untilTold = async (caption: string) =>
		await until(async () => ((await told()).includes(`published: ${caption}`) ? true : undefined));
	const untilPolled = async () => {
		const before = (await testbed.sandbox.requests()).length;
		await until(async () => ((await testbed.sandbox.requests()).length > before ? true : undefined));
	};

	beforeAll(async () => {
		await testbed.sandbox.reset();
		n8n = await startRestartableN8n({ settings: durable });
		id = await n8n.saveWorkflow(everyTenSeconds);
		await n8n.activate(id);
	});

	test('reports each change once, even after a crash during a poll (P96)', async () => {
		await publish('before the crash');
		await untilTold('before the crash');

		await testbed.sandbox.addFault({ path: list, method: 'GET', kind: 'stall' });
		await untilPolled();
		await publish('during the poll');
		await n8n.stop('killed');
		await n8n.startAgain();
		await untilTold('during the poll');

		await publish('after the crash');
		await untilTold('after the crash');
		expect((await told()).sort()).toEqual([
			'published: after the crash',
			'published: before the crash',
			'published: during the poll',
		]);
	});

	test("reports each change once if a poll exceeds n8n's time limit", async () => {
		await testbed.sandbox.addFault({ path: list, method: 'GET', kind: 'stall', ms: 8_000 });
		await publish('in a slow poll');
		await untilTold('in a slow poll');
		await publish('after the slow poll');
		await untilTold('after the slow poll');
		expect((await told()).filter((entry) => entry.includes('slow poll'))).toEqual([
			'published: in a slow poll',
			'published: after the slow poll',
		]);
	});

	test('states how long n8n waits after a rejected key, and continues when the key works again', async () => {
		await testbed.sandbox.addFault({ path: list, method: 'GET', kind: 'status', status: 401 });
		const failed = await until(async () =>
			(await n8n.executions(id)).find(({ status }) => status === 'error'),
		);
		expect(failed.error).toMatchObject({
			message: 'The service refused the API key',
			description: expect.stringContaining('n8n waits up to 30 minutes before it polls again.'),
		});
		await publish('while the key was refused');
		await n8n.deactivate(id);
		await n8n.activate(id);
		await untilTold('while the key was refused');
		expect((await told()).filter((entry) => entry.endsWith('refused'))).toHaveLength(1);
	});
});
