import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NotFoundError } from '../../../../client/http/errors';
import type { PublishingClient } from '../../../../client/publishing';
import type { Post } from '../../../../client/publishing/schemas';
import { toIsoWithOffset } from '../../../shared/dates';
import { ParameterError } from '../../../shared/errors';
import { memoOfRun } from '../../../shared/executionMemory';
import { readParallelRequests } from '../../../shared/fields';
import { nameDone, type FinishedItems, type Operation } from '../../../shared/operation';
import { ParameterReader, shown, toNumber } from '../../../shared/parameters';
import { readTimezone } from './form/delivery';
import { bringPost, readPostId, readPostIds, reportedPost, wantedPostForm } from './shared/wantedPost';

const whenRemoving = { show: { removeMissing: [true] } };

const defaultRemovalsMax = 5;

const removalFields: INodeProperties[] = [
	{
		displayName: 'Remove Missing Posts',
		name: 'removeMissing',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete drafts and scheduled posts of this API key that no item has. Published, queued and reviewed posts always stay.',
	},
	{
		displayName: 'From',
		name: 'removeFrom',
		type: 'dateTime',
		default: '',
		description: 'Only posts scheduled or proposed for this time or later',
		displayOptions: whenRemoving,
	},
	{
		displayName: 'To',
		name: 'removeTo',
		type: 'dateTime',
		default: '',
		description: 'Only posts scheduled or proposed for a time before this one',
		displayOptions: whenRemoving,
	},
	{
		displayName: 'Stop If More Than',
		name: 'removalsMax',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: defaultRemovalsMax,
		description: 'Stops with an error before anything is changed if more posts than this would be removed',
		displayOptions: whenRemoving,
	},
	{
		displayName: 'Dry Run of Removals',
		name: 'removalsDryRun',
		type: 'boolean',
		default: true,
		description: 'Whether to return the posts that would be removed without removing them',
		displayOptions: whenRemoving,
	},
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

/** Whether a post that no item has is one to remove: of this key, in the period, and neither published nor in review. */
const isRemovable = (
	{ createdVia, status, scheduledAt, proposedPublishAt }: Post,
	credentialId: string,
	{ from, to }: Period,
): boolean => {
	const time = Date.parse(scheduledAt ?? proposedPublishAt ?? '');
	const isStatus = removableStatuses.some((removable) => removable === status);
	return isStatus && createdVia?.credentialId === credentialId && time >= from && time < to;
};

/** The posts in the service that concern a run. */
interface Calendar {
	/** Posts of the items, by ID. */
	posts: Map<string, Post>;
	/** The first item of each post ID. */
	owners: Map<string, number>;
	/** Posts that no item has. */
	missing: Post[];
	/** Posts that items of this run turned out to have. */
	results: Set<string>;
}

const nameOfPost = ({ id, caption, scheduledAt, proposedPublishAt }: Post): string =>
	`${id} (${scheduledAt ?? proposedPublishAt ?? ''}, ${shown(caption)})`;

/** Nothing is changed before it is known that the removals stay within their bound. */
function requireFew(missing: Post[], parameters: ParameterReader): void {
	const max = readRemovalsMax(parameters);
	if (missing.length <= max) return;
	throw new ParameterError(
		`${missing.length} posts would be removed, which is more than ${max}`,
		`Nothing was changed. Check that the input has all items. If it does, increase 'Stop If More Than'. The posts are: ${missing.map(nameOfPost).join(', ')}.`,
	);
}

async function findMissing(
	parameters: ParameterReader,
	client: PublishingClient,
	owners: Calendar['owners'],
): Promise<Post[]> {
	const period = readPeriod(parameters);
	const { credential } = await client.me();
	const listed = await client.posts.list({ status: [...removableStatuses] });
	return listed.filter(
		(post) => isRemovable(post, credential.id, period) && !owners.has(post.id.toLowerCase()),
	);
}

async function readCalendar(parameters: ParameterReader, client: PublishingClient): Promise<Calendar> {
	const owners: Calendar['owners'] = new Map();
	for (const [index, postId] of readPostIds(parameters).entries()) {
		if (postId !== '' && !owners.has(postId)) owners.set(postId, index);
	}
	const isRemoving = parameters.flag('removeMissing', false);
	const missing = isRemoving ? await findMissing(parameters, client, owners) : [];
	requireFew(missing, parameters);
	return { owners, missing, posts: await client.posts.getMany([...owners.keys()]), results: new Set() };
}

/** Read once for all items; the first item's fields say what is removed. */
const calendarOf = async (parameters: ParameterReader, client: PublishingClient): Promise<Calendar> =>
	await memoOfRun<Calendar>(parameters.context).get(
		'calendar',
		async () => await readCalendar(parameters, client),
	);

function requireOwn({ owners }: Calendar, { itemIndex }: ParameterReader, postId: string): void {
	const owner = owners.get(postId);
	if (owner === undefined || owner === itemIndex) return;
	throw new ParameterError(
		`Item ${owner} has the same post ID '${postId}'`,
		'Each item needs a post of its own. Clear the post ID of the copied item to create a post for it.',
	);
}

const firstItem = (parameters: ParameterReader): ParameterReader =>
	parameters.itemIndex === 0 ? parameters : new ParameterReader(parameters.context, 0);

/** A removal as the output shows it. */
const removal = (
	parameters: ParameterReader,
	action: 'removed' | 'skipped',
	post: Post,
	more: IDataObject,
): IDataObject => reportedPost(parameters, post, { action, reason: '', changes: {}, ...more });

async function removePost(
	parameters: ParameterReader,
	{ posts }: PublishingClient,
	listed: Post,
): Promise<IDataObject> {
	const ifThere = (error: unknown): undefined => {
		if (error instanceof NotFoundError) return undefined;
		throw error;
	};
	const post = await posts.get(listed.id).catch(ifThere);
	if (post === undefined) return removal(parameters, 'removed', listed, {});
	const isStatus = removableStatuses.some((status) => status === post.status);
	if (!isStatus) {
		return removal(parameters, 'skipped', post, {
			reason: 'The post is neither a draft nor scheduled anymore',
		});
	}
	if (posts.startsSoon(post)) {
		return removal(parameters, 'skipped', post, { reason: 'The post is published in less than a minute' });
	}
	await posts.delete(post.id).catch(ifThere);
	return removal(parameters, 'removed', post, {});
}

/** Removes what no item has, after all items. Where one of them failed, its post could be among those. */
async function removeMissing(
	parameters: ParameterReader,
	{ hasFailure }: FinishedItems,
	client: PublishingClient,
): Promise<IDataObject[]> {
	const { missing, results } = await calendarOf(parameters, client);
	const isDryRun = Boolean(parameters.options.dryRun) || parameters.flag('removalsDryRun', true);
	const outputs: IDataObject[] = [];
	for (const post of missing.filter(({ id }) => !results.has(id))) {
		if (hasFailure) {
			const reason = 'Nothing is removed because an item failed';
			outputs.push(removal(parameters, 'skipped', post, { reason }));
		} else if (isDryRun) outputs.push(removal(parameters, 'removed', post, { dryRun: true }));
		else outputs.push(await removePost(parameters, client, post));
	}
	return outputs;
}

/** Makes the posts of a calendar as a list of items describes them. */
export const syncCalendar: Operation<PublishingClient> = {
	name: 'Sync Calendar',
	value: 'syncCalendar',
	action: 'Sync calendar of posts',
	description:
		'Create, change and move posts so that they match the items of a list. Can also remove posts that are no longer in the list. Says what it did in action.',
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDone,
	fields: wantedPostForm(removalFields),
	async execute(parameters, client) {
		const calendar = await calendarOf(firstItem(parameters), client);
		requireOwn(calendar, parameters, readPostId(parameters));
		const output = await bringPost(parameters, client, async (postId) => {
			const post = calendar.posts.get(postId);
			return await Promise.resolve(post && { post, isFresh: false });
		});
		calendar.results.add(String(output.id));
		return output;
	},
	finish: removeMissing,
};
