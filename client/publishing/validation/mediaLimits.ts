import { counted, numberText } from '../../http/text.js';
import { filesAbove, namedFiles } from './fileRules.js';
import type { MediaFacts } from './types.js';

/** When the limits were last compared with their sources. */
export const limitsAsOf = 'November 2026';

/**
 * Limits of a network for the media of one post. Those of counts, durations and the sizes of videos are the service's own (contract
 * N48), which an administrator can change. The others are in the guide for developers that the entry names.
 */
export interface MediaLimits {
	/** The guide with the limits that aren't the service's own. */
	source?: string;
	imagesMax?: number;
	videosMax?: number;
	videoSecondsMax?: number;
	/** The longest video if the post has several media, in seconds. */
	videoSecondsInSetMax?: number;
	videoMiBMax?: number;
	imageMiBMax?: number;
	imagePixelsMax?: number;
	videoPixelsMax?: number;
	/** The longest side of a video in pixels, and its width. */
	videoSideMax?: number;
	videoWidthMax?: number;
	frameRateMax?: number;
	/** The narrowest and the widest shape: width divided by height. */
	imageRatios?: readonly [min: number, max: number];
	videoRatios?: readonly [min: number, max: number];
	/** The codecs that the network's guide names. */
	videoCodecs?: readonly string[];
	audioCodecs?: readonly string[];
}

const minutes = (count: number): number => count * 60;

/** The longest video on TikTok in seconds, used if TikTok doesn't say what this creator can post (contract N48). */
export const usualTikTokSeconds = minutes(10);

/** What Instagram and Threads have in common. */
const meta = {
	imageMiBMax: 8,
	videoWidthMax: 1920,
	frameRateMax: 60,
	videoCodecs: ['h264', 'hevc'],
	audioCodecs: ['aac'],
} as const;

/** The limits of each network, by its name in the API. */
export const limitsByPlatform: ReadonlyMap<string, MediaLimits> = new Map<string, MediaLimits>([
	['facebook', { imagesMax: 10, videosMax: 1 }],
	[
		'instagram',
		{
			...meta,
			source: 'Instagram Graph API, IG User Media',
			imageRatios: [4 / 5, 1.91],
			videoRatios: [0.01, 10],
			imagesMax: 10,
			videosMax: 1,
			videoSecondsMax: minutes(15),
			videoSecondsInSetMax: minutes(1),
		},
	],
	[
		'threads',
		{
			...meta,
			source: 'Threads API, Posts',
			imageRatios: [0.1, 10],
			videoRatios: [0.01, 10],
			imagesMax: 20,
			videosMax: 1,
			videoSecondsMax: minutes(5),
		},
	],
	[
		'linkedin',
		{
			source: 'LinkedIn Marketing API, Images and Videos',
			imagesMax: 20,
			videosMax: 1,
			videoSecondsMax: minutes(30),
			videoMiBMax: 500,
			imagePixelsMax: 36_152_320,
			videoRatios: [1 / 2.4, 2.4],
		},
	],
	// The longest video on TikTok depends on the creator. Another rule checks it.
	[
		'tiktok',
		{
			source: 'TikTok Content Posting API, Media Transfer Guide',
			imagesMax: 0,
			videosMax: 1,
			videoSideMax: 4096,
			frameRateMax: 60,
			videoCodecs: ['h264', 'hevc', 'vp8', 'vp9'],
		},
	],
	['youtube', { imagesMax: 0, videosMax: 1 }],
	['pinterest', { imagesMax: 1, videosMax: 1 }],
	['bluesky', { imagesMax: 4, videosMax: 1, videoSecondsMax: minutes(3), videoMiBMax: 50 }],
	[
		'mastodon',
		{
			source: 'Mastodon documentation, Posting',
			imagesMax: 4,
			videosMax: 1,
			videoSecondsMax: minutes(5),
			videoMiBMax: 40,
			imageMiBMax: 16,
			imagePixelsMax: 33_177_600,
			videoPixelsMax: 8_294_400,
			frameRateMax: 120,
		},
	],
	[
		'google_business',
		{ source: 'Google Business Profile Help, Photos', imagesMax: 10, videosMax: 0, imageMiBMax: 5 },
	],
	['devto', { videosMax: 0 }],
]);

const bytesPerMiB = 1024 * 1024;

const plural = (count: number, word: string): string => (count === 0 ? `no ${word}s` : counted(count, word));

/** Codecs as people write them. */
const codecNames = new Map<string, string>([
	['aac', 'AAC'],
	['ac3', 'AC-3'],
	['alac', 'Apple Lossless'],
	['amr', 'AMR'],
	['av1', 'AV1'],
	['eac3', 'E-AC-3'],
	['flac', 'FLAC'],
	['h263', 'H.263'],
	['h264', 'H.264'],
	['hevc', 'HEVC'],
	['mjpeg', 'Motion JPEG'],
	['mp3', 'MP3'],
	['mpeg4', 'MPEG-4 Part 2'],
	['opus', 'Opus'],
	['pcm', 'PCM'],
	['prores', 'ProRes'],
	['vorbis', 'Vorbis'],
	['vp8', 'VP8'],
	['vp9', 'VP9'],
]);
/** A codec as people write it. */
export const codecName = (codec: string): string => codecNames.get(codec) ?? codec;

/** One limit: what the post has, or each of its files, the most that the network accepts, and both in words. */
interface Limited {
	/** A number for the post as a whole, or one for each file. */
	has: number | Array<number | undefined>;
	max?: number;
	found: (has: number) => string;
	accepted: (max: number) => string;
}

/** Returns the largest of several values. Undefined if none is known. */
function largest(values: Array<number | undefined>): number | undefined {
	const known = values.filter((value) => value !== undefined);
	return known.length === 0 ? undefined : Math.max(...known);
}

const pixelsOf = ({ width, height }: MediaFacts): number | undefined =>
	width === undefined || height === undefined ? undefined : width * height;

const mebibytes = ({ sizeBytes }: MediaFacts): number | undefined =>
	sizeBytes === undefined ? undefined : sizeBytes / bytesPerMiB;

const upTo =
	(unit: string) =>
	(max: number): string =>
		`up to ${numberText(max)} ${unit}`;

const ratioOf = ({ width, height }: MediaFacts): number | undefined =>
	width === undefined || height === undefined ? undefined : width / height;

/** Returns the limits of the shapes of images or videos: how wide they are for their height, and how high for their width. */
function shapes(media: MediaFacts[], kind: 'image' | 'video', ratios: MediaLimits['imageRatios']): Limited[] {
	const [min, max] = ratios ?? [];
	const article = kind === 'image' ? 'an' : 'a';
	const values = media.map((file) => (file.mediaType === kind ? ratioOf(file) : undefined));
	const times = (ratio: number): string => numberText(Math.round(ratio * 100) / 100);
	const shape = (has: Limited['has'], most: number | undefined, long: string, short: string): Limited => ({
		has,
		max: most,
		found: (ratio) => `${article} ${kind} that is ${times(ratio)} times as ${long} as ${short}`,
		accepted: (ratio) => `up to ${times(ratio)} times`,
	});
	const turned = values.map((ratio) => (ratio === undefined ? undefined : 1 / ratio));
	return [
		shape(values, max, 'wide', 'high'),
		shape(turned, min === undefined ? undefined : 1 / min, 'high', 'wide'),
	];
}

function countsAndSizes(media: MediaFacts[], limits: MediaLimits): Limited[] {
	const count = (...kinds: Array<MediaFacts['mediaType']>) =>
		media.filter(({ mediaType }) => kinds.includes(mediaType)).length;
	const of = (kind: 'image' | 'video', valueOf: (file: MediaFacts) => number | undefined) =>
		media.map((file) => (file.mediaType === kind ? valueOf(file) : undefined));
	const isSet = media.length > 1;
	const set = isSet && limits.videoSecondsInSetMax !== undefined ? ' among several media' : '';
	return [
		{
			has: count('image', 'gif'),
			max: limits.imagesMax,
			found: (images) => plural(images, 'image'),
			accepted: (max) => plural(max, 'image'),
		},
		{
			has: count('video'),
			max: limits.videosMax,
			found: (videos) => plural(videos, 'video'),
			accepted: (max) => plural(max, 'video'),
		},
		{
			has: of('video', ({ durationSec }) => durationSec),
			max: isSet ? (limits.videoSecondsInSetMax ?? limits.videoSecondsMax) : limits.videoSecondsMax,
			found: (seconds) => `a video of ${Math.ceil(seconds)} seconds`,
			accepted: (max) => `up to ${max} seconds${set}`,
		},
		{
			has: of('video', mebibytes),
			max: limits.videoMiBMax,
			found: (size) => `a video of ${Math.ceil(size)} MiB`,
			accepted: upTo('MiB'),
		},
		{
			has: of('image', mebibytes),
			max: limits.imageMiBMax,
			found: (size) => `an image of ${Math.ceil(size)} MiB`,
			accepted: upTo('MiB'),
		},
		{
			has: of('image', pixelsOf),
			max: limits.imagePixelsMax,
			found: (pixels) => `an image with ${numberText(pixels)} pixels`,
			accepted: upTo('pixels'),
		},
		{
			has: of('video', pixelsOf),
			max: limits.videoPixelsMax,
			found: (pixels) => `a video with ${numberText(pixels)} pixels`,
			accepted: upTo('pixels'),
		},
		{
			has: of('video', ({ width, height }) => largest([width, height])),
			max: limits.videoSideMax,
			found: (pixels) => `a video with a side of ${numberText(pixels)} pixels`,
			accepted: upTo('pixels'),
		},
		{
			has: of('video', ({ width }) => width),
			max: limits.videoWidthMax,
			found: (pixels) => `a video that is ${numberText(pixels)} pixels wide`,
			accepted: upTo('pixels'),
		},
		{
			has: of('video', ({ frameRate }) => frameRate),
			max: limits.frameRateMax,
			found: (frames) => `a video with ${numberText(frames)} frames per second`,
			accepted: upTo('frames per second'),
		},
		...shapes(media, 'image', limits.imageRatios),
		...shapes(media, 'video', limits.videoRatios),
	];
}

/** Lists the codecs of videos that the network's guide doesn't name, each once. */
function otherCodecs(media: MediaFacts[], limits: MediaLimits, kind: 'audio' | 'video'): string[] {
	const accepted = limits[`${kind}Codecs`];
	if (!accepted) return [];
	const codecs = media.map((file) => file[`${kind}Codec`]);
	const others = new Set(codecs.filter((codec) => codec !== undefined && !accepted.includes(codec)));
	const names = accepted.map(codecName).join(', ');
	return [...others].map((codec = '') => {
		const which = namedFiles(
			media,
			[...media.keys()].filter((index) => codecs[index] === codec),
		);
		return `has a video with the ${kind} codec ${codecName(codec)}, but the network usually accepts ${names}${which}`;
	});
}

/** The kinds of media that a channel which requires some accepts, by the limit for their number. */
const requiredCounts = new Map<string, Array<'imagesMax' | 'videosMax'>>([
	['video', ['videosMax']],
	['visual', ['imagesMax', 'videosMax']],
]);

/** Returns the limits of a network. The service's word about the channel comes before a table that says that it accepts none. */
function limitsOf(platform: string, mediaRequired: string): MediaLimits {
	const limits = limitsByPlatform.get(platform) ?? {};
	const outdated = (requiredCounts.get(mediaRequired) ?? []).filter((count) => limits[count] === 0);
	return { ...limits, ...Object.fromEntries(outdated.map((count) => [count, undefined])) };
}

/**
 * Lists the known limits of a network that a post's media exceed, each as the end of a sentence about the media. They are only
 * reasons to warn, because networks can change their limits. What isn't known exceeds nothing.
 * @param mediaRequired what the service says that the channel requires
 */
export function exceededLimits(
	media: MediaFacts[],
	platform: string,
	mediaRequired?: string | null,
): string[] {
	const limits = limitsOf(platform, mediaRequired ?? '');
	const numbers = countsAndSizes(media, limits).flatMap(({ has, max = Infinity, found, accepted }) => {
		const most = Array.isArray(has) ? largest(has) : has;
		// A picture of 4:5 pixels can be a hair above the ratio.
		if (most === undefined || most <= max * (1 + 1e-9)) return [];
		const which = Array.isArray(has) ? filesAbove(media, has, max) : '';
		return [`has ${found(most)}, but the network usually accepts ${accepted(max)}${which}`];
	});
	return [...numbers, ...otherCodecs(media, limits, 'video'), ...otherCodecs(media, limits, 'audio')];
}
