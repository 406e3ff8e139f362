/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import { publish, until } from './support/livePosts';
import type { RestartableN8n } from './support/restartableN8n';
import { watchNode, watchPosts } from './support/watchPosts';

let n8n: RestartableN8n;
beforeAll(async () => {
	n8n = await startRestartableN8n();
});
beforeEach(async () => await testbed.sandbox.reset());

describe('the trigger in a real n8n', () => {
	test('reports every change once across deactivation, a restart and a crash (D6, P63, P96)', async () => {
		const id = await n8n.saveWorkflow(watchPosts);
		const told = async () => {
			const items = (await n8n.executions(id)).flatMap((execution) => execution.output(watchNode));
			return items.map(({ event, caption }) => `${String(event)}: ${String(caption)}`);
		};
		const untilTold = async (entry: string) =>
			await until(async () => ((await told()).includes(entry) ? true : undefined));
		const offAndOn = async () => {
			await n8n.deactivate(id);
			await n8n.activate(id);
		};
		await publish('before');
		await n8n.activate(id);

		await publish('first');
		await publish('second', { failsOn: ['bluesky'] });
		await offAndOn();
		await untilTold('failed: second');

		await n8n.stop('in order');
		await publish('while it was off');
		await n8n.startAgain();
		await untilTold('published: while it was off');

		await n8n.stop('killed');
		await publish('after a crash', { failsOn: ['bluesky'], channels: ['bluesky', 'facebook'] });
		await n8n.startAgain();
		await untilTold('partiallyPublished: after a crash');

		await n8n.stop('in order');
		await n8n.startAgain();
		await publish('last');
		await offAndOn();
		await untilTold('published: last');
		expect((await told()).sort()).toEqual([
			'failed: second',
			'partiallyPublished: after a crash',
			'published: first',
			'published: last',
			'published: while it was off',
		]);
		await n8n.deactivate(id);
	});
});
