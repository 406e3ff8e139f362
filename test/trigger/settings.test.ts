import type { INodeParameters } from 'n8n-workflow';
import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishingTrigger/SocialPublishingTrigger.node';
import { seed, type SandboxOptions } from '../../sandbox';
import { inHours, openPublishingApi, type PublishingApi } from '../sandbox/publishingApi';
import { loadOptions } from '../support/n8nContexts';
import { placeNode } from '../support/n8nWorkflow';
import { minuteMs, summarize, triggerOn } from './triggerUnderTest';

const events = ['postCreated', 'published', 'failed', 'scheduled', 'queued', 'channelPublished'];
const startFrom = '2026-01-05T08:00:00+00:00';
const { facebook, bluesky, mastodon } = seed.channels;
const { keys } = seed;

let api: PublishingApi;
const open = async (options: SandboxOptions = {}): Promise<void> => {
	api = await openPublishingApi(options);
};
const pass = (ms = minuteMs): void => api.sandbox.clock.advance(ms);
const queue = async (id: string) =>
	await api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'queue' } });

afterEach(() => api.sandbox.close());

describe('Start From', () => {
	const begin = async (typed: string = startFrom) => {
		await open();
		await api.create({ delivery: { mode: 'now' } });
		await api.create({ delivery: { mode: 'at', at: inHours(api.sandbox, 5) } });
		pass();
		return { trigger: triggerOn(api, { events, options: { startFrom: typed } }) };
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
	])('%s: reports what changed since then, once', async (typed) => {
		const { trigger } = await begin(typed);
		expect(summarize(await trigger.poll())).toEqual(history);
		pass();
		expect(await trigger.poll()).toEqual([]);
		trigger.restart();
		pass();
		expect(await trigger.poll()).toEqual([]);
	});

	test.each([
		['Europe/Berlin', 5],
		['UTC', 0],
	])("reads a time without an offset in the workflow's time zone: %s", async (timezone, count) => {
		const { trigger } = await begin('2026-01-05T09:59:00');
		expect(await trigger.poll({ timezone })).toHaveLength(count);
	});

	test("doesn't report a status from before then when the post changes (P27)", async () => {
		await open();
		const { facebook, bluesky } = seed.channels;
		api.sandbox.outcomes.add({ platform: 'bluesky', outcome: 'fail' });
		const { id } = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		pass(60 * minuteMs);
		api.sandbox.review.resolveAttention(id);
		const trigger = triggerOn(api, {
			events: ['partiallyPublished', 'channelPublished', 'channelFailed', 'anyChange'],
			options: { startFrom: '2026-01-05T09:30:00+00:00' },
		});
		expect(summarize(await trigger.poll())).toEqual(['anyChange null>partially_published']);
	});

	test('starts at a future time', async () => {
		const { trigger } = await begin('2026-01-05T10:00:00+00:00');
		expect(await trigger.poll()).toEqual([]);
		await api.create();
		pass();
		expect(await trigger.poll()).toEqual([]);
		pass(60 * minuteMs);
		await api.create();
		expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
	});

	test('starts over at a new time, and continues if the time is removed', async () => {
		const { trigger } = await begin();
		await trigger.poll();
		trigger.set({ events, options: {} });
		await api.create();
		expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
		trigger.set({ events, options: { startFrom: '2026-01-05T08:30:00+00:00' } });
		expect(summarize(await trigger.poll())).toEqual([...history, 'postCreated null>draft']);
	});

	test('rejects an invalid date and names the field', async () => {
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
	test.each(others)('%j: starts over without a flood of events', async (other) => {
		await open();
		const old = await api.create();
		const trigger = triggerOn(api, { events, options: { startFrom } });
		expect(await trigger.poll()).toHaveLength(1);
		// Happened before the new settings.
		await api.create();
		trigger.set({ ...other, options: { startFrom } });
		expect(await trigger.pollRaw()).toBeNull();
		pass();
		expect(await trigger.poll()).toEqual([]);
		await queue(old.id);
		expect(summarize(await trigger.poll())).toEqual(['queued draft>queued']);
	});

	test('continues if only the order changes', async () => {
		await open();
		const trigger = triggerOn(api, { events });
		await trigger.poll();
		await api.create();
		trigger.set({ events: [...events].reverse() });
		expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
	});

	test.each([
		['with a slash', (url: string) => `${url}/`],
		['with the prefix', (url: string) => `${url}/api/v1/`],
		['with spaces', (url: string) => ` ${url} `],
		['in capitals', (url: string) => url.replace('http', 'HTTP')],
	])('continues without loss if the same address is written %s', async (_title, spell) => {
		await open();
		const trigger = triggerOn(api, { events });
		await trigger.poll();
		await api.create();
		trigger.setUrl(spell(api.sandbox.url));
		expect(summarize(await trigger.poll())).toEqual(['postCreated null>draft']);
	});

	test('continues with another key of the workspace, with its own ETag and ID', async () => {
		await open();
		const { noAnalytics } = seed.keys;
		const trigger = triggerOn(api, { events, filters: { createdByThisKey: true } });
		for (let count = 0; count < 3; count++) await trigger.poll();
		trigger.setKey(noAnalytics);
		await api.create({ caption: 'by the old key' });
		const { id } = await api.create({ caption: 'by the new key' }, noAnalytics);
		const requests = await trigger.requestsOf(async () =>
			expect(await trigger.poll()).toMatchObject([{ id, event: 'postCreated' }]),
		);
		expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined]);
	});
});

test.each([
	[['channelPublished', 'failed'], 'Channel Published, Failed on Every Channel'],
	[['partiallyPublished', 'sentToReview', 'onHold'], 'Partially Published, Sent to Review, Put on Hold'],
	['queued', 'Queued'],
	[['notYetKnown'], 'notYetKnown'],
])('shows for %j the subtitle %s', (chosen, subtitle) => {
	const nodeType = new SocialPublishingTrigger();
	const { workflow, node } = placeNode(nodeType, { parameters: { events: chosen } });
	const { subtitle: expression } = nodeType.description;
	expect(workflow.expression.getSimpleParameterValue(node, expression, 'internal', {})).toBe(subtitle);
});

describe('Trigger On', () => {
	test('lists the usual events first', async () => {
		await open();
		const { properties } = new SocialPublishingTrigger().description;
		const { options = [] } = properties.find(({ name }) => name === 'events') ?? {};
		expect(options.slice(0, 3).map(({ name }) => name)).toEqual([
			'Post Published',
			'Post Partially Published',
			'Post Failed on Every Channel',
		]);
	});

	test.each([
		[{ events: [] }, "'Trigger On' is empty"],
		[{ events: ['toString'] }, "'Trigger On' can't be 'toString'"],
	])('rejects %j', async (parameters, message) => {
		await open();
		expect(await triggerOn(api, parameters).error()).toMatchObject({
			message,
			failure: { cause: 'configuration-invalid' },
		});
	});
});

describe('filters (P41, P66)', () => {
	const cases: Array<[string, INodeParameters, string[]]> = [
		[
			'none',
			{},
			[
				'postCreated partially_published',
				'channelPublished published',
				'channelFailed failed',
				'postCreated draft',
			],
		],
		[
			'a channel of the post',
			{ channels: [facebook.id] },
			['postCreated partially_published', 'channelPublished published'],
		],
		['another channel', { channels: [mastodon.id] }, ['postCreated draft']],
		[
			'several channels',
			{ channels: [mastodon.id, bluesky.id] },
			['postCreated partially_published', 'channelFailed failed', 'postCreated draft'],
		],
		[
			'channels by an expression',
			{ channels: `={{ "${mastodon.id}, ${mastodon.id}" }}` },
			['postCreated draft'],
		],
		[
			'a channel whose ID is in capitals',
			{ channels: [facebook.id.toUpperCase()] },
			['postCreated partially_published', 'channelPublished published'],
		],
		['states', { statuses: ['draft', 'failed'] }, ['postCreated draft']],
		['created by this key', { createdByThisKey: true }, ['postCreated draft']],
		['all filters', { createdByThisKey: true, statuses: ['published'], channels: [mastodon.id] }, []],
	];
	test.each(cases)('%s', async (_title, filters, expected) => {
		await open({ publishMs: 0 });
		const trigger = triggerOn(api, {
			events: ['postCreated', 'channelPublished', 'channelFailed'],
			filters,
		});
		await trigger.poll();
		api.sandbox.outcomes.add({ platform: 'bluesky', outcome: 'fail', error: 'The text is too long.' });
		const body = { accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } };
		await api.create(body, keys.noAnalytics);
		api.sandbox.clock.advance(minuteMs);
		await api.create({ accounts: [mastodon.id] });
		const told = (await trigger.poll()).map(({ event, status }) => `${String(event)} ${String(status)}`);
		expect(told).toEqual(expected);
	});

	test.each<[string, number, string | string[]]>([
		['a name', 1, 'facebook, Acme Studio TV'],
		['a list', 1, ['All Facebook Channels']],
		['an ID', 0, [facebook.id]],
	])('accepts %s for a channel, with %i requests for the list (P11)', async (_title, asked, given) => {
		await open();
		const trigger = triggerOn(api, { events: ['postCreated'], filters: { channels: given } });
		await trigger.poll();
		await api.create({ accounts: [facebook.id] });
		await api.create({ accounts: [mastodon.id] });
		const before = api.sandbox.requests.length;
		expect(await trigger.poll()).toHaveLength(1);
		const requests = api.sandbox.requests.slice(before);
		expect(requests.filter(({ path }) => path === '/api/v1/accounts/')).toHaveLength(asked);
	});

	test('rejects a name that matches no channel (P11, D7)', async () => {
		await open();
		const trigger = triggerOn(api, { events: ['postCreated'], filters: { channels: 'Acme' } });
		await expect(trigger.poll()).rejects.toMatchObject({
			message: "In 'Channel Names or IDs', 'Acme' isn't the name or ID of a channel",
		});
	});

	test('lists the channels that the key can see', async () => {
		await open();
		const credentials = [
			{ type: new SocialPublishingApi(), data: { baseUrl: api.sandbox.url, apiKey: keys.limited } },
		];
		const trigger = new SocialPublishingTrigger();
		const options = await loadOptions(trigger, 'getChannelsAndGroups', { credentials });
		expect(options.map(({ value }) => value)).toEqual(
			expect.arrayContaining([
				`facebook:${facebook.id}:noBoard:noTitle`,
				`bluesky:${bluesky.id}:noBoard:noTitle`,
			]),
		);
	});
});
