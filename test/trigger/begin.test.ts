import { seed, type SandboxOptions } from '../../sandbox';
import { inHours, talkTo, type Talk } from '../sandbox/talk';
import { minuteMs, shortly, triggerOn } from './stage';

const events = ['postCreated', 'published', 'failed', 'scheduled', 'queued', 'channelPublished'];
const startFrom = '2026-01-05T08:00:00+00:00';

let talk: Talk;
const open = async (options: SandboxOptions = {}): Promise<void> => {
	talk = await talkTo(options);
};
const pass = (ms = minuteMs): void => talk.sandbox.clock.advance(ms);
const queue = async (id: string) =>
	await talk.ask('POST', `/posts/${id}/schedule`, { body: { mode: 'queue' } });

afterEach(() => talk.sandbox.close());

describe('D6 the first poll', () => {
	test('emits nothing, and what is there already is no news', async () => {
		await open({ seed: 'default' });
		const old = await talk.create();
		await talk.create({ delivery: { mode: 'now' } });
		const trigger = triggerOn(talk, { events });
		expect(await trigger.pollRaw()).toBeNull();
		for (let count = 0; count < 3; count++) {
			pass();
			const told = shortly(await trigger.poll());
			// The one that was on its way goes out after the beginning: that is news.
			expect(told).toEqual(
				count === 0 ? ['published publishing>published', 'channelPublished publishing>published'] : [],
			);
		}
		await queue(old.id);
		await talk.create();
		expect(shortly(await trigger.poll()).sort()).toEqual(['postCreated null>draft', 'queued draft>queued']);
	});

	test('P111 what was on its way into the list when it began is told if it is a change of a known post', async () => {
		await open({ visibilityLagMs: 60_000 });
		const { id } = await talk.create();
		pass(5 * minuteMs);
		await queue(id);
		await talk.create();
		pass(50_000);
		const trigger = triggerOn(talk, { events });
		await trigger.poll();
		pass(10_000);
		expect(shortly(await trigger.poll())).toEqual(['queued draft>queued']);
	});

	test('with 2,100 open posts takes 22 requests', async () => {
		await open();
		const trigger = triggerOn(talk, { events });
		const page = { data: [], nextCursor: null, serverTime: startFrom };
		talk.sandbox.faults.add({
			path: '/api/v1/posts/',
			kind: 'body',
			body: page,
			times: 3,
			contentType: 'application/json',
		});
		expect(await trigger.requestsOf(async () => await trigger.poll())).toHaveLength(3);
	});
});

describe('Start From', () => {
	const begin = async (typed: string = startFrom) => {
		await open();
		const published = await talk.create({ delivery: { mode: 'now' } });
		await talk.create({ delivery: { mode: 'at', at: inHours(talk.sandbox, 5) } });
		pass();
		return { published, trigger: triggerOn(talk, { events, options: { startFrom: typed } }) };
	};
	const history = [
		'postCreated null>scheduled',
		'scheduled null>scheduled',
		'postCreated null>published',
		'published null>published',
		'channelPublished null>published',
	];

	test.each([
		startFrom,
		'2026-01-05T09:00:00+01:00',
		'={{ DateTime.fromISO("2026-01-05T08:00:00Z").plus($now.millisecond) }}',
	])('%s: what changed since then is told once', async (typed) => {
		const { trigger } = await begin(typed);
		expect(shortly(await trigger.poll())).toEqual(history);
		pass();
		expect(await trigger.poll()).toEqual([]);
		trigger.restart();
		pass();
		expect(await trigger.poll()).toEqual([]);
	});

	test('a time without an offset is read in the time zone of the workflow', async () => {
		const { trigger } = await begin('2026-01-05T10:00:30');
		expect(shortly(await trigger.poll({ timezone: 'Europe/Berlin' }))).toEqual(history.slice(2));
	});

	test('what was changed since, but published before, is told as a change only', async () => {
		const { trigger, published } = await begin();
		pass(60 * minuteMs);
		trigger.set({ events: [...events, 'anyChange'], options: { startFrom: inHours(talk.sandbox, -0.5) } });
		expect(await trigger.poll()).toEqual([]);
		expect(published.id).toBeTruthy();
	});

	test('a time to come begins then', async () => {
		const { trigger } = await begin('2026-01-05T10:00:00+00:00');
		expect(await trigger.poll()).toEqual([]);
		await talk.create();
		pass();
		expect(await trigger.poll()).toEqual([]);
		pass(60 * minuteMs);
		await talk.create();
		expect(shortly(await trigger.poll())).toEqual(['postCreated null>draft']);
	});

	test('another one begins there; none goes on', async () => {
		const { trigger } = await begin();
		await trigger.poll();
		trigger.set({ events, options: {} });
		await talk.create();
		expect(shortly(await trigger.poll())).toEqual(['postCreated null>draft']);
		trigger.set({ events, options: { startFrom: '2026-01-05T08:30:00+00:00' } });
		expect(shortly(await trigger.poll())).toEqual([...history, 'postCreated null>draft']);
	});

	test('no date is an error that names the field', async () => {
		const { trigger } = await begin('soon');
		expect(await trigger.error()).toMatchObject({
			message: expect.stringContaining('Start From'),
			failure: { cause: 'configuration-invalid' },
		});
	});
});

describe('other settings', () => {
	const others = [
		{ events: ['queued'] },
		{ events, filters: { channels: [seed.channels.facebook.id] } },
		{ events, filters: { statuses: ['queued', 'draft'] } },
		{ events, filters: { createdByThisKey: true } },
	];
	test.each(others)('%j: the watch begins anew without a flood', async (other) => {
		await open();
		const old = await talk.create();
		const trigger = triggerOn(talk, { events, options: { startFrom } });
		expect(await trigger.poll()).toHaveLength(1);
		trigger.set({ ...other, options: { startFrom } });
		expect(await trigger.pollRaw()).toBeNull();
		pass();
		expect(await trigger.poll()).toEqual([]);
		await queue(old.id);
		expect(shortly(await trigger.poll())).toEqual(['queued draft>queued']);
	});

	test('the same ones in another order go on', async () => {
		await open();
		const trigger = triggerOn(talk, { events });
		await trigger.poll();
		await talk.create();
		trigger.set({ events: [...events].reverse() });
		expect(shortly(await trigger.poll())).toEqual(['postCreated null>draft']);
	});

	test('another key of the workspace goes on, with ETag and id of its own', async () => {
		await open();
		const { noAnalytics } = seed.keys;
		const trigger = triggerOn(talk, { events, filters: { createdByThisKey: true } });
		for (let count = 0; count < 3; count++) await trigger.poll();
		trigger.setKey(noAnalytics);
		await talk.create({ caption: 'by the old key' });
		const { id } = await talk.create({ caption: 'by the new key' }, noAnalytics);
		const requests = await trigger.requestsOf(async () =>
			expect(await trigger.poll()).toMatchObject([{ id, event: 'postCreated' }]),
		);
		expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
	});
});

test.each(['{"poll":{"version":0}}', '{"poll":"x"}', '{"lastTimeChecked":"2026"}'])(
	'D6 a state of an unknown shape is replaced: %s',
	async (saved) => {
		await open();
		await talk.create();
		const trigger = triggerOn(talk, { events });
		trigger.restart(saved);
		expect(await trigger.pollRaw()).toBeNull();
		await talk.create();
		trigger.restart();
		expect(shortly(await trigger.poll())).toEqual(['postCreated null>draft']);
	},
);
