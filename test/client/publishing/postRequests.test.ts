import { randomUUID } from 'node:crypto';
import { clientOf, wishOf } from '../../support/publishingClient';
import { expectRefusal, type Refusal } from './refusals';
import { sampleIds, samplePost } from '../../support/sampleAnswers';
import { useRecordingServer } from '../../support/useRecordingServer';

const server = useRecordingServer();
const { post: postId, channel, asset } = sampleIds;
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const text = (length: number) => 'x'.repeat(length);

beforeEach(() =>
	server().answerWith({
		body: { post: samplePost(), routed: 'draft', data: [], nextCursor: null, serverTime: '' },
	}),
);

const tiktok = (options: object) => ({ perAccount: { [channel]: { options: { tiktok: options } } } });
const youtube = (options: object) => ({ perAccount: { [channel]: { options: { youtube: options } } } });
const devto = (options: object) => ({ perAccount: { [channel]: { options: { devto: options } } } });
const at = `perAccount.${channel}`;

const bothBodies: Refusal[] = [
	['no channel (P69, P108)', { accounts: [] }, 'accounts', 'must have at least one channel'],
	['21 channels (P69, P108)', { accounts: ids(21) }, 'accounts', 'has more than 20 entries'],
	['an invalid channel ID (P6)', { accounts: ['facebook'] }, 'accounts.0', "isn't a valid ID: 'facebook'"],
	['36 media assets (P69, P108)', { mediaAssetIds: ids(36) }, 'mediaAssetIds', 'has more than 35 entries'],
	[
		'a link of 2049 characters (P69, P108)',
		{ linkUrl: text(2049) },
		'linkUrl',
		'is longer than 2,048 characters',
	],
	[
		'a time without an offset (P5)',
		{ proposedPublishAt: '2026-03-01T09:00:00' },
		'proposedPublishAt',
		'must have a date, a time and a UTC offset',
	],
	[
		'only a date (P5)',
		{ proposedPublishAt: '2026-03-01' },
		'proposedPublishAt',
		'must have a date, a time and a UTC offset',
	],
	['an unknown property (P70, P73)', { hashtags: [] }, 'request', "has no property 'hashtags'"],
	[
		'a board of 129 characters (P34, P108)',
		{ perAccount: { [channel]: { boardId: text(129) } } },
		`${at}.boardId`,
		'is longer than 128 characters',
	],
	[
		'an override for an invalid ID (P34)',
		{ perAccount: { facebook: {} } },
		'perAccount',
		"names 'facebook', which isn't an ID",
	],
	[
		'an unknown override (P34, P39)',
		{ perAccount: { [channel]: { tag: 'a' } } },
		at,
		"has no property 'tag'",
	],
	[
		'options of an unknown network (P39)',
		{ perAccount: { [channel]: { options: { myspace: {} } } } },
		`${at}.options`,
		"has no property 'myspace'",
	],
	[
		'an unknown TikTok option (P35, P39)',
		tiktok({ music: true }),
		`${at}.options.tiktok`,
		"has no property 'music'",
	],
	[
		'an unknown privacy level (P22, P35)',
		tiktok({ privacyLevel: 'NOBODY' }),
		`${at}.options.tiktok.privacyLevel`,
		"must be one of 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'PUBLIC_TO_EVERYONE', 'SELF_ONLY', but it is 'NOBODY'",
	],
	[
		'a cover before the start (P35)',
		tiktok({ coverMs: -1 }),
		`${at}.options.tiktok.coverMs`,
		'must be 0 or more',
	],
	[
		'a fractional cover time (P35)',
		tiktok({ coverMs: 1.5 }),
		`${at}.options.tiktok.coverMs`,
		'must be a whole number',
	],
	[
		'text for a switch (P35)',
		tiktok({ allowDuet: 'yes' }),
		`${at}.options.tiktok.allowDuet`,
		"must be true or false, but it is 'yes'",
	],
	[
		'21 dev.to tags (P36)',
		devto({ tags: Array(21).fill('a') }),
		`${at}.options.devto.tags`,
		'has more than 20 entries',
	],
	[
		'a dev.to tag of 101 characters (P36)',
		devto({ tags: [text(101)] }),
		`${at}.options.devto.tags.0`,
		'is longer than 100 characters',
	],
	[
		'a canonical URL of 2049 characters (P36)',
		devto({ canonicalUrl: text(2049) }),
		`${at}.options.devto.canonicalUrl`,
		'is longer than 2,048 characters',
	],
	[
		'an unknown privacy status (P37)',
		youtube({ privacyStatus: 'secret' }),
		`${at}.options.youtube.privacyStatus`,
		"must be one of 'private', 'public', 'unlisted', but it is 'secret'",
	],
	[
		'501 YouTube tags (P37)',
		youtube({ tags: Array(501).fill('a') }),
		`${at}.options.youtube.tags`,
		'has more than 500 entries',
	],
	[
		'a YouTube tag of 501 characters (P37)',
		youtube({ tags: [text(501)] }),
		`${at}.options.youtube.tags.0`,
		'is longer than 500 characters',
	],
	['an empty YouTube tag (P37)', youtube({ tags: [''] }), `${at}.options.youtube.tags.0`, "can't be empty"],
	[
		'a category of 5 digits (P37)',
		youtube({ categoryId: '12345' }),
		`${at}.options.youtube.categoryId`,
		'must be 1 to 4 digits',
	],
	[
		'a thumbnail of both kinds (P37)',
		youtube({ thumbnail: { assetId: asset, coverFrame: true } }),
		`${at}.options.youtube.thumbnail`,
		'must be the ID of an uploaded image, as {"assetId": "<id>"}, or the cover frame, as {"coverFrame": true}',
	],
	[
		'a thumbnail without a frame (P37)',
		youtube({ thumbnail: { coverFrame: false } }),
		`${at}.options.youtube.thumbnail`,
		'must be the ID of an uploaded image, as {"assetId": "<id>"}, or the cover frame, as {"coverFrame": true}',
	],
	[
		'a video published as a story (P38)',
		{ perAccount: { [channel]: { options: { facebook: { publishAs: 'story' } } } } },
		`${at}.options.facebook.publishAs`,
		"must be one of 'reel', 'video', but it is 'story'",
	],
];

describe('invalid posts are rejected before anything is sent', () => {
	test.each(bothBodies)('create rejects %s (D7)', async (_title, fields, field, problem) => {
		const body = { accounts: [channel], caption: 'Hi', ...fields };
		await expectRefusal(server(), async ({ posts }) => await posts.create(wishOf(body)), field, problem);
	});

	test.each(bothBodies)('update rejects %s (D7)', async (_title, fields, field, problem) => {
		await expectRefusal(
			server(),
			async ({ posts }) => await posts.update(postId, { content: fields }),
			field,
			problem,
		);
	});

	test.each<Refusal>([
		['no caption (P69)', { caption: undefined }, 'caption', 'is missing'],
		['null for a title (P69)', { title: null }, 'title', 'must be text'],
		[
			'null for an option (P34)',
			tiktok({ allowDuet: null }),
			`${at}.options.tiktok.allowDuet`,
			'must be true or false',
		],
	])('create rejects %s (D7)', async (_title, fields, field, problem) => {
		const body = { accounts: [channel], caption: 'Hi', ...fields };
		await expectRefusal(server(), async ({ posts }) => await posts.create(wishOf(body)), field, problem);
	});

	test.each<Refusal>([
		['a delivery (P73)', { delivery: { mode: 'now' } }, 'request', "has no property 'delivery'"],
		['an idempotency key (P73)', { idempotencyKey: 'k' }, 'request', "has no property 'idempotencyKey'"],
		['null for the caption (P74)', { caption: null }, 'caption', 'must be text'],
		['null for the channels (P74)', { accounts: null }, 'accounts', 'must be a list'],
		['null for the media (P74)', { mediaAssetIds: null }, 'mediaAssetIds', 'must be a list'],
	])('update rejects %s (D7)', async (_title, fields, field, problem) => {
		await expectRefusal(
			server(),
			async ({ posts }) => await posts.update(postId, { content: fields }),
			field,
			problem,
		);
	});
});

test.each<[string, object]>([
	['20 channels (P69, P108)', { accounts: ids(20) }],
	['35 media assets (P69, P108)', { mediaAssetIds: ids(35) }],
	['a link of 2048 characters (P69, P108)', { linkUrl: text(2048) }],
	['a board of 128 characters (P34, P108)', { perAccount: { [channel]: { boardId: text(128) } } }],
	['no proposed time (P33)', { proposedPublishAt: null }],
	['an override that is null (P34)', { perAccount: { [channel]: null } }],
	['a time in UTC (P5)', { proposedPublishAt: '2026-03-01T09:00:00Z' }],
	['20 dev.to tags of 100 characters (P36)', devto({ tags: Array(20).fill(text(100)) })],
	['500 YouTube tags of 500 characters (P37)', youtube({ tags: Array(500).fill(text(500)) })],
	['a cover at the start (P35)', tiktok({ coverMs: 0 })],
])('create sends %s (D7)', async (_title, fields) => {
	const body = { accounts: [channel], caption: '', ...fields };
	await clientOf({ baseUrl: server().url }).posts.create(wishOf(body));
	expect(JSON.parse(server().requests[0]?.body ?? '')).toEqual(body);
});

test('sends additional properties unchanged and leaves the check to the service (P70)', async () => {
	const content = { accounts: [channel], caption: 'Hi' };
	const additionalBody = { hashtags: ['a'], caption: 'Other' };
	await clientOf({ baseUrl: server().url }).posts.create({ content, additionalBody });
	expect(JSON.parse(server().requests[0]?.body ?? '')).toEqual({
		accounts: [channel],
		caption: 'Other',
		hashtags: ['a'],
	});
});
