import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing/index.js';
import type { Post } from '../../../../client/publishing/schemas.js';
import { ParameterError } from '../../../shared/errors.js';
import { memoCell } from '../../../shared/runState.js';
import { readParallelRequests } from '../../../shared/fields.js';
import { nameDoneRows } from '../../../shared/operation.js';
import { ParameterReader } from '../../../shared/parameters.js';
import { shown } from '../../../shared/values.js';
import { clashesOf } from '../../clashes/check.js';
import { isLeftOut, reportingClashes } from '../../clashes/clashOutput.js';
import { readPostIds, wantedPostForm } from '../../form/wantedPost.js';
import { reconcileItem, readFresh, rowReader } from '../../item/reconcileItem.js';
import {
	findMissing,
	nameRemoved,
	readRemoval,
	removalFields,
	removeMissing,
	type Removal,
} from '../../item/removals.js';
import { captionOf } from '../../output/postOutput.js';

/** Makes the posts of a calendar match a list of items. */
export const syncCalendar = reportingClashes({
	name: 'Sync Calendar',
	value: 'syncCalendar',
	action: 'Sync calendar of posts',
	description:
		"Create, change and move posts so that they match the items of a list. Can also remove posts that are no longer in the list. 'action' in the output says what was done.",
	parallelRequests: readParallelRequests,
	canPublish: true,
	describeDone: nameDoneRows,
	describeFailed: captionOf,
	failedFacts: ['postId'],
	fields: wantedPostForm(removalFields),
	async execute(parameters, client) {
		const calendar = await calendarOf(parameters, client);
		const output = await reconcileItem(parameters, client, readRow);
		for (const postId of [output.id, output.candidateId, ...keptBy(parameters, output)])
			calendar.results.add(String(postId));
		return output;
	},
	async finish(parameters, { hasFailure, outputs }, client) {
		const reading = await readOnce(parameters, client);
		if ('error' in reading || reading.calendar.removal === undefined) return [];
		const { missing, removal, results } = reading.calendar;
		return removeMissing(parameters, client, {
			removal,
			missing: missing.filter(({ id }) => !results.has(id)),
			hasFailure: hasFailure || outputs.some(({ json }) => json.action === 'invalid'),
		});
	},
	describeFinished: nameRemoved,
});

const readRow = rowReader(async (parameters, client, postId) => {
	const calendar = await calendarOf(parameters, client);
	requireUniqueId(calendar, parameters, postId);
	const post = calendar.posts.get(postId);
	return post ? { post, isListed: true } : await readFresh(parameters, client, postId);
});

/**
 * The posts that a skipped item clashes with. They aren't removed in the same run, because then neither of the two would be published.
 */
const keptBy = (parameters: ParameterReader, output: IDataObject): string[] =>
	isLeftOut(output) ? (clashesOf(parameters)?.clashes ?? []).flatMap(({ postId }) => postId ?? []) : [];

async function calendarOf({ context }: ParameterReader, client: PublishingClient): Promise<Calendar> {
	const reading = await readOnce(new ParameterReader(context, 0), client);
	if ('error' in reading) throw reading.error;
	return reading.calendar;
}

/** The posts in the service that affect a run. */
interface Calendar {
	/** Posts of items that the service's lists contain, by ID. */
	posts: Map<string, Post>;
	/** The indexes of the items with each post ID. */
	owners: Map<string, number[]>;
	/** Undefined if the user doesn't want removals. */
	removal: Removal | undefined;
	/** Removable posts that aren't in the input. */
	missing: Post[];
	/** IDs in the output of the items that are done. */
	results: Set<string>;
}

async function readCalendar(parameters: ParameterReader, client: PublishingClient): Promise<Calendar> {
	const owners: Calendar['owners'] = new Map();
	for (const [index, postId] of readPostIds(parameters.context).entries()) {
		if (postId) owners.set(postId, [...(owners.get(postId) ?? []), index]);
	}
	const removal = await readRemoval(parameters, client);
	const missing = removal ? await findMissing(parameters, client, { owners, removal }) : [];
	const posts = await client.posts.getListed([...owners.keys()]);
	return { owners, removal, missing, posts, results: new Set() };
}

type Reading = { calendar: Calendar } | { error: unknown };

const readings = memoCell<Reading>();

/** Reads the calendar once for all items, even if that fails. */
const readOnce = async (parameters: ParameterReader, client: PublishingClient): Promise<Reading> =>
	await readings(parameters.context).get(
		'',
		async () =>
			await readCalendar(parameters, client).then(
				(calendar) => ({ calendar }),
				(error: unknown) => ({ error }),
			),
	);

/** Throws for each of the items with one post ID, because nothing tells which of them is the copy. */
function requireUniqueId({ owners }: Calendar, { itemIndex }: ParameterReader, postId: string): void {
	const other = owners.get(postId)?.find((owner) => owner !== itemIndex);
	if (other === undefined) return;
	throw new ParameterError(
		`Item ${other} has the same post ID ${shown(postId)}`,
		'Each item needs a post of its own, so none of them was sent. Clear the post ID of the copied item to create a post for it.',
	);
}
