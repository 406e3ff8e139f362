import {
	exceededLimits,
	limitsByPlatform,
	type MediaLimits,
} from '../../../../client/publishing/validation/mediaLimits';
import { textLimits } from '../../../../client/publishing/validation/textLimits';
import type { MediaFacts, PostToCheck } from '../../../../client/publishing/validation/types';
import { seed } from '../../../../sandbox';
import { own, usePostCheck } from './postCheck';

const check = usePostCheck();
const { devto, instagram, tiktok, youtube } = seed.channels;

const image = (facts: MediaFacts = {}): MediaFacts => ({ mediaType: 'image', ...facts });
const video = (facts: MediaFacts = {}): MediaFacts => ({ mediaType: 'video', ...facts });
const mebibytes = (size: number): number => size * 1024 * 1024;
const shaped = (ratio: number): MediaFacts => ({ width: Math.round(1000 * ratio), height: 1000 });

type Ratios = readonly [min: number, max: number];

/** Media that fit each limit, and media that don't, by the limit's name. */
const samples: {
	[Name in Exclude<keyof Required<MediaLimits>, 'source'>]: (
		limit: Required<MediaLimits>[Name],
	) => [fitting: MediaFacts[], exceeding: MediaFacts[][], says: RegExp];
} = {
	imagesMax: (max) => [Array(max).fill(image()), [Array(max + 1).fill(image())], /images?, but/],
	videosMax: (max) => [Array(max).fill(video()), [Array(max + 1).fill(video())], /videos?, but/],
	videoSecondsMax: (max) => [
		[video({ durationSec: max })],
		[[video({ durationSec: max + 1 })]],
		/seconds, but/,
	],
	videoSecondsInSetMax: (max) => [
		[image(), video({ durationSec: max })],
		[[image(), video({ durationSec: max + 1 })]],
		/seconds among several media/,
	],
	videoMiBMax: (max) => [
		[video({ sizeBytes: mebibytes(max) })],
		[[video({ sizeBytes: mebibytes(max) + 1 })]],
		/a video of \d+ MiB/,
	],
	imageMiBMax: (max) => [
		[image({ sizeBytes: mebibytes(max) })],
		[[image({ sizeBytes: mebibytes(max) + 1 })]],
		/an image of \d+ MiB/,
	],
	imagePixelsMax: (max) => [
		[image({ width: max, height: 1 })],
		[[image({ width: max + 1, height: 1 })]],
		/an image with .* pixels/,
	],
	videoPixelsMax: (max) => [
		[video({ width: max, height: 1 })],
		[[video({ width: max + 1, height: 1 })]],
		/a video with .* pixels/,
	],
	videoSideMax: (max) => [
		[video({ width: max, height: max })],
		[[video({ width: max, height: max + 1 })]],
		/a side of/,
	],
	videoWidthMax: (max) => [
		[video({ width: max, height: max * 2 })],
		[[video({ width: max + 1, height: max })]],
		/pixels wide/,
	],
	frameRateMax: (max) => [
		[video({ frameRate: max })],
		[[video({ frameRate: max + 1 })]],
		/frames per second/,
	],
	imageRatios: ([min, max]: Ratios) => [
		[image(shaped(min)), image(shaped(max))],
		[[image(shaped(min * 0.9))], [image(shaped(max * 1.1))]],
		/an image that is .* times as (wide as high|high as wide), but the network usually accepts up to .* times/,
	],
	videoRatios: ([min, max]: Ratios) => [
		[video(shaped(Math.ceil(min * 1000) / 1000)), video(shaped(max))].slice(0, 1),
		[[video({ width: 1000 * min * 0.9, height: 1000 })], [video(shaped(max * 1.1))]],
		/a video that is .* times as (wide as high|high as wide)/,
	],
	videoCodecs: ([codec]) => [
		[video({ videoCodec: codec })],
		[[video({ videoCodec: 'prores' })]],
		/video codec ProRes/,
	],
	audioCodecs: ([codec]) => [
		[video({ audioCodec: codec })],
		[[video({ audioCodec: 'opus' })]],
		/audio codec Opus/,
	],
};

const rows = [...limitsByPlatform].flatMap(([platform, limits]) =>
	Object.entries(limits)
		.filter(([name]) => name !== 'source')
		.map(([name, limit]) => {
			const sample = samples[name as keyof typeof samples] as (
				value: unknown,
			) => ReturnType<(typeof samples)['imagesMax']>;
			return [platform, name, ...sample(limit)] as const;
		}),
);

test.each(rows)('%s: %s is compared', (platform, name, fitting, exceeding, says) => {
	const limits = limitsByPlatform.get(platform);
	const about = (media: MediaFacts[]) =>
		exceededLimits(media, platform).filter((problem) => says.test(problem));
	// Where no image or video fits at all, the other limit says so.
	if (!(name === 'videosMax' && limits?.videosMax === 0)) expect(about(fitting)).toEqual([]);
	for (const media of exceeding) expect(about(media)).toHaveLength(1);
});

test('a wide picture for Instagram gets a warning in a draft and a post', async () => {
	const media = [image({ width: 3000, height: 200 })];
	for (const delivery of [undefined, { mode: 'now' } as const])
		expect(await check({ accounts: [instagram.id], media, delivery })).toMatchObject([
			{
				severity: 'warning',
				problem:
					'has an image that is 15 times as wide as high, but the network usually accepts up to 1.91 times',
			},
		]);
});

test('limits that are not those of the service name their source', () => {
	const ofService = [
		'imagesMax',
		'videosMax',
		'videoSecondsMax',
		'videoSecondsInSetMax',
		'videoMiBMax',
		'source',
	];
	for (const [, { source, ...limits }] of limitsByPlatform)
		expect(source !== undefined).toBe(Object.keys(limits).some((name) => !ofService.includes(name)));
});

const options = (network: string, values: object) => ({ options: { [network]: values } });
const level = { privacyLevel: 'PUBLIC_TO_EVERYONE' };
const tags = (network: string, list: string[]) => options(network, { tags: list });

/** Posts that break each rule, and posts that don't, by the rule's name. */
const texts: Record<
	string,
	{ breaking: Array<Partial<PostToCheck>>; fitting: Array<Partial<PostToCheck>>; says: RegExp }
> = {
	"No `<` or `>` in a video's title": {
		breaking: [{ accounts: [youtube.id], title: 'A > B' }, own(youtube.id, { title: 'A < B' })],
		fitting: [{ accounts: [youtube.id], title: 'A & B' }],
		says: /has '<' or '>'/,
	},
	"No `<` or `>` in a video's description": {
		breaking: [{ accounts: [youtube.id], title: 'T', caption: 'I <3 you' }],
		fitting: [{ accounts: [youtube.id], title: 'T', caption: 'I ♥ you' }],
		says: /has '<' or '>'/,
	},
	'Tags with up to 500 characters together': {
		breaking: [
			own(youtube.id, tags('youtube', ['x'.repeat(250), 'y'.repeat(250)])),
			own(youtube.id, tags('youtube', [`${'x'.repeat(248)} y`, 'y'.repeat(249)])),
		],
		fitting: [own(youtube.id, tags('youtube', ['x'.repeat(250), 'y'.repeat(249)]))],
		says: /has 50[12] characters/,
	},
	'Up to 30 hashtags': {
		breaking: [{ accounts: [instagram.id], caption: '#sofa '.repeat(31) }],
		fitting: [{ accounts: [instagram.id], caption: `${'#sofa '.repeat(30)} #1 https://a.example/#sofa` }],
		says: /has 31 hashtags, but Instagram accepts up to 30/,
	},
	'Up to 4 tags': {
		breaking: [own(devto.id, tags('devto', ['a', 'b', 'c', 'd', 'e']))],
		fitting: [own(devto.id, tags('devto', ['a', 'b', 'c', 'd']))],
		says: /has 5 tags, but dev\.to/,
	},
	'Tags of letters and digits only': {
		breaking: [own(devto.id, tags('devto', ['web-dev'])), own(devto.id, tags('devto', ['a', '#b']))],
		fitting: [own(devto.id, tags('devto', ['webdev', 'node24']))],
		says: /but tags of dev\.to have only letters and digits/,
	},
	'No branded content that only the creator can see': {
		breaking: [
			own(tiktok.id, options('tiktok', { privacyLevel: 'SELF_ONLY', brandContent: true, disclose: true })),
		],
		fitting: [
			own(tiktok.id, options('tiktok', { ...level, brandContent: true, disclose: true })),
			own(tiktok.id, options('tiktok', { privacyLevel: 'SELF_ONLY' })),
		],
		says: /branded content that only the creator can see/,
	},
	'Commercial Content together with what it promotes': {
		breaking: [{ disclose: true }, { brandContent: true }, { disclose: false, brandOrganic: true }].map(
			(switches) => own(tiktok.id, options('tiktok', { ...level, ...switches })),
		),
		fitting: [{}, { disclose: false }, { disclose: true, brandContent: true, brandOrganic: true }].map(
			(switches) => own(tiktok.id, options('tiktok', { ...level, ...switches })),
		),
		says: /^is on, but doesn't say what the post promotes|^isn't on, although 'Paid Partnership'/,
	},
	'A privacy level for a post that is delivered': {
		breaking: [
			{ accounts: [tiktok.id] },
			{ accounts: [tiktok.id], delivery: { mode: 'at', at: '2026-12-01T09:00:00+00:00' } },
		],
		fitting: [own(tiktok.id, options('tiktok', level)), { accounts: [tiktok.id], delivery: undefined }],
		says: /isn't set, and it isn't documented who can see a post without it/,
	},
};

test('every rule for texts has examples', () => {
	expect(Object.keys(texts)).toEqual(textLimits.map(({ name }) => name));
});

test.each(Object.entries(texts))('warns about: %s', async (_name, { breaking, fitting, says }) => {
	const about = async (post: Partial<PostToCheck>) =>
		(await check({ media: [video()], ...post })).filter(({ problem }) => says.test(problem));
	for (const post of breaking)
		expect(await about(post)).toMatchObject([{ code: 'networkRule', severity: 'warning' }]);
	for (const post of fitting) expect(await about(post)).toEqual([]);
});
