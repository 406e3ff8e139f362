import { seed } from '../../sandbox';
import { talkTo, type Talk } from './talk';

const { channels, media, queues, boards } = seed;
const facebook = channels.facebook.id;
const base = { accounts: [facebook], caption: 'Hello' };
const on = (channel: { id: string }, more: object = {}) => ({ ...base, accounts: [channel.id], ...more });
const own = (channel: { id: string }, words: object) => on(channel, { perAccount: { [channel.id]: words } });

let talk: Talk;
beforeEach(async () => {
	talk = await talkTo();
});
afterEach(() => talk.sandbox.close());

const send = (body: object) => talk.ask('POST', '/posts/', { body });

describe('P55 what makes a draft impossible saves nothing', () => {
	test.each<[string, object, number, string]>([
		[
			'P92 a channel not on the key',
			on({ id: channels.approvalFacebook.id }),
			403,
			'accounts: the key may not',
		],
		['a channel twice', { ...base, accounts: [facebook, facebook] }, 422, 'accounts: '],
		['unknown media', { ...base, mediaAssetIds: [facebook] }, 422, 'mediaAssetIds[0]: there is no asset'],
		['unfinished media', { ...base, mediaAssetIds: [media.unfinished] }, 422, 'mediaAssetIds[0]: the upload'],
		[
			'N46 a first comment for YouTube',
			on(channels.youtube, { firstComment: 'x' }),
			422,
			'firstComment: youtube',
		],
		['its own first comment', own(channels.youtube, { firstComment: 'x' }), 422, 'firstComment: youtube'],
		['a title for Bluesky', own(channels.bluesky, { title: 'x' }), 422, 'title: bluesky'],
		['a board for Bluesky', own(channels.bluesky, { boardId: '1' }), 422, 'boardId: bluesky'],
		[
			"P18 another platform's options",
			own(channels.bluesky, { options: { devto: {} } }),
			422,
			'options.devto',
		],
		[
			'P22 a privacy level this creator lacks',
			own(channels.tiktok, { options: { tiktok: { privacyLevel: 'FOLLOWER_OF_CREATOR' } } }),
			422,
			'privacyLevel: this creator',
		],
		[
			'P37 a thumbnail that is a video',
			own(channels.youtube, { options: { youtube: { thumbnail: { assetId: media.video } } } }),
			422,
			'thumbnail.assetId: must be',
		],
		[
			'P5 a proposed time in the past',
			{ ...base, proposedPublishAt: '2026-01-01T00:00:00Z' },
			422,
			'proposed',
		],
		[
			'P5 N43 a time in the past',
			{ ...base, delivery: { mode: 'at', at: '2026-01-05T08:58:59Z' } },
			422,
			'delivery.at: must not be',
		],
	])('%s', async (_name, body, status, detail) => {
		const reply = await send({ delivery: { mode: 'now' }, ...body });
		expect({ status: reply.status, error: reply.body.error }).toEqual({
			status,
			error: status === 403 ? 'forbidden' : 'invalid',
		});
		expect(reply.body.detail).toContain(detail);
		expect(reply.body).not.toHaveProperty('post_id');
		expect(talk.sandbox.posts()).toEqual([]);
	});
});

describe('P46 P53 P98 P102 what stops a delivery has saved its draft', () => {
	const video = { mediaAssetIds: [media.video] };
	const pin = { mediaAssetIds: [media.image] };
	test.each<[string, object, string]>([
		['P109 too long a caption', on(channels.bluesky, { caption: 'x'.repeat(301) }), 'caption: bluesky'],
		[
			'P109 too long a caption of its own',
			own(channels.bluesky, { caption: 'x'.repeat(301) }),
			'caption: bluesky',
		],
		['no words and no media', { ...base, caption: '' }, 'caption: facebook'],
		[
			'P17 no video',
			on(channels.youtube, { title: 'x', mediaAssetIds: [media.image] }),
			'mediaAssetIds: youtube',
		],
		['P17 no image', on(channels.instagram), 'mediaAssetIds: instagram'],
		['no title', on(channels.devto), 'title: devto'],
		['P109 too long a title', on(channels.youtube, { ...video, title: 'x'.repeat(101) }), 'title: youtube'],
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
			'queueIds.',
		],
		[
			'a queue for a channel it lacks',
			{ ...base, delivery: { mode: 'queue', queueIds: { [channels.linkedin.id]: null } } },
			'queueIds.',
		],
	])('%s', async (_name, body, detail) => {
		const { status, body: answer } = await send({ delivery: { mode: 'now' }, ...body });
		expect({ status, error: answer.error }).toEqual({ status: 422, error: 'invalid' });
		expect(answer.detail).toContain(detail);
		expect(talk.sandbox.post(answer.post_id ?? '')).toMatchObject({ status: 'draft', scheduledAt: null });
	});
});

describe('what is taken', () => {
	test.each<[string, object]>([
		['N43 a time up to a minute ago', { ...base, delivery: { mode: 'at', at: '2026-01-05T08:59:00Z' } }],
		['N46 a first comment for Bluesky', on(channels.bluesky, { firstComment: 'x' })],
		['N46 a first comment for Mastodon', on(channels.mastodon, { firstComment: 'x' })],
		[
			'N46 a video for YouTube without a title',
			on(channels.youtube, { mediaAssetIds: [media.video], delivery: { mode: 'queue' } }),
		],
		['N46 an https link', { ...base, linkUrl: 'https://example.com/a' }],
		['overrides for channels that were not chosen', { ...own(channels.bluesky, {}), accounts: [facebook] }],
		[
			'overrides for channels of nobody',
			{ ...base, perAccount: { '00000000-0000-4000-8000-000000000000': { caption: 'x' } } },
		],
	])('%s', async (_name, body) => {
		const reply = await send(body);
		expect(reply).toMatchObject({ status: 201, body: { post: { channels: [{}] } } });
	});

	test('N43 what was due up to a minute ago goes out now', async () => {
		const { body } = await send({ ...base, delivery: { mode: 'at', at: '2026-01-05T08:59:30Z' } });
		expect(talk.sandbox.post(body.post?.id ?? '').status).toBe('published');
	});
});

test.each(['ftp://example.com/a', 'javascript:alert(1)', 'mailto:a@example.com'])(
	'N46 a link with another scheme is refused: %s',
	async (linkUrl) => {
		const { status, body } = await send({ ...base, linkUrl });
		expect({ status, detail: body.detail }).toEqual({
			status: 422,
			detail: 'linkUrl: must be an http or https address',
		});
		const { id } = await talk.create();
		expect((await talk.ask('PATCH', `/posts/${id}`, { body: { linkUrl } })).status).toBe(422);
	},
);
