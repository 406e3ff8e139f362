import { seed } from '../../../../sandbox';
import type { Finding } from '../../../../client/publishing/findings';
import { exceededLimits } from '../../../../client/publishing/validation/mediaLimits';
import type { PostToCheck } from '../../../../client/publishing/validation/types';
import { onlyIn } from '../../../support/profile';
import { findsEach, own, usePostCheck, type FindingRow } from './postCheck';

const check = usePostCheck();
const { boards, channels } = seed;
const {
	facebook,
	bluesky,
	devto,
	googleBusiness,
	pinterest,
	threads,
	tiktok,
	youtube,
	linkedin,
	linkedinBroken,
	instagram,
	mastodon,
} = channels;
const image = { mediaType: 'image' } as const;
const video = { mediaType: 'video' } as const;

const tiktokPost = (options: object, media = [video]): Partial<PostToCheck> => ({
	...own(tiktok.id, { options: { tiktok: options } }),
	media,
});
const youtubePost = (options: object): Partial<PostToCheck> => ({
	...own(youtube.id, { title: 'Title', options: { youtube: options } }),
	media: [video],
});

const rows: FindingRow[] = [
	[
		'a caption that is too long (P16, P102)',
		{ accounts: [bluesky.id], caption: 'x'.repeat(301) },
		'error',
		'caption',
		/301 of 300 characters/,
	],
	[
		'an override that is too long (P16)',
		own(bluesky.id, { caption: 'x'.repeat(301) }),
		'error',
		`perAccount.${bluesky.id}.caption`,
		/301/,
	],
	['a missing title (P16)', { accounts: [devto.id] }, 'error', 'title', /required/],
	[
		'a title that is too long (P16)',
		{ accounts: [pinterest.id], title: 't'.repeat(101), media: [image] },
		'error',
		'title',
		/101 of 100 characters/,
	],
	[
		'a title for a channel without titles (P16)',
		own(facebook.id, { title: 'T' }),
		'warning',
		`perAccount.${facebook.id}.title`,
		/isn't supported/,
	],
	[
		'a first comment on a channel without one (P69, P102)',
		{ accounts: [googleBusiness.id], firstComment: 'First' },
		'error',
		'firstComment',
		/isn't supported/,
	],
	[
		'a link on a channel without links (P16)',
		{ accounts: [instagram.id], linkUrl: 'https://example.com', media: [image] },
		'warning',
		'linkUrl',
		/isn't shown/,
	],
	['a missing board (P16)', { accounts: [pinterest.id], media: [image] }, 'error', 'boardId', /required/],
	[
		'an unknown board (P20)',
		{ ...own(pinterest.id, { boardId: 'nope' }), media: [image] },
		'error',
		`perAccount.${pinterest.id}.boardId`,
		/doesn't have.*Chairs/,
	],
	[
		'a board for a channel without boards (P16)',
		own(facebook.id, { boardId: 'b' }),
		'warning',
		`perAccount.${facebook.id}.boardId`,
		/no boards/,
	],
	['missing media (P17)', { accounts: [instagram.id] }, 'error', 'mediaAssetIds', /an image or a video/],
	[
		'an image instead of a video (P17)',
		{ accounts: [youtube.id], title: 'T', media: [image] },
		'error',
		'mediaAssetIds',
		/a video/,
	],
	[
		'an unknown asset (P17)',
		{ accounts: [youtube.id], title: 'T', media: [{}] },
		'warning',
		'mediaAssetIds',
		/can't be checked/,
	],
	[
		'options of another network (P18)',
		own(facebook.id, { options: { tiktok: { aiGenerated: true } } }),
		'error',
		`perAccount.${facebook.id}.options.tiktok`,
		/accepts options for facebook/,
	],
	[
		'options for a channel without any (P18)',
		own(linkedin.id, { options: { facebook: {} } }),
		'error',
		`perAccount.${linkedin.id}.options.facebook`,
		/no options/,
	],
	[
		'an option outside the schema of the channel (P14)',
		youtubePost({ categoryId: 'music' }),
		'error',
		`perAccount.${youtube.id}.options.youtube.categoryId`,
		/digits|pattern/,
	],
	[
		"a TikTok privacy level the creator can't use (P22)",
		tiktokPost({ privacyLevel: 'FOLLOWER_OF_CREATOR' }),
		'error',
		`perAccount.${tiktok.id}.options.tiktok.privacyLevel`,
		/this creator can only use PUBLIC_TO_EVERYONE/,
	],
	[
		"a TikTok privacy level that doesn't exist (P22)",
		tiktokPost({ privacyLevel: 'EVERYONE' }),
		'error',
		`perAccount.${tiktok.id}.options.tiktok.privacyLevel`,
		/^is 'EVERYONE', but this creator can only use PUBLIC_TO_EVERYONE/,
	],
	[
		'a stitch that the creator has turned off (P21)',
		tiktokPost({ allowStitch: true }),
		'warning',
		`perAccount.${tiktok.id}.options.tiktok.allowStitch`,
		/turned it off/,
	],
	[
		'a YouTube category outside the list (P24)',
		youtubePost({ categoryId: '99' }),
		'warning',
		`perAccount.${youtube.id}.options.youtube.categoryId`,
		/doesn't list/,
	],
	[
		'a channel that needs reconnecting (P14)',
		{ accounts: [linkedinBroken.id] },
		'error',
		'accounts',
		/reconnected/,
	],
];

findsEach(check, rows);
// A network may not say how long a video of the creator can be.
findsEach(usePostCheck({ variants: { optionalFields: 'sent' } }), [
	[
		'a video too long for the creator (P21)',
		{ accounts: [tiktok.id], media: [{ ...video, durationSec: 600.4 }] },
		'error',
		'mediaAssetIds',
		/601 seconds.*600/,
	],
]);

onlyIn('observed', 'the contract names no status of a connection that expires', () => {
	findsEach(check, [
		[
			'a connection that expires soon (P14)',
			{ accounts: [mastodon.id] },
			'warning',
			'accounts',
			/expires soon/,
		],
	]);
});

const usual: Array<[string, { id: string }, PostToCheck['media'], RegExp | null]> = [
	['11 images', facebook, Array(11).fill(image), /11 images.*usually accepts 10 images/],
	['10 images', facebook, Array(10).fill(image), null],
	['images that are GIFs', bluesky, Array(5).fill({ mediaType: 'gif' }), /5 images.*4 images/],
	['an image beside a video', youtube, [image, video], /1 image,.*no images/],
	['two videos', threads, [video, video], /2 videos.*1 video$/],
	['a video', googleBusiness, [video], /1 video,.*no videos/],
	['a long video', bluesky, [{ ...video, durationSec: 181 }], /181 seconds.*180 seconds$/],
	['a video of the maximum length', bluesky, [{ ...video, durationSec: 180 }], null],
	['a long video alone', instagram, [{ ...video, durationSec: 61 }], null],
	[
		'a long video among several media',
		instagram,
		[image, { ...video, durationSec: 61 }],
		/61 seconds.*60 seconds among several media/,
	],
	['a large video', mastodon, [{ ...video, sizeBytes: 41 * 1024 * 1024 }], /41 MiB.*40 MiB/],
	['a video of the maximum size', mastodon, [{ ...video, sizeBytes: 40 * 1024 * 1024 }], null],
	['many unknown assets', bluesky, Array(9).fill({}), null],
	[
		'a large image',
		googleBusiness,
		[{ ...image, sizeBytes: 5 * 1024 * 1024 + 1 }],
		/an image of 6 MiB.*5 MiB$/,
	],
	['an image of the maximum size', googleBusiness, [{ ...image, sizeBytes: 5 * 1024 * 1024 }], null],
	[
		'an image with many pixels',
		linkedin,
		[{ ...image, width: 8_000, height: 5_000 }],
		/40,000,000 pixels.*36,152,320 pixels$/,
	],
	[
		'a video with many pixels',
		mastodon,
		[{ ...video, width: 4_096, height: 2_160 }],
		/8,847,360 pixels.*8,294,400 pixels$/,
	],
	['a video with as many pixels as fit', mastodon, [{ ...video, width: 3_840, height: 2_160 }], null],
	[
		'a wide video',
		instagram,
		[{ ...video, width: 1_921, height: 1_080 }],
		/1,921 pixels wide.*1,920 pixels$/,
	],
	['a high video', instagram, [{ ...video, width: 1_080, height: 1_921 }], null],
	['a video of which only the width is known', mastodon, [{ ...video, width: 16_000 }], null],
	[
		'many frames',
		threads,
		[{ ...video, frameRate: 60.01 }],
		/60.01 frames per second.*60 frames per second$/,
	],
	['as many frames as fit', threads, [{ ...video, frameRate: 60 }], null],
	['a codec of editors', instagram, [{ ...video, videoCodec: 'prores' }], /video codec ProRes.*H.264, HEVC$/],
	['a codec that fits', instagram, [{ ...video, videoCodec: 'hevc', audioCodec: 'aac' }], null],
	['an audio codec', instagram, [{ ...video, audioCodec: 'opus' }], /audio codec Opus.*AAC$/],
	[
		'codecs on a network without a limit',
		bluesky,
		[{ ...video, videoCodec: 'av1', audioCodec: 'opus' }],
		null,
	],
];
const limitOf = ({ problem }: Finding): boolean => problem.includes('usually accepts');

test.each(usual)('reports at most a warning for %s (N48)', async (_title, { id }, media, problem) => {
	const found = (await check({ accounts: [id], title: 'T', media })).filter(limitOf);
	const expected = {
		severity: 'warning',
		field: 'mediaAssetIds',
		problem: expect.stringMatching(problem ?? '') as string,
	};
	expect(found).toEqual(problem === null ? [] : [expect.objectContaining(expected)]);
});

test('warns about a draft if only its delivery is affected (P16)', async () => {
	const findings = await check({ accounts: [pinterest.id], delivery: undefined });
	expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
});

test('reports all problems of each channel together (P16)', async () => {
	const findings = await check({ accounts: [bluesky.id, youtube.id], caption: 'x'.repeat(400) });
	expect(findings.map(({ handle, field }) => `${handle}: ${field}`)).toEqual([
		`${bluesky.handle}: caption`,
		`${youtube.handle}: title`,
		`${youtube.handle}: mediaAssetIds`,
	]);
});

test('reports nothing for a valid post (P14)', async () => {
	const findings = await check({
		accounts: [facebook.id, pinterest.id, youtube.id],
		title: 'A title',
		perAccount: {
			[pinterest.id]: { boardId: Object.values(boards)[0]?.id ?? '' },
			[youtube.id]: { options: { youtube: { categoryId: '22', tags: ['one'], privacyStatus: 'public' } } },
		},
		media: [video],
	});
	expect(findings).toEqual([]);
});

test('says which of several files exceeds a limit, by its number and its name', async () => {
	const large = { ...image, sizeBytes: 10 * 1024 * 1024 };
	const media = [image, { ...large, name: 'sofa' }, image, { ...large, name: 'URL 4' }, image];
	const found = (await check({ accounts: [instagram.id], media })).filter(limitOf);
	expect(found.map(({ problem }) => problem)).toEqual([
		"has an image of 10 MiB, but the network usually accepts up to 8 MiB (file 2, 'sofa'; file 4, 'URL 4')",
	]);
	const many = (await check({ accounts: [instagram.id], media: Array(10).fill(large) })).filter(limitOf);
	expect(many.map(({ problem }) => problem)).toEqual([
		expect.stringMatching(/\(file 1; file 2; file 3; 7 more\)$/),
	]);
});

test('says which of several files is broken or unusual', async () => {
	const media = [
		image,
		{ ...video, name: 'clip', isIncomplete: true },
		{ ...image, name: 'URL', contentType: 'image/heic' },
	];
	expect(
		(await check({ accounts: [facebook.id], media })).map(({ severity, problem }) => [severity, problem]),
	).toEqual([
		['error', expect.stringMatching(/^has a file \(file 2, 'clip'\) that is incomplete/)],
		['warning', expect.stringMatching(/^has a file \(file 3, 'URL'\) that is a HEIC/)],
	]);
});

test.each<[mediaRequired: string, media: PostToCheck['media'], says: RegExp[]]>([
	['video', [image, video], [/1 image,.*no images/]],
	['visual', [image, video], []],
	['newer', [image, video], [/1 image,.*no images/]],
])(
	'believes the service rather than its own table if a channel requires %s (N48)',
	(mediaRequired, media, says) => {
		const found = exceededLimits(media, 'tiktok', mediaRequired);
		expect(found).toEqual(says.map((problem) => expect.stringMatching(problem)));
	},
);

test("doesn't call a file unchecked that is read while it's uploaded", async () => {
	const unread = { accounts: [youtube.id], title: 'T' };
	expect(await check({ ...unread, media: [{ isReadLater: true }] })).toEqual([]);
	expect(await check({ ...unread, media: [{}] })).toMatchObject([{ code: 'mediaUnknown' }]);
});
