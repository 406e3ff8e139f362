import type { Accounts } from '../accounts';
import type { ChannelOverride } from '../overrides';
import type { Channel } from '../schemas';
import { channelRules } from './channelRules';
import { networkRules } from './networkRules';
import { postFindings } from './postRules';
import type { Finding, Matter, PostToCheck, RuleFinding, Severity } from './types';

function matterOf(post: PostToCheck, channelId: string): Matter {
	const own: ChannelOverride = post.perAccount?.[channelId] ?? {};
	return {
		post,
		own,
		caption: own.caption ?? post.caption,
		title: own.title ?? post.title ?? '',
		firstComment: own.firstComment ?? post.firstComment ?? '',
	};
}

/** What only matters once a post goes out does not keep anybody from saving a draft. */
const severityOf = ({ severity }: RuleFinding, { delivery }: PostToCheck): Severity =>
	severity !== 'later' ? severity : delivery ? 'error' : 'warning';

async function channelFindings(post: PostToCheck, channel: Channel, accounts: Accounts): Promise<Finding[]> {
	const matter = matterOf(post, channel.id);
	const asked = await Promise.all(networkRules.map(async (rule) => await rule(matter, channel, accounts)));
	const { id: channelId, platform, handle } = channel;
	return [...channelRules.flatMap((rule) => rule(matter, channel)), ...asked.flat()].map((finding) => ({
		...finding,
		severity: severityOf(finding, post),
		channelId,
		platform,
		handle,
	}));
}

const unknownChannel = (channelId: string): Finding => ({
	severity: 'error',
	field: 'accounts',
	problem: `names '${channelId}', which is no channel of this key`,
	channelId,
});

/**
 * Everything that is wrong with a post on each of its channels, or may be, before anything of it is sent. Reads the
 * channels, and boards, creator info and categories where the post depends on them (contract section 2).
 * @param now milliseconds since 1970
 */
export async function checkPost(accounts: Accounts, post: PostToCheck, now = Date.now()): Promise<Finding[]> {
	const channels = await accounts.list();
	const ofChannels = [...new Set(post.accounts)].map(async (channelId) => {
		const channel = channels.find(({ id }) => id === channelId);
		return channel ? await channelFindings(post, channel, accounts) : [unknownChannel(channelId)];
	});
	return [...postFindings(post, channels, now), ...(await Promise.all(ofChannels)).flat()];
}
