import type { IExecuteFunctions } from 'n8n-workflow';
import { counted, inSentence } from '../../../client/http/text.js';
import { sentences } from '../../shared/errorTexts.js';
import { nodesAfter, runs } from '../../shared/neighbors.js';
import type { Hint } from '../../shared/operation.js';
import { channelPhrase, nameOf, statusNames } from '../words/labels.js';
import { resultsOf, type AwaitedResult, type ItemResult, type NamedChannel } from './results.js';
import { dryRunSentence, ownText } from './sentences.js';

const channelTexts = (channels: readonly NamedChannel[]): string =>
	inSentence(new Set(channels.map(({ id, handle, platform }) => channelPhrase(platform, handle, id))));

/** Looks for one thing in the results of a run that the user should know about. Returns a hint if it finds it. */
type Rule = (results: readonly ItemResult[], done: Done) => Hint | undefined;

/** What the rules need to know of a run besides its results. */
interface Done {
	/** The stored value of the operation. */
	operation: string;
	/** Whether a later node is sure to wait for the outcome of the posts. */
	isAwaited?: boolean;
}

const writtenPosts = (results: readonly ItemResult[]) => results.flatMap(({ written }) => written ?? []);

const sentForApproval: Rule = (results) => {
	const inReview = writtenPosts(results).filter(({ routed }) => routed === 'pending_approval');
	const { size } = new Set(inReview.map(({ id }) => id));
	if (size === 0) return undefined;
	const [posts, them] = size === 1 ? ['The post was', 'it'] : [`${size} posts were`, 'them'];
	return {
		message: `${posts} sent for approval, because the API key can't publish directly or the workspace requires approval. A reviewer must approve ${them} first.`,
		type: 'info',
	};
};

const needsReconnect: Rule = (results) => {
	const broken = results.flatMap(({ brokenChannels = [] }) => brokenChannels);
	if (broken.length === 0) return undefined;
	return {
		message: `Can't publish to ${channelTexts(broken)}. Reconnect the channel in the web app.`,
		type: 'warning',
	};
};

/** Only a copy has these channels. Another post can have a field of that name from the service. */
const leftOut: Rule = (results, { operation }) => {
	if (operation !== 'duplicate') return undefined;
	const dropped = writtenPosts(results).flatMap(({ droppedChannels = [] }) => droppedChannels);
	if (dropped.length === 0) return undefined;
	return {
		message: `The copy doesn't include ${channelTexts(dropped)}, because nothing can be published there. Check the channel in the web app.`,
		type: 'warning',
	};
};

const withoutComment: Rule = (results) => {
	const silent = writtenPosts(results).flatMap(({ channels, firstComment: ofPost }) => {
		const without = channels.filter(({ firstComment }) => ownText(firstComment, ofPost) === null);
		return without.length < channels.length ? without : [];
	});
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
const draftTexts: Record<string, string> = {
	cancel: 'Returned to draft',
	update: 'Changed drafts',
	withdraw: 'Returned to draft',
};

/** Labels of what was done with rows, by the action in the output. */
const rowLabels: Record<string, string> = {
	created: 'Created',
	updated: 'Changed',
	rescheduled: 'Moved',
	unchanged: 'Unchanged',
};

/** Says how to get the outcome of posts that are being published. Empty if a node after this one does that. */
const nextFor = (done: ReadonlyArray<{ post?: { status: string } }>, isAwaited: boolean): string =>
	!isAwaited && done.some(({ post }) => post?.status === 'publishing')
		? "'Wait for Outcome' after this node gets the result and the addresses"
		: '';

/** For one row, says what its message says, except problems that have a hint of their own. For several, counts them by what was done. */
const writtenRows: Rule = (results, { isAwaited = false }) => {
	const done = results.flatMap(({ row, written: post, messages: [message] = [] }) =>
		row && !row.dryRun && !post?.deliveryError && Object.hasOwn(rowLabels, row.action)
			? [{ action: row.action, message: message ?? row.message, post }]
			: [],
	);
	const [first, ...others] = done;
	if (first?.message === undefined) return undefined;
	const counts = countPosts(
		done.map(({ action }, index) => [String(index), action] as const),
		rowLabels,
	);
	const next = nextFor(done, isAwaited);
	return { message: sentences(others.length === 0 ? first.message : counts, next), type: 'info' };
};

/** For one output, says what its message says. For several, counts the posts by status, even if each is one channel of a post. */
const written: Rule = (results, { operation, isAwaited = false }) => {
	const done = results.flatMap(({ written: post, row, messages = [] }) =>
		post && !row && !post.deliveryError && Object.hasOwn(outcomes, post.status) ? [{ post, messages }] : [],
	);
	const [message, ...others] = done.flatMap(({ messages }) => messages);
	if (message === undefined) return undefined;
	const next = nextFor(done, isAwaited);
	if (others.length === 0) return { message: sentences(message, next), type: 'info' };
	const labels = { ...outcomes, ...(draftTexts[operation] ? { draft: draftTexts[operation] } : {}) };
	const counts = countPosts(
		done.map(({ post: { id, status } }) => [id, status] as const),
		labels,
	);
	return { message: sentences(counts, next), type: 'info' };
};

/** Shows the first of several messages, and counts what they are about. Undefined if there are none. */
function firstOf(messages: readonly string[], what: string, count = messages.length): Hint | undefined {
	const [first] = messages;
	if (first === undefined) return undefined;
	return { message: sentences(first, count === 1 ? '' : `${count} ${what}`), type: 'warning' };
}

/** Counts posts by their status, each once, even if each of its channels has a result. */
function countPosts(
	results: ReadonlyArray<readonly [id: string, status: string]>,
	labels: Record<string, string>,
): string {
	const posts = [...new Map(results).values()];
	return [...new Set([...Object.keys(labels), ...posts])]
		.flatMap((status) => {
			const { length } = posts.filter((one) => one === status);
			return length === 0 ? [] : [`${nameOf(labels, status)}: ${counted(length, 'post')}.`];
		})
		.join(' ');
}

/** Names the first post that was saved as a draft because its delivery failed. */
const notDelivered: Rule = (results) => {
	const found = results.filter(({ written: post }) => post?.deliveryError);
	return firstOf(
		found.flatMap(({ messages = [] }) => messages),
		"posts weren't delivered",
		new Set(found.map(({ written: post }) => post?.id)).size,
	);
};

/** For the posts that 'Wait for Outcome' has waited for, says what has become of them. */
const awaited: Rule = (results) => {
	const posts = results.flatMap((result) => result.awaited ?? []);
	const [post] = posts;
	if (post === undefined) return undefined;
	const isFine = ({ reason, status }: AwaitedResult) => status === 'published' && reason !== 'takenBack';
	const type = posts.every(isFine) ? 'info' : 'warning';
	if (posts.length > 1) {
		const counts = countPosts(
			posts.map(({ id, postStatus }) => [id, postStatus] as const),
			statusNames,
		);
		const reasons = type === 'warning' ? "Not all are published. The reasons are in 'message'" : '';
		return { message: sentences(counts, reasons), type };
	}
	return { message: post.message, type };
};

/** Names the first post with which an item clashes. The output names all of them. */
const clashing: Rule = (results) => {
	const found = results.flatMap(({ clashes = [] }) => clashes);
	const [first] = found;
	if (first === undefined) return undefined;
	const others =
		found.length === 1 ? '' : ` There are ${found.length} clashes. Each item has its own in 'clashes'.`;
	return { message: `${first.message}.${others}`, type: 'warning' };
};

const leftOutItems: Rule = (results) => {
	const { length } = results.filter(({ row }) => row?.reason === 'clash');
	if (length === 0) return undefined;
	const [items, they] = length === 1 ? ['1 item was', 'it clashes'] : [`${length} items were`, 'they clash'];
	return { message: `${items} skipped because ${they} with other posts.`, type: 'warning' };
};

const withoutMetrics: Rule = (results) => {
	const read = results.flatMap(({ metrics }) => metrics ?? []);
	const { length } = read.filter(({ hasAny }) => !hasAny);
	const [first] = read;
	if (first === undefined || length === 0) return undefined;
	const which =
		read.length === 1 ? `The ${first.subject} has` : `${length} of ${read.length} ${first.subject}s have`;
	const when =
		first.subject === 'post'
			? "Posts have metrics only after they're published, and the service refreshes them hourly"
			: 'The service refreshes metrics hourly';
	const message = sentences(`${which} no metrics yet`, when);
	return { message, type: 'info' };
};

const invalid: Rule = (results) => {
	const checked = results.filter(({ isValid }) => isValid !== undefined);
	const { length } = checked.filter(({ isValid }) => !isValid);
	if (length === 0) return undefined;
	const which = checked.length === 1 ? 'The post' : `${length} of ${checked.length} posts`;
	return { message: `${which} can't be published. The reasons are in 'errors'.`, type: 'warning' };
};

const notApproved: Rule = (results) => {
	const { length } = results.filter(({ isNotApproved }) => isNotApproved);
	if (length === 0) return undefined;
	const items =
		length === 1 ? "1 item wasn't approved, so its post" : `${length} items weren't approved, so their posts`;
	return { message: `${items} ${length === 1 ? "wasn't" : "weren't"} submitted.`, type: 'info' };
};

/** Says so if not all posts could be compared. */
const notCompared: Rule = (results) => {
	const [comparison] = results.flatMap(({ comparedWith }) => comparedWith ?? []);
	if (comparison?.error) {
		return {
			message: `Couldn't compare with other posts: ${comparison.error}. The items were compared only with each other.`,
			type: 'warning',
		};
	}
	if (!comparison?.hasMore) return undefined;
	return {
		message: `Compared with the newest ${comparison.posts} posts. There are more.`,
		type: 'info',
	};
};

/** Names the first row whose post was left alone. The output says it of all of them. */
const conflicting: Rule = (results) => {
	const found = results.flatMap(({ row }) =>
		row?.action === 'conflict' && !row.dryRun ? [row.message ?? ''] : [],
	);
	return firstOf(found, 'items have the action conflict');
};

/** Reasons for which rows are skipped that other hints count, or that need none. */
const toldElsewhere: unknown[] = ['blank', 'clash', 'nothingRead'];

/** Names the first row that was skipped for another reason. */
const skippedRows: Rule = (results) => {
	const found = results.flatMap(({ row }) =>
		row?.action === 'skipped' && !row.dryRun && !toldElsewhere.includes(row.reason)
			? [row.message ?? '']
			: [],
	);
	return firstOf(found, 'items have the action skipped');
};

/** Names the first post that was removed, and counts the others. */
const removed: Rule = (results) => {
	const found = results.flatMap(({ row }) => (row?.action === 'removed' ? [row.message ?? ''] : []));
	return firstOf(found, "posts that aren't in the input were deleted");
};

const dryRun: Rule = (results) => {
	const rows = results.flatMap(({ row }) => (row && row.reason !== 'blank' ? [row] : []));
	const message = dryRunSentence(rows);
	if (message === '') return undefined;
	const needsUser = rows.some(
		({ action, reason }) =>
			['conflict', 'invalid', 'skipped'].includes(action) && !toldElsewhere.includes(reason),
	);
	return needsUser
		? { message: sentences(message, "The reasons are in 'message'"), type: 'warning' }
		: { message, type: 'info' };
};

const rules: Rule[] = [
	dryRun,
	conflicting,
	skippedRows,
	removed,
	notDelivered,
	written,
	writtenRows,
	awaited,
	clashing,
	leftOutItems,
	withoutMetrics,
	invalid,
	notApproved,
	notCompared,
	withoutComment,
	sentForApproval,
	needsReconnect,
	leftOut,
];

/** Returns the hints about the results of a run. */
export const hintsAbout = (results: readonly ItemResult[], done: Done = { operation: '' }): Hint[] =>
	rules.map((rule) => rule(results, done)).filter((hint) => hint !== undefined);

/** Returns the hints to show above the output of a run, from what its items have told. */
export const outputHints = (context: IExecuteFunctions, operation: string): Hint[] =>
	hintsAbout(resultsOf(context), {
		operation,
		isAwaited: nodesAfter(context).some((node) =>
			runs(node, { resource: 'post', operation: 'waitForOutcome' }),
		),
	});
