import type { z } from 'zod/v4';
import { ConflictError, NotFoundError } from '../../http/errors';
import { followingKey, type KeyedWrite } from '../../http/idempotency';
import { parseJson } from '../../http/json';
import { once } from '../../http/memo';
import type { HttpResponse } from '../../http/types';
import type { Accounts } from '../accounts';
import { UnreadableWriteError } from '../errors';
import { ifOffered } from '../extras';
import { paths } from '../paths';
import { checkedChanges, checkedNewPost, type CreatePost, type Delivery, type UpdatePost } from '../requests';
import { duplicateSchema, type Channel, type Post } from '../schemas';
import { decodeWrite, namingPost, toRouted, withRouting, type RoutedPost } from './answers';
import { hasValues, toPostBody, type BodyOptions, type Content } from './content';
import { withinDailyLimit, type DeliveryOptions } from './dailyLimit';
import type { PostDeliveries, WritePorts } from './delivery';
import { harmlessRepeats, type MakingWrite, type UnconfirmedWrite } from './recovery';

/** The copy, the channels that the copy can't have, and whether it has only the channels that failed. */
type DuplicatedPost = RoutedPost &
	Pick<z.output<typeof duplicateSchema>, 'droppedChannels' | 'keptFailedOnly'>;

/** Calls that create, change and delete posts (contract section 4). They throw the errors of section 7. */
export interface PostWrites {
	/** Saves a post, and delivers it if `delivery` is set. An error can have the ID of the saved draft. */
	create(post: CreatePost, options?: DeliveryOptions & BodyOptions): Promise<RoutedPost>;
	/** Updates a post. Values that are left out stay, and null clears a value. Options of a channel are merged by name. */
	update(postId: string, changes: UpdatePost, options?: BodyOptions): Promise<RoutedPost>;
	/** Deletes a post that hasn't been published. */
	delete(postId: string): Promise<void>;
	/** Copies a post into a new draft. Never schedules or publishes it. */
	duplicate(postId: string, options?: KeyedWrite): Promise<DuplicatedPost>;
	/** Withdraws a post from review. Some services don't offer this, because it isn't part of the base contract. */
	withdraw(postId: string): Promise<RoutedPost>;
}

/**
 * Checks the answer to a delete. Text that isn't JSON, such as a page from a proxy, doesn't prove that the post was deleted.
 */
function isDeleted({ status, body }: HttpResponse): true {
	if (body.trim() === '' || parseJson(body) !== undefined) return true;
	throw new UnreadableWriteError(status, "The answer isn't JSON");
}

/** Returns true if the post no longer exists, and undefined if it does. */
const isGone = async (reading: Promise<unknown>): Promise<true | undefined> =>
	await reading.then(
		() => undefined,
		(error: unknown) => {
			if (error instanceof NotFoundError) return true as const;
			throw error;
		},
	);

/** Whether a post is a copy of another post, as `duplicate` creates it. */
const isCopy = (
	post: Post,
	{ id, caption, title, firstComment, linkUrl, mediaAssetIds, channels }: Post,
): boolean =>
	post.id !== id &&
	post.status === 'draft' &&
	hasValues(post, { caption, title, firstComment, linkUrl, mediaAssetIds }) &&
	post.channels.every(({ accountId }) => channels.some((channel) => channel.accountId === accountId));

/** Works out what the answer to `duplicate` would have said besides the copy (contract section 4). */
async function describeCopy(
	original: Post,
	copy: RoutedPost,
	listChannels: () => Promise<Channel[]>,
): Promise<DuplicatedPost> {
	const keptFailedOnly = original.status === 'partially_published';
	const dropped = original.channels.filter(
		({ accountId, status }) =>
			!(keptFailedOnly && status === 'published') &&
			!copy.channels.some((channel) => channel.accountId === accountId),
	);
	const connections = dropped.length > 0 ? await listChannels() : [];
	const droppedChannels = dropped.map(({ accountId, platform, handle }) => {
		const { status = 'unknown' } = connections.find(({ id }) => id === accountId) ?? {};
		return { id: accountId, platform, handle, status };
	});
	return { ...copy, droppedChannels, keptFailedOnly };
}

/** The values that distinguish a new post from others. Leaves out the delivery and the proposed time, because they change. */
function identifyingContent(body: Record<string, unknown>): Content {
	const { accounts, caption, title, firstComment, linkUrl, perAccount, mediaAssetIds = [] } = body;
	return { accounts, caption, title, firstComment, linkUrl, perAccount, mediaAssetIds };
}

/** A post to create. */
interface NewPost {
	body: Record<string, unknown>;
	delivery: Delivery | undefined;
	key: KeyedWrite;
}

/** Delivers a draft that was found after a lost answer. A conflict means that the first request has delivered it meanwhile. */
async function deliverFound(
	found: RoutedPost,
	{ delivery, key }: NewPost,
	submit: PostDeliveries['submit'],
	read: (postId: string) => Promise<RoutedPost>,
): Promise<RoutedPost> {
	if (delivery === undefined || found.status !== 'draft') return found;
	return await submit(found.id, delivery, followingKey(key, 'submit'))
		.catch(async (error: unknown) => {
			const current = error instanceof ConflictError ? await read(found.id) : undefined;
			if (current === undefined || current.status === 'draft') throw error;
			return current;
		})
		.catch(namingPost(found.id));
}

/** Creates the calls that create, change and delete posts. `submit` delivers drafts that are found after a lost answer. */
export function createPostWrites(
	ports: WritePorts,
	accounts: Accounts,
	submit: PostDeliveries['submit'],
): PostWrites {
	const { finder, reads, recover, request } = ports;
	const read = async (postId: string): Promise<RoutedPost> => withRouting(await reads.get(postId));
	/** Finds the post that a write created. Looks for a minute if no valid key keeps a retry from creating another post. */
	const findMade =
		(making: MakingWrite, { idempotencyKey }: KeyedWrite) =>
		async (unconfirmed: UnconfirmedWrite): Promise<RoutedPost | undefined> => {
			const isPatient = unconfirmed.isKeyReleased || !idempotencyKey;
			const postId = unconfirmed.postId ?? (await finder.find(making, unconfirmed, isPatient));
			return postId === undefined ? undefined : await read(postId);
		};
	const createOnce = async (newPost: NewPost): Promise<RoutedPost> => {
		const { body, key } = newPost;
		const { idempotencyKey } = key;
		const path = paths.posts();
		const content = identifyingContent(body);
		const [channelId] = content.accounts as string[];
		const making: MakingWrite = { channelId, looksLike: (found) => hasValues(found, content) };
		const write = {
			name: idempotencyKey ? `POST ${path} ${idempotencyKey}` : undefined,
			send: async () => toRouted(await request({ method: 'POST', path, body, idempotencyKey })),
			find: findMade(making, key),
			finish: async (found: RoutedPost) => await deliverFound(found, newPost, submit, read),
			repeatsMax: idempotencyKey ? 1 : 0,
		};
		return await finder.track(making, async () => await recover(write));
	};
	return {
		create: async (post, { additionalBody, liveOptions, ...options } = {}) =>
			await withinDailyLimit(post.delivery, options, async (delivery, key, savedPostId) => {
				if (savedPostId !== undefined) return await submit(savedPostId, delivery as Delivery, key);
				const fields = checkedNewPost({ ...post, delivery }, liveOptions);
				const body = toPostBody(fields, { additionalBody, liveOptions }) as NewPost['body'];
				return await createOnce({ body, delivery: body.delivery as Delivery | undefined, key });
			}),
		update: async (postId, changes, additions = {}) => {
			const path = paths.post(postId);
			const body = toPostBody(checkedChanges(changes, additions.liveOptions), additions);
			return await recover<RoutedPost>({
				send: async () => toRouted(await request({ method: 'PATCH', path, body })),
				find: async () => {
					const found = await read(postId);
					return hasValues(found, body as Content) ? found : undefined;
				},
				repeatsMax: harmlessRepeats,
			});
		},
		delete: async (postId) => {
			const path = paths.post(postId);
			await recover<true>({
				name: `DELETE ${path}`,
				send: async () => isDeleted(await request({ method: 'DELETE', path })),
				find: async () => await isGone(read(postId)),
				repeatsMax: harmlessRepeats,
			});
		},
		duplicate: async (postId, { idempotencyKey = '' } = {}) => {
			const path = paths.post(postId, 'duplicate');
			const readOriginal = once(async () => await read(postId));
			const making: MakingWrite = { looksLike: async (found) => isCopy(found, await readOriginal()) };
			const send = async () => {
				const response = await request({ method: 'POST', path, body: {}, idempotencyKey });
				const { post, routed, droppedChannels, keptFailedOnly } = decodeWrite(response, duplicateSchema);
				return { ...withRouting(post, routed), droppedChannels, keptFailedOnly };
			};
			const write = {
				name: idempotencyKey ? `POST ${path} ${idempotencyKey}` : undefined,
				send,
				find: findMade(making, { idempotencyKey }),
				finish: async (copy: RoutedPost) => await describeCopy(await readOriginal(), copy, accounts.list),
				repeatsMax: idempotencyKey ? 1 : 0,
			};
			return await finder.track(making, async () => await recover(write));
		},
		withdraw: async (postId) =>
			await ifOffered(request, 'withdraw', postId, async () => {
				const path = paths.post(postId, 'withdraw');
				return await recover<RoutedPost>({
					name: `POST ${path}`,
					send: async () => toRouted(await request({ method: 'POST', path, body: {} })),
					find: async () => {
						const found = await read(postId);
						return found.status === 'draft' ? found : undefined;
					},
					repeatsMax: harmlessRepeats,
				});
			}),
	};
}
