import { seed, type ChannelName } from '../seed';
import type { Board, Channel, NamedQueue } from './records';

const { queues, boards, channels, workspaces } = seed;

const queue = ({ id, name }: { id: string; name: string }, categoryId: string | null): NamedQueue => ({
	id,
	name,
	categoryId,
});

const campaignCategory = '70000000-0000-4000-8000-000000000001';

const queuesOf: Partial<Record<ChannelName, NamedQueue[]>> = {
	facebook: [queue(queues.facebookMornings, null), queue(queues.facebookCampaign, campaignCategory)],
	linkedin: [queue(queues.linkedinWeekly, null)],
};

const boardsOf: Partial<Record<ChannelName, Board[]>> = { pinterest: Object.values(boards) };

const statusOf: Partial<Record<ChannelName, Channel['status']>> = {
	linkedinBroken: 'disconnected',
	mastodon: 'token_expiring',
};

const withoutAvatar: ReadonlySet<ChannelName> = new Set(['googleBusiness', 'linkedinBroken']);

const names = Object.keys(channels) as ChannelName[];

const channelOf = (name: ChannelName): Channel => ({
	...channels[name],
	workspaceId: name.startsWith('approval') ? workspaces.approval.id : workspaces.main.id,
	avatarUrl: withoutAvatar.has(name) ? null : `https://avatars.example/${name}.png`,
	status: statusOf[name] ?? 'connected',
	queues: structuredClone(queuesOf[name] ?? []),
	boards: structuredClone(boardsOf[name] ?? []),
});

/** The channels of both workspaces, fresh. */
export const seedChannels = (): Channel[] => names.map(channelOf);
