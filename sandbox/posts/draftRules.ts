import type { EditBody } from '../api/bodies';
import { forbidden, unworkable, type ApiFailure } from '../api/failure';
import { capabilities } from '../world/platforms';
import type { Channel, Credential, Draft, Options, Overrides, Workspace } from '../world/records';
import { tiktokCreator } from '../world/networks';
import type { World } from '../world/world';
import { isPast } from './deliveryRules';

/**
 * What is checked when.
 *
 * Here, before anything is saved, stands what makes a draft impossible as such: a channel that the key may not post
 * to (403), unknown or unfinished media, words or settings for a channel that cannot take them (first comment, title,
 * board, another platform's options), a TikTok privacy level that this creator may not use, a proposed time that is
 * past. A create that fails here saved nothing and carries no `post_id`.
 *
 * In deliveryRules.ts stands what only matters once the post is to go out: lengths, required title, media and board,
 * the connection, times, queues and daily caps. A create that fails there has saved its draft and carries `post_id`.
 */
export const checkDraft = (world: World, workspace: Workspace, draft: Draft): void => {
	requireReadyMedia(world, workspace, draft.mediaAssetIds);
	for (const channelId of draft.channelIds) {
		checkChannelWords(world, workspace, draft, world.channel(channelId));
	}
};

/** @throws ApiFailure 403 for a channel that is not on the key, whether it exists or not. */
export const requireChannelsOnKey = (credential: Credential, channelIds: string[]): void => {
	const foreign = channelIds.find((id) => !credential.channelIds.has(id));
	if (foreign !== undefined) throw forbidden(`accounts: the key may not post to ${foreign}`);
	const repeated = channelIds.find((id, index) => channelIds.indexOf(id) !== index);
	if (repeated !== undefined) throw unworkable('accounts', `${repeated} is named more than once`);
};

/** @throws ApiFailure 422 for a proposed time in the past. */
export const requireFutureProposal = (world: World, proposed: number | null | undefined): void => {
	if (proposed === null || proposed === undefined || !isPast(world, proposed)) return;
	throw unworkable('proposedPublishAt', 'must not be in the past');
};

/**
 * Looks at what was sent, not at what is left after merging: even empty options of another platform are refused.
 *
 * @throws ApiFailure 422 for options that are not those of the channel (P18); clearing them is nothing wrong.
 */
export const requireOwnOptions = (
	world: World,
	channelIds: readonly string[],
	perAccount: EditBody['perAccount'] = {},
): void => {
	for (const [channelId, changes] of Object.entries(perAccount)) {
		const channel = channelIds.includes(channelId) ? world.channels.get(channelId) : undefined;
		const optionsKey = channel && capabilities[channel.platform].optionsKey;
		const given = Object.entries(changes?.options ?? {}).filter(([, fields]) => fields !== null);
		const foreign = given.find(([key]) => key !== optionsKey);
		if (channel && foreign) throw notTaken(`perAccount.${channelId}.options.${foreign[0]}`, channel);
	}
};

const requireReadyMedia = (world: World, workspace: Workspace, assetIds: string[]): void => {
	for (const [index, id] of assetIds.entries()) {
		const asset = world.media.get(id);
		const path = `mediaAssetIds[${index}]`;
		if (asset?.workspaceId !== workspace.id) throw unworkable(path, `there is no asset ${id}`);
		if (!asset.isReady) throw unworkable(path, `the upload of ${id} is not finished`);
	}
};

const notTaken = (path: string, { platform }: Channel): ApiFailure =>
	unworkable(path, `${platform} channels take none`);

const checkChannelWords = (world: World, workspace: Workspace, draft: Draft, channel: Channel): void => {
	const can = capabilities[channel.platform];
	const own = draft.overrides.get(channel.id);
	const path = `perAccount.${channel.id}`;
	if (!can.firstComment && own?.firstComment) throw notTaken(`${path}.firstComment`, channel);
	if (!can.firstComment && (own?.firstComment ?? draft.firstComment)) throw notTaken('firstComment', channel);
	if (!can.title.supported && own?.title) throw notTaken(`${path}.title`, channel);
	if (!can.boardRequired && own?.boardId) throw notTaken(`${path}.boardId`, channel);
	if (own !== undefined) checkOptions(world, workspace, own, channel);
};

const checkOptions = (world: World, workspace: Workspace, own: Overrides, channel: Channel): void => {
	const path = `perAccount.${channel.id}.options`;
	const options: Options = own.options ?? {};
	const level = options.tiktok?.['privacyLevel'];
	if (typeof level === 'string' && !tiktokCreator.privacyLevelOptions.includes(level)) {
		throw unworkable(`${path}.tiktok.privacyLevel`, `this creator may not use ${level}`);
	}
	checkThumbnail(world, workspace, options, `${path}.youtube.thumbnail.assetId`);
};

const checkThumbnail = (world: World, workspace: Workspace, options: Options, path: string): void => {
	const thumbnail = options.youtube?.['thumbnail'] as { assetId?: string } | undefined;
	if (thumbnail?.assetId === undefined) return;
	const asset = world.media.get(thumbnail.assetId);
	if (asset?.workspaceId !== workspace.id) throw unworkable(path, `there is no asset ${thumbnail.assetId}`);
	if (asset.mediaType !== 'image' || !asset.isReady) throw unworkable(path, 'must be a finished image');
};
