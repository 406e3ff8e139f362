import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { trimmed } from '../../../client/http/text.js';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { PlanChoices } from '../../../client/publishing/posts/plan.js';
import type { UpdatePost } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { toIsoWithOffset } from '../../shared/dates.js';
import { ParameterError } from '../../shared/errors.js';
import { optionsField, parallelRequestsOption } from '../../shared/fields.js';
import { isUuid } from '../../shared/names.js';
import { ParameterReader } from '../../shared/parameters.js';
import { isExpression, isOnlySpace, isUnset, shown } from '../../shared/values.js';
import { optionalPostLocator } from '../words/locators.js';
import { postOutputFields, readPostOutput, type PostOutput } from '../output/postOutput.js';
import { alwaysCheck, checkFirstOption, readCheckFirst, type CheckFirst } from './checkFirst.js';
import { dailyLimitOption, readFitsDailyLimit } from './delivery.js';
import { readTimezone, toldTimezone } from '../../shared/timezone.js';
import { channelsField, contentFields } from './fields.js';
import { newPostFields, newPostOptions, readNewPost } from './newPost.js';
import type { ItemWish } from './wish.js';

/** The form of Create, for a post that may already exist. An existing post keeps the values that aren't set here. */
const wantedPostFields: INodeProperties[] = newPostFields.map((field) => {
	if (field.name === 'channels') return channelsField;
	if (field.name !== 'media') return field;
	const [none, ...sources] = (field.options ?? []) as Array<{ name: string; value: string }>;
	return {
		...field,
		description:
			'Images, GIFs and videos, in the order they are shown. If the post already has the same number of files, it keeps them. To replace them, choose Uploaded Assets.',
		options: [
			{ ...none, description: 'A new post has no media, and an existing post keeps its media' },
			...sources,
		] as INodeProperties['options'],
	};
});

const dryRunOption: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to return what would be done without doing it. A post that would be refused is returned as invalid, with the reasons.',
};

/**
 * Whether the user only wants to see what would be done. Throws if an expression returned nothing, because that must not change
 * or remove posts.
 */
export function isDryRun(parameters: ParameterReader): boolean {
	parameters.requireFilledOption(
		dryRunOption,
		'Use an expression that returns true or false, or remove the option to turn it off',
	);
	return parameters.option(dryRunOption);
}

const updatedAtOption: INodeProperties = {
	displayName: 'Updated At in Last Run',
	name: 'knownUpdatedAt',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.updatedAt }}',
	description: "The post's updatedAt from the last run. Lets the node notice later changes.",
};

const onChangedOption: INodeProperties = {
	displayName: 'If Someone Changed the Post',
	name: 'onChanged',
	type: 'options',
	options: [
		{ name: 'Overwrite', value: 'overwrite', description: 'Replace the changes with the values of the item' },
		{ name: 'Report a Conflict', value: 'conflict', description: 'Leave the post alone' },
	],
	default: 'conflict',
	description: "What to do with a post that was changed after 'Updated At in Last Run'",
};

const onReviewOption: INodeProperties = {
	displayName: 'If Waiting for Approval',
	name: 'onReview',
	type: 'options',
	options: [
		{ name: 'Report a Conflict', value: 'conflict', description: 'Leave the post alone' },
		{
			name: 'Withdraw and Submit Again',
			value: 'withdraw',
			description: 'Change the post and send it to review again',
		},
	],
	default: 'conflict',
	description: 'What to do with a changed item whose post is in review',
};

const sendAlthoughOneExistsOption: INodeProperties = {
	displayName: 'Send Although One Exists',
	name: 'sendAlthoughOneExists',
	type: 'boolean',
	default: false,
	description:
		'Whether to send an item without an ID and without a time even if a post with exactly the same content was created in the last 35 days',
};

/** The form of an operation that makes posts match their items. */
export const wantedPostForm = (ownFields: INodeProperties[] = []): INodeProperties[] => [
	optionalPostLocator,
	...wantedPostFields,
	...ownFields,
	...postOutputFields,
	optionsField([
		checkFirstOption,
		dailyLimitOption,
		dryRunOption,
		parallelRequestsOption,
		onChangedOption,
		onReviewOption,
		...newPostOptions,
		sendAlthoughOneExistsOption,
		updatedAtOption,
	]),
];

/**
 * Reads the ID of the item's post. Empty if the post doesn't exist yet. Throws a `ParameterError` for a value that isn't an ID,
 * because ignoring it would create another post for the item.
 */
export function readPostId({ context, itemIndex }: ParameterReader): string {
	const value: unknown = context.getNodeParameter('postId', itemIndex, '', { extractValue: true });
	const id = typeof value === 'string' ? trimmed(value).toLowerCase() : value;
	if (isUnset(id)) return '';
	if (typeof id === 'string' && isUuid(id)) return id;
	throw new ParameterError(
		`'Post' of item ${itemIndex} can't be ${shown(value)}`,
		'Enter an ID such as 6f9619ff-8b86-4d01-b42d-00c04fc964ff, or leave it empty to create a post',
	);
}

/**
 * Returns the post IDs of all items, in their order. Undefined if an ID can't be read, because the item fails later, when it's
 * processed.
 */
export const readPostIds = (context: IExecuteFunctions): Array<string | undefined> =>
	context.getInputData().map((_item, index) => readIdIfValid(new ParameterReader(context, index)));

/** Reads the ID of the item's post like {@link readPostId}. Undefined if it can't be read. */
export function readIdIfValid(parameters: ParameterReader): string | undefined {
	try {
		return readPostId(parameters);
	} catch {
		return undefined;
	}
}

/** The post that an item describes, and how to create or update it. */
export interface RowForm {
	wish: ItemWish;
	choices: PlanChoices;
	isDryRun: boolean;
	fitsDailyLimit: boolean;
	/** Whether to send an item without an ID although a post exists that may be its own. */
	sendsAlthoughOneExists: boolean;
	/** Undefined if the user doesn't want the check. */
	checkFirst: CheckFirst | undefined;
	toOutput: PostOutput;
	/** The time zone in which to tell the user about times. */
	toldZone: string;
}

/**
 * Returns null for each field that was added to the form but is empty. This clears the value, because the item describes the
 * whole post. Spaces alone clear nothing. A title counts as added if it's an expression.
 */
function readCleared(parameters: ParameterReader): UpdatePost {
	const added = parameters.collection('additionalFields');
	const isEmptied = (value: unknown): boolean => isUnset(value) && !isOnlySpace(value);
	const names = contentFields
		.map(({ name }) => name)
		.filter((name) => name in added && isEmptied(added[name]));
	const isEmptyTitle =
		isExpression(parameters.context.getNode().parameters.title) && isEmptied(parameters.value('title', ''));
	return Object.fromEntries([...names, ...(isEmptyTitle ? ['title'] : [])].map((name) => [name, null]));
}

/**
 * Reads the options for existing posts. Converts 'Updated At in Last Run' from text, because n8n's tables and spreadsheets store times as
 * text.
 */
function readChoices(parameters: ParameterReader): PlanChoices {
	const { knownUpdatedAt } = parameters.options;
	const overwrites = parameters.choice(onChangedOption) === 'overwrite';
	// Without the time, changes of other people would be overwritten.
	if (!overwrites && readPostId(parameters) !== '') parameters.requireResult(updatedAtOption);
	return {
		...(isUnset(knownUpdatedAt)
			? {}
			: {
					knownUpdatedAt: toIsoWithOffset(knownUpdatedAt, readTimezone(parameters), 'Updated At in Last Run'),
				}),
		overwrites,
		withdraws: parameters.choice(onReviewOption) === 'withdraw',
	};
}

/**
 * Reads and checks the whole form of an item, before its first write.
 * @param former the post of the item. Undefined if it doesn't exist yet
 */
export async function readRowForm(
	parameters: ParameterReader,
	client: PublishingClient,
	former?: Post,
): Promise<RowForm> {
	const cleared = readCleared(parameters);
	const form = {
		choices: readChoices(parameters),
		isDryRun: isDryRun(parameters),
		fitsDailyLimit: readFitsDailyLimit(parameters),
		sendsAlthoughOneExists: parameters.option(sendAlthoughOneExistsOption),
		toOutput: readPostOutput(parameters),
		toldZone: toldTimezone(parameters),
	};
	const wish = await readNewPost(parameters, client, former, cleared);
	const { accounts, caption } = wish.content;
	// Changes can have nulls, which a new post can't.
	if (former) client.checks.requireChanges(wish);
	client.checks.requireNewPost(former ? { ...wish, content: { accounts, caption } } : wish);
	const checkFirst = form.isDryRun
		? alwaysCheck(parameters, client, true)
		: readCheckFirst(parameters, client);
	return { ...form, wish, checkFirst };
}
