import { seed } from '../../../sandbox';
import type { Finding, PostToCheck } from '../../../client/publishing/validation/types';
import { findsEach, own, usePostCheck, type FindingRow } from '../../support/postCheck';

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
		'P16 P102 a caption that is too long',
		{ accounts: [bluesky.id], caption: 'x'.repeat(301) },
		'error',
		'caption',
		/301 characters.*300/,
	],
	[
		'P16 an override that is too long',
		own(bluesky.id, { caption: 'x'.repeat(301) }),
		'error',
		`perAccount.${bluesky.id}.caption`,
		/301/,
	],
	['P16 a title that is missing', { accounts: [devto.id] }, 'error', 'title', /required/],
	[
		'P16 a title that is too long',
		{ accounts: [pinterest.id], title: 't'.repeat(101), media: [image] },
		'error',
		'title',
		/101 characters.*100/,
	],
	[
		'P16 a title for a channel without titles',
		own(facebook.id, { title: 'T' }),
		'warning',
		`perAccount.${facebook.id}.title`,
		/takes none/,
	],
	[
		'P69 P102 a first comment the channel does not take',
		{ accounts: [googleBusiness.id], firstComment: 'First' },
		'error',
		'firstComment',
		/takes none/,
	],
	[
		'P16 a link the channel does not show',
		{ accounts: [instagram.id], linkUrl: 'https://example.com', media: [image] },
		'warning',
		'linkUrl',
		/shows none/,
	],
	[
		'P16 a board that is missing',
		{ accounts: [pinterest.id], media: [image] },
		'error',
		`perAccount.${pinterest.id}.boardId`,
		/required/,
	],
	[
		'P20 a board that does not exist',
		{ ...own(pinterest.id, { boardId: 'nope' }), media: [image] },
		'error',
		`perAccount.${pinterest.id}.boardId`,
		/does not have.*Recipes/,
	],
	[
		'P16 a board for a channel without boards',
		own(facebook.id, { boardId: 'b' }),
		'warning',
		`perAccount.${facebook.id}.boardId`,
		/no boards/,
	],
	[
		'P17 media that is missing',
		{ accounts: [instagram.id] },
		'error',
		'mediaAssetIds',
		/an image or a video/,
	],
	[
		'P17 an image where a video is needed',
		{ accounts: [youtube.id], title: 'T', media: [image] },
		'error',
		'mediaAssetIds',
		/a video/,
	],
	[
		'P17 an asset nobody can see into',
		{ accounts: [youtube.id], title: 'T', media: [{}] },
		'warning',
		'mediaAssetIds',
		/cannot be seen into/,
	],
	[
		'P18 options of another network',
		own(facebook.id, { options: { tiktok: { aiGenerated: true } } }),
		'error',
		`perAccount.${facebook.id}.options.tiktok`,
		/takes options of facebook/,
	],
	[
		'P18 options for a channel without any',
		own(linkedin.id, { options: { facebook: {} } }),
		'error',
		`perAccount.${linkedin.id}.options.facebook`,
		/no options/,
	],
	[
		'P14 an option outside the schema of the channel',
		youtubePost({ categoryId: 'music' }),
		'error',
		`perAccount.${youtube.id}.options.youtube.categoryId`,
		/digits|pattern/,
	],
	[
		'P22 a TikTok privacy level the creator may not use',
		tiktokPost({ privacyLevel: 'FOLLOWER_OF_CREATOR' }),
		'error',
		`perAccount.${tiktok.id}.options.tiktok.privacyLevel`,
		/this creator may use PUBLIC_TO_EVERYONE/,
	],
	[
		'P21 a stitch the creator has switched off',
		tiktokPost({ allowStitch: true }),
		'warning',
		`perAccount.${tiktok.id}.options.tiktok.allowStitch`,
		/switched it off/,
	],
	[
		'P21 a video the creator may not post so long',
		{ accounts: [tiktok.id], media: [{ ...video, durationSec: 600.4 }] },
		'error',
		'mediaAssetIds',
		/601 seconds.*600/,
	],
	[
		'P24 a YouTube category that is not listed',
		youtubePost({ categoryId: '99' }),
		'warning',
		`perAccount.${youtube.id}.options.youtube.categoryId`,
		/does not list/,
	],
	[
		'P14 a channel that needs reconnecting',
		{ accounts: [linkedinBroken.id] },
		'error',
		'accounts',
		/reconnecting/,
	],
	['P14 a connection that expires soon', { accounts: [mastodon.id] }, 'warning', 'accounts', /expires soon/],
];

findsEach(check, rows);

const usual: Array<[string, { id: string }, PostToCheck['media'], RegExp | null]> = [
	['11 images', facebook, Array(11).fill(image), /11 images.*usually accepts 10 images/],
	['10 images', facebook, Array(10).fill(image), null],
	['images that are GIFs', bluesky, Array(5).fill({ mediaType: 'gif' }), /5 images.*4 images/],
	['an image beside a video', youtube, [image, video], /1 image,.*no images/],
	['two videos', threads, [video, video], /2 videos.*1 video$/],
	['a video', googleBusiness, [video], /1 video,.*no videos/],
	['a long video', bluesky, [{ ...video, durationSec: 181 }], /181 seconds.*180 seconds$/],
	['a video as long as may be', bluesky, [{ ...video, durationSec: 180 }], null],
	['a long video alone', instagram, [{ ...video, durationSec: 61 }], null],
	[
		'a long video among several media',
		instagram,
		[image, { ...video, durationSec: 61 }],
		/61 seconds.*60 seconds among several media/,
	],
	['a large video', mastodon, [{ ...video, sizeBytes: 41 * 1024 * 1024 }], /41 MiB.*40 MiB/],
	['a video as large as may be', mastodon, [{ ...video, sizeBytes: 40 * 1024 * 1024 }], null],
	['many assets that nobody can see into', bluesky, Array(9).fill({}), null],
];
const limitOf = ({ problem }: Finding): boolean => problem.includes('usually accepts');

test.each(usual)('N48 %s is at the most a warning', async (_title, { id }, media, problem) => {
	const found = (await check({ accounts: [id], title: 'T', media })).filter(limitOf);
	const expected = {
		severity: 'warning',
		field: 'mediaAssetIds',
		problem: expect.stringMatching(problem ?? '') as string,
	};
	expect(found).toEqual(problem === null ? [] : [expect.objectContaining(expected)]);
});

test('P16 what only matters at delivery is a warning for a draft', async () => {
	const findings = await check({ accounts: [pinterest.id], delivery: undefined });
	expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
});

test('P16 each channel says for itself what is wrong, all at once', async () => {
	const findings = await check({ accounts: [bluesky.id, youtube.id], caption: 'x'.repeat(400) });
	expect(findings.map(({ handle, field }) => `${handle}: ${field}`)).toEqual([
		`${bluesky.handle}: caption`,
		`${youtube.handle}: mediaAssetIds`,
	]);
});

test('P14 a post that fits has no findings', async () => {
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
