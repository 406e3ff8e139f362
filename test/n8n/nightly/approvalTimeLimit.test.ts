/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
// What docs/approval-links.md says under "If no one answers".
import { chain, node } from '../support/chain';
import { until } from '../support/livePosts';
import type { RestartableN8n } from '../support/restartableN8n';
import type { RunResult } from '../support/testbed';

const publishAt = '2099-01-06T09:00:00+00:00';
const caption = 'No one decides about this post.';

const ask = node('Ask', testbed.nodeType, {
	resource: 'post',
	operation: 'sendAndWait',
	source: 'new',
	channels: [testbed.seed.channels.bluesky.id],
	caption,
	delivery: 'at',
	publishAt,
	options: { limitHours: 1 },
});

const ifExpired = node(
	'If',
	'n8n-nodes-base.if',
	{
		conditions: {
			options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
			conditions: [
				{
					id: 'expired',
					leftValue: "={{ $json.decision === 'expired' }}",
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
			combinator: 'and',
		},
	},
	2.2,
);

const submitAt = (time: string) => ({
	resource: 'post',
	operation: 'submit',
	postId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	delivery: 'at',
	publishAt: time,
});

/** The nodes on the true branch. */
const fallbacks = {
	nothing: [],
	submit: [node('Submit', testbed.nodeType, submitAt(publishAt))],
	submitTooLate: [node('Submit', testbed.nodeType, submitAt('2026-01-06T09:00:00+00:00'))],
	fail: [
		node('Fail', 'n8n-nodes-base.stopAndError', {
			errorMessage: '=No one decided about the post {{ $json.id }}',
		}),
	],
};
type Fallback = keyof typeof fallbacks;

/** Publishes a workflow that a webhook starts, because n8n runs no error workflow after a manual execution. */
async function publishWorkflow(n8n: RestartableN8n, fallback: Fallback, errorWorkflow: string) {
	const { nodes, connections, ...rest } = chain(fallback, [ask, ifExpired, ...fallbacks[fallback]]);
	const webhook = node('Start', 'n8n-nodes-base.webhook', { path: fallback, httpMethod: 'POST' }, 2);
	const id = await n8n.saveWorkflow({
		...rest,
		nodes: [{ ...webhook, webhookId: fallback }, ...nodes.slice(1)],
		connections,
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await n8n.activate(id);
	return id;
}

describe('a request that no one answers (P46)', () => {
	const results = {} as Record<Fallback, RunResult>;
	let errors: RunResult[] = [];
	/** The status of the post that a workflow asked about. */
	const statusOf = async (fallback: Fallback): Promise<string> =>
		(await testbed.sandbox.post(String(results[fallback].output('Ask')[0]?.id))).status;

	beforeAll(async () => {
		await testbed.sandbox.reset();
		const n8n = await startRestartableN8n();
		try {
			const onError = await n8n.saveWorkflow({
				...chain('On error', []),
				nodes: [node('Error Trigger', 'n8n-nodes-base.errorTrigger', {})],
			});
			await n8n.activate(onError);
			const waiting = new Map<Fallback, string>();
			for (const fallback of Object.keys(fallbacks) as Fallback[]) {
				const workflow = await publishWorkflow(n8n, fallback, onError);
				await fetch(`${n8n.session.url}/webhook/${fallback}`, { method: 'POST' });
				const { id } = await until(async () =>
					(await n8n.executionStates(workflow)).find(({ status }) => status === 'waiting'),
				);
				waiting.set(fallback, id);
			}
			await n8n.stop('in order');
			// After the start, because n8n takes what already runs at the end of its start for crashed.
			for (const id of waiting.values()) n8n.endWait(id, 20_000);
			await n8n.startAgain();
			for (const [fallback, id] of waiting) results[fallback] = await n8n.result(id);
			errors = await until(async () => {
				const ended = await n8n.executions(onError);
				return ended.length === 2 ? ended : undefined;
			});
		} finally {
			await n8n.remove();
		}
	}, 300_000);

	test.each<Fallback>(['nothing', 'submit', 'submitTooLate', 'fail'])(
		'lets n8n continue without approval: %s',
		(fallback) =>
			expect(results[fallback].output('Ask')).toMatchObject([
				{ approved: false, decision: 'expired', status: 'draft', caption },
			]),
	);

	test('stays a draft if nothing follows', async () => {
		expect([results.nothing.status, await statusOf('nothing')]).toEqual(['success', 'draft']);
	});

	test('is delivered by Submit', async () => {
		expect([results.submit.status, await statusOf('submit')]).toEqual(['success', 'scheduled']);
	});

	test('stays a draft, with an error that says so, if its time has passed', async () => {
		const { status, error } = results.submitTooLate;
		expect([status, await statusOf('submitTooLate')]).toEqual(['error', 'draft']);
		expect(error?.message).toContain("'Publish At'");
	});

	test('fails with Stop and Error, which names the post to the error workflow', async () => {
		const id = results.fail.output('Ask')[0]?.id;
		expect([results.fail.status, await statusOf('fail')]).toEqual(['error', 'draft']);
		expect(results.fail.error?.message).toBe(`No one decided about the post ${id}`);
		const told = errors.map((each) => each.output('Error Trigger')[0]?.execution);
		expect(told).toContainEqual(
			expect.objectContaining({
				error: expect.objectContaining({ message: `No one decided about the post ${id}` }),
			}),
		);
	});
});
