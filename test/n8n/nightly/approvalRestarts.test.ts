/** @jest-environment ./test/n8n/support/restartable-environment.mjs */
import path from 'node:path';
import axe, { type AxeResults } from 'axe-core';
import { chromium, type Browser } from 'playwright-core';
import { chain, node } from '../support/chain';
import { decideOn } from '../support/approvalPage';
import { until } from '../support/livePosts';
import { remindAndDecide } from '../support/weeklyPlan';

const { posts } = testbed.seed;
const postId = { __rl: true, mode: 'id', value: posts.draft };
const delivery = { delivery: 'at', publishAt: '2099-01-06T09:00:00+00:00' };
const onPost = { resource: 'post', postId };
const asking = { resource: 'post', operation: 'sendAndWait', ...delivery };

let browser: Browser;
beforeAll(async () => {
	browser = await chromium.launch({ executablePath: testbed.browser, args: ['--no-sandbox'] });
});
beforeEach(async () => await testbed.sandbox.reset());
afterAll(async () => await browser.close());

const captions = ['We open soon.', 'We open on Monday.'] as const;

/** Asks about a draft, changes it if the approver requests that, and asks again. */
function loop() {
	const first = { ...onPost, operation: 'update', updateFields: { caption: captions[0] } };
	const isWanted = { string: [{ value1: '={{ $json.decision }}', value2: 'changesRequested' }] };
	const workflow = chain('Again', [
		node('First', testbed.nodeType, first),
		node('Approve', testbed.nodeType, { ...asking, source: 'existing', postId }),
		node('If', 'n8n-nodes-base.if', { conditions: isWanted }),
		node('Edit', testbed.nodeType, { ...first, updateFields: { caption: captions[1] } }),
		node('After', 'n8n-nodes-base.noOp', {}),
	]);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	return {
		...workflow,
		connections: {
			...workflow.connections,
			If: { main: [to('Edit'), to('After')] },
			Edit: { main: [to('Approve')] },
		},
	};
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Opens the page in each size and color. It must have no axe violations and fit. */
async function expectFits(link: string): Promise<void> {
	for (const width of [390, 1280]) {
		for (const colorScheme of ['light', 'dark'] as const) {
			const context = await browser.newContext({
				viewport: { width, height: 844 },
				colorScheme,
				bypassCSP: true,
			});
			const page = await context.newPage();
			await page.goto(link);
			const file = `approval-again-${width}-${colorScheme}.png`;
			await page.screenshot({ path: path.join(testbed.outputFolder, 'screenshots', file), fullPage: true });
			await page.evaluate(axe.source);
			const { violations } = await page.evaluate<AxeResults>(
				`axe.run(document, ${JSON.stringify({ runOnly: rules })})`,
			);
			expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
			expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
			await context.close();
		}
	}
}

test('a loop that asks again shows the earlier comment and what has changed, also after restarts of n8n', async () => {
	const n8n = await startRestartableN8n();
	try {
		const execution = await n8n.start(await n8n.saveWorkflow(loop()), 'Start');
		const linkNow = async (): Promise<string> => {
			const soFar = await n8n.resultSoFar(execution);
			expect(soFar.error).toBeUndefined();
			return String(soFar.output('Approve')[0]?.approvalLink);
		};
		const here = (link: string): string => link.replace(new URL(link).origin, n8n.session.url);
		const first = await linkNow();
		await n8n.stop('killed');
		await n8n.startAgain();
		const answer = { action: 'changesRequested', 'comment-0': 'When do you open?', name: 'Ada' };
		const { page } = await decideOn(here(first), answer);
		expect(page).not.toContain('Changed since');
		const second = await until(async () => {
			const link = await linkNow();
			return link !== first && link !== 'undefined' ? link : undefined;
		});
		await n8n.stop('in order');
		await n8n.startAgain();
		const text = await (await fetch(here(second))).text();
		expect(text).toContain('<bdi>Ada</bdi> requested changes on ');
		expect(text).toContain('When do you open?</blockquote>');
		expect(text).toMatch(/We open <del>.*soon.*<\/del><ins>.*on Monday.*<\/ins>\./);
		await expectFits(here(second));
		await decideOn(here(second), { action: 'approved' });
		expect((await n8n.result(execution)).output('After')).toMatchObject([{ approved: true }]);
	} finally {
		await n8n.remove();
	}
}, 300_000);

test('the example of a week of posts reminds twice with the same link over restarts, then asks the second approver, and the first decides (P46)', async () => {
	const restartable = await startRestartableN8n();
	const fates = ['in order', 'killed', 'in order'] as const;
	await remindAndDecide(restartable, async (execution, round) => {
		await restartable.stop(fates[round] ?? 'in order');
		restartable.endWait(execution);
		await restartable.startAgain();
		return restartable.session.url;
	});
}, 300_000);

const submits = async () =>
	(await testbed.sandbox.requests()).filter(
		({ method, path: to }) => method === 'POST' && to.endsWith('/submit'),
	);

/** Seconds between the decision and the submit, and when n8n is killed. */
test.each<[when: string, seconds: number, isTime: (status: unknown) => Promise<boolean>]>([
	['before the submit', 20, async (status) => await Promise.resolve(status === 'running')],
	['during the submit', 0, async () => (await submits()).length > 0],
])(
	'the retry of an execution that was killed %s publishes what was approved exactly once',
	async (_when, amount, isTime) => {
		const n8n = await startRestartableN8n();
		try {
			const workflow = chain('Killed after the decision', [
				node('Approve', testbed.nodeType, { ...asking, source: 'existing', postId }),
				node('Slow', 'n8n-nodes-base.wait', { amount, unit: 'seconds' }, 1.1),
				node('Submit', testbed.nodeType, { resource: 'post', operation: 'submit', delivery: 'approved' }),
			]);
			// The service carries the submit out, and its answers are lost.
			await testbed.sandbox.addFault({ method: 'POST', path: '/submit', kind: 'dropAfter', times: 50 });
			const execution = await n8n.start(await n8n.saveWorkflow(workflow), 'Start');
			const soFar = await n8n.resultSoFar(execution);
			await decideOn(String(soFar.output('Approve')[0]?.approvalLink), { action: 'approved' });
			await until(async () => {
				const { status } = (await n8n.session.get(`/rest/executions/${execution}`)) as { status: string };
				return (await isTime(status)) ? true : undefined;
			});
			await n8n.stop('killed');
			const before = (await submits()).length;
			await testbed.sandbox.clearFaults();
			await n8n.startAgain();
			const retried = await n8n.session.post(`/rest/executions/${execution}/retry`, { loadWorkflow: false });
			expect(retried).toMatchObject({ status: 'success' });
			expect(await testbed.sandbox.post(posts.draft)).toMatchObject({ status: 'scheduled' });
			const all = await submits();
			expect(all.length).toBeGreaterThan(before);
			expect(new Set(all.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
		} finally {
			await n8n.remove();
		}
	},
	300_000,
);
