import type { Channel, TikTokCreatorInfo } from '../schemas';
import type { Facts } from './facts';
import type { ChannelContent, RuleFinding } from './types';

/** A rule that asks the service what the network allows now. */
type NetworkRule = (
	content: ChannelContent,
	channel: Channel,
	facts: Facts,
) => Promise<RuleFinding[]> | RuleFinding[];

const boardExists: NetworkRule = async ({ own: { boardId } }, { id, capabilities }, facts) => {
	if (!boardId || capabilities.boardRequired === false) return [];
	const boards = await facts.boards(id);
	if (boards === undefined || boards.some((board) => board.id === boardId)) return [];
	const names = boards.map((board) => `${board.name} (${board.id})`).join(', ');
	const problem = `is '${boardId}', which this channel doesn't have. It has ${names || 'no boards'}`;
	return [{ severity: 'later', field: `perAccount.${id}.boardId`, problem }];
};

const categoryExists: NetworkRule = async ({ own: { options } }, { id, platform }, facts) => {
	const categoryId = options?.youtube?.categoryId;
	if (platform !== 'youtube' || !categoryId) return [];
	const known = await facts.youTubeCategories(id);
	if (known === undefined || known.categories.some((category) => category.id === categoryId)) return [];
	const problem = `is '${categoryId}', which YouTube doesn't list for this channel and might ignore`;
	return [{ severity: 'warning', field: `perAccount.${id}.options.youtube.categoryId`, problem }];
};

/** What a creator can have turned off, by the option for it. */
const switches = {
	allowComment: 'commentDisabled',
	allowDuet: 'duetDisabled',
	allowStitch: 'stitchDisabled',
} as const;

const tikTok: NetworkRule = async ({ own, post }, { id, platform }, facts) => {
	if (platform !== 'tiktok') return [];
	const creator = await facts.tikTokCreatorInfo(id);
	if (creator === undefined) return [];
	const options = own.options?.tiktok ?? {};
	const field = (name: string): string => `perAccount.${id}.options.tiktok.${name}`;
	const findings: RuleFinding[] = [];
	if (!creator.canPost) {
		const problem = `accepts no posts right now${creator.cannotPostReason ? ` (${creator.cannotPostReason})` : ''}`;
		findings.push({
			severity: post.delivery?.mode === 'now' ? 'error' : 'warning',
			field: 'accounts',
			problem,
		});
	}
	const { privacyLevel } = options;
	if (privacyLevel && !creator.privacyLevelOptions.includes(privacyLevel)) {
		const problem = `is ${privacyLevel}, but this creator can only use ${creator.privacyLevelOptions.join(', ')}`;
		findings.push({ severity: 'error', field: field('privacyLevel'), problem });
	}
	return [...findings, ...switchFindings(options, creator, field), ...durationFindings(post, creator)];
};

const switchFindings = (
	options: Record<string, unknown>,
	creator: TikTokCreatorInfo,
	field: (name: string) => string,
): RuleFinding[] =>
	Object.entries(switches)
		.filter(([option, disabled]) => options[option] === true && creator[disabled])
		.map(([option]) => ({
			severity: 'warning',
			field: field(option),
			problem: 'is on, but the creator turned it off on TikTok',
		}));

/** The longest video on TikTok in seconds, used if TikTok doesn't say what this creator can post (contract N48). */
const usualTikTokSeconds = 600;

function durationFindings({ media }: ChannelContent['post'], creator: TikTokCreatorInfo): RuleFinding[] {
	const own = creator.maxVideoPostDurationSec ?? undefined;
	const max = own ?? usualTikTokSeconds;
	const longest = Math.max(0, ...media.map(({ durationSec = 0 }) => durationSec));
	if (longest <= max) return [];
	const who = own === undefined ? 'the network usually accepts up to' : 'this creator can post up to';
	const problem = `has a video of ${Math.ceil(longest)} seconds, but ${who} ${max} seconds`;
	return [{ severity: own === undefined ? 'warning' : 'later', field: 'mediaAssetIds', problem }];
}

/** Known limits of a network for one post (contract N48). An administrator of the service can change them. */
interface KnownLimits {
	imagesMax?: number;
	videosMax: number;
	videoSecondsMax?: number;
	/** The longest video if the post has several media, in seconds. */
	videoSecondsInSetMax?: number;
	videoMiBMax?: number;
}

const minutes = (count: number): number => count * 60;

const knownLimits = new Map<string, KnownLimits>([
	['facebook', { imagesMax: 10, videosMax: 1 }],
	[
		'instagram',
		{ imagesMax: 10, videosMax: 1, videoSecondsMax: minutes(15), videoSecondsInSetMax: minutes(1) },
	],
	['threads', { imagesMax: 20, videosMax: 1, videoSecondsMax: minutes(5) }],
	['linkedin', { imagesMax: 20, videosMax: 1, videoSecondsMax: minutes(30), videoMiBMax: 500 }],
	// The longest video on TikTok depends on the creator. See durationFindings.
	['tiktok', { imagesMax: 0, videosMax: 1 }],
	['youtube', { imagesMax: 0, videosMax: 1 }],
	['pinterest', { imagesMax: 1, videosMax: 1 }],
	['bluesky', { imagesMax: 4, videosMax: 1, videoSecondsMax: minutes(3), videoMiBMax: 50 }],
	['mastodon', { imagesMax: 4, videosMax: 1, videoSecondsMax: minutes(5), videoMiBMax: 40 }],
	['google_business', { imagesMax: 10, videosMax: 0 }],
]);

const bytesPerMiB = 1024 * 1024;
const plural = (count: number, word: string): string =>
	count === 0 ? `no ${word}s` : `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * Lists the known limits of a network that a post exceeds. They are only warnings, because networks can change their limits.
 */
function knownLimitProblems({ media }: ChannelContent['post'], limits: KnownLimits): string[] {
	const videos = media.filter(({ mediaType }) => mediaType === 'video');
	const images = media.filter(({ mediaType }) => mediaType === 'image' || mediaType === 'gif');
	const longest = Math.max(0, ...videos.map(({ durationSec = 0 }) => durationSec));
	const largest = Math.max(0, ...videos.map(({ sizeBytes = 0 }) => sizeBytes)) / bytesPerMiB;
	const { imagesMax = Infinity, videosMax, videoSecondsMax = Infinity, videoMiBMax = Infinity } = limits;
	const isSet = media.length > 1;
	const secondsMax = isSet ? (limits.videoSecondsInSetMax ?? videoSecondsMax) : videoSecondsMax;
	const set = isSet && limits.videoSecondsInSetMax !== undefined ? ' among several media' : '';
	const limited: Array<[number, number, found: string, accepted: string]> = [
		[images.length, imagesMax, plural(images.length, 'image'), plural(imagesMax, 'image')],
		[videos.length, videosMax, plural(videos.length, 'video'), plural(videosMax, 'video')],
		[longest, secondsMax, `a video of ${Math.ceil(longest)} seconds`, `up to ${secondsMax} seconds${set}`],
		[largest, videoMiBMax, `a video of ${Math.ceil(largest)} MiB`, `up to ${videoMiBMax} MiB`],
	];
	return limited
		.filter(([count, max]) => count > max)
		.map(([, , found, accepted]) => `has ${found}, but the network usually accepts ${accepted}`);
}

const knownLimit: NetworkRule = ({ post }, { platform }) => {
	const limits = knownLimits.get(platform);
	const problems = limits ? knownLimitProblems(post, limits) : [];
	return problems.map((problem) => ({ severity: 'warning', field: 'mediaAssetIds', problem }));
};

/** The rules that depend on what the network allows now and on its known limits. */
export const networkRules: readonly NetworkRule[] = [boardExists, categoryExists, tikTok, knownLimit];
