/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import { setTimeout as pause } from 'node:timers/promises';
import type { Post } from '../../sandbox';
import type { RestartableN8n } from './support/restartableN8n';

const settled = ['published', 'partially_published', 'failed'];
const node = 'When a post changes';

const workflow = {
	name: 'Watch posts',
	nodes: [
		{
			id: '5c3d0f5e-24a0-4c5a-9a1e-3c1d0e8f7a01',
			name: node,
			type: `${testbed.nodeType}Trigger`,
			typeVersion: 1,
			position: [0, 0],
			credentials: { socialPublishingApi: { id: null, name: '' } },
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				events: ['published', 'partiallyPublished', 'failed'],
			},
		},
	],
	connections: {},
	settings: { executionOrder: 'v1' },
};

/** Asks until the answer is there; the test's own time limit ends it otherwise. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await pause(200);
	}
}

/** Publishes a post and waits for the networks' answer. */
async function publish(
	caption: string,
	ends: { failsOn?: string[]; channels?: string[] } = {},
): Promise<Post> {
	const { sandbox, sandboxUrl, seed } = testbed;
	const { failsOn = [], channels = ['bluesky'] } = ends;
	for (const platform of failsOn) {
		await sandbox.addOutcome({
			platform: platform as 'bluesky',
			outcome: 'fail',
			error: 'The text is too long.',
		});
	}
	const accounts = channels.map((name) => seed.channels[name as 'bluesky'].id);
	const response = await fetch(`${sandboxUrl}/api/v1/posts/`, {
		method: 'POST',
		headers: {
			Authorization: `Bearer ${seed.keys.full}`,
			'Content-Type': 'application/json',
			'User-Agent': 'trigger-tests/1.0',
		},
		body: JSON.stringify({ accounts, caption, delivery: { mode: 'now' } }),
	});
	const { post } = (await response.json()) as { post: Post };
	return await until(async () => {
		const now = await sandbox.post(post.id);
		return settled.includes(now.status) ? now : undefined;
	});
}

let n8n: RestartableN8n;
beforeAll(async () => {
	n8n = await startRestartableN8n();
});
beforeEach(async () => await testbed.sandbox.reset());

describe('the trigger in a real n8n', () => {
	it('D6 P63 P96 tells every change once, over switching off and on, a restart and a crash', async () => {
		const id = await n8n.saveWorkflow(workflow);
		const told = async () => {
			const items = (await n8n.executions(id)).flatMap((execution) => execution.output(node));
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
		await n8n.start();
		await untilTold('published: while it was off');

		await n8n.stop('at once');
		await publish('after a crash', { failsOn: ['bluesky'], channels: ['bluesky', 'facebook'] });
		await n8n.start();
		await untilTold('partiallyPublished: after a crash');

		await n8n.stop('in order');
		await n8n.start();
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

describe('example: alert on failed posts', () => {
	const example = () => testbed.readExample('failed-post-alert');

	it('P78 prepares a copy of the failed channels and writes an alert', async () => {
		const id = await n8n.saveWorkflow(example());
		await n8n.activate(id);
		const failed = await publish('Our new chairs', {
			failsOn: ['bluesky'],
			channels: ['bluesky', 'facebook'],
		});
		await n8n.deactivate(id);
		await n8n.activate(id);
		const execution = await until(async () => (await n8n.executions(id))[0]);
		await n8n.deactivate(id);

		const [item] = execution.output('Write the alert');
		expect(execution.error).toBeUndefined();
		expect(item).toEqual({
			alert: `Post "Our new chairs" failed on bluesky (The text is too long.). Draft ${String(item?.draftId)} holds a copy for bluesky.`,
			failedPostId: failed.id,
			draftId: expect.any(String),
		});
		const draft = await testbed.sandbox.post(String(item?.draftId));
		expect(draft).toMatchObject({ status: 'draft', caption: 'Our new chairs' });
		expect(draft.channels.map(({ platform }) => platform)).toEqual(['bluesky']);
	});

	it('P78 shows in a manual test what it does with the posts that failed last', async () => {
		const id = await n8n.saveWorkflow(example());
		const execution = await n8n.run(id, 'When a post fails');
		expect(execution.error).toBeUndefined();
		const alerts = execution.output('Write the alert').map(({ alert }) => alert);
		expect(alerts).toEqual([
			expect.stringMatching(
				/^Post "Three colours.*" failed on instagram \(.*\)\. Draft .* holds a copy for instagram\.$/,
			),
			expect.stringMatching(/^Post "We are looking.*" failed on linkedin \(.*\)\. No copy could be made: /),
		]);
	});
});
