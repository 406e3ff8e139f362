import type { EditBody } from '../api/bodies';
import { ApiFailure, forbidden, malformed, unworkable } from '../http/answers';
import { toIso } from '../http/clock';
import { capabilities, tiktokCreatorOf, type Capabilities } from '../world/platforms';
import type {
	Channel,
	Credential,
	Delivery,
	Draft,
	MediaAsset,
	Options,
	Overrides,
	PostRecord,
	Workspace,
} from '../world/records';
import type { World } from '../world/world';

/**
 * Checks a draft before it's saved. It refuses a channel that the key can't post to (403), unknown or unfinished media, values
 * that a channel doesn't support (first comment, title, board, options of another platform), a TikTok privacy level that this
 * creator can't use, and a proposed time in the past. A create that fails here has saved nothing and returns no `post_id`.
 *
 * {@link checkContent} and the checks below it matter only when a post is published: lengths, required title, media and board,
 * the connection, times, queues and daily limits. A create that fails there has saved its draft and returns `post_id`.
 */
export const checkDraft = (world: World, workspace: Workspace, draft: Draft): void => {
	requireReadyMedia(world, workspace, draft.mediaAssetIds);
	for (const channelId of draft.channelIds) {
		checkChannelWords(world, workspace, draft, world.channel(channelId));
	}
};

/** @throws ApiFailure 403 for a channel that isn't on the key, whether it exists or not. */
export const requireChannelsOnKey = (credential: Credential, channelIds: string[]): void => {
	const foreign = channelIds.find((id) => !credential.channelIds.has(id));
	if (foreign !== undefined) throw forbidden(`accounts: the key may not post to ${foreign}`);
};

/** The channels that a request names, each once. @throws ApiFailure 422 for a repeated channel if this service refuses it. */
export const namedChannels = ({ profile }: World, accounts: string[]): string[] => {
	const repeated = accounts.find((id, index) => accounts.indexOf(id) !== index);
	if (repeated === undefined) return accounts;
	if (!profile.mergesRepeatedChannels) throw unworkable('accounts', `${repeated} is named more than once`);
	return [...new Set(accounts)];
};

/** @throws ApiFailure 422 for an empty first comment if this service refuses it. */
export const requireFirstComments = ({ profile }: World, { firstComment, perAccount }: EditBody): void => {
	if (profile.takesEmptyFirstComment) return;
	const comments = [firstComment, ...Object.values(perAccount ?? {}).map((own) => own?.firstComment)];
	if (comments.includes('')) throw malformed('firstComment', 'must not be empty');
};

/** @throws ApiFailure 422 for a proposed time in the past. */
export const requireFutureProposal = (world: World, proposed: number | null | undefined): void => {
	if (proposed === null || proposed === undefined || !isPast(world, proposed)) return;
	throw unworkable('proposedPublishAt', 'must not be in the past');
};

/**
 * Checks the overrides as they were sent, before they are merged. Even empty options of another platform are refused.
 *
 * @throws ApiFailure 422 for options that aren't those of the channel (P18). Null, which clears them, is accepted.
 */
export const requireOwnOptions = (
	world: World,
	channelIds: readonly string[],
	perAccount: EditBody['perAccount'],
): void => {
	for (const [channelId, changes] of Object.entries(perAccount ?? {})) {
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
	const { refusesMore } = world.profile;
	if (refusesMore && !can.title.supported && own?.title) throw notTaken(`${path}.title`, channel);
	if (refusesMore && !can.boardRequired && own?.boardId) throw notTaken(`${path}.boardId`, channel);
	if (own !== undefined) checkOptions(world, workspace, own, channel);
};

const checkOptions = (world: World, workspace: Workspace, own: Overrides, channel: Channel): void => {
	const path = `perAccount.${channel.id}.options`;
	const options: Options = own.options ?? {};
	const level = options.tiktok?.['privacyLevel'];
	if (typeof level === 'string' && !tiktokCreatorOf(world.variants).privacyLevelOptions.includes(level)) {
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

interface Matter {
	channel: Channel;
	can: Capabilities;
	creator: ReturnType<typeof tiktokCreatorOf>;
	caption: string;
	title: string;
	boardId: string | null;
	media: MediaAsset['mediaType'][];
}

/** Whether a time is too long ago. */
const isPast = (world: World, moment: number): boolean => moment < world.time() - world.profile.graceMs;

/** Returns the wrong field and what is wrong with it, or null. */
type Rule = (matter: Matter) => [field: string, problem: string] | null;

const lengthOf = (text: string): number => [...text].length;

const mediaThatFit: Record<'video' | 'visual', readonly MediaAsset['mediaType'][]> = {
	video: ['video'],
	visual: ['image', 'gif', 'video'],
};

const mustBeConnected: Rule = ({ channel: { status } }) =>
	status === 'disconnected' || status === 'error' ? ['accounts', `is ${status}; reconnect it first`] : null;

const mustAcceptPosts: Rule = ({ channel, creator }) =>
	channel.platform === 'tiktok' && !creator.canPost
		? ['accounts', 'takes no posts from this creator now']
		: null;

const mustFit: Rule = ({ can, caption }) =>
	lengthOf(caption) > can.charLimit ? ['caption', `at most ${can.charLimit} characters`] : null;

const mustSaySomething: Rule = ({ caption, media }) =>
	caption === '' && media.length === 0 ? ['caption', 'needs words or media'] : null;

const mustHaveTitle: Rule = ({ can, title }) =>
	can.title.required && title === '' ? ['title', 'is required'] : null;

const titleMustFit: Rule = ({ can, title }) =>
	can.title.supported && lengthOf(title) > (can.title.maxChars ?? Infinity)
		? ['title', `at most ${can.title.maxChars} characters`]
		: null;

const mustHaveMedia: Rule = ({ can: { mediaRequired }, media }) =>
	mediaRequired !== null && !media.some((type) => mediaThatFit[mediaRequired].includes(type))
		? ['mediaAssetIds', mediaRequired === 'video' ? 'a video is required' : 'an image or a video is required']
		: null;

const mustHaveBoard: Rule = ({ can, boardId }) =>
	can.boardRequired && boardId === null ? ['boardId', 'is required'] : null;

const boardMustExist: Rule = ({ channel: { boards }, boardId }) =>
	boardId !== null && !boards.some(({ id }) => id === boardId)
		? ['boardId', `there is no board ${boardId}`]
		: null;

const rules: readonly Rule[] = [
	mustBeConnected,
	mustAcceptPosts,
	mustFit,
	mustSaySomething,
	mustHaveTitle,
	titleMustFit,
	mustHaveMedia,
	mustHaveBoard,
	boardMustExist,
];

const matterOf = (world: World, draft: Draft, channel: Channel): Matter => {
	const own = draft.overrides.get(channel.id);
	return {
		channel,
		can: capabilities[channel.platform],
		creator: tiktokCreatorOf(world.variants),
		caption: own?.caption ?? draft.caption,
		title: own?.title ?? draft.title ?? '',
		boardId: own?.boardId ?? null,
		media: draft.mediaAssetIds.flatMap((id) => world.media.get(id)?.mediaType ?? []),
	};
};

const problemsOf = (matter: Matter) =>
	rules.map((rule) => rule(matter)).filter((problem) => problem !== null);

/**
 * Checks what a post needs to be published on each of its channels. Overrides replace the post's own values.
 *
 * @throws ApiFailure 422 `invalid`, which names the field and the channel.
 */
export const checkContent = (world: World, draft: Draft): void => {
	for (const channelId of draft.channelIds) {
		const channel = world.channel(channelId);
		const [problem] = problemsOf(matterOf(world, draft, channel));
		if (problem === undefined) continue;
		throw unworkable(problem[0], `${channel.platform} (${channelId}): ${problem[1]}`);
	}
};

/** @throws ApiFailure 422 `invalid` for a time in the past. */
export const requireFuture = (world: World, delivery: Delivery, path: string): void => {
	if (delivery.mode === 'at' && isPast(world, delivery.at)) throw unworkable(path, 'must not be in the past');
};

/** @throws ApiFailure 422 `invalid` for a queue that doesn't belong to its channel. */
export const checkQueues = (world: World, draft: Draft, delivery: Delivery): void => {
	if (!('queueIds' in delivery) || delivery.queueIds === undefined) return;
	for (const [channelId, queueId] of Object.entries(delivery.queueIds)) {
		const { platform = 'channel', queues = [] } = world.channels.get(channelId) ?? {};
		const refuse = (problem: string) => unworkable('queueIds', `${platform} (${channelId}) ${problem}`);
		if (!draft.channelIds.includes(channelId)) throw refuse('is not a channel of this post');
		if (queueId !== null && !queues.some(({ id }) => id === queueId)) throw refuse(`has no queue ${queueId}`);
	}
};

/** The error of a daily limit: 422 when scheduling or queueing, or 429 with the seconds to wait when publishing now (N44). */
const quotaFailure = (channel: Channel, cap: number, freeAt: number, waitMs: number | null): ApiFailure => {
	const isKnown = Number.isFinite(freeAt);
	const seconds = waitMs === null || !isKnown ? null : Math.ceil(waitMs / 1000);
	return new ApiFailure(
		waitMs === null ? 422 : 429,
		'platform_quota',
		`${channel.platform} (${channel.id}): at most ${cap} posts in 24 hours`,
		{
			tier: `platform_quota:${channel.platform}`,
			limit: cap,
			remaining: 0,
			...(seconds === null ? {} : { retry_after: seconds }),
			// Rounded up, because the time of a service that has no fractions of a second must fit, too.
			available_at: isKnown ? toIso(Math.ceil(freeAt / 1000) * 1000) : null,
		},
		seconds === null ? {} : { 'Retry-After': String(seconds) },
	);
};

/**
 * Checks a delivery against the daily limits of its channels (P110). A limit counts the 24 hours before the post is published.
 * A queue has no more slots in a day than the limit allows. The service was seen to refuse a post if the limit is reached now (N44).
 *
 * @throws ApiFailure `platform_quota` with `available_at`, the first time that is free.
 */
export const requireRoom = (world: World, post: PostRecord, delivery: Delivery): void => {
	const isQueued = delivery.mode !== 'at' && delivery.mode !== 'now';
	if (isQueued && !world.profile.refusesMore) return;
	const now = world.time();
	const at = delivery.mode === 'at' ? delivery.at : now;
	for (const channelId of post.draft.channelIds) {
		const channel = world.channel(channelId);
		const cap = world.dailyCap(channel);
		const freeAt = world.load.firstFree(channelId, cap, at, post.id);
		if (freeAt === at) continue;
		throw quotaFailure(channel, cap, freeAt, delivery.mode === 'now' ? freeAt - now : null);
	}
};
