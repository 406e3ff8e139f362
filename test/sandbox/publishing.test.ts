import { seed } from '../../sandbox';
import { inHours, openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, keys, media, queues } = seed;
const { facebook, bluesky, youtube } = channels;

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const statusesOf = (id: string) => {
	const { status, channels: results } = api.sandbox.post(id);
	return [status, ...results.map((result) => result.status)];
};

test('publishes a scheduled post at its time, after publishMs (P43)', async () => {
	const at = inHours(api.sandbox, 1);
	const { id } = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'at', at } });
	api.sandbox.clock.advance(3_599_999);
	expect(statusesOf(id)).toEqual(['scheduled', 'scheduled', 'scheduled']);
	api.sandbox.clock.advance(1);
	expect(statusesOf(id)).toEqual(['publishing', 'publishing', 'publishing']);
	api.sandbox.clock.advance(1500);
	expect(api.sandbox.post(id)).toMatchObject({
		status: 'published',
		publishedAt: '2026-01-05T10:00:01.500+00:00',
		updatedAt: '2026-01-05T10:00:01.500+00:00',
		channels: [{ url: expect.stringMatching(/\/sandbox\/live\/facebook\//) as string, error: null }, {}],
	});
});

test('dates events correctly even if no one looked', async () => {
	const { id } = await api.create({ delivery: { mode: 'at', at: inHours(api.sandbox, 1) } });
	api.sandbox.clock.advance(86_400_000);
	const since = { updatedSince: '2026-01-05T10:30:00Z' };
	const { body } = await api.send('GET', `/posts/?${new URLSearchParams(since).toString()}`);
	expect(body.data).toEqual([]);
	expect(api.sandbox.post(id).updatedAt).toBe('2026-01-05T10:00:01.500+00:00');
});

describe('publishing results', () => {
	test.each([
		['no channel fails', [], ['published', 'published', 'published']],
		[
			'one channel fails',
			[{ channelId: bluesky.id, outcome: 'fail' as const }],
			['partially_published', 'published', 'failed'],
		],
		[
			'every channel of a network fails',
			[{ platform: 'facebook' as const, outcome: 'fail' as const }],
			['partially_published', 'failed', 'published'],
		],
		['every channel fails', [{ outcome: 'fail' as const, times: 2 }], ['failed', 'failed', 'failed']],
	])('have the status of the post and of each channel if %s', async (_name, plans, expected) => {
		for (const plan of plans) api.sandbox.outcomes.add(plan);
		const { id } = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		api.sandbox.clock.advance(1500);
		expect(statusesOf(id)).toEqual(expected);
	});

	test('have the errors and warnings of the plan', async () => {
		api.sandbox.outcomes.add({ channelId: facebook.id, outcome: 'fail', error: 'Too dark' });
		api.sandbox.outcomes.add({
			outcome: 'publish',
			warnings: [{ code: 'thumbnail_not_applied', message: 'x' }],
		});
		const { id } = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		api.sandbox.clock.advance(1500);
		expect(api.sandbox.post(id).channels).toMatchObject([
			{ error: 'Too dark', url: null, publishedAt: null },
			{ error: null, warnings: [{ code: 'thumbnail_not_applied', message: 'x' }] },
		]);
	});

	test('can be taken back by the network later, with its address and a reason', async () => {
		api.sandbox.outcomes.add({
			channelId: facebook.id,
			outcome: 'publish',
			takenBackAfterMs: 60_000,
			error: 'Copyright claim',
		});
		const { id } = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		api.sandbox.clock.advance(61_499);
		expect(statusesOf(id)).toEqual(['published', 'published', 'published']);
		api.sandbox.clock.advance(1);
		expect(statusesOf(id)).toEqual(['partially_published', 'failed', 'published']);
		expect(api.sandbox.post(id)).toMatchObject({
			updatedAt: '2026-01-05T09:01:01.500+00:00',
			channels: [
				{
					error: 'Copyright claim',
					url: expect.stringContaining('http') as string,
					publishedAt: '2026-01-05T09:00:01.500+00:00',
				},
				{ error: null },
			],
		});
	});

	test('fails on a channel that was disconnected in the meantime', async () => {
		const { id } = await api.create({ delivery: { mode: 'at', at: inHours(api.sandbox, 1) } });
		api.sandbox.channels.disconnect(facebook.id);
		api.sandbox.clock.advance(7_200_000);
		expect(api.sandbox.post(id).channels[0]).toMatchObject({
			status: 'failed',
			error: expect.stringContaining('Reconnect') as string,
		});
		api.sandbox.channels.reconnect(facebook.id);
		await api.send('POST', `/posts/${id}/publish`, { body: {} });
		api.sandbox.clock.advance(1500);
		expect(statusesOf(id)).toEqual(['published', 'published']);
	});

	test('warns about an unavailable YouTube category', async () => {
		const options = { youtube: { categoryId: '99' } };
		const { id } = await api.create({
			accounts: [youtube.id],
			title: 'Title',
			mediaAssetIds: [media.video],
			perAccount: { [youtube.id]: { options } },
			delivery: { mode: 'now' },
		});
		api.sandbox.clock.advance(1500);
		expect(api.sandbox.post(id)).toMatchObject({
			status: 'published',
			channels: [{ warnings: [{ code: 'category_not_applied' }] }],
		});
	});
});

describe('queues (P15, P19, P40)', () => {
	const queued = async (mode: string, queueId: string | null = null) =>
		(await api.create({ delivery: { mode, queueIds: { [facebook.id]: queueId } } })).id;
	const places = (...ids: string[]) => ids.map((id) => api.sandbox.post(id).channels[0]?.queuePosition);
	const slots = (...ids: string[]) => ids.map((id) => api.sandbox.post(id).scheduledAt?.slice(5, 13));

	test('adds to the back with queue and to the front with prioritise', async () => {
		const [a, b, c] = [await queued('queue'), await queued('queue'), await queued('prioritise')];
		expect(places(a, b, c)).toEqual([2, 3, 1]);
		expect(slots(a, b, c)).toEqual(['01-05T17', '01-06T09', '01-05T12']);
	});

	test('moves the others up when a post leaves', async () => {
		const [a, b, c] = [await queued('queue'), await queued('queue'), await queued('queue')];
		await api.send('POST', `/posts/${a}/cancel`, { body: {} });
		await api.send('DELETE', `/posts/${b}`);
		expect(places(c)).toEqual([1]);
		expect(slots(c)).toEqual(['01-05T12']);
	});

	test('keeps a separate order and slots for each named queue', async () => {
		const main = await queued('queue');
		const mornings = await queued('queue', queues.facebookMornings.id);
		const campaign = await queued('queue', queues.facebookCampaign.id);
		expect(places(main, mornings, campaign)).toEqual([1, 1, 1]);
		expect(slots(main, mornings)).toEqual(['01-05T12', '01-05T13']);
		expect(api.sandbox.post(campaign).channels[0]?.queueId).toBe(queues.facebookCampaign.id);
	});

	test('publishes the first post in its slot and keeps the slots of the rest', async () => {
		const [a, b] = [await queued('queue'), await queued('queue')];
		api.sandbox.clock.set('2026-01-05T12:00:02Z');
		expect(statusesOf(a)).toEqual(['published', 'published']);
		expect(places(a, b)).toEqual([null, 1]);
		expect(slots(b)).toEqual(['01-05T17']);
	});

	test("can't cancel a post that is published on one channel (P100)", async () => {
		const queueIds = { [facebook.id]: queues.facebookMornings.id };
		const { id } = await api.create({
			accounts: [facebook.id, bluesky.id],
			delivery: { mode: 'queue', queueIds },
		});
		api.sandbox.clock.set('2026-01-05T12:30:00Z');
		expect(statusesOf(id)).toEqual(['queued', 'queued', 'published']);
		for (const action of ['cancel', 'publish']) {
			expect((await api.send('POST', `/posts/${id}/${action}`, { body: {} })).status).toBe(409);
		}
		expect((await api.send('DELETE', `/posts/${id}`)).status).toBe(422);
	});
});

describe('Review (P47)', () => {
	const asked = (delivery: object) => api.create({ delivery }, keys.drafts);

	test.each([
		[{ mode: 'now' }, 'publishing'],
		[{ mode: 'queue' }, 'queued'],
		[{ mode: 'at', at: '2026-01-09T09:00:00Z' }, 'scheduled'],
	])('delivers on approval: %j', async (delivery, status) => {
		const { id } = await asked(delivery);
		const post = api.sandbox.review.approve(id);
		expect(post).toMatchObject({ status, proposedPublishAt: null, channels: [{ status }] });
	});

	test('keeps a post approved if it can no longer be delivered', async () => {
		const { id } = await asked({ mode: 'now' });
		api.sandbox.channels.disconnect(facebook.id);
		expect(api.sandbox.review.approve(id).status).toBe('approved');
	});

	test('returns a withdrawn post to an editable draft', async () => {
		const { id } = await asked({ mode: 'now' });
		const { body } = await api.send('POST', `/posts/${id}/withdraw`, { body: {}, key: keys.drafts });
		expect(body).toMatchObject({ routed: 'draft', post: { status: 'draft' } });
		expect((await api.send('PATCH', `/posts/${id}`, { body: { caption: 'x' } })).status).toBe(200);
		expect(() => api.sandbox.review.approve(id)).toThrow('this post is draft');
	});

	test('pauses a held post and continues on resume, immediately if it is late', async () => {
		const at = inHours(api.sandbox, 1);
		const [early, late] = [
			await api.create({ delivery: { mode: 'at', at } }),
			await api.create({ delivery: { mode: 'at', at } }),
		];
		api.sandbox.review.hold(early.id);
		api.sandbox.review.hold(late.id);
		expect(api.sandbox.review.resume(early.id)).toMatchObject({
			status: 'scheduled',
			scheduledAt: early.scheduledAt,
		});
		api.sandbox.clock.advance(86_400_000);
		expect(statusesOf(late.id)).toEqual(['on_hold', 'draft']);
		expect(api.sandbox.review.resume(late.id).status).toBe('publishing');
	});

	test('marks a partially published post as resolved (P27)', async () => {
		const { id } = await api.create({ accounts: [facebook.id, bluesky.id], delivery: { mode: 'now' } });
		api.sandbox.outcomes.fail(id, facebook.id, 'No');
		api.sandbox.outcomes.publish(id);
		expect(api.sandbox.post(id).attentionResolvedAt).toBeNull();
		expect(api.sandbox.review.resolveAttention(id)).toMatchObject({
			status: 'partially_published',
			attentionResolvedAt: '2026-01-05T09:00:00.000+00:00',
		});
	});
});
