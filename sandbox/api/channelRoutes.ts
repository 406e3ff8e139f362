import type { z } from 'zod/v4';
import { forbidden, notFound, unworkable } from '../http/answers';
import { toIsoOrNull } from '../http/clock';
import type { Platform } from '../types';
import { channelSnapshots } from '../world/metrics';
import { capabilities, optionsSchemaOf, tiktokCreatorOf, youtubeCategories } from '../world/platforms';
import type { Channel } from '../world/records';
import { optionalFields, orNull } from '../variants';
import type { World } from '../world/world';
import { windowQuery } from './bodies';
import type { Call, Route } from './route';

/** A channel as the API returns it. `optionsSchema` is missing for platforms that don't describe their options. */
const viewChannel = (channel: Channel, { variants, profile }: World) => ({
	id: channel.id,
	platform: channel.platform,
	handle: channel.handle,
	avatarUrl: orNull(variants, channel.avatarUrl),
	status: profile.connectionWords[channel.status],
	needsReconnect: channel.status === 'disconnected' || channel.status === 'error',
	capabilities: capabilities[channel.platform],
	...optionalFields(variants, optionsSchemaOf(channel.platform, variants)),
	queues: channel.queues.map((queue) => ({ ...queue, categoryId: orNull(variants, queue.categoryId) })),
});

/** The channels that an API key can use. */
export const channelsOf = ({ world, credential }: Pick<Call, 'world' | 'credential'>): Channel[] =>
	[...world.channels.values()].filter(({ id }) => credential.channelIds.has(id));

/**
 * Finds a channel by its ID. A channel of another workspace, a missing one and an ID that isn't a UUID are all 404, because the
 * contract doesn't distinguish them. A channel of this workspace that isn't on the key is 403.
 */
export const channelOnKey = (
	{ world, credential, workspace }: Pick<Call, 'world' | 'credential' | 'workspace'>,
	id: string,
): Channel => {
	const channel = world.channels.get(id.toLowerCase());
	if (channel?.workspaceId !== workspace.id) throw notFound('id: there is no such channel');
	if (!credential.channelIds.has(channel.id)) throw forbidden('id: the channel is not on the key');
	return channel;
};

const pathChannel = (call: Call): Channel => channelOnKey(call, call.id);

const requirePlatform = (channel: Channel, platform: Platform): void => {
	if (channel.platform === platform) return;
	throw unworkable('id', `this is a ${channel.platform} channel, not one of ${platform}`);
};

const byPins = ({ pinCount: a = 0 }: { pinCount?: number }, { pinCount: b = 0 }: { pinCount?: number }) =>
	b - a;

const me: Route = {
	method: 'GET',
	path: '/me/',
	permission: 'read',
	kind: 'read',
	acceptsTokens: true,
	perform: (call) => {
		const { credential, workspace, world } = call;
		const { id, kind, name, expiresAt, permissions } = credential;
		return {
			status: 200,
			body: {
				workspace: { id: workspace.id, name: orNull(world.variants, workspace.name) },
				credential: { id, kind, name, expiresAt: toIsoOrNull(expiresAt) },
				permissions,
				channels: channelsOf(call).map(({ id, platform, handle }) => ({ id, platform, handle })),
			},
		};
	},
};

const accounts: Route = {
	method: 'GET',
	path: '/accounts/',
	isList: true,
	permission: 'read',
	kind: 'read',
	perform: (call) => ({
		status: 200,
		body: { data: channelsOf(call).map((channel) => viewChannel(channel, call.world)) },
	}),
};

const boards: Route = {
	method: 'GET',
	path: '/accounts/{id}/boards',
	isList: true,
	permission: 'read',
	kind: 'read',
	perform: (call) => {
		const channel = pathChannel(call);
		requirePlatform(channel, 'pinterest');
		const data = [...channel.boards]
			.sort(byPins)
			.map(({ id, name, ...more }) => ({ id, name, ...optionalFields(call.world.variants, more) }));
		return { status: 200, body: { data } };
	},
};

const creatorInfo: Route = {
	method: 'GET',
	path: '/accounts/{id}/tiktok-creator-info',
	permission: 'read',
	kind: 'read',
	perform: (call) => {
		requirePlatform(pathChannel(call), 'tiktok');
		const { variants } = call.world;
		const { avatarUrl, maxVideoPostDurationSec, ...creator } = tiktokCreatorOf(variants);
		const longest = orNull(variants, maxVideoPostDurationSec);
		return {
			status: 200,
			body: { ...creator, ...optionalFields(variants, { avatarUrl }), maxVideoPostDurationSec: longest },
		};
	},
};

const categories: Route = {
	method: 'GET',
	path: '/accounts/{id}/youtube-categories',
	permission: 'read',
	kind: 'read',
	perform: (call) => {
		requirePlatform(pathChannel(call), 'youtube');
		return { status: 200, body: youtubeCategories };
	},
};

const channelAnalytics: Route<undefined, z.infer<typeof windowQuery>> = {
	method: 'GET',
	path: '/analytics/accounts/{id}',
	isList: true,
	permission: 'view_analytics',
	kind: 'read',
	query: windowQuery,
	perform: (call) => {
		const channel = pathChannel(call);
		return { status: 200, body: { data: channelSnapshots(channel, call.world) } };
	},
};

/** Routes for the identity, for channels, and for data of one channel. */
export const channelRoutes: Route[] = [me, accounts, boards, creatorInfo, categories, channelAnalytics];
