/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import { create, publish, until } from '../support/livePosts';
import type { RestartableN8n } from '../support/restartableN8n';
import { watchIncidents, watchNode, watchPosts } from '../support/watchPosts';

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

	test('reports connections, deadlines and unanswered reviews once, over a restart', async () => {
		const { sandbox, seed } = testbed;
		const { full, drafts } = seed.keys;
		const now = Date.parse(await sandbox.advance(0));
		const inMinutes = (minutes: number) => ({
			mode: 'at',
			at: new Date(now + minutes * 60_000).toISOString(),
		});
		const id = await n8n.saveWorkflow(watchIncidents);
		const items = async () => (await n8n.executions(id)).flatMap((execution) => execution.output(watchNode));
		const told = async () =>
			(await items()).map(
				({ event, caption, platform }) => `${String(event)}: ${String(caption ?? platform)}`,
			);
		const offAndOn = async () => {
			await n8n.deactivate(id);
			await n8n.activate(id);
		};
		const untilTold = async (...entries: string[]) => {
			for (const entry of entries)
				await until(async () => ((await told()).includes(entry) ? true : undefined));
		};
		const soon = await create('soon', { key: full, channels: ['bluesky'], delivery: inMinutes(40) });
		await create('at risk', { key: full, channels: ['linkedin'], delivery: inMinutes(180) });
		await n8n.activate(id);
		await offAndOn();
		await untilTold('postDueSoon: soon');

		await create('unanswered', { key: drafts, channels: ['bluesky'], delivery: { mode: 'queue' } });
		await sandbox.connect(seed.channels.linkedin.id, 'break-down');
		await sandbox.connect(seed.channels.facebook.id, 'expire');
		await sandbox.advance(16 * 60_000);
		await offAndOn();
		await untilTold('channelNeedsReconnecting: linkedin', 'channelTokenExpiring: facebook');
		const lost = (await items()).find(({ event }) => event === 'channelNeedsReconnecting');
		expect(lost).toMatchObject({ postsAtRiskTotal: 1, postsAtRisk: [{ caption: 'at risk' }] });

		await n8n.stop('in order');
		await sandbox.connect(seed.channels.linkedin.id, 'reconnect');
		await sandbox.act(soon.id, 'hang');
		await sandbox.advance(25 * 3_600_000);
		// n8n polls when it starts. So the workflow isn't turned off and on here.
		await n8n.startAgain();
		await untilTold('channelReconnected: linkedin', 'postOverdue: soon', 'reviewOverdue: unanswered');

		await n8n.stop('killed');
		await n8n.startAgain();
		await offAndOn();
		expect((await told()).sort()).toEqual([
			'channelNeedsReconnecting: linkedin',
			'channelReconnected: linkedin',
			'channelTokenExpiring: facebook',
			'postDueSoon: soon',
			'postOverdue: soon',
			'reviewOverdue: unanswered',
		]);
		await n8n.deactivate(id);
	});
});
