import type { IDataObject, IExecuteFunctions, INodeProperties, JsonObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../../client/publishing';
import { ConflictError, InvalidRequestError, NotFoundError } from '../../../../../client/http/errors';
import { PostCheckError } from '../../../../../client/publishing/errors';
import type { KeyedWrite } from '../../../../../client/http/idempotency';
import type { RoutedPost } from '../../../../../client/publishing/posts/answers';
import type {
	Plan,
	PlanAction,
	PlanChoices,
	PlanReason,
	WantedPost,
} from '../../../../../client/publishing/posts/plan';
import type { CreatePost, UpdatePost } from '../../../../../client/publishing/requests';
import type { Post } from '../../../../../client/publishing/schemas';
import type { PostToCheck } from '../../../../../client/publishing/validation/types';
import { toIsoWithOffset } from '../../../../shared/dates';
import { ParameterError } from '../../../../shared/errors';
import { explain, sentences } from '../../../../shared/errorTexts';
import { memoOfRun, recall, remember, type Shelf } from '../../../../shared/executionMemory';
import { parallelRequestsOption } from '../../../../shared/fields';
import { contentIdempotencyKey, defaultIdempotencyKey, pieceOfWork } from '../../../../shared/idempotency';
import { isUnset, ParameterReader, pick, pickFields, shown } from '../../../../shared/parameters';
import { isUuid } from '../../../../shared/names';
import { publishingErrorTexts } from '../../../errorTexts';
import { nameOf, problemsIn, statusNames } from '../../../labels';
import { optionalPostLocator } from '../../../locators';
import { addingAssetIds } from '../../../media/uploads';
import { postOutputFields, readPostOutput, type PostOutput } from '../../../output';
import { returningPost, writeOnce } from '../../../writeOnce';
import { dailyLimitOption, readFitsDailyLimit, readTimezone } from '../form/delivery';
import { captionOf, channelsField, contentFields, optionsField } from '../form/fields';
import { attachMedia, type MediaSources } from '../form/media';
import { newPostFields, newPostOptions, readNewPost, type NewPost } from '../form/newPost';
import {
	alwaysCheck,
	asCreated,
	checkFirstOption,
	mediaFacts,
	readCheckFirst,
	type CheckFirst,
} from './preflight';
import { shownChanges } from './shownChanges';
import { createOrFinish } from './savedDrafts';

/** The form of Create, for a post that may be there already: what isn't set there keeps its value. */
const wantedPostFields: INodeProperties[] = newPostFields.map((field) => {
	if (field.name === 'channels') return channelsField;
	if (field.name !== 'media') return field;
	const [none, ...sources] = (field.options ?? []) as Array<{ name: string; value: string }>;
	return {
		...field,
		description:
			'Images, GIFs and videos, in the order they are shown. A post that has as many files as the item keeps them, unless you use Uploaded Assets.',
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

/** Whether the user only wants to see what would be done. An expression that returns nothing must not change or remove posts. */
export function isDryRun(parameters: ParameterReader): boolean {
	parameters.requireFilledOption(
		dryRunOption,
		'Use an expression that returns true or false, or remove the option to turn it off',
	);
	return parameters.option(dryRunOption);
}

const updatedAtOption: INodeProperties = {
	displayName: 'Updated At',
	name: 'knownUpdatedAt',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.updatedAt }}',
	description: 'The updatedAt that the last run returned for this post, to notice changes made since then',
};

const onChangedOption: INodeProperties = {
	displayName: 'If Changed in the Service',
	name: 'onChanged',
	type: 'options',
	options: [
		{ name: 'Overwrite', value: 'overwrite', description: 'Replace the changes with the values of the item' },
		{ name: 'Report a Conflict', value: 'conflict', description: 'Leave the post alone' },
	],
	default: 'conflict',
	description: "What to do with a post that was changed after 'Updated At'",
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

/** The form of an operation that makes posts as their items describe them. */
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
		updatedAtOption,
	]),
];

/**
 * Reads the ID of the item's post. Empty for a post that isn't there yet. Throws a `ParameterError` for a value that isn't an ID,
 * because without an ID, the item would get another post.
 */
export function readPostId({ context, itemIndex }: ParameterReader): string {
	const value: unknown = context.getNodeParameter('postId', itemIndex, '', { extractValue: true });
	const id = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (isUnset(id)) return '';
	if (typeof id === 'string' && isUuid(id)) return id;
	throw new ParameterError(
		`'Post' of item ${itemIndex} can't be ${shown(value)}`,
		'Enter an ID such as 6f9619ff-8b86-4d01-b42d-00c04fc964ff, or leave it empty to create a post',
	);
}

/**
 * The IDs of the posts of all items, in their order. Undefined for an item whose ID can't be read, which fails when its own turn
 * comes.
 */
export const readPostIds = (context: IExecuteFunctions): Array<string | undefined> =>
	context.getInputData().map((_item, index) => readIdIfValid(new ParameterReader(context, index)));

function readIdIfValid(parameters: ParameterReader): string | undefined {
	try {
		return readPostId(parameters);
	} catch {
		return undefined;
	}
}

/** What an item wants its post to be, and how. */
interface Wish {
	newPost: NewPost;
	/** Whether the form says anything about media. */
	namesMedia: boolean;
	/** Values of the form that are empty for this item. */
	emptied: UpdatePost;
	choices: PlanChoices;
	isDryRun: boolean;
	fitsDailyLimit: boolean;
	checkFirst: CheckFirst;
	toOutput: PostOutput;
}

const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

/**
 * A field that was added to the form and is empty clears the value, because the item describes the whole post. A title counts as
 * added where it's an expression.
 */
function readEmptied(parameters: ParameterReader): UpdatePost {
	const added = parameters.collection('additionalFields');
	const names = contentFields.map(({ name }) => name).filter((name) => name in added && isUnset(added[name]));
	const isEmptyTitle =
		isExpression(parameters.context.getNode().parameters.title) &&
		[parameters.value('title', ''), added.title].every(isUnset);
	return Object.fromEntries([...names, ...(isEmptyTitle ? ['title'] : [])].map((name) => [name, null]));
}

const filesIn = ({ files, urls }: MediaSources): number => files.length + urls.length;

/** Files can't be compared with assets of the service: a post with as many keeps them. */
const replacesFiles = ({ media }: NewPost, post: Post): boolean =>
	filesIn(media) > 0 && filesIn(media) !== post.mediaAssetIds.length;

/** Stands for files that aren't uploaded yet. */
const newFiles = (count: number): string[] => Array.from({ length: count }, () => 'new file');

function wantedMedia({ newPost, namesMedia }: Wish, post: Post): string[] | undefined {
	const { media } = newPost;
	if (!namesMedia) return undefined;
	if (filesIn(media) === 0) return media.assetIds;
	return replacesFiles(newPost, post) ? newFiles(filesIn(media)) : undefined;
}

/** Reads an option about what to do with a post. True for the value that changes the post. */
function mayChange({ options }: ParameterReader, field: INodeProperties, changing: string): boolean {
	const given = options[field.name];
	const choice = isUnset(given) ? field.default : given;
	return pick({ [changing]: true, conflict: false }, choice, field.displayName);
}

/** Moments as the form reads them; n8n's tables and spreadsheets give them as text. */
function readChoices(parameters: ParameterReader): PlanChoices {
	const { knownUpdatedAt } = parameters.options;
	return {
		...(isUnset(knownUpdatedAt)
			? {}
			: { knownUpdatedAt: toIsoWithOffset(knownUpdatedAt, readTimezone(parameters), 'Updated At') }),
		overwrites: mayChange(parameters, onChangedOption, 'overwrite'),
		withdraws: mayChange(parameters, onReviewOption, 'withdraw'),
	};
}

/** Reads the whole form of an item, before its first write. */
async function readWish(parameters: ParameterReader, client: PublishingClient): Promise<Wish> {
	const form = {
		namesMedia: parameters.value('media', 'none') !== 'none',
		emptied: readEmptied(parameters),
		choices: readChoices(parameters),
		isDryRun: isDryRun(parameters),
		fitsDailyLimit: readFitsDailyLimit(parameters),
		toOutput: readPostOutput(parameters),
	};
	const newPost = await readNewPost(parameters, client);
	client.checks.requireNewPost(newPost.post, newPost.liveOptions);
	const checkFirst = form.isDryRun
		? alwaysCheck(parameters, client)
		: readCheckFirst(parameters, client, newPost.post.delivery !== undefined);
	return { ...form, newPost, checkFirst };
}

/** The key of the requests that change a post. Any run has the same, so that one can go on where another was killed. */
const editKeyOf = ({ id }: Post): string => contentIdempotencyKey(['post', id]);

/** What a plan changes besides the content. */
const placeNames = ['queueIds', 'scheduledAt', 'status'];

/** One item with its post. */
class ItemPlan {
	readonly plan: Plan;

	private readonly wanted: WantedPost;

	constructor(
		private readonly parameters: ParameterReader,
		private readonly client: PublishingClient,
		private readonly wish: Wish,
		readonly post: Post | undefined,
		private readonly choices = wish.choices,
		/** The version of the post that an interrupted edit began with, if this plan goes on with it. */
		private readonly version?: string,
	) {
		const { newPost, emptied } = wish;
		const { delivery, ...content } = newPost.post;
		const mediaAssetIds = post ? wantedMedia(wish, post) : newFiles(filesIn(newPost.media));
		const media = post === undefined && mediaAssetIds?.length === 0 ? {} : { mediaAssetIds };
		this.wanted = {
			content: { ...content, ...emptied, ...media } as UpdatePost,
			liveOptions: newPost.liveOptions,
			delivery,
		};
		this.plan = client.posts.plan(post, this.wanted, choices);
	}

	/** Whether the post could be a draft that a run before this one was about to edit. A dry run doesn't ask. */
	get mayBeInterrupted(): boolean {
		const { plan, post, wish } = this;
		return plan.reason === 'changed' && post?.status === 'draft' && !wish.isDryRun;
	}

	get isDone(): boolean {
		return this.plan.steps.length === 0 || this.wish.isDryRun;
	}

	/** Whether the post already says what the item says, whatever its status and time. */
	get hasContent(): boolean {
		return Object.keys(this.plan.changes).every((name) => placeNames.includes(name));
	}

	/** The plan that goes on with the edit of an interrupted run. The post was read just now. */
	async resumed(): Promise<ItemPlan> {
		const { parameters, client, wish, post, choices } = this;
		const { knownUpdatedAt } = choices;
		if (!this.mayBeInterrupted || post === undefined || knownUpdatedAt === undefined) return this;
		// An edit sets the proposed time together with the content, so other content is somebody else's.
		if (post.proposedPublishAt && !this.hasContent) return this;
		const edited = { updatedAt: knownUpdatedAt, idempotencyKey: editKeyOf(post) };
		if (!(await client.posts.isInterruptedEdit(edited))) return this;
		return new ItemPlan(parameters, client, wish, post, { ...choices, overwrites: true }, knownUpdatedAt);
	}

	/** Sends what is planned for a post that is there. */
	async change(post: Post): Promise<RoutedPost> {
		const { client, version, wish } = this;
		await this.check();
		const { steps, assetIds } = await this.upload();
		const options = { idempotencyKey: editKeyOf(post), fitsDailyLimit: wish.fitsDailyLimit, version };
		return await client.posts.carryOut(post, steps, options).catch(addingAssetIds(assetIds));
	}

	/** Checks the post as it would be, if the plan writes anything. */
	async check(): Promise<void> {
		if (this.plan.steps.length > 0) await this.wish.checkFirst(async () => await this.planned());
	}

	private async planned(): Promise<PostToCheck> {
		const { client, parameters, post, wanted } = this;
		const { newPost } = this.wish;
		if (post === undefined) return await asCreated(parameters, newPost);
		const changed = client.checks.updatedPost(
			post,
			{ ...wanted.content, mediaAssetIds: undefined, liveOptions: wanted.liveOptions },
			replacesFiles(newPost, post) ? await mediaFacts(parameters, newPost.media) : undefined,
		);
		return { ...changed, delivery: wanted.delivery };
	}

	/** The steps with the assets of the item's files in place of the files. */
	private async upload(): Promise<{ steps: Plan['steps']; assetIds: string[] }> {
		const { steps } = this.plan;
		const { media } = this.wish.newPost;
		const isNeeded = steps.some(
			(step) => step.kind === 'update' && step.changes.mediaAssetIds !== undefined && filesIn(media) > 0,
		);
		if (!isNeeded) return { steps, assetIds: [] };
		const { content, assetIds } = await attachMedia(this.parameters, this.client, {
			content: {},
			media,
			uploadsByContent: true,
		});
		const withAssets = steps.map((step) =>
			step.kind === 'update' ? { ...step, changes: { ...step.changes, ...content } } : step,
		);
		return { steps: withAssets, assetIds };
	}
}

/**
 * Which item of the execution has a post, by the post's ID: an item without an ID must not get the post of another one. Kept
 * for the rounds of a loop and for a retry, which are runs of their own.
 */
const claimedPosts: Shelf = {
	name: 'claimedPosts',
	entriesMax: 10_000,
	charactersMax: 100,
	outlivesRun: true,
};

/** Distinguishes the items of an execution. Short, because there can be thousands. */
const ownerOf = (parameters: ParameterReader): string => pieceOfWork(parameters, 'post').slice(0, 16);

const claim = (parameters: ParameterReader, postId: string): void =>
	remember(parameters.context, claimedPosts, postId.toLowerCase(), ownerOf(parameters));

/** Claims the posts that the items of this run name by their IDs, before the first post is created. */
const claimNamed = async (parameters: ParameterReader): Promise<void> =>
	await memoOfRun<void>(parameters.context).get('named posts', async () => {
		for (const [index, postId] of readPostIds(parameters.context).entries()) {
			if (postId) claim(new ParameterReader(parameters.context, index), postId);
		}
		await Promise.resolve();
	});

/** Whether another item of the execution has a post. */
function isClaimed(parameters: ParameterReader, postId: string): boolean {
	const owner = recall(parameters.context, claimedPosts, postId.toLowerCase());
	return owner !== undefined && owner !== ownerOf(parameters);
}

/** How many items with the same content this run has begun to create. */
async function beginCopy(parameters: ParameterReader, content: string): Promise<number> {
	const memo = memoOfRun<Map<string, number>>(parameters.context);
	const begun = await memo.get('begun creates', async () => await Promise.resolve(new Map<string, number>()));
	const copy = begun.get(content) ?? 0;
	begun.set(content, copy + 1);
	return copy;
}

/** How many keys may lead to deleted posts before the create gets a key that can't lead to any. */
const deletedMax = 3;

/**
 * Creates the post of an item under a key made of its content, so that a run after a crash finds it. The key may lead to a
 * post that another item has, or to one that was deleted, which is a 404. Then the item gets the next key. A create under a
 * key that nobody has used can't lead to a deleted post, so its 404 is an error.
 */
async function createOwn(
	parameters: ParameterReader,
	content: unknown,
	create: (key: Required<KeyedWrite>) => Promise<RoutedPost>,
): Promise<RoutedPost> {
	const identity = contentIdempotencyKey(['wanted post', content]);
	for (let deleted = 0; ; ) {
		const copy = await beginCopy(parameters, identity);
		const isUnused = deleted === deletedMax;
		const idempotencyKey = isUnused
			? defaultIdempotencyKey(parameters, ['wanted post', copy])
			: contentIdempotencyKey(['wanted post', content, copy]);
		const post = await create({ idempotencyKey }).catch((error: unknown) => {
			if (error instanceof NotFoundError && !isUnused) return undefined;
			throw error;
		});
		if (post === undefined) deleted += 1;
		else if (!isClaimed(parameters, post.id)) {
			claim(parameters, post.id);
			return post;
		}
	}
}

/** A draft shows the time it was meant for, should its delivery be refused. */
const withNote = (post: CreatePost): CreatePost =>
	post.delivery?.mode === 'at' && !post.proposedPublishAt
		? { ...post, proposedPublishAt: post.delivery.at }
		: post;

async function createPost(
	parameters: ParameterReader,
	client: PublishingClient,
	{ newPost, checkFirst, fitsDailyLimit }: Wish,
): Promise<RoutedPost> {
	const { liveOptions } = newPost;
	return await writeOnce(parameters, {
		what: ['create'],
		prepare: async () => {
			await checkFirst(async () => await asCreated(parameters, newPost));
			const { media } = newPost;
			return await attachMedia(parameters, client, {
				content: withNote(newPost.post),
				media,
				uploadsByContent: true,
			});
		},
		send: async ({ content, assetIds }) => {
			const post = await createOrFinish(
				parameters,
				client,
				{ content, liveOptions, fitsDailyLimit },
				async () =>
					await createOwn(
						parameters,
						[content, liveOptions],
						async (key) => await client.posts.create(content, { ...key, liveOptions, fitsDailyLimit }),
					),
			).catch(addingAssetIds(assetIds));
			claim(parameters, post.id);
			return post;
		},
		...returningPost(client),
	});
}

/** Why a post was left alone, as a sentence. */
const reasonTexts: Record<PlanReason | 'gone', (post: Post | undefined) => string> = {
	changed: () => 'Someone changed this post in the service',
	gone: () =>
		'The post was deleted, or the API key has no access to it. Clear the post ID to create it again',
	startsSoon: () => 'The post is published in less than a minute',
	status: (post) => `The post is ${nameOf(statusNames, post?.status ?? '')}`,
	timePassed: () => "The time in 'Publish At' has passed",
};

/**
 * A post as the output of Create or Update and Sync Calendar shows it, after what was done with it. The ID and `updatedAt`
 * are there whatever fields the user selects, because the next run needs them. In a table, the caption stands beside what was done.
 */
export function reportedPost(
	toOutput: PostOutput,
	post: Post,
	done: IDataObject,
): IDataObject & { id: string } {
	const output = toOutput(post) as IDataObject;
	return {
		id: post.id,
		...pickFields(output, ['caption']),
		...done,
		...output,
		updatedAt: output.updatedAt ?? post.updatedAt,
	};
}

/** Actions of a dry run, whose names say that nothing was done. The others do nothing in a run, either. */
const dryRunActions: Partial<Record<PlanAction, string>> = {
	created: 'wouldCreate',
	rescheduled: 'wouldReschedule',
	updated: 'wouldUpdate',
};

/** What the output says of an item that failed. */
export const reportFailure = (parameters: ParameterReader): JsonObject => ({
	...captionOf(parameters),
	action: 'failed',
});

/** What a dry run refuses, as the run itself would: values that can't be read, and posts that can't be published. */
const refusals = [InvalidRequestError, ParameterError, PostCheckError];

/** The output of a dry run for an item that the run would refuse. Other errors stay errors. */
function reportRefusal(parameters: ParameterReader, error: unknown): IDataObject {
	if (!refusals.some((kind) => error instanceof kind)) throw error;
	const { message, description } = explain(error, publishingErrorTexts);
	const reason =
		error instanceof PostCheckError ? sentences(...problemsIn(error)) : sentences(message, description);
	return {
		id: readIdIfValid(parameters) || null,
		...captionOf(parameters),
		action: 'invalid',
		reason,
		changes: {},
		dryRun: true,
	};
}

/** The output of an item: what was done, or would be, and the post. */
async function report(
	{ parameters, client }: { parameters: ParameterReader; client: PublishingClient },
	{ isDryRun, toOutput }: Pick<Wish, 'isDryRun' | 'toOutput'>,
	{ action, reason, changes }: Pick<Plan, 'action' | 'changes'> & { reason?: PlanReason | 'gone' },
	{ post, now = post }: { post?: Post; now?: Post } = {},
): Promise<IDataObject & { id: string | null }> {
	const { status } = changes;
	const actual =
		status && now && post !== now ? { ...changes, status: { ...status, after: now.status } } : changes;
	const posts = [post, now].filter((one) => one !== undefined);
	const zone = parameters.context.getTimezone();
	const done = {
		action: isDryRun ? (dryRunActions[action] ?? action) : action,
		// Always there: in n8n's table, a column that some items lack says undefined.
		reason: reason ? reasonTexts[reason](post) : '',
		changes: (await shownChanges(client, actual, { zone, posts })) as unknown as IDataObject,
		...(isDryRun ? { dryRun: true } : {}),
	};
	return now === undefined ? { id: null, ...done } : reportedPost(toOutput, now, done);
}

/** How often a post is planned again that somebody has changed meanwhile. */
const replansMax = 3;

/** A post as it was found. */
export interface FoundPost {
	post: Post;
	/** Whether it was read by itself; a list can be a minute old. */
	isFresh: boolean;
}

async function bringExisting(
	parameters: ParameterReader,
	client: PublishingClient,
	{ post: found, isFresh }: FoundPost,
): Promise<IDataObject> {
	const run = { parameters, client };
	const wish = await readWish(parameters, client);
	const planOf = (post: Post): ItemPlan => new ItemPlan(parameters, client, wish, post);
	const listed = planOf(found);
	if (listed.isDone && !listed.mayBeInterrupted) {
		await listed.check();
		return await report(run, wish, listed.plan, { post: found });
	}
	let post = isFresh ? found : await client.posts.get(found.id);
	for (let turn = 1; ; turn++) {
		const current = await planOf(post).resumed();
		if (current.isDone) return await report(run, wish, current.plan, { post });
		const changed = await current.change(post).catch((error: unknown) => {
			if (error instanceof ConflictError && turn < replansMax) return undefined;
			throw error;
		});
		if (changed) return await report(run, wish, current.plan, { post, now: changed });
		post = await client.posts.get(post.id);
		if (post.status === 'changes_requested') {
			const conflict = { ...current.plan, action: 'conflict' as const, reason: 'status' as const };
			return await report(run, wish, conflict, { post });
		}
	}
}

/** Finds the post among others that an interrupted run may have created for an item without an ID. */
export async function findOwn(
	parameters: ParameterReader,
	client: PublishingClient,
	posts: readonly Post[],
): Promise<Post | undefined> {
	const wish = await readWish(parameters, client);
	return posts.find((post) => new ItemPlan(parameters, client, wish, post).hasContent);
}

async function bringNew(parameters: ParameterReader, client: PublishingClient): Promise<IDataObject> {
	const wish = await readWish(parameters, client);
	const item = new ItemPlan(parameters, client, wish, undefined);
	const { plan, isDone } = item;
	const run = { parameters, client };
	if (!isDone) return await report(run, wish, plan, { now: await createPost(parameters, client, wish) });
	await item.check();
	const { id, ...planned } = await report(run, wish, plan);
	return { id, ...pickFields(wish.newPost.post as unknown as IDataObject, ['caption']), ...planned };
}

async function bring(
	parameters: ParameterReader,
	client: PublishingClient,
	find: (postId: string) => Promise<FoundPost | undefined>,
): Promise<IDataObject> {
	await claimNamed(parameters);
	const postId = readPostId(parameters);
	if (postId === '') return await bringNew(parameters, client);
	const found = await find(postId);
	if (found) return await bringExisting(parameters, client, found);
	const form = { isDryRun: isDryRun(parameters), toOutput: readPostOutput(parameters) };
	const gone = { action: 'conflict', reason: 'gone', changes: {} } as const;
	return { ...(await report({ parameters, client }, form, gone)), id: postId };
}

/**
 * Makes the post of an item as the item describes it, with the fewest requests. A dry run returns what that would do.
 * @param find looks for the item's post; undefined when it isn't there
 */
export async function bringPost(
	parameters: ParameterReader,
	client: PublishingClient,
	find: (postId: string) => Promise<FoundPost | undefined>,
): Promise<IDataObject> {
	const isOnlyPlanned = isDryRun(parameters);
	return await bring(parameters, client, find).catch((error: unknown) => {
		if (isOnlyPlanned) return reportRefusal(parameters, error);
		throw error;
	});
}
