import { randomUUID } from 'node:crypto';
import { clientOf } from '../support/publishingClient';
import { expectRefusal, type Refusal } from '../support/refusals';
import { sampleIds, samplePost } from '../support/sampleAnswers';
import { useRecordingServer } from '../support/useRecordingServer';

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
	['P69 P108 no channel', { accounts: [] }, 'accounts', 'needs at least one channel'],
	['P69 P108 21 channels', { accounts: ids(21) }, 'accounts', 'has more than 20 entries'],
	['P6 a channel that is no UUID', { accounts: ['facebook'] }, 'accounts.0', 'is not a UUID'],
	['P69 P108 36 media assets', { mediaAssetIds: ids(36) }, 'mediaAssetIds', 'has more than 35 entries'],
	[
		'P69 P108 a link of 2049 characters',
		{ linkUrl: text(2049) },
		'linkUrl',
		'is longer than 2048 characters',
	],
	[
		'P5 a time without offset',
		{ proposedPublishAt: '2026-03-01T09:00:00' },
		'proposedPublishAt',
		'needs a date, a time and a UTC offset',
	],
	[
		'P5 a date alone',
		{ proposedPublishAt: '2026-03-01' },
		'proposedPublishAt',
		'needs a date, a time and a UTC offset',
	],
	['P70 P73 an unknown property', { hashtags: [] }, 'request', "has no property 'hashtags'"],
	[
		'P34 P108 a board of 129 characters',
		{ perAccount: { [channel]: { boardId: text(129) } } },
		`${at}.boardId`,
		'is longer than 128 characters',
	],
	[
		'P34 an override for no id',
		{ perAccount: { facebook: {} } },
		'perAccount',
		"names 'facebook', which is not a UUID",
	],
	['P34 P39 an unknown override', { perAccount: { [channel]: { tag: 'a' } } }, at, "has no property 'tag'"],
	[
		'P39 options of an unknown network',
		{ perAccount: { [channel]: { options: { myspace: {} } } } },
		`${at}.options`,
		"has no property 'myspace'",
	],
	[
		'P35 P39 an unknown TikTok option',
		tiktok({ music: true }),
		`${at}.options.tiktok`,
		"has no property 'music'",
	],
	[
		'P22 P35 a privacy level that is none',
		tiktok({ privacyLevel: 'NOBODY' }),
		`${at}.options.tiktok.privacyLevel`,
		"must be one of 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'PUBLIC_TO_EVERYONE', 'SELF_ONLY'",
	],
	[
		'P35 a cover before the start',
		tiktok({ coverMs: -1 }),
		`${at}.options.tiktok.coverMs`,
		'must be 0 or more',
	],
	[
		'P35 a cover at a fraction',
		tiktok({ coverMs: 1.5 }),
		`${at}.options.tiktok.coverMs`,
		'must be a whole number',
	],
	[
		'P35 a switch that is a text',
		tiktok({ allowDuet: 'yes' }),
		`${at}.options.tiktok.allowDuet`,
		'must be true or false',
	],
	[
		'P36 21 dev.to tags',
		devto({ tags: Array(21).fill('a') }),
		`${at}.options.devto.tags`,
		'has more than 20 entries',
	],
	[
		'P36 a dev.to tag of 101 characters',
		devto({ tags: [text(101)] }),
		`${at}.options.devto.tags.0`,
		'is longer than 100 characters',
	],
	[
		'P36 a canonical URL of 2049 characters',
		devto({ canonicalUrl: text(2049) }),
		`${at}.options.devto.canonicalUrl`,
		'is longer than 2048 characters',
	],
	[
		'P37 a privacy that is none',
		youtube({ privacyStatus: 'secret' }),
		`${at}.options.youtube.privacyStatus`,
		"must be one of 'private', 'public', 'unlisted'",
	],
	[
		'P37 501 YouTube tags',
		youtube({ tags: Array(501).fill('a') }),
		`${at}.options.youtube.tags`,
		'has more than 500 entries',
	],
	[
		'P37 a YouTube tag of 501 characters',
		youtube({ tags: [text(501)] }),
		`${at}.options.youtube.tags.0`,
		'is longer than 500 characters',
	],
	['P37 an empty YouTube tag', youtube({ tags: [''] }), `${at}.options.youtube.tags.0`, 'must not be empty'],
	[
		'P37 a category of 5 digits',
		youtube({ categoryId: '12345' }),
		`${at}.options.youtube.categoryId`,
		'must be 1 to 4 digits',
	],
	[
		'P37 a thumbnail of both kinds',
		youtube({ thumbnail: { assetId: asset, coverFrame: true } }),
		`${at}.options.youtube.thumbnail`,
		'must be either {"assetId": "<id>"} or {"coverFrame": true}',
	],
	[
		'P37 a thumbnail without a frame',
		youtube({ thumbnail: { coverFrame: false } }),
		`${at}.options.youtube.thumbnail`,
		'must be either {"assetId": "<id>"} or {"coverFrame": true}',
	],
	[
		'P38 a video published as a story',
		{ perAccount: { [channel]: { options: { facebook: { publishAs: 'story' } } } } },
		`${at}.options.facebook.publishAs`,
		"must be one of 'reel', 'video'",
	],
];

describe('create and update refuse what the contract fixes before anything is sent', () => {
	test.each(bothBodies)('D7 create refuses %s', async (_title, fields, field, problem) => {
		const body = { accounts: [channel], caption: 'Hi', ...fields };
		await expectRefusal(server(), async ({ posts }) => await posts.create(body), field, problem);
	});

	test.each(bothBodies)('D7 update refuses %s', async (_title, fields, field, problem) => {
		await expectRefusal(server(), async ({ posts }) => await posts.update(postId, fields), field, problem);
	});

	test.each<Refusal>([
		['P69 no caption', { caption: undefined }, 'caption', 'is missing'],
		['P69 null for a title', { title: null }, 'title', 'must be a text'],
		[
			'P34 null for an option',
			tiktok({ allowDuet: null }),
			`${at}.options.tiktok.allowDuet`,
			'must be true or false',
		],
	])('D7 create refuses %s', async (_title, fields, field, problem) => {
		const body = { accounts: [channel], caption: 'Hi', ...fields };
		await expectRefusal(server(), async ({ posts }) => await posts.create(body), field, problem);
	});

	test.each<Refusal>([
		['P73 a delivery', { delivery: { mode: 'now' } }, 'request', "has no property 'delivery'"],
		['P73 an idempotency key', { idempotencyKey: 'k' }, 'request', "has no property 'idempotencyKey'"],
		['P74 null for the caption', { caption: null }, 'caption', 'must be a text'],
		['P74 null for the channels', { accounts: null }, 'accounts', 'must be a list'],
		['P74 null for the media', { mediaAssetIds: null }, 'mediaAssetIds', 'must be a list'],
		['P75 null for all overrides', { perAccount: null }, 'perAccount', 'must be an object'],
	])('D7 update refuses %s', async (_title, fields, field, problem) => {
		await expectRefusal(server(), async ({ posts }) => await posts.update(postId, fields), field, problem);
	});
});

test.each<[string, object]>([
	['P69 P108 20 channels', { accounts: ids(20) }],
	['P69 P108 35 media assets', { mediaAssetIds: ids(35) }],
	['P69 P108 a link of 2048 characters', { linkUrl: text(2048) }],
	['P34 P108 a board of 128 characters', { perAccount: { [channel]: { boardId: text(128) } } }],
	['P33 no proposed time', { proposedPublishAt: null }],
	['P34 an override that is null', { perAccount: { [channel]: null } }],
	['P5 a time in UTC', { proposedPublishAt: '2026-03-01T09:00:00Z' }],
	['P36 20 dev.to tags of 100 characters', devto({ tags: Array(20).fill(text(100)) })],
	['P37 500 YouTube tags of 500 characters', youtube({ tags: Array(500).fill(text(500)) })],
	['P35 a cover at the start', tiktok({ coverMs: 0 })],
])('D7 create sends %s', async (_title, fields) => {
	const body = { accounts: [channel], caption: '', ...fields };
	await clientOf({ baseUrl: server().url }).posts.create(body);
	expect(JSON.parse(server().requests[0]?.body ?? '')).toEqual(body);
});

test('P70 additional properties are sent as they are, for the service to judge', async () => {
	const options = { additionalBody: { hashtags: ['a'], caption: 'Other' } };
	await clientOf({ baseUrl: server().url }).posts.create({ accounts: [channel], caption: 'Hi' }, options);
	expect(JSON.parse(server().requests[0]?.body ?? '')).toEqual({
		accounts: [channel],
		caption: 'Other',
		hashtags: ['a'],
	});
});
