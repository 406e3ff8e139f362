import type { INodeParameters } from 'n8n-workflow';
import { seed } from '../../../sandbox';
import { minuteMs } from '../triggerUnderTest';
import { connected, namesOf, openStage, type IncidentStage } from './triggerWithIncidents';

const { facebook, bluesky, mastodon } = seed.channels;
const events = ['channelNeedsReconnecting', 'channelTokenExpiring', 'channelReconnected'];
const accounts = '/api/v1/accounts/';

let stage: IncidentStage;
const open = async (more: INodeParameters = {}, options = {}) => {
	stage = await openStage({ events, ...more }, options);
};
const channels = () => stage.api.sandbox.channels;
/** Polls right after the next reading of the channels is due. */
const read = async () => {
	stage.pass(15);
	return namesOf(await stage.trigger.poll());
};

afterEach(async () => await stage.api.sandbox.close());

describe('a channel whose connection changes (P14, N17)', () => {
	beforeEach(async () => {
		await open();
		await stage.trigger.poll();
	});

	test.each([
		['disconnect', 'channelNeedsReconnecting facebook'],
		['breakDown', 'channelNeedsReconnecting facebook'],
		['expire', 'channelTokenExpiring facebook'],
	] as const)('%s: is reported once, and once more when it is connected again', async (change, name) => {
		channels()[change](facebook.id);
		expect(await read()).toEqual([name]);
		expect(await read()).toEqual([]);
		stage.trigger.restart();
		expect(await read()).toEqual([]);
		channels().reconnect(facebook.id);
		expect(await read()).toEqual(['channelReconnected facebook']);
		expect(await read()).toEqual([]);
		channels()[change](facebook.id);
		expect(await read()).toEqual([name]);
	});

	test('is reported again when an expiring token becomes a lost connection, but not the other way', async () => {
		const reports = [];
		for (const change of ['expire', 'disconnect', 'expire', 'breakDown', 'reconnect'] as const) {
			channels()[change](facebook.id);
			reports.push(await read());
		}
		expect(reports).toEqual([
			['channelTokenExpiring facebook'],
			['channelNeedsReconnecting facebook'],
			[],
			[],
			['channelReconnected facebook'],
		]);
	});

	test('is reported again when it is lost, has an expiring token for an hour, and is lost again', async () => {
		const reports = [];
		for (const change of [
			'disconnect',
			'expire',
			'expire',
			'expire',
			'expire',
			'expire',
			'breakDown',
		] as const) {
			channels()[change](facebook.id);
			reports.push(await read());
		}
		channels().reconnect(facebook.id);
		reports.push(await read());
		const lost = ['channelNeedsReconnecting facebook'];
		expect(reports).toEqual([lost, [], [], [], [], [], lost, ['channelReconnected facebook']]);
	});

	test("isn't reported if it recovers between two readings", async () => {
		channels().disconnect(facebook.id);
		stage.pass(10);
		expect(await stage.trigger.poll()).toEqual([]);
		channels().reconnect(facebook.id);
		expect(await read()).toEqual([]);
	});

	test("isn't reported again after it was removed from the key and added while it's still lost", async () => {
		channels().disconnect(facebook.id);
		expect(await read()).toEqual(['channelNeedsReconnecting facebook']);
		stage.api.sandbox.keys.setChannels(seed.keys.full, [bluesky.id]);
		expect(await read()).toEqual([]);
		stage.api.sandbox.keys.setChannels(seed.keys.full, connected);
		expect(await read()).toEqual([]);
		channels().reconnect(facebook.id);
		expect(await read()).toEqual(['channelReconnected facebook']);
	});

	test('is reported if it is new on the key and lost', async () => {
		channels().disconnect(mastodon.id);
		stage.api.sandbox.keys.setChannels(seed.keys.full, [...connected, mastodon.id]);
		expect(await read()).toEqual(['channelNeedsReconnecting mastodon']);
	});

	test('has its time, its status and the posts that are at risk, earliest first', async () => {
		const late = await stage.schedule(600, { caption: 'late' });
		const early = await stage.schedule(300, { caption: 'early', accounts: connected });
		await stage.schedule(200, { caption: 'elsewhere', accounts: [bluesky.id] });
		const review = await stage.sendToReview(8);
		const undated = await stage.sendToReview();
		await stage.api.create({ caption: 'draft' });
		channels().disconnect(facebook.id);
		stage.pass(15);
		const now = stage.timeIn(0);
		const [item] = await stage.trigger.poll();
		expect(item).toEqual({
			message: 'Facebook (Acme Studio) must be reconnected. 4 posts are at risk.',
			event: 'channelNeedsReconnecting',
			since: expect.any(String),
			accountId: facebook.id,
			platform: 'facebook',
			network: 'Facebook',
			handle: 'Acme Studio',
			status: 'disconnected',
			needsReconnect: true,
			postsAtRiskTotal: 4,
			postsAtRisk: [
				expect.objectContaining({ id: early, caption: 'early', status: 'scheduled' }),
				expect.objectContaining({ id: review, status: 'pending_approval' }),
				expect.objectContaining({ id: late, caption: 'late', status: 'scheduled' }),
				expect.objectContaining({ id: undated, time: null }),
			],
		});
		expect(Date.parse(String(item?.since))).toBe(Date.parse(now));
		const [first] = item?.postsAtRisk as Array<{ time: string }>;
		expect(Date.parse(first?.time ?? '')).toBe(Date.parse(stage.timeIn(285)));
	});

	test('counts all posts at risk and lists up to 100', async () => {
		for (let number = 0; number < 130; number++) await stage.schedule(1_000 + number);
		channels().disconnect(facebook.id);
		stage.pass(15);
		const [item] = await stage.trigger.poll();
		expect(item?.postsAtRiskTotal).toBe(130);
		expect(item?.postsAtRisk).toHaveLength(100);
	});
});

describe('Wait Before Reporting', () => {
	test('reports a connection only if it is still lost at the first reading after the wait', async () => {
		await open({ options: { waitMinutes: 20 } });
		await stage.trigger.poll();
		channels().disconnect(facebook.id);
		expect([await read(), await read(), await read()]).toEqual([
			[],
			[],
			['channelNeedsReconnecting facebook'],
		]);
	});

	test("doesn't report a connection that flickers", async () => {
		await open({ options: { waitMinutes: 10 } });
		await stage.trigger.poll();
		channels().disconnect(facebook.id);
		expect(await read()).toEqual([]);
		channels().reconnect(facebook.id);
		expect(await read()).toEqual([]);
		channels().disconnect(facebook.id);
		expect(await read()).toEqual([]);
		expect(await read()).toEqual(['channelNeedsReconnecting facebook']);
	});

	test.each([-1, 'soon', null])('rejects %j and names the field', async (waitMinutes) => {
		await open({ options: { waitMinutes } });
		expect((await stage.trigger.error()).message).toContain("'Wait Before Reporting (Minutes)' can't be");
	});
});

describe('the first poll', () => {
	test('only remembers what is already wrong, so it reports neither that nor its end', async () => {
		await open();
		channels().disconnect(facebook.id);
		channels().expire(bluesky.id);
		expect(await stage.trigger.poll()).toEqual([]);
		expect(await read()).toEqual([]);
		channels().reconnect(facebook.id);
		expect(await read()).toEqual([]);
		channels().disconnect(bluesky.id);
		expect(await read()).toEqual(['channelNeedsReconnecting bluesky']);
	});

	test('reports it once without a time if Start From is set', async () => {
		await open({ options: { startFrom: '2026-01-05T08:00:00+00:00', waitMinutes: 30 } });
		channels().disconnect(facebook.id);
		const items = await stage.trigger.poll();
		expect(items).toMatchObject([{ event: 'channelNeedsReconnecting', since: null }]);
		expect(await read()).toEqual([]);
		stage.trigger.restart();
		channels().reconnect(facebook.id);
		stage.pass(15);
		expect(await stage.trigger.poll()).toMatchObject([
			{ event: 'channelReconnected', since: expect.any(String), troubleSince: null },
		]);
	});
});

describe('the chosen events', () => {
	test.each([
		[['channelReconnected'], ['channelReconnected facebook']],
		[['channelTokenExpiring', 'channelReconnected'], []],
		[
			['channelNeedsReconnecting', 'channelReconnected'],
			['channelNeedsReconnecting facebook', 'channelReconnected facebook'],
		],
		[['channelNeedsReconnecting'], ['channelNeedsReconnecting facebook']],
	])(
		'%j: report the end of a trouble only if they reported the trouble, or none can',
		async (chosen, told) => {
			await open({ events: chosen });
			await stage.trigger.poll();
			channels().disconnect(facebook.id);
			const reports = await read();
			channels().reconnect(facebook.id);
			expect([...reports, ...(await read())]).toEqual(told);
		},
	);

	test('apply to the channels of the filter only, whoever created the posts', async () => {
		await open({ filters: { channels: [bluesky.id.toUpperCase()], createdByThisKey: true } });
		await stage.trigger.poll();
		channels().disconnect(facebook.id);
		channels().disconnect(bluesky.id);
		expect(await read()).toEqual(['channelNeedsReconnecting bluesky']);
	});
});

describe('requests', () => {
	test('read the channels at most every 15 minutes', async () => {
		await open();
		const readings: number[] = [];
		for (let minute = 0; minute <= 60; minute++) {
			const requests = await stage.trigger.requestsOf(async () => await stage.trigger.poll());
			if (requests.some(({ path }) => path === accounts)) readings.push(minute);
			stage.pass(1);
		}
		expect(readings).toEqual([0, 15, 30, 45, 60]);
	});

	test("read them again after the service's clock was set back", async () => {
		await open();
		await stage.trigger.poll();
		stage.api.sandbox.clock.set(new Date(stage.api.sandbox.clock.now().getTime() - 120 * minuteMs));
		const requests = await stage.trigger.requestsOf(async () => await stage.trigger.poll());
		expect(requests.filter(({ path }) => path === accounts)).toHaveLength(1);
	});

	test('ask for posts only if the events are about channels, and for channels not at all otherwise', async () => {
		await open({ events: ['published', 'failed'] });
		await stage.trigger.poll();
		for (let count = 0; count < 3; count++) {
			stage.pass(20);
			const requests = await stage.trigger.requestsOf(async () => await stage.trigger.poll());
			expect(requests.map(({ path }) => path)).toEqual(['/api/v1/posts/']);
		}
		expect(JSON.parse(stage.trigger.save()).poll.incidents).toBeUndefined();
	});
});

describe('a list of channels that fails', () => {
	const fault = { path: accounts, kind: 'status', status: 500, retryAfter: 30 } as const;

	test('is read by the next poll, and the changes of posts are reported meanwhile', async () => {
		await open({ events: [...events, 'postCreated'] });
		await stage.trigger.poll();
		channels().disconnect(facebook.id);
		await stage.api.create();
		stage.pass(15);
		stage.api.sandbox.faults.add(fault);
		expect(namesOf(await stage.trigger.poll())).toEqual(['postCreated Hello']);
		stage.pass(1);
		expect(namesOf(await stage.trigger.poll())).toEqual(['channelNeedsReconnecting facebook']);
	});

	test('fails the poll if there is nothing else to report, and loses nothing', async () => {
		await open();
		await stage.trigger.poll();
		channels().disconnect(facebook.id);
		stage.pass(15);
		const before = stage.trigger.save();
		stage.api.sandbox.faults.add(fault);
		expect(await stage.trigger.error()).toMatchObject({ httpCode: '500' });
		expect(stage.trigger.save()).toBe(before);
		expect(namesOf(await stage.trigger.poll())).toEqual(['channelNeedsReconnecting facebook']);
	});

	test('is read again if the posts at risk fail, so that no report lacks them', async () => {
		await open();
		await stage.trigger.poll();
		await stage.schedule(600);
		await stage.trigger.poll();
		channels().disconnect(facebook.id);
		stage.pass(15);
		await stage.trigger.poll();
		stage.trigger.restart();
		channels().reconnect(facebook.id);
		await read();
		channels().disconnect(facebook.id);
		stage.pass(15);
		const list = {
			path: '/api/v1/posts/',
			kind: 'body',
			body: { data: [], nextCursor: null, serverTime: stage.timeIn(0) },
		} as const;
		stage.api.sandbox.faults.add({ ...list, contentType: 'application/json' });
		stage.api.sandbox.faults.add({ path: '/api/v1/posts/', kind: 'status', status: 500, retryAfter: 30 });
		await stage.trigger.error();
		expect(await stage.trigger.poll()).toMatchObject([{ postsAtRiskTotal: 1 }]);
	});
});
