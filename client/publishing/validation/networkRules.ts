import { quote } from '../../http/redact.js';
import { listed } from '../../http/text.js';
import type { Channel, TikTokCreatorInfo } from '../schemas.js';
import type { Facts } from './facts.js';
import { filesAbove } from './fileRules.js';
import { exceededLimits, usualTikTokSeconds } from './mediaLimits.js';
import { textLimitFindings } from './textLimits.js';
import type { ChannelContent, RuleFinding } from './types.js';

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
	const names = listed(boards.map((board) => `${board.name} (${board.id})`));
	const problem = `is ${quote(boardId)}, which this channel doesn't have. It has ${names || 'no boards'}`;
	return [{ code: 'boardUnknown', severity: 'later', field: `perAccount.${id}.boardId`, problem }];
};

const categoryExists: NetworkRule = async ({ own: { options } }, { id, platform }, facts) => {
	const categoryId = options?.youtube?.categoryId;
	if (platform !== 'youtube' || !categoryId) return [];
	const known = await facts.youTubeCategories(id);
	if (known === undefined || known.categories.some((category) => category.id === categoryId)) return [];
	const problem = `is ${quote(categoryId)}, which YouTube doesn't list for this channel and might ignore`;
	return [
		{
			code: 'categoryUnknown',
			severity: 'warning',
			field: `perAccount.${id}.options.youtube.categoryId`,
			problem,
		},
	];
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
			code: 'channelPaused',
			severity: post.delivery?.mode === 'now' ? 'error' : 'warning',
			field: 'accounts',
			problem,
		});
	}
	const { privacyLevel } = options;
	if (typeof privacyLevel === 'string' && !creator.privacyLevelOptions.includes(privacyLevel)) {
		const problem = `is ${quote(privacyLevel)}, but this creator can only use ${creator.privacyLevelOptions.join(', ')}`;
		findings.push({ code: 'optionUnavailable', severity: 'error', field: field('privacyLevel'), problem });
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
			code: 'optionUnavailable',
			severity: 'warning',
			field: field(option),
			problem: 'is on, but the creator turned it off on TikTok',
		}));

function durationFindings({ media }: ChannelContent['post'], creator: TikTokCreatorInfo): RuleFinding[] {
	const own = creator.maxVideoPostDurationSec ?? undefined;
	const max = own ?? usualTikTokSeconds;
	const seconds = media.map(({ durationSec = 0 }) => durationSec);
	const longest = Math.max(0, ...seconds);
	if (longest <= max) return [];
	const who = own === undefined ? 'the network usually accepts up to' : 'this creator can post up to';
	const which = filesAbove(media, seconds, max);
	const problem = `has a video of ${Math.ceil(longest)} seconds, but ${who} ${max} seconds${which}`;
	return [
		{
			code: 'videoTooLong',
			severity: own === undefined ? 'warning' : 'later',
			field: 'mediaAssetIds',
			problem,
		},
	];
}

const knownLimit: NetworkRule = ({ post }, { platform, capabilities }) =>
	exceededLimits(post.media, platform, capabilities.mediaRequired).map((problem) => ({
		code: 'limitExceeded',
		severity: 'warning',
		field: 'mediaAssetIds',
		problem,
	}));

/** The rules that depend on what the network allows now and on its known limits. */
export const networkRules: readonly NetworkRule[] = [
	boardExists,
	categoryExists,
	tikTok,
	knownLimit,
	textLimitFindings,
];
