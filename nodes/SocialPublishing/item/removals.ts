import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NotFoundError } from '../../../client/http/errors.js';
import { isSameTime, listed } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { hasTrait, statusesWith } from '../../../client/publishing/posts/status.js';
import { toIsoWithOffset } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { showHint, type FinalTask } from '../../shared/operation.js';
import { ParameterReader } from '../../shared/parameters.js';
import { pickFields, shown, toNumber } from '../../shared/values.js';
import { readPostOutput, type PostOutput } from '../output/postOutput.js';
import { tellTask } from '../output/results.js';
import { rowSentence } from '../output/sentences.js';
import { describeReason, type RowReason } from '../words/rowReasons.js';
import { readTimezone } from '../../shared/timezone.js';
import { isDryRun, readRowForm, readPostIds } from '../form/wantedPost.js';
import { usedKeys } from '../usedKeys.js';
import { postsThatFit } from './lostIds.js';
import { reportedPost, type RowOutput } from './report.js';
import { rowsOf } from './rows.js';

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
	required: true,
	description,
	displayOptions: whenRemoving,
});

export const removalFields: INodeProperties[] = [
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

/** Which posts to remove if no item has them: those of this key in a period. */
export interface Removal {
	credentialId: string;
	period: Period;
	/** The value of 'Stop If More Than'. */
	max: number;
	isDryRun: boolean;
	toOutput: PostOutput;
}

/** Returns the value that all items have in a field for the whole list. */
function sameFor<T>(items: readonly ParameterReader[], label: string, read: (item: ParameterReader) => T): T {
	const [value, ...others] = new Set(items.map(read));
	if (others.length > 0) refuseDifferent(label);
	return value as T;
}

function refuseDifferent(label: string): never {
	throw new ParameterError(
		`'${label}' isn't the same for all items`,
		'It applies to the whole list. Use the same value for all items.',
	);
}

/** Times from `$now` differ a little from item to item. */
const periodToleranceMs = 60_000;

/** Returns the part of the periods that all items share. */
function sharedPeriod(periods: readonly Period[]): Period {
	const limitsOf = (name: keyof Period, label: string): [first: number, last: number] => {
		const times = periods.map((period) => period[name]);
		const [first, last] = [Math.min(...times), Math.max(...times)];
		if (last - first > periodToleranceMs) refuseDifferent(label);
		return [first, last];
	};
	return { from: limitsOf('from', 'From')[1], to: limitsOf('to', 'To')[0] };
}

/** Reads which posts to remove. Undefined if the user doesn't want removals. Ignores rows without content. */
export async function readRemoval(
	parameters: ParameterReader,
	client: PublishingClient,
): Promise<Removal | undefined> {
	const { context } = parameters;
	const rows = [...context.getInputData().keys()].filter((index) => rowsOf(parameters).hasContent(index));
	const items = rows.length > 0 ? rows.map((index) => new ParameterReader(context, index)) : [parameters];
	if (!sameFor(items, removeMissingField.displayName, (item) => item.flag(removeMissingField)))
		return undefined;
	const form = {
		period: sharedPeriod(items.map(readPeriod)),
		max: sameFor(items, 'Stop If More Than', readRemovalsMax),
		isDryRun:
			sameFor(items, 'Dry Run', isDryRun) ||
			sameFor(items, removalsDryRunField.displayName, (item) => item.flag(removalsDryRunField)),
		toOutput: readPostOutput(parameters),
	};
	const { id: credentialId } = (await client.me()).credential;
	const keys = usedKeys(context);
	keys.add(credentialId);
	if (keys.takeUntold(credentialId)) {
		showHint(parameters.context, {
			message:
				"The API key has changed. Posts that were created with a former API key aren't removed. Delete those that have no row in the service.",
			type: 'warning',
		});
	}
	return { ...form, credentialId };
}

/** A period of time, in milliseconds since 1970. */
interface Period {
	from: number;
	to: number;
}

function readPeriod(parameters: ParameterReader): Period {
	const zone = readTimezone(parameters);
	const read = (name: string, label: string): number =>
		Date.parse(toIsoWithOffset(parameters.value(name, ''), zone, label));
	const period = {
		from: read('removeFrom', 'Remove Missing Posts > From'),
		to: read('removeTo', 'Remove Missing Posts > To'),
	};
	if (period.from < period.to) return period;
	throw new ParameterError("'From' must be before 'To'", "Correct 'From' or 'To'.");
}

function readRemovalsMax(parameters: ParameterReader): number {
	const given: unknown = parameters.value('removalsMax', defaultRemovalsMax);
	const count = toNumber(given);
	if (Number.isInteger(count) && count >= 0) return count;
	throw new ParameterError(`'Stop If More Than' is ${shown(given)}`, 'Enter a whole number from 0.');
}

/**
 * Returns removable posts that aren't in the input. Throws before anything is changed if there are too many.
 * @param owners the items with each post ID
 */
export async function findMissing(
	parameters: ParameterReader,
	client: PublishingClient,
	{ owners, removal }: { owners: ReadonlyMap<string, unknown>; removal: Removal },
): Promise<Post[]> {
	if (rowsOf(parameters).areBlank) {
		throw new ParameterError(
			'No row has content, so nothing was removed',
			"Check the node that reads the list. If the list is empty on purpose, delete the posts in the service, or turn off 'Remove Missing Posts'.",
		);
	}
	const listed = await client.posts.list({ status: statusesWith('removable') });
	const missing = listed.filter(
		(post) => whyKept(post, removal) === undefined && !owners.has(post.id.toLowerCase()),
	);
	if (missing.length > removal.max) {
		requireFew(await withoutRecoverable(parameters, client, missing), removal, 'Nothing was changed.');
	}
	return missing;
}

/** Leaves out posts that items without an ID will find again. */
async function withoutRecoverable(
	parameters: ParameterReader,
	client: PublishingClient,
	missing: Post[],
): Promise<Post[]> {
	const { context } = parameters;
	const rows = rowsOf(parameters);
	const found = new Set<string>();
	for (const [index, postId] of readPostIds(context).entries()) {
		if (postId !== '' || !rows.hasContent(index)) continue;
		const row = new ParameterReader(context, index);
		// An item that can't be read fails later, when it's processed.
		const fitting = await readRowForm(row, client)
			.then(async (form) => await postsThatFit(row, client, form))
			.catch(() => []);
		fitting.forEach(({ id }) => found.add(id));
	}
	return missing.filter(({ id }) => !found.has(id));
}

/** Why a post that isn't in the input stays. Undefined for a draft or scheduled post of this key in the period. */
function whyKept(post: Post, { credentialId, period: { from, to } }: Removal): RowReason | undefined {
	if (!hasTrait(post, 'removable')) return 'status';
	const { createdVia, scheduledAt, proposedPublishAt } = post;
	const time = Date.parse(scheduledAt ?? proposedPublishAt ?? '');
	const isOwn = createdVia?.credentialId === credentialId;
	return isOwn && time >= from && time < to ? undefined : 'outsidePeriod';
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

async function removePost(removal: Removal, { posts }: PublishingClient, listed: Post): Promise<RowOutput> {
	const post = await posts.getIfThere(listed.id);
	if (post === undefined) return reported(removal, 'removed', listed);
	const reason =
		whyKept(post, removal) ??
		(isSameTime(post.updatedAt, listed.updatedAt) ? undefined : 'changed') ??
		(posts.startsSoon(post) ? 'startsSoon' : undefined);
	if (reason !== undefined) return kept(removal, post, reason);
	await posts.delete(post.id).catch((error: unknown) => {
		if (!(error instanceof NotFoundError)) throw error;
	});
	return reported(removal, 'removed', post);
}

/** The output for a removal. */
const reported = (
	{ toOutput }: Removal,
	action: 'removed' | 'skipped' | 'wouldRemove',
	post: Post,
	{ why = '', ...more }: { reason?: RowReason; why?: string; dryRun?: true } = {},
): RowOutput => {
	const done = { action, reason: '', ...more };
	const message = rowSentence({ ...done, why }, post);
	const status = action === 'removed' ? 'deleted' : post.status;
	const output = reportedPost(toOutput, post, { message, ...done, changes: {}, status });
	// What was found for an item isn't about a post without one.
	return pickFields(
		output,
		Object.keys(output).filter((name) => name !== 'findings'),
	) as RowOutput;
};

/** The output for a post that isn't removed. */
const kept = (removal: Removal, post: Post, reason: RowReason, item?: number): RowOutput =>
	reported(removal, 'skipped', post, { reason, why: describeReason(reason, { post, item }) });

/** Names the posts that were removed before a run stopped. */
export function nameRemoved(outputs: IDataObject[]): string | undefined {
	const ids = outputs.filter(({ action }) => action === 'removed').map(({ id }) => String(id));
	return ids.length > 0 ? `These posts were removed: ${listed(ids)}` : undefined;
}

/**
 * Removes posts that aren't in the input, after all items. Removes nothing if an item failed or can't be read, because its post could
 * be one of those that seem to be missing.
 */
export function removeMissing(
	parameters: ParameterReader,
	client: PublishingClient,
	{ removal, missing, hasFailure }: { removal: Removal; missing: Post[]; hasFailure: boolean },
): FinalTask[] {
	const { firstUnread } = rowsOf(parameters);
	const reason = hasFailure ? 'itemFailed' : firstUnread === undefined ? undefined : 'itemNotRead';
	if (reason === undefined) requireFew(missing, removal, 'Nothing was removed.');
	const remove = async (post: Post): Promise<RowOutput> => {
		if (reason !== undefined) return kept(removal, post, reason, firstUnread);
		if (removal.isDryRun) return reported(removal, 'wouldRemove', post, { dryRun: true });
		return await removePost(removal, client, post);
	};
	return missing.map((post) => async () => {
		const output = await remove(post);
		tellTask(parameters, { row: output });
		return output;
	});
}
