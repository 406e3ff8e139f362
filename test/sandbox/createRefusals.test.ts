import { seed } from '../../sandbox';
import { openPublishingApi, type PublishingApi } from './publishingApi';

const { channels, media, queues, boards } = seed;
const facebook = channels.facebook.id;
const base = { accounts: [facebook], caption: 'Hello' };
const on = (channel: { id: string }, more: object = {}) => ({ ...base, accounts: [channel.id], ...more });
const own = (channel: { id: string }, words: object) => on(channel, { perAccount: { [channel.id]: words } });

let api: PublishingApi;
beforeEach(async () => {
	api = await openPublishingApi();
});
afterEach(() => api.sandbox.close());

const send = (body: object) => api.send('POST', '/posts/', { body });

describe('an invalid draft saves nothing, and an edit to it changes nothing (P55)', () => {
	test.each<[string, object, number, string]>([
		[
			'a channel not on the key (P92)',
			on({ id: channels.approvalFacebook.id }),
			403,
			'accounts: the key may not',
		],
		['a channel twice', { ...base, accounts: [facebook, facebook] }, 422, 'accounts: '],
		['unknown media', { ...base, mediaAssetIds: [facebook] }, 422, 'mediaAssetIds[0]: there is no asset'],
		['unfinished media', { ...base, mediaAssetIds: [media.unfinished] }, 422, 'mediaAssetIds[0]: the upload'],
		[
			'a first comment for YouTube (N46)',
			on(channels.youtube, { firstComment: 'x' }),
			422,
			'firstComment: youtube',
		],
		['its own first comment', own(channels.youtube, { firstComment: 'x' }), 422, 'firstComment: youtube'],
		['a title for Bluesky', own(channels.bluesky, { title: 'x' }), 422, 'title: bluesky'],
		['a board for Bluesky', own(channels.bluesky, { boardId: '1' }), 422, 'boardId: bluesky'],
		[
			"another platform's options (P18)",
			own(channels.bluesky, { options: { devto: {} } }),
			422,
			'options.devto',
		],
		[
			'a privacy level this creator lacks (P22)',
			own(channels.tiktok, { options: { tiktok: { privacyLevel: 'FOLLOWER_OF_CREATOR' } } }),
			422,
			'privacyLevel: this creator',
		],
		[
			'a thumbnail that is a video (P37)',
			own(channels.youtube, { options: { youtube: { thumbnail: { assetId: media.video } } } }),
			422,
			'thumbnail.assetId: must be',
		],
		[
			'a proposed time in the past (P5)',
			{ ...base, proposedPublishAt: '2026-01-01T00:00:00Z' },
			422,
			'proposed',
		],
		[
			'a time in the past (P5, N43)',
			{ ...base, delivery: { mode: 'at', at: '2026-01-05T08:58:59Z' } },
			422,
			'delivery.at: must not be',
		],
	])('refuses %s', async (_name, body, status, detail) => {
		const reply = await send({ delivery: { mode: 'now' }, ...body });
		expect({ status: reply.status, error: reply.body.error }).toEqual({
			status,
			error: status === 403 ? 'forbidden' : 'invalid',
		});
		expect(reply.body.detail).toContain(detail);
		expect(reply.body).not.toHaveProperty('post_id');
		expect(api.sandbox.posts()).toEqual([]);
		if ('delivery' in body) return;
		const before = await api.create();
		const edit = await api.send('PATCH', `/posts/${before.id}`, { body });
		expect({ status: edit.status, body: edit.body }).toEqual({ status, body: reply.body });
		expect(api.sandbox.post(before.id)).toEqual(before);
	});
});

describe('a refused delivery still saves the draft (P46, P53, P98, P102)', () => {
	const video = { mediaAssetIds: [media.video] };
	const pin = { mediaAssetIds: [media.image] };
	test.each<[string, object, string]>([
		['too long a caption (P109)', on(channels.bluesky, { caption: 'x'.repeat(301) }), 'caption: bluesky'],
		[
			'too long a caption of its own (P109)',
			own(channels.bluesky, { caption: 'x'.repeat(301) }),
			'caption: bluesky',
		],
		['no text and no media', { ...base, caption: '' }, 'caption: facebook'],
		[
			'no video (P17)',
			on(channels.youtube, { title: 'x', mediaAssetIds: [media.image] }),
			'mediaAssetIds: youtube',
		],
		['no image (P17)', on(channels.instagram), 'mediaAssetIds: instagram'],
		['no title', on(channels.devto), 'title: devto'],
		['too long a title (P109)', on(channels.youtube, { ...video, title: 'x'.repeat(101) }), 'title: youtube'],
		['no board', on(channels.pinterest, pin), 'boardId: pinterest'],
		['an unknown board', { ...own(channels.pinterest, { boardId: '1' }), ...pin }, 'boardId: pinterest'],
		[
			'a board of another channel',
			{ ...own(channels.pinterestSecond, { boardId: boards.ideas.id }), ...pin },
			'no board',
		],
		['a channel to reconnect', on(channels.linkedinBroken), 'accounts: linkedin'],
		[
			'a queue of another channel',
			{ ...base, delivery: { mode: 'queue', queueIds: { [facebook]: queues.linkedinWeekly.id } } },
			'queueIds: facebook (c0000000-0000-4000-8000-000000000001) has no queue',
		],
		[
			'a queue for a channel it lacks',
			{ ...base, delivery: { mode: 'queue', queueIds: { [channels.linkedin.id]: null } } },
			'queueIds: linkedin (c0000000-0000-4000-8000-000000000004) is not a channel of this post',
		],
	])('refuses %s', async (_name, body, detail) => {
		const { status, body: answer } = await send({ delivery: { mode: 'now' }, ...body });
		expect({ status, error: answer.error }).toEqual({ status: 422, error: 'invalid' });
		expect(answer.detail).toContain(detail);
		expect(api.sandbox.post(answer.post_id ?? '')).toMatchObject({ status: 'draft', scheduledAt: null });
	});
});

describe('accepted posts', () => {
	test.each<[string, object]>([
		['a time up to a minute ago (N43)', { ...base, delivery: { mode: 'at', at: '2026-01-05T08:59:00Z' } }],
		['a first comment for Bluesky (N46)', on(channels.bluesky, { firstComment: 'x' })],
		['a first comment for Mastodon (N46)', on(channels.mastodon, { firstComment: 'x' })],
		[
			'a video for YouTube without a title (N46)',
			on(channels.youtube, { mediaAssetIds: [media.video], delivery: { mode: 'queue' } }),
		],
		['an https link (N46)', { ...base, linkUrl: 'https://example.com/a' }],
		["overrides for channels that weren't chosen", { ...own(channels.bluesky, {}), accounts: [facebook] }],
		[
			'overrides for channels that belong to no one',
			{ ...base, perAccount: { '00000000-0000-4000-8000-000000000000': { caption: 'x' } } },
		],
	])('accepts %s', async (_name, body) => {
		const reply = await send(body);
		expect(reply).toMatchObject({ status: 201, body: { post: { channels: [{}] } } });
	});

	test('publishes immediately if the time was up to a minute ago (N43)', async () => {
		const { body } = await send({ ...base, delivery: { mode: 'at', at: '2026-01-05T08:59:30Z' } });
		expect(api.sandbox.post(body.post?.id ?? '').status).toBe('published');
	});
});

test.each(['ftp://example.com/a', 'javascript:alert(1)', 'mailto:a@example.com'])(
	'a link with another scheme is refused: %s (N46)',
	async (linkUrl) => {
		const { status, body } = await send({ ...base, linkUrl });
		expect({ status, detail: body.detail }).toEqual({
			status: 422,
			detail: 'linkUrl: must be an http or https address',
		});
		const { id } = await api.create();
		expect((await api.send('PATCH', `/posts/${id}`, { body: { linkUrl } })).status).toBe(422);
	},
);
