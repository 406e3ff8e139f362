import type { INodeParameters } from 'n8n-workflow';
import { seed, type Post, type SandboxOptions } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from '../sandbox/publishingApi';
import { minuteMs, summarize, triggerOn } from './triggerUnderTest';

const { facebook, bluesky, mastodon } = seed.channels;
const { keys } = seed;

let api: PublishingApi;
const open = async (options: SandboxOptions = {}) => {
	api = await openPublishingApi({ publishMs: 0, ...options });
};
beforeEach(async () => await open());
afterEach(() => api.sandbox.close());

/** A post that is published on Facebook and fails on Bluesky. */
const publishPartly = async (key?: string): Promise<Post> => {
	api.sandbox.outcomes.add({ platform: 'bluesky', outcome: 'fail', error: 'The text is too long.' });
	return await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } }, key);
};
const begun = async (parameters: Parameters<typeof triggerOn>[1]) => {
	const trigger = triggerOn(api, parameters);
	await trigger.poll();
	return trigger;
};
const channelItem = (platform: 'facebook' | 'bluesky') => ({
	accountId: platform === 'facebook' ? facebook.id : bluesky.id,
	platform,
	handle: platform === 'facebook' ? facebook.handle : bluesky.handle,
	previousStatus: null,
	status: platform === 'facebook' ? 'published' : 'failed',
	url: platform === 'facebook' ? expect.stringMatching(/^http/) : null,
	failureReason: platform === 'facebook' ? null : 'The text is too long.',
	warnings: [],
});

describe('items (P26, P28)', () => {
	test('contain the event and the previous and new status of a post', async () => {
		const trigger = await begun({ events: ['partiallyPublished'] });
		const { id } = await publishPartly();
		const [item] = await trigger.poll();
		expect(item).toMatchObject({
			event: 'partiallyPublished',
			previousStatus: null,
			status: 'partially_published',
			id,
			caption: 'Hello',
		});
		expect(item?.channels).toEqual([
			expect.objectContaining({ platform: 'facebook' }),
			expect.objectContaining({ platform: 'bluesky' }),
		]);
		expect(Object.keys(item ?? {})).toHaveLength(12);
	});

	test.each([true, false])(
		'contain the addresses in the texts of the post and of its channels (Simplify: %s)',
		async (simplify) => {
			const caption = 'اقرأ https://example.com/a، ثم شارك';
			const perAccount = { [bluesky.id]: { caption: '„https://example.com/b“' } };
			const ofPost = await begun({ events: ['published'], simplify });
			const ofChannels = await begun({
				events: ['published'],
				options: { outputPerChannel: true },
				simplify,
			});
			await api.create({
				accounts: [facebook.id, bluesky.id],
				caption,
				perAccount,
				linkUrl: 'https://example.com/c',
				delivery: { mode: 'now' },
			});
			const [a, b, c] = ['a', 'b', 'c'].map((path) => `https://example.com/${path}`);
			expect(await ofPost.poll()).toMatchObject([{ textLinks: [a, b, c] }]);
			expect((await ofChannels.poll()).map(({ textLinks }) => textLinks)).toEqual([
				[a, c],
				[b, c],
			]);
		},
	);

	test('contain the whole post if Simplify is off', async () => {
		const trigger = await begun({ events: ['partiallyPublished'], simplify: false });
		const { id } = await publishPartly();
		const post = api.sandbox.post(id);
		expect(await trigger.poll()).toEqual([
			{
				message:
					'“Hello” was published on Facebook (Acme Studio), but not on Bluesky (acme.example): The text is too long.',
				event: 'partiallyPublished',
				previousStatus: null,
				urls: [post?.channels[0]?.url],
				textLinks: [],
				...post,
			},
		]);
	});

	test("contain a channel's URL or error", async () => {
		const trigger = await begun({ events: ['channelPublished', 'channelFailed'] });
		const { id } = await publishPartly();
		const post = {
			id,
			postStatus: 'partially_published',
			previousPostStatus: null,
			updatedAt: expect.any(String),
		};
		const content = { caption: 'Hello', title: null, firstComment: null, boardId: null, textLinks: [] };
		expect(await trigger.poll()).toEqual([
			{
				message: '“Hello” was published on Facebook (Acme Studio).',
				event: 'channelPublished',
				...post,
				...channelItem('facebook'),
				network: 'Facebook',
				...content,
				urls: [expect.stringMatching(/^http/)],
				scheduledAt: null,
				publishedAt: expect.any(String),
			},
			{
				message: "“Hello” wasn't published on Bluesky (acme.example): The text is too long.",
				event: 'channelFailed',
				...post,
				...channelItem('bluesky'),
				network: 'Bluesky',
				...content,
				urls: [],
				scheduledAt: null,
				publishedAt: null,
			},
		]);
	});

	test('include one for each channel', async () => {
		const trigger = await begun({ events: ['partiallyPublished'], options: { outputPerChannel: true } });
		const { id } = await publishPartly();
		expect(await trigger.poll()).toMatchObject([
			{ event: 'partiallyPublished', id, ...channelItem('facebook') },
			{ event: 'partiallyPublished', id, ...channelItem('bluesky') },
		]);
	});

	test('include one for each chosen channel, in full if Simplify is off', async () => {
		const trigger = await begun({
			events: ['partiallyPublished'],
			simplify: false,
			filters: { channels: [bluesky.id] },
			options: { outputPerChannel: true },
		});
		await publishPartly();
		const items = await trigger.poll();
		const ofPost = { postCaption: 'Hello', updatedAt: expect.any(String) };
		expect(items).toMatchObject([
			{ network: 'Bluesky', ...channelItem('bluesky'), queuePosition: null, boardId: null, ...ofPost },
		]);
	});

	test('follow the order of the changes', async () => {
		const trigger = await begun({ events: ['postCreated', 'queued'] });
		const [first, second] = [await api.create({ caption: 'a' }), await api.create({ caption: 'b' })];
		api.sandbox.clock.advance(minuteMs);
		await api.send('POST', `/posts/${first.id}/schedule`, { body: { mode: 'queue' } });
		expect((await trigger.poll()).map(({ id, event }) => [id, event])).toEqual([
			[second.id, 'postCreated'],
			[first.id, 'postCreated'],
			[first.id, 'queued'],
		]);
	});

	test('include Any Change only if no other event applies', async () => {
		const trigger = await begun({ events: ['anyChange', 'queued'] });
		const { id } = await api.create();
		const told = summarize(await trigger.poll());
		await api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'queue' } });
		told.push(...summarize(await trigger.poll()));
		api.sandbox.clock.advance(1);
		await api.send('POST', `/posts/${id}/schedule`, { body: { mode: 'prioritise' } });
		told.push(...summarize(await trigger.poll()));
		expect(told).toEqual(['anyChange null>draft', 'queued draft>queued', 'anyChange queued>queued']);
	});
});

describe('the sample of a manual test', () => {
	const later = { mode: 'at', at: '2026-02-01T09:00:00+00:00' };

	test('returns the newest matching posts and ignores and preserves the stored state', async () => {
		await api.sandbox.close();
		await open({ seed: 'default' });
		const trigger = await begun({ events: ['failed', 'partiallyPublished', 'published'] });
		for (let count = 0; count < 6; count++) await trigger.poll();
		const saved = trigger.save();
		const events = ['partiallyPublished', 'failed', 'published'];
		const samples = await trigger.sample();
		expect(samples.map(({ event }) => event)).toEqual(events);
		expect(JSON.stringify(samples)).not.toMatch(/Sample: |"sample"/);
		expect(trigger.save()).toBe(saved);
		trigger.restart('{"poll":17}');
		expect((await trigger.sample()).map(({ event }) => event)).toEqual(events);
	});

	test('returns a post for each event, also for one that none of the newest has had', async () => {
		await api.create({ caption: 'Queued', delivery: { mode: 'queue' } });
		for (let count = 0; count < 8; count++) await api.create({ caption: `${count}` });
		const items = await triggerOn(api, { events: ['postCreated', 'queued'] }).sample();
		expect(items.map(({ event, caption }) => [event, caption])).toEqual([
			...['7', '6', '5', '4', '3'].map((caption) => ['postCreated', caption]),
			['postCreated', 'Queued'],
			['queued', 'Queued'],
		]);
	});

	test('returns at most five posts', async () => {
		for (let count = 0; count < 8; count++) await api.create({ caption: `${count}` });
		const items = await triggerOn(api, { events: ['postCreated'] }).sample();
		expect(items.map(({ caption }) => caption)).toEqual(['7', '6', '5', '4', '3']);
	});

	const cases: Array<[string, object, string[]]> = [
		['a channel that failed', { events: ['channelFailed'] }, ['channelFailed failed']],
		[
			'a channel that was published',
			{ events: ['channelPublished'], filters: { channels: [facebook.id] } },
			['channelPublished published'],
		],
		['any change', { events: ['anyChange'] }, ['anyChange partially_published', 'anyChange draft']],
		[
			'a state and a filter',
			{ events: ['failed', 'partiallyPublished'], filters: { statuses: ['partially_published'] } },
			['partiallyPublished partially_published'],
		],
		['this key', { events: ['anyChange'], filters: { createdByThisKey: true } }, ['anyChange draft']],
	];
	test.each(cases)('%s', async (_title, parameters, expected) => {
		await api.create();
		await publishPartly(keys.noAnalytics);
		const items = await triggerOn(api, parameters as INodeParameters).sample();
		expect(items.map(({ event, status }) => `${String(event)} ${String(status)}`)).toEqual(expected);
	});

	test.each([
		{ events: ['dealtWith'], filters: { statuses: ['published'] } },
		{ events: ['channelWarning'], filters: { channels: [mastodon.id] } },
		{ events: ['onHold'], filters: { statuses: ['published'] } },
		{ events: ['failed'], filters: { statuses: ['published'] } },
		{ events: ['anyChange'], filters: { channels: [mastodon.id] } },
	])('%j: shows a clear message if no post matches', async (parameters) => {
		await publishPartly();
		const error = await triggerOn(api, parameters as INodeParameters).error({ mode: 'manual' });
		expect(error.message).toBe('No post matches the events and filters yet');
		expect(error.description).toContain("'Trigger On'");
	});

	test.each([
		['dealtWith', 'Sample: “Hello” was dealt with. It had failed on '],
		['channelWarning', 'Sample: “Hello” has a warning. '],
	])('shows a post as it looks when %s happens for the first time', async (event, message) => {
		const { id } = await publishPartly();
		await api.create({ accounts: [facebook.id], caption: 'A newer draft' });
		const [item, ...others] = await triggerOn(api, {
			events: [event],
			filters: { statuses: ['partially_published'] },
		}).sample();
		expect(item).toMatchObject({
			sample: true,
			event,
			id,
			message: expect.stringContaining(message) as string,
		});
		expect(others).toEqual([]);
	});

	test.each([
		['approved', 'approved', null],
		['changesRequested', 'changes_requested', null],
		['onHold', 'on_hold', null],
		['queued', 'queued', expect.stringMatching(/^20/)],
		['rejected', 'rejected', null],
		['sentToReview', 'pending_approval', null],
	])(
		'shows the newest post as it looks when %s happens for the first time',
		async (event, status, scheduledAt) => {
			const post = await api.create({ accounts: [facebook.id], caption: 'Hello' });
			const [item, ...others] = await triggerOn(api, { events: [event] }).sample();
			expect(item).toMatchObject({ sample: true, event, id: post.id, status, scheduledAt, urls: [] });
			expect(item?.message).toMatch(/^Sample: “Hello” /);
			expect(others).toEqual([]);
		},
	);

	test.each<[string, () => unknown, { accountId: string; postsAtRiskTotal: number }]>([
		['a channel with posts at risk', () => undefined, { accountId: mastodon.id, postsAtRiskTotal: 2 }],
		[
			'one that really lost its connection, with posts at risk',
			async () => {
				await api.create({ accounts: [bluesky.id], delivery: later });
				api.sandbox.channels.disconnect(bluesky.id);
			},
			{ accountId: bluesky.id, postsAtRiskTotal: 1 },
		],
		[
			'one that really lost its connection instead of one with posts at risk, and none of their posts',
			() => api.sandbox.channels.disconnect(facebook.id),
			{ accountId: facebook.id, postsAtRiskTotal: 0 },
		],
	])('shows %s', async (_title, prepare, expected) => {
		await api.create({ accounts: [mastodon.id], caption: 'First', delivery: later });
		await api.create({ accounts: [mastodon.id], caption: 'Second', delivery: later });
		await prepare();
		const [item] = await triggerOn(api, {
			events: ['channelNeedsReconnecting'],
			filters: { channels: [mastodon.id, facebook.id, bluesky.id] },
		}).sample();
		expect(item).toMatchObject({ ...expected, sample: true, status: 'disconnected' });
		expect(item?.message).toMatch(/^Sample: .+ must be reconnected\./);
		expect(item?.postsAtRisk).toHaveLength(expected.postsAtRiskTotal);
	});

	test('throws an error on a fault', async () => {
		api.sandbox.faults.add({ path: '/api/v1/posts/', kind: 'status', status: 500, retryAfter: 30 });
		expect(await triggerOn(api, { events: ['failed'] }).error({ mode: 'manual' })).toMatchObject({
			httpCode: '500',
		});
	});
});
