import type { SandboxOptions } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from '../sandbox/publishingApi';
import { createMany } from '../support/manyRequests';
import { until } from '../support/until';
import { minuteMs, summarize, triggerOn, type TriggerUnderTest } from './triggerUnderTest';

const events = ['postCreated', 'published', 'failed', 'scheduled', 'queued'];
const withChannels = [...events, 'channelPublished'];

let api: PublishingApi;
let trigger: TriggerUnderTest;
const open = async (options: SandboxOptions = {}): Promise<void> => {
	api = await openPublishingApi(options);
	trigger = triggerOn(api, { events });
};
const pass = (ms = minuteMs): void => api.sandbox.clock.advance(ms);
const schedule = async (id: string) =>
	await api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'queue' } });
const statuses = async (work: () => Promise<unknown>) =>
	(await trigger.requestsOf(work)).map(({ status }) => status);
/** Polls until the service answers 304. */
const settle = async (): Promise<void> => {
	for (let status = 0; status !== 304; [status = 0] = await statuses(async () => await trigger.poll()))
		pass();
};

afterEach(() => api.sandbox.close());

describe('the first poll (D6)', () => {
	test("emits nothing and doesn't report existing posts later", async () => {
		await open({ seed: 'default' });
		const old = await api.create();
		await api.create({ delivery: { mode: 'now' } });
		trigger = triggerOn(api, { events: withChannels });
		expect(await trigger.pollRaw()).toBeNull();
		for (let count = 0; count < 3; count++) {
			pass();
			const told = summarize(await trigger.poll());
			// The post that was publishing is published after the trigger started, so it is reported.
			expect(told).toEqual(
				count === 0 ? ['published publishing>published', 'channelPublished publishing>published'] : [],
			);
		}
		await schedule(old.id);
		await api.create();
		expect(summarize(await trigger.poll()).sort()).toEqual(['postCreated null>draft', 'queued draft>queued']);
	});

	test('reports a change that reaches the list late if it concerns a known post (P111)', async () => {
		await open({ visibilityLagMs: 60_000 });
		const { id } = await api.create();
		pass(5 * minuteMs);
		await schedule(id);
		await api.create();
		pass(50_000);
		trigger = triggerOn(api, { events: withChannels });
		await trigger.poll();
		pass(10_000);
		expect(summarize(await trigger.poll())).toEqual(['queued draft>queued']);
	});

	test('makes one request for the time and one per hundred open or new posts', async () => {
		await open();
		await createMany(api.sandbox.url, 250);
		pass(5 * minuteMs);
		trigger = triggerOn(api, { events: withChannels });
		const requests = await trigger.requestsOf(async () => await trigger.poll());
		expect(requests.map(({ query }) => query.limit)).toEqual(['1', '100', '100', '100', '100']);
	});
});

describe('an idle poll (P63, P65)', () => {
	beforeEach(async () => await open({ seed: 'default' }));

	test('makes one request, receives a 304 without a body and leaves the state unchanged', async () => {
		await trigger.poll();
		await settle();
		const before = trigger.save();
		const poll = async () => expect(await trigger.pollRaw()).toBeNull();
		for (let count = 0; count < 3; count++) {
			pass();
			const [request, ...others] = await trigger.requestsOf(poll);
			expect(others).toEqual([]);
			expect(request).toMatchObject({
				status: 304,
				query: { limit: '100', updatedSince: expect.any(String) },
			});
		}
		expect(trigger.save()).toBe(before);
	});

	test('sends an ETag only with the query it belongs to', async () => {
		await trigger.poll();
		const sent: Array<[string | undefined, string | undefined]> = [];
		for (let count = 0; count < 8; count++) {
			pass();
			if (count === 3) await api.create();
			const [request] = await trigger.requestsOf(async () => await trigger.poll());
			sent.push([request?.query.updatedSince, request?.headers['if-none-match']]);
		}
		const first = new Map<string | undefined, string | undefined>();
		for (const [query, tag] of sent) {
			if (!first.has(query)) expect(tag).toBeUndefined();
			first.set(query, tag);
		}
		expect(sent.filter(([, tag]) => tag !== undefined).length).toBeGreaterThan(1);
	});

	test("doesn't treat a 200 with a new ETag as a change", async () => {
		await trigger.poll();
		await settle();
		pass();
		const path = '/api/v1/posts/';
		const body = { data: [], nextCursor: null, serverTime: api.sandbox.clock.now().toISOString() };
		api.sandbox.faults.add({
			path,
			kind: 'body',
			body,
			headers: { ETag: '"new"' },
			contentType: 'application/json',
		});
		expect(await statuses(async () => expect(await trigger.pollRaw()).toBeNull())).toEqual([200]);
		const [next] = await trigger.requestsOf(async () => await trigger.poll());
		expect(next?.headers['if-none-match']).toBe('"new"');
	});

	test.each([100, 150])(
		"stores no ETag after %d changes, because a full first page doesn't cover the rest",
		async (count) => {
			await trigger.poll();
			await createMany(api.sandbox.url, count);
			expect(await trigger.poll()).toHaveLength(count);
			const [again] = await trigger.requestsOf(async () => await trigger.poll());
			expect(again?.headers['if-none-match']).toBeUndefined();
			await api.create();
			expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
		},
	);
});

describe('the clock', () => {
	test.each([-6, 6])("is the service's if n8n's is %d hours off", async (hours) => {
		await open({ now: Date.now() + hours * 3_600_000 });
		await trigger.poll();
		await api.create({ delivery: { mode: 'now' } });
		pass();
		const told = summarize(await trigger.poll());
		pass(10 * minuteMs);
		await api.create();
		told.push(...summarize(await trigger.poll()));
		expect(told).toEqual([
			'postCreated null>published',
			'published null>published',
			'postCreated null>draft',
		]);
	});
});

describe('overlapping polls', () => {
	test('skips the second poll in one n8n without a request', async () => {
		await open();
		await trigger.poll();
		const created = await createMany(api.sandbox.url, 150);
		api.sandbox.faults.add({ path: '/api/v1/posts/', kind: 'stall', ms: 200 });
		let both: Array<Array<{ id?: unknown }>> = [];
		const requests = await trigger.requestsOf(async () => {
			both = await Promise.all([trigger.poll(), trigger.poll()]);
		});
		expect(requests).toHaveLength(2);
		expect(
			both
				.flat()
				.map(({ id }) => String(id))
				.sort(),
		).toEqual([...created].sort());
		expect(await trigger.poll()).toEqual([]);
	});

	test("doesn't overwrite a state that another poll wrote in the meantime", async () => {
		await open();
		await trigger.poll();
		await api.create();
		api.sandbox.faults.add({ path: '/api/v1/posts/', kind: 'stall', ms: 200 });
		api.sandbox.requests.length = 0;
		const slow = trigger.pollRaw();
		await until(() => api.sandbox.requests.length > 0);
		trigger.overwrite({ revision: 99 });
		expect(await slow).toBeNull();
		expect(JSON.parse(trigger.save())).toEqual({ poll: { revision: 99 } });
	});
});

test.each(['{"poll":{"version":0}}', '{"poll":"x"}', '{"lastTimeChecked":"2026"}'])(
	'replaces a state of an unknown shape: %s (D6)',
	async (saved) => {
		await open();
		await api.create();
		trigger.restart(saved);
		expect(await trigger.pollRaw()).toBeNull();
		await api.create();
		trigger.restart();
		expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
	},
);
