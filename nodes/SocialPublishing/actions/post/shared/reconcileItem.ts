import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../../../client/publishing';
import type { RoutedPost } from '../../../../../client/publishing/posts/answers';
import type { Plan } from '../../../../../client/publishing/posts/plan';
import type { Reconciled } from '../../../../../client/publishing/posts/reconcile';
import type { CreatePost } from '../../../../../client/publishing/requests';
import type { Post } from '../../../../../client/publishing/schemas';
import type { PostToCheck } from '../../../../../client/publishing/validation/types';
import type { ParameterReader } from '../../../../shared/parameters';
import { keyOfPost } from '../../../../shared/idempotency';
import { checkClashes, SkippedItem } from '../../../clashes/check';
import { hintKept } from '../../../media/altTexts';
import { addingAssetIds, type InspectFile } from '../../../media/uploads';
import { readPostOutput } from '../../../output';
import { beginWrite } from '../../../writeOnce';
import { attachMedia } from '../form/media';
import { isDryRun, readPostId, readPostForm, wantedPost, type PostForm } from '../form/wantedPost';
import { claimNamed, sendingItemPost } from './claimedPosts';
import { readWantedItem } from './comparedItems';
import { checkBeforeUpload } from './mediaCheck';
import { asCreated, mediaFacts } from './preflight';
import { report, reportRefusal, reportSkipped } from './report';

/** Adds the publish time as the proposed time. If the delivery is refused, the draft still shows the intended time. */
const withNote = (post: CreatePost): CreatePost =>
	post.delivery?.mode === 'at' && !post.proposedPublishAt
		? { ...post, proposedPublishAt: post.delivery.at }
		: post;

async function createPost(
	parameters: ParameterReader,
	client: PublishingClient,
	{ newPost, checkFirst, fitsDailyLimit }: PostForm,
): Promise<RoutedPost> {
	const { liveOptions, media, post } = newPost;
	const sending = sendingItemPost(parameters, client, { liveOptions, fitsDailyLimit });
	const write = beginWrite(parameters, ['create']);
	if ('kept' in write) return await sending.find(write.kept);
	const inspect = checkFirst && (await checkBeforeUpload(checkFirst, await asCreated(parameters, newPost)));
	await checkClashes(parameters, client, readWantedItem, write.mayBeDone);
	const content = withNote(post);
	const attached = await attachMedia(parameters, client, { content, media, uploadsByContent: true, inspect });
	return await write.send(attached, sending);
}

/** A post that was found for an item. */
export interface FoundPost {
	post: Post;
	/** Whether it comes from a list, which can be a minute old. */
	isListed: boolean;
}

/** Reads the post of an item. Returns undefined if it isn't found. */
export async function readFresh({ posts }: PublishingClient, postId: string): Promise<FoundPost | undefined> {
	const post = await posts.getIfThere(postId);
	return post && { post, isListed: false };
}

/** Makes the post of an item match the item. Creates the post if none was found. */
async function reconcile(
	parameters: ParameterReader,
	client: PublishingClient,
	form: PostForm,
	found: FoundPost | undefined,
): Promise<Reconciled> {
	const { checkFirst, choices, fitsDailyLimit, newPost, isDryRun } = form;
	const { media } = newPost;
	const wanted = wantedPost(form, found === undefined);
	const toCheck = async ({ changes }: Plan, post: Post | undefined): Promise<PostToCheck> => {
		if (post === undefined) return await asCreated(parameters, newPost);
		const { content, files, liveOptions, delivery } = wanted;
		const replacesFiles = files !== 0 && changes.mediaAssetIds !== undefined;
		const changed = { ...content, mediaAssetIds: undefined, liveOptions };
		const facts = replacesFiles ? await mediaFacts(parameters, media) : undefined;
		return { ...client.checks.updatedPost(post, changed, facts), delivery };
	};
	let assetIds: string[] = [];
	let inspect: InspectFile | undefined;
	const reconciled = await client.posts
		.reconcile(found?.post, wanted, {
			...choices,
			fitsDailyLimit,
			idempotencyKey: found && keyOfPost(found.post.id),
			isDryRun,
			isListed: found?.isListed,
			check: async (plan, post) => {
				// A create checks the post itself, which a retry skips if the create has finished.
				if (!post && !isDryRun) return;
				inspect = checkFirst && (await checkBeforeUpload(checkFirst, await toCheck(plan, post)));
				await checkClashes(parameters, client, readWantedItem);
			},
			create: async () => await createPost(parameters, client, form),
			upload: async () => {
				const attached = await attachMedia(parameters, client, {
					content: { mediaAssetIds: [] as string[] },
					media,
					uploadsByContent: true,
					inspect,
				});
				assetIds = attached.assetIds;
				return attached.content.mediaAssetIds;
			},
		})
		.catch((error: unknown) => addingAssetIds(assetIds)(error));
	const keepsFiles = found !== undefined && reconciled.changes.mediaAssetIds === undefined;
	if (keepsFiles && media.altTexts.length > 0) hintKept(parameters);
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
	const form = await readPostForm(parameters, client);
	const done = await reconcile(parameters, client, form, found).catch((error: unknown) => {
		if (error instanceof SkippedItem) return error;
		throw error;
	});
	const output =
		done instanceof SkippedItem
			? reportSkipped(form, found?.post, done)
			: await report(parameters, client, form, done);
	const { id, ...planned } = output;
	return id === null ? { id, caption: form.newPost.post.caption, ...planned } : output;
}

/**
 * Creates or updates the post of an item to match the item, with as few requests as possible. A dry run changes nothing and
 * returns what a run would do.
 * @param find reads the item's post, or returns undefined if it isn't found
 */
export async function reconcileItem(
	parameters: ParameterReader,
	client: PublishingClient,
	find: (postId: string) => Promise<FoundPost | undefined>,
): Promise<IDataObject> {
	const isOnlyPlanned = isDryRun(parameters);
	return await reconcileNamed(parameters, client, find).catch((error: unknown) => {
		if (isOnlyPlanned) return reportRefusal(parameters, error);
		throw error;
	});
}
