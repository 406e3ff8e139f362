import { unworkable } from '../api/failure';
import { tiktokCreator } from '../world/networks';
import { capabilities, type Capabilities } from '../world/platforms';
import type { Channel, Delivery, Draft, MediaAsset } from '../world/records';
import type { World } from '../world/world';

interface Matter {
	channel: Channel;
	can: Capabilities;
	caption: string;
	title: string;
	boardId: string | null;
	media: MediaAsset['mediaType'][];
}

/** How long ago a time may be and still counts as now (N43). */
const graceMs = 60_000;

/** Whether a time is too long ago to be asked for. */
export const isPast = (world: World, moment: number): boolean => moment < world.time() - graceMs;

/** Gives the field that is wrong and why, or null. */
type Rule = (matter: Matter) => [field: string, problem: string] | null;

const lengthOf = (text: string): number => [...text].length;

const mediaThatFit: Record<'video' | 'visual', readonly MediaAsset['mediaType'][]> = {
	video: ['video'],
	visual: ['image', 'gif', 'video'],
};

const mustBeConnected: Rule = ({ channel: { status } }) =>
	status === 'disconnected' || status === 'error' ? ['accounts', `is ${status}; reconnect it first`] : null;

const mustAcceptPosts: Rule = ({ channel }) =>
	channel.platform === 'tiktok' && !tiktokCreator.canPost
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
		caption: own?.caption ?? draft.caption,
		title: own?.title ?? draft.title ?? '',
		boardId: own?.boardId ?? null,
		media: draft.mediaAssetIds.flatMap((id) => world.media.get(id)?.mediaType ?? []),
	};
};

const problemsOf = (matter: Matter) =>
	rules.map((rule) => rule(matter)).filter((problem) => problem !== null);

/**
 * What a post must have to go out on each of its channels; an override counts instead of the post's own words.
 *
 * @throws ApiFailure 422 `invalid`, naming field and channel.
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

/** @throws ApiFailure 422 `invalid` for a queue that is not of the channel it is given for. */
export const checkQueues = (world: World, draft: Draft, delivery: Delivery): void => {
	if (!('queueIds' in delivery) || delivery.queueIds === undefined) return;
	for (const [channelId, queueId] of Object.entries(delivery.queueIds)) {
		const path = `queueIds.${channelId}`;
		if (!draft.channelIds.includes(channelId)) throw unworkable(path, 'is not one of accounts');
		const isOwn = world.channel(channelId).queues.some(({ id }) => id === queueId);
		if (queueId !== null && !isOwn) throw unworkable(path, `the channel has no queue ${queueId}`);
	}
};
