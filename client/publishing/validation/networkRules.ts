import type { Accounts } from '../accounts';
import type { Channel } from '../schemas';
import type { Matter, RuleFinding } from './types';

/** A rule that has to ask the service what the network allows now. */
type NetworkRule = (matter: Matter, channel: Channel, accounts: Accounts) => Promise<RuleFinding[]>;

const boardExists: NetworkRule = async ({ own: { boardId } }, { id, capabilities }, accounts) => {
	if (!boardId || capabilities.boardRequired === false) return [];
	const boards = await accounts.boards(id);
	if (boards.some((board) => board.id === boardId)) return [];
	const names = boards.map((board) => `${board.name} (${board.id})`).join(', ');
	const problem = `is '${boardId}', which the channel does not have. It has ${names || 'no boards'}`;
	return [{ severity: 'later', field: `perAccount.${id}.boardId`, problem }];
};

const categoryExists: NetworkRule = async ({ own: { options } }, { id, platform }, accounts) => {
	const categoryId = options?.youtube?.categoryId;
	if (platform !== 'youtube' || !categoryId) return [];
	const { categories } = await accounts.youTubeCategories(id);
	if (categories.some((category) => category.id === categoryId)) return [];
	const problem = `is '${categoryId}', which YouTube does not list for this channel: it may not be applied`;
	return [{ severity: 'warning', field: `perAccount.${id}.options.youtube.categoryId`, problem }];
};

/** What a creator may have switched off, by the option that asks for it. */
const switches = {
	allowComment: 'commentDisabled',
	allowDuet: 'duetDisabled',
	allowStitch: 'stitchDisabled',
} as const;

const tikTok: NetworkRule = async ({ own, post }, { id, platform }, accounts) => {
	if (platform !== 'tiktok') return [];
	const creator = await accounts.tikTokCreatorInfo(id);
	const options = own.options?.tiktok ?? {};
	const field = (name: string): string => `perAccount.${id}.options.tiktok.${name}`;
	const findings: RuleFinding[] = [];
	if (!creator.canPost) {
		const problem = `takes no posts now${creator.cannotPostReason ? `: ${creator.cannotPostReason}` : ''}`;
		findings.push({
			severity: post.delivery?.mode === 'now' ? 'error' : 'warning',
			field: 'accounts',
			problem,
		});
	}
	const { privacyLevel } = options;
	if (privacyLevel && !creator.privacyLevelOptions.includes(privacyLevel)) {
		const problem = `is ${privacyLevel}, and this creator may use ${creator.privacyLevelOptions.join(', ')}`;
		findings.push({ severity: 'error', field: field('privacyLevel'), problem });
	}
	return [...findings, ...switchFindings(options, creator, field), ...durationFindings(post, creator)];
};

type Creator = Awaited<ReturnType<Accounts['tikTokCreatorInfo']>>;

const switchFindings = (
	options: Record<string, unknown>,
	creator: Creator,
	field: (name: string) => string,
): RuleFinding[] =>
	Object.entries(switches)
		.filter(([option, disabled]) => options[option] === true && creator[disabled])
		.map(([option]) => ({
			severity: 'warning',
			field: field(option),
			problem: 'is on, and the creator has switched it off on TikTok',
		}));

function durationFindings({ media }: Matter['post'], creator: Creator): RuleFinding[] {
	const max = creator.maxVideoPostDurationSec ?? Infinity;
	const longest = Math.max(0, ...media.map(({ durationSec = 0 }) => durationSec));
	if (longest <= max) return [];
	const problem = `has a video of ${Math.ceil(longest)} seconds, and this creator may post ${max}`;
	return [{ severity: 'later', field: 'mediaAssetIds', problem }];
}

/** What holds for a channel by what the network says at the moment. */
export const networkRules: readonly NetworkRule[] = [boardExists, categoryExists, tikTok];
