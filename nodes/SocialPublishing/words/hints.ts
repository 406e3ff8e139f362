import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { PublishingOptions } from '../../../client/publishing/index.js';
import { hasTrait } from '../../../client/publishing/posts/status.js';
import { momentIn } from '../../shared/dates.js';
import { sentences } from '../../shared/errorTexts.js';
import { isFirst, showHint, type Hint } from '../../shared/operation.js';
import type { RunItem } from '../../shared/parameters.js';
import { daysUntil, expiryOf, keyMessage } from './keyExpiry.js';
import { channelLabel, nameOf, statusNames } from './labels.js';

/** Shows texts of an item above the output, with its number if there are several. Each text appears only for the first item that has it. */
export function hintOnce({ context, itemIndex }: RunItem, texts: string[], type?: Hint['type']): void {
	const others = texts.filter((text) => isFirst(context, 'text', text));
	if (others.length === 0) return;
	const item = context.getInputData().length > 1 ? `Item ${itemIndex}: ` : '';
	showHint(context, { message: `${item}${sentences(...others)}`, type });
}

/** How many days before its end an API key is mentioned above the output of runs. */
const mentionedDays = 14;

/** Mentions an API key that expires soon in each run that reads it anyway. A run that doesn't read it makes no request for this. */
export const hintAtExpiry =
	(context: IExecuteFunctions): NonNullable<PublishingOptions['onIdentity']> =>
	(identity, now) => {
		const expiresAt = expiryOf(identity);
		if (expiresAt === undefined || daysUntil(expiresAt, now) > mentionedDays) return;
		const message = keyMessage(identity, { expiresAt, now, zone: context.getTimezone() });
		showHint(context, { message, type: 'warning' });
	};

/** Returns the objects in a list. Empty if the value isn't a list. */
const objectsIn = (value: unknown): IDataObject[] =>
	Array.isArray(value)
		? value.filter((one): one is IDataObject => typeof one === 'object' && one !== null)
		: [];

const channelText = ({ id, handle, platform }: IDataObject): string =>
	channelLabel(platform as string, handle as string | null, id as string);

const channelTexts = (channels: IDataObject[]): string => [...new Set(channels.map(channelText))].join(', ');

/** Looks for one thing in an output that the user should know about. Returns a hint if it finds it. */
type Rule = (outputs: IDataObject[], zone: string, operation: string) => Hint | undefined;

/** Counts posts, not items. With 'One Item per Channel', several items belong to one post. */
const sentForApproval: Rule = (outputs) => {
	const inReview = outputs.filter(({ routed }) => routed === 'pending_approval');
	const { size } = new Set(inReview.map(({ id, postId }) => postId ?? id));
	if (size === 0) return undefined;
	const [posts, them] = size === 1 ? ['The post was', 'it'] : [`${size} posts were`, 'them'];
	return {
		message: `${posts} sent for approval, because the API key can't publish directly or the workspace requires approval. A reviewer must approve ${them} first.`,
		type: 'info',
	};
};

const needsReconnect: Rule = (outputs) => {
	const broken = outputs.filter((channel) => channel.needsReconnect === true);
	if (broken.length === 0) return undefined;
	return {
		message: `Can't publish to ${channelTexts(broken)}. Reconnect the channel in the web app.`,
		type: 'warning',
	};
};

const leftOut: Rule = (outputs) => {
	const dropped = outputs.flatMap(({ droppedChannels }) => objectsIn(droppedChannels));
	if (dropped.length === 0) return undefined;
	return {
		message: `The copy doesn't include ${channelTexts(dropped)}, because nothing can be published there. Check the channel in the web app.`,
		type: 'warning',
	};
};

const isEmpty = (value: unknown): boolean => value === '' || value === null;

const withoutComment: Rule = (outputs) => {
	const silent = outputs
		.filter(({ routed }) => routed)
		.map(({ channels }) => objectsIn(channels))
		.filter((channels) => channels.some(({ firstComment }) => !isEmpty(firstComment ?? null)))
		.flatMap((channels) => channels.filter(({ firstComment }) => isEmpty(firstComment)));
	if (silent.length === 0) return undefined;
	const names = channelTexts(silent.map((channel) => ({ ...channel, id: channel.accountId })));
	return {
		message: `No first comment on ${names}, which can't have one or has it turned off.`,
		type: 'info',
	};
};

/** Texts by the status of a post after a write. `of` begins a sentence about one post, and `counted` labels a number of posts. */
const outcomes: Record<string, { of: string; counted: string }> = {
	draft: { of: 'Saved as a draft for', counted: 'Saved as drafts' },
	published: { of: 'Published on', counted: 'Published' },
	publishing: { of: 'Publishing on', counted: 'Publishing' },
	queued: { of: 'Added to the queue of', counted: 'Added to queues' },
	scheduled: { of: 'Scheduled on', counted: 'Scheduled' },
};

/** Texts for operations after which a draft isn't a new one. */
const returned = { of: 'Returned to draft for', counted: 'Returned to draft' };
const draftTexts: Record<string, typeof returned> = { cancel: returned, withdraw: returned };

interface WrittenPost {
	status: string;
	time: unknown;
	channelCount: number;
}

/** Returns the posts that a run has written, even if each item is one channel of a post. */
function writtenPosts(outputs: IDataObject[]): WrittenPost[] {
	const posts = new Map<unknown, WrittenPost>();
	for (const output of outputs) {
		const { id, postId = id, status, postStatus = status, routed, deliveryError, scheduledAt } = output;
		if (
			!routed ||
			deliveryError ||
			output.submitted === false ||
			!Object.hasOwn(outcomes, String(postStatus))
		)
			continue;
		const channelCount = objectsIn(output.channels).length || (posts.get(postId)?.channelCount ?? 0) + 1;
		posts.set(postId, { status: String(postStatus), time: scheduledAt, channelCount });
	}
	return [...posts.values()];
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

/** For one post, says what was done, on how many channels and when. For several, counts the posts by status. */
const written: Rule = (outputs, zone, operation) => {
	const ofDraft = draftTexts[operation];
	const texts = ofDraft ? { ...outcomes, draft: ofDraft } : outcomes;
	const posts = writtenPosts(outputs);
	const [post, ...others] = posts;
	if (post === undefined) return undefined;
	if (others.length === 0) {
		const isPlanned = hasTrait(post, 'waiting');
		const time = isPlanned && post.time ? ` for ${momentIn(zone, post.time)}` : '';
		const where = count(post.channelCount, 'channel');
		const next =
			post.status === 'publishing'
				? " Add 'Wait for Outcome' after this node to get the result and the addresses."
				: '';
		return { message: `${texts[post.status]?.of} ${where}${time}.${next}`, type: 'info' };
	}
	const counts = Object.entries(texts).flatMap(([status, { counted }]) => {
		const { length } = posts.filter((one) => one.status === status);
		return length === 0 ? [] : [`${counted}: ${count(length, 'post')}.`];
	});
	return { message: counts.join(' '), type: 'info' };
};

const reasonsToEnd = ['reached', 'scheduledLater', 'takenBack', 'timeLimit'];

/** Says of a channel why nothing was published there, as far as the service says it. */
const failureOf = ({ accountId, failureReason, error = failureReason, ...channel }: IDataObject): string =>
	[channelText({ ...channel, id: accountId }), error].filter(Boolean).join(': ');

/** For the posts that 'Wait for Outcome' has waited for, says what has become of them. */
const awaited: Rule = (outputs, _zone, operation) => {
	const posts = outputs.filter(({ reason }) => reasonsToEnd.includes(String(reason)));
	const [post] = posts;
	if (operation !== 'waitForOutcome' || post === undefined) return undefined;
	const isFine = ({ reason, status }: IDataObject) => status === 'published' && reason !== 'takenBack';
	const type = posts.every(isFine) ? 'info' : 'warning';
	if (posts.length > 1) {
		const statuses = [...new Set(posts.map(({ status }) => String(status)))];
		const counts = statuses.map((status) => {
			const { length } = posts.filter((one) => one.status === status);
			return `${nameOf(statusNames, status)}: ${length}.`;
		});
		return { message: counts.join(' '), type };
	}
	const channels = post.accountId === undefined ? objectsIn(post.channels) : [post];
	const published = channels.filter(
		({ status, publishedAt, url }) => status === 'published' || publishedAt || url,
	);
	const tookBack = channels.filter(({ reason }) => reason === 'takenBack');
	if (tookBack.length > 0) {
		const message = `Published, but ${count(tookBack.length, 'channel')} took it back`;
		const others = channels.filter((channel) => !published.includes(channel) && !tookBack.includes(channel));
		return { message: sentences(message, ...[...tookBack, ...others].map(failureOf)), type };
	}
	if (post.status === 'published') {
		const where = channels.length > 0 ? ` on ${count(channels.length, 'channel')}` : '';
		const addresses = channels.some(({ url }) => url) ? " The addresses are in 'url' of each channel." : '';
		return { message: `Published${where}.${addresses}`, type };
	}
	if (channels.length === 0 || !hasTrait({ status: String(post.status) }, 'failed')) {
		const late = post.reason === 'timeLimit' ? ' The time is up.' : '';
		return { message: `The post is ${nameOf(statusNames, String(post.status))}.${late}`, type };
	}
	const failed = channels.filter((channel) => !published.includes(channel));
	const begin = `Published on ${published.length} of ${count(channels.length, 'channel')}`;
	return { message: sentences(begin, ...failed.map(failureOf)), type };
};

/** Names the first post with which an item clashes. The output names all of them. */
const clashing: Rule = (outputs) => {
	const found = outputs.flatMap(({ clashes }) => objectsIn(clashes));
	const [first] = found;
	if (first === undefined) return undefined;
	const others = found.length === 1 ? '' : ` The field clashes lists all ${found.length}.`;
	return { message: `${String(first.message)}.${others}`, type: 'warning' };
};

const leftOutItems: Rule = (outputs) => {
	const { length } = outputs.filter(({ skipped }) => skipped === true);
	if (length === 0) return undefined;
	const [items, they] = length === 1 ? ['1 item was', 'it clashes'] : [`${length} items were`, 'they clash'];
	return { message: `${items} skipped because ${they} with other posts.`, type: 'warning' };
};

const notApproved: Rule = (outputs) => {
	const { length } = outputs.filter(({ submitted }) => submitted === false);
	if (length === 0) return undefined;
	const items =
		length === 1 ? "1 item wasn't approved, so its post" : `${length} items weren't approved, so their posts`;
	return { message: `${items} ${length === 1 ? "wasn't" : "weren't"} submitted.`, type: 'info' };
};

/** Says so if not all posts could be compared. */
const notCompared: Rule = (outputs) => {
	const [comparison] = objectsIn(outputs.map(({ comparedWith }) => comparedWith));
	if (comparison?.error) {
		return {
			message: `Couldn't compare with other posts: ${String(comparison.error)}. The items were compared only with each other.`,
			type: 'warning',
		};
	}
	if (comparison?.hasMore !== true) return undefined;
	return {
		message: `Compared with the newest ${String(comparison.posts)} posts. There are more.`,
		type: 'info',
	};
};

const rules: Rule[] = [
	written,
	awaited,
	clashing,
	leftOutItems,
	notApproved,
	notCompared,
	withoutComment,
	sentForApproval,
	needsReconnect,
	leftOut,
];

/**
 * Returns the hints to show above the output of a run.
 * @param zone the workflow's time zone
 * @param operation the stored value of the operation
 */
export const outputHints = (outputs: IDataObject[], zone: string, operation = ''): Hint[] =>
	rules.map((rule) => rule(outputs, zone, operation)).filter((hint) => hint !== undefined);
