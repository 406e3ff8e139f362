import { openPublishingApi, type PublishingApi } from '../sandbox/publishingApi';
import { until } from '../support/until';
import { loadStaticData } from './staticData';
import { triggerOn, type TriggerUnderTest } from './triggerUnderTest';

/** n8n's scheduler gives each poll a time limit, loads the state for each, and may start another poll meanwhile. */

let api: PublishingApi;
let trigger: TriggerUnderTest;
beforeEach(async () => {
	api = await openPublishingApi();
	trigger = triggerOn(api, { events: ['postCreated'] });
});
afterEach(() => api.sandbox.close());

test('reports the changes in only one poll from the same state, until n8n can save', async () => {
	await trigger.poll();
	const saved = trigger.save();
	const byScheduler = async () =>
		await trigger.poll({ activation: 'update', budgetMs: 36_000, staticData: loadStaticData(saved) });
	await api.create();
	const both = await Promise.all([byScheduler(), byScheduler()]);
	expect(both.flat()).toHaveLength(1);
	expect(await byScheduler()).toEqual([]);
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 11_000);
	expect(await byScheduler()).toHaveLength(1);
	clock.mockRestore();
});

test("doesn't wait for a poll that n8n has abandoned", async () => {
	await trigger.poll();
	// A different revision from the previous test, because n8n treats both as the same node.
	await api.create();
	await trigger.poll();
	const run = { activation: 'update', budgetMs: 100 } as const;
	const staticData = () => loadStaticData(trigger.save());
	await api.create();
	api.sandbox.faults.add({ path: '/api/v1/posts/', kind: 'stall', ms: 1_000 });
	api.sandbox.requests.length = 0;
	const abandoned = trigger.poll({ ...run, staticData: staticData() });
	await until(() => api.sandbox.requests.length > 0);
	expect(await trigger.poll({ ...run, staticData: staticData() })).toEqual([]);
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 200);
	expect(await trigger.poll({ ...run, staticData: staticData() })).toHaveLength(1);
	clock.mockRestore();
	await abandoned;
});

test('says for a refused key that n8n waits before the next poll', async () => {
	await trigger.poll();
	api.sandbox.faults.add({ path: '/api/v1/posts/', kind: 'status', status: 401 });
	const { description } = await trigger.error({ activation: 'update', budgetMs: 36_000 });
	expect(description).toMatch(
		/another service\. n8n waits up to 30 minutes before it polls again\. To poll now, unpublish the workflow and publish it again\.$/,
	);
});
