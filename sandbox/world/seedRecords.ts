import { withSecret } from '../keySecret';
import { seed, type ChannelName, type KeyName } from '../seed';
import { permissions, type Permission } from '../types';
import type { Board, Channel, Credential, MediaAsset, NamedQueue, Workspace } from './records';

const { workspaces, channels, queues, boards, media } = seed;

/** The people of the seed. Each key and each post belongs to one of them. */
export const people = { ada: 'person-ada', ben: 'person-ben', cara: 'person-cara' };

/** The credential of seeded posts that weren't written in the web app. It has no key. */
export const editorialCalendar = {
	credentialId: '90000000-0000-4000-8000-000000000099',
	name: 'Editorial calendar',
};

const without = (...missing: Permission[]): Permission[] =>
	permissions.filter((permission) => !missing.includes(permission));

const idsOf = (isApproval: boolean): string[] =>
	Object.entries(channels)
		.filter(([name]) => name.startsWith('approval') === isApproval)
		.map(([, { id }]) => id);

type Difference = Partial<Omit<Credential, 'channelIds'>> & { channelIds?: string[] };

const differences = (now: number): Record<KeyName, Difference> => ({
	full: {},
	drafts: { permissions: without('publish_directly') },
	readOnly: { permissions: ['read'] },
	limited: { personId: people.ben, channelIds: [channels.facebook.id, channels.bluesky.id] },
	noAnalytics: { permissions: without('view_analytics') },
	approval: {
		workspaceId: workspaces.approval.id,
		personId: people.cara,
		channelIds: idsOf(true),
	},
	expired: { expiresAt: Date.parse('2020-01-01T00:00:00Z') },
	expiring: { expiresAt: now + 3_600_000 },
	revoked: { isRevoked: true },
});

const labels: Record<KeyName, string> = {
	full: 'Automation',
	drafts: 'Drafts only',
	readOnly: 'Reporting',
	limited: 'Two channels',
	noAnalytics: 'No analytics',
	approval: 'Careful automation',
	expired: 'Old script',
	expiring: 'Trial',
	revoked: 'Lost laptop',
};

/** Creates the API keys. `now` is the time of the start. */
export const seedCredentials = (now: number, keySecret: string | undefined): Credential[] => {
	const { keys } = withSecret(seed, keySecret);
	const names = Object.keys(keys) as KeyName[];
	return names.map((name, index) => {
		const { channelIds = idsOf(false), ...difference } = differences(now)[name];
		return {
			id: `90000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
			kind: 'key',
			bearer: keys[name],
			name: labels[name],
			workspaceId: workspaces.main.id,
			personId: people.ada,
			permissions: [...permissions],
			channelIds: new Set(channelIds),
			expiresAt: null,
			isRevoked: false,
			...difference,
		};
	});
};

/** Creates the workspaces. */
export const seedWorkspaces = (): Workspace[] => [
	{ ...workspaces.main, requiresApproval: false },
	{ ...workspaces.approval, requiresApproval: true },
];

/** Creates the media assets of the main workspace. */
export const seedMedia = (): MediaAsset[] => [
	{ id: media.image, workspaceId: workspaces.main.id, mediaType: 'image', isReady: true },
	{ id: media.video, workspaceId: workspaces.main.id, mediaType: 'video', isReady: true },
	{ id: media.gif, workspaceId: workspaces.main.id, mediaType: 'gif', isReady: true },
	{ id: media.unfinished, workspaceId: workspaces.main.id, mediaType: 'image', isReady: false },
];

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

/** Creates the channels of both workspaces. */
export const seedChannels = (): Channel[] => names.map(channelOf);
