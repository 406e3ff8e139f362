/** @jest-environment ./test/n8n/support/queue-environment.mjs */
import { chain, node } from './support/chain';
import { until } from './support/livePosts';

const { n8n, slow, slowCredential } = queueMode;
const { posts } = testbed.seed;

beforeEach(async () => await slow.reset());

const tomorrow = { delivery: 'at', publishAt: '2099-01-06T09:00:00+00:00' };

const postId = { __rl: true, mode: 'id', value: posts.draft };

/** Runs a workflow until it waits for an approval. */
async function wait(): Promise<{ executionId: string; link: string }> {
	const asking = { resource: 'post', operation: 'sendAndWait', source: 'existing', postId, ...tomorrow };
	const nodes = [node('Approve', testbed.nodeType, asking), node('After', 'n8n-nodes-base.noOp', {})];
	const executionId = await n8n.start(
		await testbed.saveWorkflow(chain('Approval', nodes), slowCredential),
		'Start',
	);
	const soFar = await n8n.resultSoFar(executionId);
	expect([soFar.status, soFar.error]).toEqual(['waiting', undefined]);
	return { executionId, link: String(soFar.output('Approve')[0]?.approvalLink) };
}

/** The page's hidden fields. */
async function fieldsAt(link: string): Promise<Record<string, string>> {
	const page = await (await fetch(link)).text();
	const fields = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
	return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

const send = async (link: string, fields: Record<string, string>): Promise<string> =>
	await (await fetch(link, { method: 'POST', body: new URLSearchParams(fields) })).text();

describe('an approval on the main process and a rejection on a webhook process', () => {
	test('produce an output that matches the status of the post in six runs (P86)', async () => {
		const webhookUrl = await n8n.startWebhookProcess();
		for (let round = 1; round <= 6; round += 1) {
			await slow.reset();
			await slow.addFault({ method: 'POST', path: '/submit', kind: 'stall', ms: 500, times: 10 });
			const { executionId, link } = await wait();
			const fields = await fieldsAt(link);
			const other = link.replace(new URL(link).origin, webhookUrl);
			await Promise.all([
				send(link, { ...fields, action: 'approved' }),
				send(other, { ...fields, action: 'rejected' }),
			]);
			const [item] = (await n8n.result(executionId)).output('After');
			const { status } = await slow.post(posts.draft);
			expect([round, item?.approved]).toEqual([round, status === 'scheduled']);
		}
	}, 300_000);
});

/** Runs a workflow until it waits, approves, and kills the main process after the delivery, before it can save the decision. */
async function approveAndKill(): Promise<{
	executionId: string;
	link: string;
	fields: Record<string, string>;
}> {
	const { executionId, link } = await wait();
	const fields = await fieldsAt(link);
	// The answer is lost, and the node retries a second later.
	await slow.addFault({ method: 'POST', path: '/submit', kind: 'dropAfter' });
	const lost = send(link, { ...fields, action: 'approved' }).catch(() => undefined);
	await until(async () => ((await slow.post(posts.draft)).status === 'scheduled' ? true : undefined));
	await n8n.killMain();
	await lost;
	return { executionId, link, fields };
}

describe('a main process that is killed while it answers', () => {
	test.each(['approved', 'rejected', 'close'])(
		'has delivered the post, and the workflow continues as approved: %s (P86)',
		async (action) => {
			const { executionId, link, fields } = await approveAndKill();
			await n8n.startMain();
			const page = await (await fetch(link)).text();
			expect(page).toContain('The post was approved for this request. The post is now Scheduled.');
			await send(link, { ...fields, action });
			expect((await n8n.result(executionId)).output('After')).toMatchObject([
				{ approved: true, decision: 'approved', status: 'scheduled' },
			]);
		},
		240_000,
	);

	test('lets someone end the request after the post was returned to draft (P86, N23)', async () => {
		const { executionId, link } = await approveAndKill();
		await n8n.startMain();
		const cancel = node('Cancel', testbed.nodeType, { resource: 'post', operation: 'cancel', postId });
		await n8n.run(await testbed.saveWorkflow(chain('Cancel', [cancel]), slowCredential), 'Start');
		const fields = await fieldsAt(link);
		expect(await send(link, { ...fields, action: 'approved' })).toContain(
			'It can&#39;t be approved here again.',
		);
		await send(link, { ...fields, action: 'rejected' });
		expect((await n8n.result(executionId)).output('After')).toMatchObject([
			{ approved: false, decision: 'rejected', status: 'draft' },
		]);
	}, 240_000);
});
