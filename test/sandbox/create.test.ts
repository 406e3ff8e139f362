import { seed } from '../../sandbox';
import { inHours, openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, keys, queues } = seed;
const facebook = channels.facebook.id;
const base = { accounts: [facebook], caption: 'Hello' };
const on = (channel: { id: string }, more: object = {}) => ({ ...base, accounts: [channel.id], ...more });
const own = (channel: { id: string }, words: object) => on(channel, { perAccount: { [channel.id]: words } });

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const send = (body: object, key: string = keys.full) => api.send('POST', '/posts/', { body, key });

test('saves a draft with every field if create has no delivery (P26, P28, P45, P70)', async () => {
	const { status, body } = await send(base);
	expect({ status, routed: body.routed }).toEqual({ status: 201, routed: 'draft' });
	expect(body.post).toEqual({
		id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
		status: 'draft',
		caption: 'Hello',
		title: null,
		firstComment: null,
		linkUrl: null,
		mediaAssetIds: [],
		scheduledAt: null,
		proposedPublishAt: null,
		publishedAt: null,
		attentionResolvedAt: null,
		createdAt: '2026-01-05T09:00:00.000+00:00',
		updatedAt: '2026-01-05T09:00:00.000+00:00',
		createdVia: { credentialId: expect.any(String) as string, name: 'Automation' },
		channels: [
			{
				accountId: facebook,
				platform: 'facebook',
				handle: 'Acme Studio',
				status: 'draft',
				scheduledAt: null,
				publishedAt: null,
				url: null,
				error: null,
				warnings: [],
				queuePosition: null,
				queueId: null,
				caption: null,
				title: null,
				firstComment: null,
				boardId: null,
				options: null,
			},
		],
	});
});

describe('create with a delivery (P46)', () => {
	test.each([
		['now', {}, { status: 'publishing', scheduledAt: null }, 'publishing'],
		[
			'at',
			{ at: '2026-01-06T10:00:00+02:00' },
			{ scheduledAt: '2026-01-06T08:00:00.000+00:00' },
			'scheduled',
		],
		[
			'queue',
			{},
			{ scheduledAt: '2026-01-05T12:00:00.000+00:00', queuePosition: 1, queueId: null },
			'queued',
		],
		['prioritise', { queueIds: { [facebook]: null } }, { queuePosition: 1, queueId: null }, 'queued'],
		[
			'queue',
			{ queueIds: { [facebook]: queues.facebookMornings.id }, timezone: 'Europe/Berlin' },
			{ queueId: queues.facebookMornings.id },
			'queued',
		],
	])('delivers with %s %j', async (mode, more, channel, status) => {
		const { status: code, body } = await send({ ...base, delivery: { mode, ...more } });
		expect({ code, routed: body.routed }).toEqual({ code: 201, routed: 'enacted' });
		expect(body.post).toMatchObject({ status, channels: [{ status, ...channel }] });
	});
});

describe('a delivery that needs approval (P47, P94)', () => {
	test.each([
		['a key without publish_directly', keys.drafts, facebook],
		['a workspace that approves everything', keys.approval, channels.approvalFacebook.id],
	])('sends the post to review: %s', async (_name, key, account) => {
		const at = inHours(api.sandbox, 5);
		const { status, body } = await send({ ...base, accounts: [account], delivery: { mode: 'at', at } }, key);
		expect({ status, routed: body.routed }).toEqual({ status: 201, routed: 'pending_approval' });
		expect(body.post).toMatchObject({
			status: 'pending_approval',
			scheduledAt: null,
			proposedPublishAt: '2026-01-05T14:00:00.000+00:00',
			channels: [{ status: 'draft', scheduledAt: null }],
		});
	});
});

describe('the proposed time (P29, P31, P32, P33)', () => {
	const proposed = { proposedPublishAt: '2026-01-07T10:00:00+00:00' };
	test.each([
		['stays with a draft', {}, keys.full, '2026-01-07T10:00:00.000+00:00'],
		['is cleared by a delivery', { delivery: { mode: 'queue' } }, keys.full, null],
		[
			'stays if the review has no time',
			{ delivery: { mode: 'now' } },
			keys.drafts,
			'2026-01-07T10:00:00.000+00:00',
		],
		[
			'becomes the time under review',
			{ delivery: { mode: 'at', at: '2026-01-06T10:00:00Z' } },
			keys.drafts,
			'2026-01-06T10:00:00.000+00:00',
		],
		['is empty for null', { proposedPublishAt: null }, keys.full, null],
	])('%s', async (_name, more, key, expected) => {
		const { body } = await send({ ...base, ...proposed, ...more }, key);
		expect(body.post?.proposedPublishAt).toBe(expected);
	});

	test('publishes nothing by itself, and is cleared by a schedule (P30)', async () => {
		const { body } = await send({ ...base, ...proposed });
		const id = body.post?.id ?? '';
		api.sandbox.clock.set('2026-02-01T09:00:00Z');
		expect(api.sandbox.post(id).status).toBe('draft');
		const at = { mode: 'at', at: '2026-02-02T09:00:00Z' };
		const scheduled = await api.send('POST', `/posts/${id}/schedule`, { body: at });
		expect(scheduled.body.post?.proposedPublishAt).toBeNull();
	});
});

test('accepts a long caption with a short override, and counts characters, not bytes (P109)', async () => {
	const words = { caption: '🙂'.repeat(300) };
	const { status } = await send({
		...own(channels.bluesky, words),
		caption: 'x'.repeat(301),
		delivery: { mode: 'now' },
	});
	expect(status).toBe(201);
});

test('turns off the first comment on a channel with an empty override (P34)', async () => {
	const { body } = await send({
		...base,
		accounts: [facebook, channels.bluesky.id],
		firstComment: 'More in the comments',
		perAccount: { [channels.bluesky.id]: { firstComment: '' } },
	});
	expect(body.post?.channels.map(({ firstComment }) => firstComment)).toEqual([null, '']);
});

test('fixes the saved draft with an edit and delivers it with submit (P53)', async () => {
	const { body } = await send(on(channels.bluesky, { caption: 'x'.repeat(301), delivery: { mode: 'now' } }));
	await api.send('PATCH', `/posts/${body.post_id}`, { body: { caption: 'Short' } });
	const sent = await api.send('POST', `/posts/${body.post_id}/submit`, {
		body: { delivery: { mode: 'now' } },
	});
	expect({ status: sent.status, routed: sent.body.routed }).toEqual({ status: 200, routed: 'enacted' });
	expect(api.sandbox.posts()).toHaveLength(1);
});
