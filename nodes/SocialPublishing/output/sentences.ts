import { isObject, ownValue } from '../../../client/http/json.js';
import { firstLine, inSentence } from '../../../client/http/text.js';
import { hasFallen, lastStateOf } from '../../../client/publishing/posts/channelStates.js';
import { isDraft, type PostStatus } from '../../../client/publishing/posts/status.js';
import type { Delivery } from '../../../client/publishing/requests.js';
import type { Post, PostChannel } from '../../../client/publishing/schemas.js';
import { momentIn } from '../../shared/dates.js';
import { sentences } from '../../shared/errorTexts.js';
import { withoutSecrets } from '../../shared/values.js';
import { channelPhrase, nameOf, optionLabel, statusNames } from '../words/labels.js';

/** Returns the channel's own text, or else the post's. If the channel's own text is empty, the channel has none. */
export const ownText = (own: string | null | undefined, ofPost: string | null | undefined): string | null =>
	(own ?? ofPost) || null;

/** What a sentence about a post needs to know. */
export interface Told {
	post: Post;
	/** The channels that it's about. */
	channels: readonly PostChannel[];
	/** The workflow's time zone. */
	zone: string;
	/** Whether a channel is known to have published the post before. */
	wasPublished?(channelId: string): boolean;
	/** What keeps a draft from being published, in sentences. Undefined if it isn't known. */
	problems?: readonly string[];
}

const labelOf = ({ platform, handle, accountId }: PostChannel): string =>
	channelPhrase(platform, handle, accountId);

/** The names of channels: `Facebook (Acme) and TikTok (acme)`. */
export const labelsOf = (channels: readonly PostChannel[]): string => inSentence(channels.map(labelOf));

/** The names of channels after a preposition. Empty without channels. */
const where = (preposition: string, { channels }: Told): string =>
	channels.length === 0 ? '' : ` ${preposition} ${labelsOf(channels)}`;

/**
 * The names of channels after a preposition, and when the post goes out there. Each channel has its own time, because the next free place
 * of a queue isn't the same on all of them.
 */
function whereAndWhen(preposition: string, { post, channels, zone }: Told): string {
	const timeOf = (time = post.scheduledAt): string => (time ? ` for ${momentIn(zone, time)}` : '');
	if (channels.length === 0) return timeOf();
	const groups = new Map<string, PostChannel[]>();
	for (const channel of channels) {
		const time = timeOf(channel.scheduledAt ?? undefined);
		groups.set(time, [...(groups.get(time) ?? []), channel]);
	}
	return ` ${inSentence([...groups].map(([time, some]) => `${preposition} ${labelsOf(some)}${time}`))}`;
}

/** A post as far as its name needs it. */
interface Named {
	caption?: unknown;
	title?: unknown;
}

/** How a sentence names a post: by the first line of its caption, or else by its title. */
export function titleOf({ caption, title }: Named): string {
	if (typeof (caption ?? title) !== 'string') return 'The post';
	const line = firstLine(withoutSecrets(String(caption || title || '')));
	return line === '' ? 'A post without a caption' : `“${line}”`;
}

/** Why a channel has failed, such as `TikTok (acme): Video too long.` */
const reasonOf = (channel: PostChannel): string =>
	sentences([labelOf(channel), firstLine(channel.error ?? '')].filter(Boolean).join(': '));

/** Why channels have failed, one sentence each. */
const reasonsOf = (channels: readonly PostChannel[]): string =>
	channels
		.filter(({ error }) => error)
		.map((channel) => ` ${reasonOf(channel)}`)
		.join('');

/** The channels on which a post has failed. */
export const failedChannels = (post: Post, channels: readonly PostChannel[] = post.channels): PostChannel[] =>
	channels.filter((channel) => lastStateOf(post, channel) === 'failed');

const published = (told: Told): string => `was published${where('on', told)}.`;

/** Whether a network took a post back after it was published on a channel. */
const fellOn = ({ post, wasPublished }: Told, channel: PostChannel): boolean =>
	hasFallen(post, channel) ||
	(wasPublished?.(channel.accountId) === true && lastStateOf(post, channel) === 'failed');

/** Ends a sentence about channels that took a post back, with their reasons. @param takers the channels, in a sentence */
function tookItBack(takers: string, channels: readonly PostChannel[]): string {
	const [reason = '', ...others] = new Set(channels.map(({ error }) => firstLine(error ?? '')));
	return others.length > 0
		? `${takers} took it back.${reasonsOf(channels)}`
		: sentences([`${takers} took it back`, reason].filter(Boolean).join(': '));
}

/** Ends a sentence about a post that networks took back. Undefined if none did. */
function fall(told: Told): string | undefined {
	const { post, channels } = told;
	const takers = channels.filter((channel) => fellOn(told, channel));
	if (takers.length === 0) return undefined;
	const failing = failedChannels(post, channels).filter((channel) => !takers.includes(channel));
	const live = channels.filter((channel) => !failing.includes(channel));
	const all = ['the network', 'both'][live.length - 1] ?? 'all';
	const who = takers.length === live.length ? all : labelsOf(takers);
	const rest = failing.length > 0 ? ` It wasn't published on ${labelsOf(failing)}.${reasonsOf(failing)}` : '';
	return `was published on ${labelsOf(live)}, but ${tookItBack(who, takers)}${rest}`;
}

function failed(told: Told): string {
	const end = fall(told);
	if (end !== undefined) return end;
	const { post, channels } = told;
	const [first, ...others] = channels;
	if (first !== undefined && others.length === 0) return `wasn't published on ${reasonOf(first)}`;
	return `wasn't published on any channel.${reasonsOf(failedChannels(post, channels))}`;
}

function partlyPublished(told: Told): string {
	const end = fall(told);
	if (end !== undefined) return end;
	const { post, channels } = told;
	const failing = failedChannels(post, channels);
	const others = channels.filter((channel) => !failing.includes(channel));
	const begin = `was published${where('on', { ...told, channels: others })}, but not on`;
	const [first, ...more] = failing;
	return first !== undefined && more.length === 0
		? `${begin} ${reasonOf(first)}`
		: `${begin} ${labelsOf(failing)}.${reasonsOf(failing)}`;
}

/** What is left to do for a post in review. */
function notYet({ post: { proposedPublishAt }, zone }: Told): string {
	if (!proposedPublishAt) return ', not published yet.';
	return `, not scheduled yet. The proposed time is ${momentIn(zone, proposedPublishAt)}.`;
}

/** Says why a draft can't be published yet, such as that there is nothing to publish. A channel's own text counts. */
function notReady({ post, problems }: Told): string {
	if (problems !== undefined)
		return problems.length > 0 ? ` It can't be published yet: ${problems.join(' ')}` : '';
	return [post, ...post.channels].every(({ caption }) => !caption) && post.mediaAssetIds.length === 0
		? " It has neither text nor media, so it can't be published yet."
		: '';
}

/** How a sentence about a post ends. */
interface End {
	/** After something was done. */
	was(told: Told): string;
	/** How the post is. Default: the same. */
	is?(told: Told): string;
}

const ends: Readonly<Record<PostStatus, End>> = {
	approved: { was: () => 'was approved.', is: () => 'is approved.' },
	changes_requested: { was: () => 'needs changes.' },
	draft: {
		was: (told) => `was saved as a draft${where('for', told)}.${notReady(told)}`,
		is: (told) => `is a draft${where('for', told)}.${notReady(told)}`,
	},
	failed: { was: failed },
	on_hold: { was: () => 'was put on hold.', is: () => 'is on hold.' },
	partially_published: { was: partlyPublished },
	pending_approval: {
		was: (told) => `was sent for approval${where('on', told)}${notYet(told)}`,
		is: (told) => `is waiting for approval${where('on', told)}${notYet(told)}`,
	},
	published: { was: published },
	publishing: { was: (told) => `is being published${where('on', told)}.` },
	queued: {
		was: (told) => `was added to the queue${whereAndWhen('of', told)}.`,
		is: (told) => `is in the queue${whereAndWhen('of', told)}.`,
	},
	rejected: { was: () => 'was rejected.' },
	scheduled: {
		was: (told) => `was scheduled${whereAndWhen('on', told)}.`,
		is: (told) => `is scheduled${whereAndWhen('on', told)}.`,
	},
};

const endOf = (status: string): End =>
	ownValue<End>(ends, status) ?? { was: () => `has the status ${nameOf(statusNames, status)}.` };

/** Ends a sentence about a post that has just got a status. */
export const becameEnd = (status: string, told: Told): string => endOf(status).was(told);

/** Ends a sentence about how a post is. */
function isEnd(told: Told): string {
	const { was, is = was } = endOf(told.post.status);
	return is(told);
}

/** How a draft came about, by the operation that returned it. Other drafts were saved. */
const draftEnds: Readonly<Record<string, (told: Told) => string>> = {
	cancel: () => 'was returned to draft.',
	duplicate: (told) => `was copied into a new draft${where('for', told)}.`,
	update: (told) => `was changed, and is a draft${where('for', told)}.${notReady(told)}`,
	withdraw: () => 'was returned to draft.',
};

/** A post as an operation returns it. Without `routed`, it was only read. */
export type ToldPost = Post & { routed?: unknown; deliveryError?: unknown };

function endOfPost(told: Omit<Told, 'post'> & { post: ToldPost }, operation: string): string {
	const { post } = told;
	const { routed, deliveryError, status } = post;
	if (isObject(deliveryError)) {
		const { message, description } = deliveryError;
		return sentences(
			`wasn't delivered${where('to', told)}`,
			...[message, description].filter((text) => typeof text === 'string'),
		);
	}
	if (routed === undefined || routed === null) return isEnd(told);
	return (isDraft(post) && ownValue(draftEnds, operation)?.(told)) || becameEnd(status, told);
}

interface SentenceOptions {
	/** The workflow's time zone. */
	zone: string;
	/** The channel that the sentence is about. Default: all of the post. */
	channel?: PostChannel;
	operation?: string;
	/** What keeps a draft from being published, in sentences. Default: only whether it's empty. */
	problems?: readonly string[];
}

/** Says in a sentence what was done with a post, or how it is if it was only read. */
export function postSentence(
	post: ToldPost,
	{ zone, channel, operation = '', problems }: SentenceOptions,
): string {
	const channels = channel ? [channel] : post.channels;
	const state = channel && lastStateOf(post, channel);
	const told = { post, channels, zone, ...(problems ? { problems } : {}) };
	const end =
		state === 'published' || state === 'failed' ? becameEnd(state, told) : endOfPost(told, operation);
	return `${titleOf(post)} ${end}`;
}

const decisionEnds: Readonly<Record<string, string>> = {
	approved: 'was approved',
	changesRequested: 'was returned for changes',
	expired: "wasn't approved in time",
	rejected: 'was rejected',
	waiting: 'is waiting for a decision',
};

/** Says in a sentence what was decided about a post. Undefined for a post that nobody could decide about. */
export function decisionSentence(
	post: Named,
	decision: string,
	{
		decidedBy = '',
		comment = '',
		isEdited = false,
	}: { decidedBy?: string; comment?: string; isEdited?: boolean } = {},
): string | undefined {
	const end = ownValue(decisionEnds, decision);
	const by = decidedBy === '' ? '' : ` by ${firstLine(decidedBy)}`;
	const after = isEdited ? ' after an edit' : '';
	return (
		end && sentences([`${titleOf(post)} ${end}${by}${after}`, firstLine(comment)].filter(Boolean).join(': '))
	);
}

/** Says in a sentence that a post was deleted. */
export const deletedSentence = (post: Named): string => `${titleOf(post)} was deleted.`;

/** What was done with the post of a row, by the action in the output. A post that was changed also has its status. */
const rowEnds: Readonly<Record<string, string>> = {
	conflict: "wasn't changed",
	removed: 'was deleted',
	rescheduled: 'was moved',
	skipped: 'was skipped',
	unchanged: 'stays unchanged',
	updated: 'was changed',
};

/** What a dry run says about rows, by the action in the output. */
const dryRunEnds: Readonly<Record<string, string>> = {
	wouldCreate: 'would be created',
	wouldUpdate: 'would be changed',
	wouldReschedule: 'would be moved',
	wouldRemove: 'would be deleted',
	unchanged: 'would stay unchanged',
	skipped: 'would be skipped',
	conflict: 'would be left alone because of a conflict',
	invalid: 'is invalid',
};

/** What would be done with a new post, and the preposition before its channels, by the delivery. */
const plans: Readonly<Record<Delivery['mode'] | 'draft', [plan: string, preposition: string]>> = {
	at: ['and scheduled', 'on'],
	draft: ['as a draft', 'for'],
	now: ['and published right away', 'on'],
	prioritise: ['and added to the front of the queue', 'of'],
	queue: ['and added to the queue', 'of'],
};

/**
 * Ends a sentence about a post that would be created or moved.
 * @param delivery undefined for a draft
 * @param channels the names of the channels, in a sentence. Empty for a draft without channels
 */
export function planned(
	delivery: Delivery | undefined,
	{ action, channels, zone }: { action: string; channels: string; zone: string },
): string {
	const time = delivery?.mode === 'at' ? momentIn(zone, delivery.at) : '';
	if (action === 'wouldReschedule') return time && `to ${time}`;
	if (action !== 'wouldCreate') return '';
	const [plan, preposition] = plans[delivery?.mode ?? 'draft'];
	const where = channels === '' ? '' : ` ${preposition} ${channels}`;
	return `${plan}${where}${time && ` for ${time}`}`;
}

/** What was done with a row, or in a dry run would be done. */
export interface RowDone {
	action: string;
	/** How the sentence about a post that would be created or moved ends, from {@link planned}. */
	plan?: string;
	/** Why nothing was done, in sentences. */
	why?: string;
	dryRun?: boolean;
	/** What changes, by its name in the output. */
	changes?: object;
}

/**
 * Says in a sentence what was done with the post of a row.
 * @param named the wanted post, or the one that exists
 * @param now the post after the run, and its status before. Undefined if it isn't there, and for a dry run
 */
export function rowSentence(
	{ action, why = '', dryRun = false, changes = {}, plan = '' }: RowDone,
	named: Named,
	now?: Pick<Told, 'problems' | 'zone'> & { post: ToldPost; before?: Pick<Post, 'status'> },
): string {
	if (dryRun) {
		const names = action === 'wouldUpdate' ? inSentence(Object.keys(changes).map(optionLabel)) : '';
		const what = ['Dry run:', titleOf(named), dryRunEnds[action], plan];
		return sentences([...what, ...(names === '' ? [] : [`(${names})`])].filter(Boolean).join(' '), why);
	}
	if (now && action === 'created') return postSentence(now.post, now);
	const done = `${titleOf(named)} ${ownValue(rowEnds, action) ?? 'was done'}`;
	if (now && ['rescheduled', 'unchanged', 'updated'].includes(action)) {
		const isReturned = now.before !== undefined && !isDraft(now.before) && isDraft(now.post);
		const state = isEnd({ ...now, channels: now.post.channels });
		return isReturned ? `${done} and returned to draft, so it ${state}` : `${done}, and ${state}`;
	}
	return sentences(done, why);
}

/** Counts the rows of a dry run by what would be done. Empty if no row is one of a dry run. */
export function dryRunSentence(rows: readonly RowDone[]): string {
	const ofDryRun = rows.filter(({ dryRun }) => dryRun);
	if (ofDryRun.length === 0) return '';
	const counts = Object.entries(dryRunEnds).flatMap(([action, end]) => {
		const { length } = ofDryRun.filter((row) => row.action === action);
		return length === 0 ? [] : [`${length} ${length === 1 ? end : end.replace(/^is /, 'are ')}`];
	});
	const isWhole = rows.every(({ action, dryRun }) => dryRun || action === 'skipped');
	return sentences(`Dry run: ${counts.join(', ')}`, isWhole ? 'Nothing was changed' : '');
}
