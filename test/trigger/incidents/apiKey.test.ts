import type { INodeParameters } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { hourMs, openStage, type IncidentStage } from './triggerWithIncidents';

const dayMs = 24 * hourMs;
const me = '/api/v1/me/';
const { full, drafts } = seed.keys;

let stage: IncidentStage;
const open = async (more: INodeParameters = {}) => {
	stage = await openStage({ events: ['apiKeyExpiring'], ...more });
};
const now = () => stage.api.sandbox.clock.now().getTime();
const expireIn = (days: number | null, key = full) =>
	stage.api.sandbox.keys.setExpiry(key, days === null ? null : now() + days * dayMs);
const pass = (days: number) => stage.pass(days * 24 * 60);
/** Polls every `minutes` for some days. Returns the days that were left at each report, and how often the key was read. */
const watch = async (days: number, minutes = 60) => {
	const left: unknown[] = [];
	const requests = await stage.trigger.requestsOf(async () => {
		for (let passed = 0; passed < days * 24 * 60; passed += minutes) {
			stage.pass(minutes);
			left.push(...(await stage.trigger.poll()).map(({ daysLeft }) => daysLeft));
		}
	});
	return { left, readings: requests.filter(({ path }) => path === me).length };
};

afterEach(async () => await stage.api.sandbox.close());

test('is reported 14, 3 and 1 days before it expires, and read once a day (P13)', async () => {
	await open();
	expireIn(30.4);
	expect(await stage.trigger.poll()).toEqual([]);
	expect(await watch(30)).toEqual({ left: [14, 3, 1], readings: 30 });
});

test('says what stops, and where a new key is made', async () => {
	await open();
	expireIn(3);
	const [item] = await stage.trigger.poll();
	expect(item).toEqual({
		message:
			"The API key “Automation” expires in 3 days, on Thu, Jan 8, 2026, 9:00 AM (UTC). After that, no workflow that uses it can read, create or publish posts, and its triggers start nothing. Create a new API key in the workspace settings under 'API & MCP', and enter it in the same credential while no workflow is running.",
		event: 'apiKeyExpiring',
		expiresAt: '2026-01-08T09:00:00.000+00:00',
		daysLeft: 3,
		credential: { id: expect.any(String), name: 'Automation' },
		workspace: seed.workspaces.main,
	});
});

test('has the whole credential if it is not simplified', async () => {
	await open({ simplify: false });
	expireIn(1);
	expect(await stage.trigger.poll()).toMatchObject([
		{ daysLeft: 1, credential: { kind: 'key', expiresAt: '2026-01-06T09:00:00.000+00:00' } },
	]);
});

test.each([
	[10, [10]],
	[3, [3]],
	[2.5, [3]],
	[1, [1]],
	[0.3, [1]],
])(
	'found with %d days left is reported once for the nearest number of days, even over a restart',
	async (days, left) => {
		await open();
		expireIn(days);
		const items = await stage.trigger.poll();
		expect(items.map(({ daysLeft }) => daysLeft)).toEqual(left);
		stage.trigger.restart();
		stage.pass(60);
		expect(await stage.trigger.poll()).toEqual([]);
	},
);

test('is reported on other days if the option says so, and again after it was extended', async () => {
	await open({ options: { expiryDays: '2, 5' } });
	expireIn(6);
	await stage.trigger.poll();
	expect((await watch(5)).left).toEqual([5, 2]);
	expireIn(9);
	expect((await watch(8)).left).toEqual([5, 2]);
});

test.each(['0', '1.5', 'soon', '3, -1'])('refuses %j and names the field', async (expiryDays) => {
	await open({ options: { expiryDays } });
	expect((await stage.trigger.error()).message).toBe(`'Days Before Expiry' can't be '${expiryDays}'`);
});

test('counts an empty option as the usual days', async () => {
	await open({ options: { expiryDays: ' ' } });
	expireIn(14);
	expect(await stage.trigger.poll()).toMatchObject([{ daysLeft: 14 }]);
});

test('begins again with another key, which is read at once', async () => {
	await open();
	expireIn(2);
	expireIn(12, drafts);
	expect(await stage.trigger.poll()).toMatchObject([{ daysLeft: 2 }]);
	stage.trigger.setKey(drafts);
	stage.pass(1);
	expect(await stage.trigger.poll()).toMatchObject([{ daysLeft: 12, credential: { name: 'Drafts only' } }]);
	stage.pass(1);
	expect(await stage.trigger.poll()).toEqual([]);
});

test.each<[string, object]>([
	['expires never', { expiresAt: null }],
	['is a grant', { kind: 'oauth' }],
	['expires at an unreadable time', { expiresAt: 'soon' }],
])("isn't reported if it %s", async (_title, different) => {
	await open();
	expireIn(1);
	const { body } = await stage.api.send('GET', '/me/');
	const identity = body as unknown as { credential: object };
	stage.api.sandbox.faults.add({
		path: me,
		kind: 'body',
		status: 200,
		body: { ...identity, credential: { ...identity.credential, ...different } },
		times: 1,
	});
	expect(await stage.trigger.poll()).toEqual([]);
});

test('is read only once by a poll that needs its ID, too', async () => {
	await open({ filters: { createdByThisKey: true } });
	const requests = await stage.trigger.requestsOf(async () => await stage.trigger.poll());
	expect(requests.filter(({ path }) => path === me)).toHaveLength(1);
});

test("isn't read if the event isn't chosen", async () => {
	await open({ events: ['postOverdue', 'channelNeedsReconnecting'] });
	expireIn(1);
	const requests = await stage.trigger.requestsOf(async () => await stage.trigger.poll());
	expect(requests.filter(({ path }) => path === me)).toEqual([]);
});

describe('if it cannot be read', () => {
	const fault = { path: me, kind: 'status', status: 500, retryAfter: 30 } as const;

	test('the changes of posts are reported, and the next poll reads it', async () => {
		await open({ events: ['apiKeyExpiring', 'postCreated'] });
		await stage.trigger.poll();
		expireIn(1);
		await stage.api.create();
		pass(1 - 1 / 24);
		stage.pass(60);
		expireIn(0.5);
		stage.api.sandbox.faults.add(fault);
		expect(await stage.trigger.poll()).toMatchObject([{ event: 'postCreated' }]);
		stage.pass(1);
		expect(await stage.trigger.poll()).toMatchObject([{ event: 'apiKeyExpiring' }]);
	});

	test('the poll fails if there is nothing else to report, and nothing is lost', async () => {
		await open();
		await stage.trigger.poll();
		pass(1);
		expireIn(1);
		const before = stage.trigger.save();
		stage.api.sandbox.faults.add(fault);
		expect(await stage.trigger.error()).toMatchObject({ httpCode: '500' });
		expect(stage.trigger.save()).toBe(before);
		expect(await stage.trigger.poll()).toMatchObject([{ daysLeft: 1 }]);
	});
});

test('has a sample with the first number of days, or with its own if it expires sooner', async () => {
	await open();
	expect(await stage.trigger.sample()).toMatchObject([{ event: 'apiKeyExpiring', daysLeft: 14 }]);
	expireIn(5);
	expect(await stage.trigger.sample()).toMatchObject([{ daysLeft: 5 }]);
});
