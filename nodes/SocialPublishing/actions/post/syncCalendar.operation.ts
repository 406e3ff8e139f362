import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NotFoundError } from '../../../../client/http/errors';
import { listed } from '../../../../client/http/text';
import type { PublishingClient } from '../../../../client/publishing';
import type { Post } from '../../../../client/publishing/schemas';
import { toIsoWithOffset } from '../../../shared/dates';
import { ParameterError } from '../../../shared/errors';
import { memoOfRun } from '../../../shared/runState';
import { readParallelRequests } from '../../../shared/fields';
import { nameDone, type FinalTask, type FinishedItems } from '../../../shared/operation';
import { ParameterReader, shown, toNumber } from '../../../shared/parameters';
import { clashesOf } from '../../clashes/check';
import { reportingClashes } from '../../clashes/clashOutput';
import { readPostOutput, type PostOutput } from '../../output';
import { readTimezone } from '../../form/delivery';
import { isDryRun, readPostIds, wantedPostForm } from '../../form/wantedPost';
import { blankRows } from '../../item/blankRows';
import { reconcileItem, findCreated, readFresh, rowReader } from '../../item/reconcileItem';
import { reportedPost, reportFailure } from '../../item/report';

const whenRemoving = { show: { removeMissing: [true] } };

const defaultRemovalsMax = 5;

const removeMissingField: INodeProperties = {
	displayName: 'Remove Missing Posts',
	name: 'removeMissing',
	type: 'boolean',
	default: false,
	description:
		"Whether to delete drafts and scheduled posts of this API key that aren't in the input. Published, queued and reviewed posts always stay.",
};

const removalsDryRunField: INodeProperties = {
	displayName: 'Dry Run of Removals',
	name: 'removalsDryRun',
	type: 'boolean',
	default: true,
	description: 'Whether to return the posts that would be removed without removing them',
	displayOptions: whenRemoving,
};

const periodField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
	displayOptions: whenRemoving,
});

const removalFields: INodeProperties[] = [
	removeMissingField,
	periodField('From', 'removeFrom', 'Only posts scheduled or proposed for this time or later'),
	periodField('To', 'removeTo', 'Only posts scheduled or proposed for a time before this one'),
	{
		displayName: 'Stop If More Than',
		name: 'removalsMax',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: defaultRemovalsMax,
		description: 'Stops with an error before anything is changed if more posts than this would be removed',
		displayOptions: whenRemoving,
	},
	removalsDryRunField,
];

/** A period of time, in milliseconds since 1970. */
interface Period {
	from: number;
	to: number;
}

function readPeriod(parameters: ParameterReader): Period {
	const zone = readTimezone(parameters);
	const read = (name: string, label: string): number =>
		Date.parse(toIsoWithOffset(parameters.value(name, ''), zone, label));
	const period = { from: read('removeFrom', 'From'), to: read('removeTo', 'To') };
	if (period.from < period.to) return period;
	throw new ParameterError("'From' must be before 'To'", "Correct 'From' or 'To'.");
}

function readRemovalsMax(parameters: ParameterReader): number {
	const given: unknown = parameters.value('removalsMax', defaultRemovalsMax);
	const count = toNumber(given);
	if (Number.isInteger(count) && count >= 0) return count;
	throw new ParameterError(`'Stop If More Than' is ${shown(given)}`, 'Enter a whole number from 0.');
}

const removableStatuses = ['draft', 'scheduled'] as const;

/** Which posts to remove if no item has them: those of this key in a period. Read from the first item, for all items. */
interface Removal {
	credentialId: string;
	period: Period;
	/** The value of 'Stop If More Than'. */
	max: number;
	isDryRun: boolean;
	toOutput: PostOutput;
}

async function readRemoval(
	parameters: ParameterReader,
	client: PublishingClient,
): Promise<Removal | undefined> {
	if (!parameters.flag(removeMissingField)) return undefined;
	const form = {
		period: readPeriod(parameters),
		max: readRemovalsMax(parameters),
		isDryRun: isDryRun(parameters) || parameters.flag(removalsDryRunField),
		toOutput: readPostOutput(parameters),
	};
	return { ...form, credentialId: (await client.me()).credential.id };
}

/** Why a post that isn't in the input stays. Undefined for a draft or scheduled post of this key in the period. */
function whyKept(
	{ createdVia, status, scheduledAt, proposedPublishAt }: Post,
	{ credentialId, period: { from, to } }: Removal,
): string | undefined {
	if (!removableStatuses.some((removable) => removable === status)) {
		return 'The post is neither a draft nor scheduled anymore';
	}
	const time = Date.parse(scheduledAt ?? proposedPublishAt ?? '');
	const isOwn = createdVia?.credentialId === credentialId;
	return isOwn && time >= from && time < to ? undefined : "The post isn't in the period anymore";
}

/** The posts in the service that affect a run. */
interface Calendar {
	/** Posts of items that the service's lists contain, by ID. */
	posts: Map<string, Post>;
	/** The index of the first item with each post ID. */
	owners: Map<string, number>;
	/** Undefined if the user doesn't want removals. */
	removal: Removal | undefined;
	/** Removable posts that aren't in the input. */
	missing: Post[];
	/** IDs in the output of the items that are done. */
	results: Set<string>;
}

const nameOfPost = ({ id, caption, scheduledAt, proposedPublishAt }: Post): string =>
	`${id} (${scheduledAt ?? proposedPublishAt ?? ''}, ${shown(caption)})`;

function requireFew(posts: Post[], { max }: Removal, consequence: string): void {
	if (posts.length <= max) return;
	throw new ParameterError(
		`${posts.length} posts would be removed, which is more than ${max}`,
		`${consequence} Check that the input has all items. If it does, increase 'Stop If More Than'. The posts are: ${listed(posts.map(nameOfPost))}.`,
	);
}

/**
 * Leaves out posts that an interrupted run created and that items without an ID will find again. They can be found as long as the
 * service remembers the key of their create.
 */
async function withoutRecoverable(
	{ context }: ParameterReader,
	client: PublishingClient,
	missing: Post[],
): Promise<Post[]> {
	const left = new Set(missing);
	const blank = await blankRows(new ParameterReader(context, 0));
	for (const [index, postId] of readPostIds(context).entries()) {
		if (postId !== '' || blank.has(index)) continue;
		const recent = [...left].filter((post) => client.posts.isRecent(post));
		// An item that can't be read fails later, when it's processed.
		const created = await findCreated(new ParameterReader(context, index), client, recent).catch(
			() => undefined,
		);
		if (created !== undefined) left.delete(created);
	}
	return [...left];
}

async function findMissing(
	parameters: ParameterReader,
	client: PublishingClient,
	{ owners, removal }: { owners: Calendar['owners']; removal: Removal },
): Promise<Post[]> {
	const listed = await client.posts.list({ status: [...removableStatuses] });
	const missing = listed.filter(
		(post) => whyKept(post, removal) === undefined && !owners.has(post.id.toLowerCase()),
	);
	// Throws before anything is changed if there are too many removals.
	if (missing.length > removal.max) {
		requireFew(await withoutRecoverable(parameters, client, missing), removal, 'Nothing was changed.');
	}
	return missing;
}

async function readCalendar(parameters: ParameterReader, client: PublishingClient): Promise<Calendar> {
	const owners: Calendar['owners'] = new Map();
	for (const [index, postId] of readPostIds(parameters.context).entries()) {
		if (postId && !owners.has(postId)) owners.set(postId, index);
	}
	const removal = await readRemoval(parameters, client);
	const missing = removal ? await findMissing(parameters, client, { owners, removal }) : [];
	const posts = await client.posts.getListed([...owners.keys()]);
	return { owners, removal, missing, posts, results: new Set() };
}

type Reading = { calendar: Calendar } | { error: unknown };

/** Reads the calendar once for all items, even if that fails. The first item's fields decide what is removed. */
const readOnce = async (parameters: ParameterReader, client: PublishingClient): Promise<Reading> =>
	await memoOfRun<Reading>(parameters.context).get(
		'calendar',
		async () =>
			await readCalendar(parameters, client).then(
				(calendar) => ({ calendar }),
				(error: unknown) => ({ error }),
			),
	);

function requireUniqueId({ owners }: Calendar, { itemIndex }: ParameterReader, postId: string): void {
	const owner = owners.get(postId);
	if (owner === undefined || owner === itemIndex) return;
	throw new ParameterError(
		`Item ${owner} has the same post ID '${postId}'`,
		'Each item needs a post of its own. Clear the post ID of the copied item to create a post for it.',
	);
}

/** The output for a removal. */
const reported = (
	{ toOutput }: Removal,
	action: 'removed' | 'skipped' | 'wouldRemove',
	post: Post,
	more: IDataObject = {},
): IDataObject => reportedPost(toOutput, post, { action, reason: '', changes: {}, ...more });

async function removePost(removal: Removal, { posts }: PublishingClient, listed: Post): Promise<IDataObject> {
	const post = await posts.getIfThere(listed.id);
	if (post === undefined) return reported(removal, 'removed', listed);
	const isChanged = Date.parse(post.updatedAt) !== Date.parse(listed.updatedAt);
	const reason =
		whyKept(post, removal) ??
		(isChanged ? 'Someone changed the post after the node read the list' : undefined) ??
		(posts.startsSoon(post) ? 'The post is published in less than a minute' : undefined);
	if (reason !== undefined) return reported(removal, 'skipped', post, { reason });
	await posts.delete(post.id).catch((error: unknown) => {
		if (!(error instanceof NotFoundError)) throw error;
	});
	return reported(removal, 'removed', post);
}

/** Removes posts that aren't in the input, after all items. If an item failed, its post could be one of them, so nothing is removed. */
async function removeMissing(
	parameters: ParameterReader,
	{ hasFailure: hasError, outputs }: FinishedItems,
	client: PublishingClient,
): Promise<FinalTask[]> {
	const reading = await readOnce(parameters, client);
	if ('error' in reading || reading.calendar.removal === undefined) return [];
	const { missing, removal, results } = reading.calendar;
	const left = missing.filter(({ id }) => !results.has(id));
	const hasFailure = hasError || outputs.some(({ json }) => json.action === 'invalid');
	if (!hasFailure) requireFew(left, removal, 'Nothing was removed.');
	return left.map((post) => async () => {
		if (hasFailure) {
			return reported(removal, 'skipped', post, { reason: 'Nothing is removed because an item failed' });
		}
		if (removal.isDryRun) return reported(removal, 'wouldRemove', post, { dryRun: true });
		return await removePost(removal, client, post);
	});
}

/** Names the posts that were removed before a run stopped. */
function nameRemoved(outputs: IDataObject[]): string | undefined {
	const ids = outputs.filter(({ action }) => action === 'removed').map(({ id }) => String(id));
	return ids.length > 0 ? `These posts were removed: ${listed(ids)}` : undefined;
}

/**
 * The posts that a skipped item clashes with. They aren't removed in the same run, because then neither of the two would be published.
 */
const keptBy = (parameters: ParameterReader, { skipped }: IDataObject): string[] =>
	skipped === true ? (clashesOf(parameters)?.clashes ?? []).flatMap(({ postId }) => postId ?? []) : [];

async function calendarOf({ context }: ParameterReader, client: PublishingClient): Promise<Calendar> {
	const reading = await readOnce(new ParameterReader(context, 0), client);
	if ('error' in reading) throw reading.error;
	return reading.calendar;
}

const readRow = rowReader(async (parameters, client, postId) => {
	const calendar = await calendarOf(parameters, client);
	requireUniqueId(calendar, parameters, postId);
	const post = calendar.posts.get(postId);
	return post ? { post, isListed: true } : await readFresh(parameters, client, postId);
});

/** Makes the posts of a calendar match a list of items. */
export const syncCalendar = reportingClashes({
	name: 'Sync Calendar',
	value: 'syncCalendar',
	action: 'Sync calendar of posts',
	description:
		'Create, change and move posts so that they match the items of a list. Can also remove posts that are no longer in the list. The field action says what was done.',
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	describeFailed: reportFailure,
	fields: wantedPostForm(removalFields),
	async execute(parameters, client) {
		const calendar = await calendarOf(parameters, client);
		const output = await reconcileItem(parameters, client, readRow);
		if (output === undefined) return [];
		for (const postId of [output.id, ...keptBy(parameters, output)]) calendar.results.add(String(postId));
		return output;
	},
	finish: removeMissing,
	describeFinished: nameRemoved,
});
