import type { z } from 'zod/v4';
import { NotFoundError } from '../http/errors';
import type { KeyedWrite } from '../http/idempotency';
import { parseJson } from '../http/json';
import { once } from '../http/memo';
import type { Requester } from '../http/request';
import { checked } from '../http/schemaCheck';
import type { HttpResponse } from '../http/types';
import type { Accounts } from './accounts';
import { UnreadableWriteError } from './errors';
import { ifOffered } from './extras';
import { paths } from './paths';
import {
	createPostCalls,
	decodeWrite,
	toRouted,
	withRouting,
	type PostCalls,
	type RoutedPost,
} from './postCalls';
import { toPostBody, type BodyOptions } from './postBody';
import { createPostDeliveries, type PostDeliveries } from './postDeliveries';
import type { FinderPorts, MakingWrite } from './posts/findPost';
import { hasValues, type Content } from './posts/postValues';
import { harmlessRepeats, type UnconfirmedWrite } from './posts/recovery';
import { updatePostSchema, type UpdatePost } from './requests';
import { duplicateSchema, type Channel, type Post } from './schemas';

/** The copy, the channels it could not keep, and whether only failed channels were kept. */
export type DuplicatedPost = RoutedPost &
	Pick<z.output<typeof duplicateSchema>, 'droppedChannels' | 'keptFailedOnly'>;

/** Changing posts (contract section 4). Errors are those of section 7. */
export interface PostWrites extends PostDeliveries {
	/** What is left out keeps its value, null clears; options of a channel are merged one by one. */
	update(postId: string, changes: UpdatePost, options?: BodyOptions): Promise<RoutedPost>;
	/** Removes a post that is not live. */
	delete(postId: string): Promise<void>;
	/** Copies a post into a new draft; never schedules or publishes. */
	duplicate(postId: string, options?: KeyedWrite): Promise<DuplicatedPost>;
	/** Takes a post back out of Review. Not in the base contract: some services lack it. */
	withdraw(postId: string): Promise<RoutedPost>;
}

/** An answer with something in it, such as the page of a proxy, is not the service's word that the post is gone. */
function isDeleted({ status, body }: HttpResponse): true {
	if (body.trim() === '' || parseJson(body) !== undefined) return true;
	throw new UnreadableWriteError(status, 'It is not JSON');
}

/** Whether a post is a copy of another one, as `duplicate` makes it. */
const isCopy = (
	post: Post,
	{ id, caption, title, firstComment, linkUrl, mediaAssetIds, channels }: Post,
): boolean =>
	post.id !== id &&
	post.status === 'draft' &&
	hasValues(post, { caption, title, firstComment, linkUrl, mediaAssetIds }) &&
	post.channels.every(({ accountId }) => channels.some((channel) => channel.accountId === accountId));

/** What an answer to `duplicate` says besides the copy, found out from the copy (contract section 4). */
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

type Duplicate = PostWrites['duplicate'];

/** The duplicate call: a failure releases its key, so the copy is looked for before another one is made. */
const createDuplicate =
	({ finder, post, read, recover }: PostCalls, { list }: Accounts): Duplicate =>
	async (postId, { idempotencyKey = '' } = {}) => {
		const path = paths.post(postId, 'duplicate');
		const readOriginal = once(async () => await read(postId));
		const making: MakingWrite = {
			looksLike: async (found) => isCopy(found, await readOriginal()),
		};
		const send = async () => {
			const response = await post(path, {}, { idempotencyKey });
			const { post: made, routed, droppedChannels, keptFailedOnly } = decodeWrite(response, duplicateSchema);
			return { ...withRouting(made, routed), droppedChannels, keptFailedOnly };
		};
		const look = async (unconfirmed: UnconfirmedWrite) => {
			const isPatient = unconfirmed.isKeyReleased || idempotencyKey === '';
			const copyId = unconfirmed.postId ?? (await finder.find(making, unconfirmed, isPatient));
			return copyId === undefined ? undefined : await read(copyId);
		};
		const goOn = async (copy: RoutedPost) => await describeCopy(await readOriginal(), copy, list);
		const name = idempotencyKey === '' ? undefined : `POST ${path} ${idempotencyKey}`;
		const repeatsMax = idempotencyKey === '' ? 0 : 1;
		return await finder.track(making, async () => await recover({ name, send, look, goOn, repeatsMax }));
	};

const asItIs = async <T>(found: T): Promise<T> => await Promise.resolve(found);

/** Creates the changing calls over a requester. */
export function createPostWrites(request: Requester, accounts: Accounts, ports: FinderPorts): PostWrites {
	const calls = createPostCalls(request, ports);
	const { post, read, readIf, recover } = calls;
	const harmless = { goOn: asItIs, repeatsMax: harmlessRepeats };
	const isGone = async (postId: string): Promise<true | undefined> =>
		await read(postId).then(
			() => undefined,
			(error: unknown) => {
				if (error instanceof NotFoundError) return true as const;
				throw error;
			},
		);
	return {
		...createPostDeliveries(calls),
		update: async (postId, changes, additions = {}) => {
			const path = paths.post(postId);
			const body = toPostBody(checked(updatePostSchema, changes), additions);
			return await recover<RoutedPost, RoutedPost>({
				...harmless,
				send: async () => toRouted(await request({ method: 'PATCH', path, body })),
				look: async () => await readIf(postId, (found) => hasValues(found, body as Content)),
			});
		},
		delete: async (postId) => {
			const path = paths.post(postId);
			await recover<true, true>({
				...harmless,
				name: `DELETE ${path}`,
				send: async () => isDeleted(await request({ method: 'DELETE', path })),
				look: async () => await isGone(postId),
			});
		},
		duplicate: createDuplicate(calls, accounts),
		withdraw: async (postId) =>
			await ifOffered(request, 'withdraw', postId, async () => {
				const path = paths.post(postId, 'withdraw');
				return await recover<RoutedPost, RoutedPost>({
					...harmless,
					name: `POST ${path}`,
					send: async () => toRouted(await post(path, {})),
					look: async () => await readIf(postId, ({ status }) => status === 'draft'),
				});
			}),
	};
}
