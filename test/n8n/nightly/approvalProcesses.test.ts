/** @jest-environment ./test/n8n/support/queue-environment.mjs */
import { chain, node } from '../support/chain';
import { until } from '../support/livePosts';
import { raceApprovers } from '../support/threeApprovers';
import { remindAndDecide } from '../support/weeklyPlan';

const { n8n, slow, slowCredential } = queueMode;
const { posts } = testbed.seed;

beforeEach(async () => await slow.reset());

const tomorrow = { delivery: 'at', publishAt: '2099-01-06T09:00:00+00:00' };

const postId = { __rl: true, mode: 'id', value: posts.draft };

const submit = node('Submit', testbed.nodeType, {
	resource: 'post',
	operation: 'submit',
	delivery: 'approved',
});

/** Runs a workflow until it waits for an approval. */
async function wait(): Promise<{ executionId: string; link: string }> {
	const asking = { resource: 'post', operation: 'sendAndWait', source: 'existing', postId, ...tomorrow };
	const nodes = [node('Approve', testbed.nodeType, asking), node('After', 'n8n-nodes-base.noOp', {}), submit];
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

const submits = async () =>
	(await slow.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith('/submit'));

test('an approval on the main process and a rejection on a webhook process have one result', async () => {
	const webhookUrl = await n8n.startWebhookProcess();
	for (let round = 1; round <= 3; round += 1) {
		await slow.reset();
		const { executionId, link } = await wait();
		const fields = await fieldsAt(link);
		const other = link.replace(new URL(link).origin, webhookUrl);
		await Promise.all([
			send(link, { ...fields, action: 'approved' }),
			send(other, { ...fields, action: 'rejected' }),
		]);
		const result = await n8n.result(executionId);
		const [item] = result.output('After');
		const { status } = await slow.post(posts.draft);
		expect([round, result.error, status]).toEqual([
			round,
			undefined,
			item?.approved === true ? 'scheduled' : 'draft',
		]);
		expect(await submits()).toHaveLength(item?.approved === true ? 1 : 0);
	}
}, 300_000);

test('a main process that is killed in the decision leaves the page open', async () => {
	const { executionId, link } = await wait();
	const fields = await fieldsAt(link);
	await slow.addFault({ method: 'GET', path: `/posts/${posts.draft}`, kind: 'stall', ms: 3_000 });
	const lost = send(link, { ...fields, action: 'approved' }).catch(() => undefined);
	const before = (await slow.requests()).length;
	await until(async () => ((await slow.requests()).length > before ? true : undefined));
	await n8n.killMain();
	await lost;
	await n8n.startMain();
	expect(await fetch(link).then(async (page) => await page.text())).toContain('value="approved"');
	await send(link, { ...(await fieldsAt(link)), action: 'approved' });
	expect((await n8n.result(executionId)).output('Submit')).toMatchObject([{ status: 'scheduled' }]);
	expect(await submits()).toHaveLength(1);
}, 240_000);

describe('an approval over deaths in queue mode', () => {
	beforeEach(async () => await testbed.sandbox.reset());

	test('reminds approvers, and one of them decides, over deaths of the main and of workers (D6, P46)', async () => {
		await remindAndDecide(n8n, async (execution, round) => {
			if (round === 1) await n8n.killWorkerOf(execution);
			await n8n.killMain();
			n8n.endWait(execution);
			await Promise.all([n8n.startMain(), n8n.startWorkers()]);
			return testbed.n8nUrl;
		});
	}, 300_000);

	test('makes one decision for three approvers after a death of the main (D6)', async () => {
		const decided = await raceApprovers(n8n, async () => {
			await n8n.killMain();
			await n8n.startMain();
			return testbed.n8nUrl;
		});
		expect(decided).toMatchObject({ approved: true });
		const requests = await testbed.sandbox.requests();
		expect(requests.filter(({ path }) => path.endsWith(`/posts/${posts.draft}/submit`))).toHaveLength(1);
	}, 120_000);
});
