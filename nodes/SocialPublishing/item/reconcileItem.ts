import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing';
import type { Plan } from '../../../client/publishing/posts/plan';
import type { Reconciled } from '../../../client/publishing/posts/reconcile';
import type { CreatePost } from '../../../client/publishing/requests';
import type { Post } from '../../../client/publishing/schemas';
import type { PostToCheck } from '../../../client/publishing/validation/types';
import type { ParameterReader } from '../../shared/parameters';
import { keyOfPost } from '../../shared/idempotency';
import { checkClashes, SkippedItem } from '../clashes/check';
import { addFindings } from '../findings';
import { hintKept } from '../media/altTexts';
import { addingAssetIds, type InspectFile } from '../media/uploads';
import { readPostOutput } from '../output';
import { hintKeptTexts } from '../textChanges';
import { beginWrite } from './writeOnce';
import { attachMedia } from '../form/media';
import { isDryRun, readPostId, readPostForm, wantedPost, type PostForm } from '../form/wantedPost';
import { blankRows } from './blankRows';
import { claimNamed, itemKeyMaker, sendingItemPost } from './claimedPosts';
import { readWantedItem } from './comparedItems';
import { asCreated, checkBeforeUpload, mediaFacts } from './preflight';
import { report, reportRefusal, reportSkipped } from './report';

/** Adds the publish time as the proposed time. If the delivery is refused, the draft still shows the intended time. */
const withNote = (post: CreatePost): CreatePost =>
	post.delivery?.mode === 'at' && !post.proposedPublishAt
		? { ...post, proposedPublishAt: post.delivery.at }
		: post;

/** Creates the post of an item. A dry run only plans and checks it. */
async function createPost(
	parameters: ParameterReader,
	client: PublishingClient,
	form: PostForm,
): Promise<Reconciled> {
	const { checkFirst, fitsDailyLimit, isDryRun, newPost } = form;
	const { liveOptions, media, post } = newPost;
	const planned = await client.posts.reconcile(undefined, wantedPost(form, true), { isDryRun: true });
	if (planned.action !== 'created') return planned;
	const check = async (mayBeDone = false): Promise<InspectFile | undefined> => {
		const inspect = checkFirst && (await checkBeforeUpload(checkFirst, await asCreated(parameters, newPost)));
		await checkClashes(parameters, client, readWantedItem, mayBeDone);
		return inspect;
	};
	if (isDryRun) {
		await check();
		return planned;
	}
	const sending = sendingItemPost(parameters, client, { liveOptions, fitsDailyLimit });
	const write = beginWrite(parameters, ['create'], itemKeyMaker);
	if ('kept' in write) return { ...planned, after: await sending.find(write.kept) };
	const inspect = await check(write.mayBeDone);
	const { attached, assetIds } = await attachMedia(parameters, client, media, {
		uploadsByContent: true,
		inspect,
	});
	const content = { ...withNote(post), ...attached };
	return { ...planned, after: await write.send({ content, assetIds }, sending) };
}

/** A post that was found for an item. */
interface FoundPost {
	post: Post;
	/** Whether it comes from a list, which can be a minute old. */
	isListed: boolean;
}

/** Reads the post of an item. Returns undefined if it isn't found. */
export async function readFresh({ posts }: PublishingClient, postId: string): Promise<FoundPost | undefined> {
	const post = await posts.getIfThere(postId);
	return post && { post, isListed: false };
}

/** Makes an existing post match its item. */
async function changePost(
	parameters: ParameterReader,
	client: PublishingClient,
	form: PostForm,
	{ post: found, isListed }: FoundPost,
): Promise<Reconciled> {
	const { checkFirst, choices, fitsDailyLimit, newPost, isDryRun } = form;
	const { media } = newPost;
	const wanted = wantedPost(form, false);
	const toCheck = async ({ changes }: Plan, post: Post): Promise<PostToCheck> => {
		const { content, files, liveOptions, delivery } = wanted;
		const replacesFiles = files !== 0 && changes.mediaAssetIds !== undefined;
		const changed = { ...content, mediaAssetIds: undefined, liveOptions };
		const facts = replacesFiles ? await mediaFacts(parameters, media) : undefined;
		return { ...client.checks.updatedPost(post, changed, facts), delivery };
	};
	let assetIds: string[] = [];
	let inspect: InspectFile | undefined;
	const reconciled = await client.posts
		.reconcile(found, wanted, {
			...choices,
			fitsDailyLimit,
			idempotencyKey: keyOfPost(found.id),
			isReplaceable: true,
			isDryRun,
			isListed,
			check: async (plan, post) => {
				inspect = checkFirst && (await checkBeforeUpload(checkFirst, await toCheck(plan, post)));
				await checkClashes(parameters, client, readWantedItem);
			},
			upload: async () => {
				const uploaded = await attachMedia(parameters, client, media, { uploadsByContent: true, inspect });
				assetIds = uploaded.assetIds;
				return uploaded.attached.mediaAssetIds ?? [];
			},
		})
		.catch((error: unknown) => addingAssetIds(assetIds)(error));
	const { after = found, changes } = reconciled;
	if (changes.mediaAssetIds === undefined && media.altTexts.length > 0) hintKept(parameters);
	if (changes.caption !== undefined) hintKeptTexts(parameters, after, wanted.content);
	return reconciled;
}

/**
 * Finds the post that an interrupted run may have created for an item without an ID, by its content. Undefined if there is none.
 */
export async function findCreated(
	parameters: ParameterReader,
	client: PublishingClient,
	posts: readonly Post[],
): Promise<Post | undefined> {
	const wanted = wantedPost(await readPostForm(parameters, client), false);
	return posts.find((post) => client.posts.hasContent(post, wanted));
}

async function reconcileNamed(
	parameters: ParameterReader,
	client: PublishingClient,
	find: (postId: string) => Promise<FoundPost | undefined>,
): Promise<IDataObject> {
	await claimNamed(parameters);
	const postId = readPostId(parameters);
	const found = postId === '' ? undefined : await find(postId);
	if (postId !== '' && found === undefined) {
		const form = { isDryRun: isDryRun(parameters), toOutput: readPostOutput(parameters) };
		const gone = { action: 'conflict', reason: 'gone', changes: {} } as const;
		return { ...(await report(parameters, client, form, gone)), id: postId };
	}
	const form = await readPostForm(parameters, client, found?.post);
	const reconciling = found
		? changePost(parameters, client, form, found)
		: createPost(parameters, client, form);
	const done = await reconciling.catch((error: unknown) => {
		if (error instanceof SkippedItem) return error;
		throw error;
	});
	const output =
		done instanceof SkippedItem
			? reportSkipped(form, found?.post, done)
			: await report(parameters, client, form, done);
	const { id, ...planned } = output;
	return id === null
		? addFindings(parameters, { id, caption: form.newPost.post.caption, ...planned })
		: output;
}

/**
 * Creates or updates the post of an item to match the item, with as few requests as possible. A dry run changes nothing and
 * returns what a run would do. A blank row of a spreadsheet has no post and no output.
 * @param find reads the item's post, or returns undefined if it isn't found
 */
export async function reconcileItem(
	parameters: ParameterReader,
	client: PublishingClient,
	find: (postId: string) => Promise<FoundPost | undefined>,
): Promise<IDataObject | undefined> {
	if ((await blankRows(parameters)).has(parameters.itemIndex)) return undefined;
	const isOnlyPlanned = isDryRun(parameters);
	return await reconcileNamed(parameters, client, find).catch((error: unknown) => {
		if (isOnlyPlanned) return reportRefusal(parameters, error);
		throw error;
	});
}
