import { seed, type SandboxOptions } from '../../sandbox';
import { inHours, talkTo, type Talk } from '../sandbox/talk';
import { createMany } from '../support/manyRequests';
import { minuteMs, shortly, triggerOn } from './triggerUnderTest';

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

describe('the first poll (D6)', () => {
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

	test('what was on its way into the list when it began is told if it is a change of a known post (P111)', async () => {
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

	test('takes a request for the time, and one for each hundred posts that are open or new', async () => {
		await open();
		await createMany(talk.sandbox.url, 250);
		pass(5 * minuteMs);
		const trigger = triggerOn(talk, { events });
		const requests = await trigger.requestsOf(async () => await trigger.poll());
		expect(requests.map(({ query }) => query.limit)).toEqual(['1', '100', '100', '100', '100']);
	});
});

describe('Start From', () => {
	const begin = async (typed: string = startFrom) => {
		await open();
		await talk.create({ delivery: { mode: 'now' } });
		await talk.create({ delivery: { mode: 'at', at: inHours(talk.sandbox, 5) } });
		pass();
		return { trigger: triggerOn(talk, { events, options: { startFrom: typed } }) };
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

	test.each([
		['Europe/Berlin', 5],
		['UTC', 0],
	])('a time without an offset is read in the time zone of the workflow: %s', async (timezone, count) => {
		const { trigger } = await begin('2026-01-05T09:59:00');
		expect(await trigger.poll({ timezone })).toHaveLength(count);
	});

	test('a state from before then is not told when the post changes (P27)', async () => {
		await open();
		const { facebook, bluesky } = seed.channels;
		talk.sandbox.outcomes.add({ platform: 'bluesky', outcome: 'fail' });
		const { id } = await talk.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		pass(60 * minuteMs);
		talk.sandbox.review.resolveAttention(id);
		const trigger = triggerOn(talk, {
			events: ['partiallyPublished', 'channelPublished', 'channelFailed', 'anyChange'],
			options: { startFrom: '2026-01-05T09:30:00+00:00' },
		});
		expect(shortly(await trigger.poll())).toEqual(['anyChange null>partially_published']);
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

	test.each([
		['with a slash', (url: string) => `${url}/`],
		['with the prefix', (url: string) => `${url}/api/v1/`],
		['with blanks', (url: string) => ` ${url} `],
		['in capitals', (url: string) => url.replace('http', 'HTTP')],
	])('the same address spelled %s goes on, and loses nothing', async (_title, spell) => {
		await open();
		const trigger = triggerOn(talk, { events });
		await trigger.poll();
		await talk.create();
		trigger.setUrl(spell(talk.sandbox.url));
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
	'a state of an unknown shape is replaced: %s (D6)',
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
