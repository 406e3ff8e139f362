import type { IDataObject } from 'n8n-workflow';
import { sentences } from '../../shared/errorTexts.js';
import type { Hint } from '../../shared/operation.js';
import { channelLabel, nameOf, statusNames } from '../words/labels.js';
import { dryRunSentence } from './sentences.js';

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
	const { size } = new Set(inReview.map(({ id }) => id));
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

/** Labels of a number of posts, by their status after a write. */
const outcomes: Record<string, string> = {
	draft: 'Saved as drafts',
	published: 'Published',
	publishing: 'Publishing',
	queued: 'Added to queues',
	scheduled: 'Scheduled',
};

/** Labels for operations after which a draft isn't a new one. */
const draftTexts: Record<string, string> = { cancel: 'Returned to draft', withdraw: 'Returned to draft' };

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

const isWritten = ({ status, postStatus = status, routed, deliveryError, submitted }: IDataObject): boolean =>
	Boolean(routed) && !deliveryError && submitted !== false && Object.hasOwn(outcomes, String(postStatus));

/** For one output, says what its message says. For several, counts the posts by status, even if each is one channel of a post. */
const written: Rule = (outputs, _zone, operation) => {
	const done = outputs.filter(isWritten);
	const [output, ...others] = done;
	if (output === undefined) return undefined;
	if (others.length === 0 && typeof output.message === 'string') {
		const next =
			output.status === 'publishing'
				? "Add 'Wait for Outcome' after this node to get the result and the addresses"
				: '';
		return { message: sentences(output.message, next), type: 'info' };
	}
	const posts = [...new Map(done.map(({ id, status, postStatus = status }) => [id, postStatus])).values()];
	const labels = { ...outcomes, ...(draftTexts[operation] ? { draft: draftTexts[operation] } : {}) };
	const counts = Object.entries(labels).flatMap(([status, label]) => {
		const { length } = posts.filter((one) => one === status);
		return length === 0 ? [] : [`${label}: ${count(length, 'post')}.`];
	});
	return { message: counts.join(' '), type: 'info' };
};

const reasonsToEnd = ['reached', 'scheduledLater', 'takenBack', 'timeLimit'];

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
	const late = post.reason === 'timeLimit' ? 'The time is up' : '';
	return { message: sentences(String(post.message ?? ''), late), type };
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

const dryRun: Rule = (outputs) => {
	const message = dryRunSentence(outputs);
	return message === '' ? undefined : { message, type: 'info' };
};

const rules: Rule[] = [
	dryRun,
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
