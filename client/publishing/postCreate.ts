import { ConflictError, ValidationError, type ApiError } from '../http/errors';
import { followingKey, type KeyedWrite } from '../http/idempotency';
import { checked } from '../http/schemaCheck';
import { fittingTheCap, type DeliveryOptions } from './dailyCap';
import { PlatformQuotaError } from './errors';
import { paths } from './paths';
import { toPostBody, type BodyOptions } from './postBody';
import { namingPost, toRouted, type PostCalls, type RoutedPost } from './postCalls';
import type { MakingWrite } from './posts/findPost';
import { hasValues, type Content } from './posts/postValues';
import type { UnconfirmedWrite } from './posts/recovery';
import { createPostSchema, type CreatePost, type Delivery } from './requests';

/** Creates a post, and delivers it when asked to. */
export type Create = (post: CreatePost, options?: DeliveryOptions & BodyOptions) => Promise<RoutedPost>;

type Submit = (postId: string, delivery: Delivery, key?: KeyedWrite) => Promise<RoutedPost>;

/** What of a new post tells it from others. Its delivery and its proposed time change as it goes on. */
function contentOf(body: Record<string, unknown>): Content {
	const { accounts, caption, title, firstComment, linkUrl, perAccount, mediaAssetIds = [] } = body;
	return { accounts, caption, title, firstComment, linkUrl, perAccount, mediaAssetIds };
}

/** A post that was saved and then refused by the rules for its delivery. Other refusals save nothing (section 3). */
const isRefusedDelivery = (error: unknown): error is ApiError =>
	error instanceof PlatformQuotaError ||
	(error instanceof ValidationError && error.code !== 'invalid_request');

/** A post to be created, complete. */
interface NewPost {
	body: Record<string, unknown>;
	delivery: Delivery | undefined;
	key: KeyedWrite;
	/** Whether another request follows where a daily limit refuses this one. */
	movesOn: boolean;
}

/** Creates posts. After a failure the post is known by the ID in the answer, or looked for. */
export function createCreate({ finder, now, post, read, recover }: PostCalls, submit: Submit): Create {
	/** Names the saved draft in a refusal that doesn't, as some services don't (contract N43). */
	const nameDraft = async (
		error: unknown,
		making: MakingWrite,
		startedAt: number,
		{ delivery, movesOn }: NewPost,
	) => {
		if (delivery === undefined || !isRefusedDelivery(error) || error.postId !== undefined) throw error;
		const isPatient = movesOn && error instanceof PlatformQuotaError;
		const draft = finder.find(making, { startedAt, failedAt: now() }, isPatient).catch(() => undefined);
		return namingPost(await draft)(error);
	};
	/** Delivers a draft that was found. A conflict says that the first request delivered it meanwhile. */
	const goOn = async (found: RoutedPost, { delivery, key }: NewPost): Promise<RoutedPost> => {
		if (delivery === undefined || found.status !== 'draft') return found;
		return await submit(found.id, delivery, followingKey(key, 'submit'))
			.catch(async (error: unknown) => {
				const current = error instanceof ConflictError ? await read(found.id) : undefined;
				if (current === undefined || current.status === 'draft') throw error;
				return current;
			})
			.catch(namingPost(found.id));
	};
	const createOnce = async (newPost: NewPost): Promise<RoutedPost> => {
		const { body, key } = newPost;
		const path = paths.posts();
		const content = contentOf(body);
		const [channelId] = content.accounts as string[];
		const making: MakingWrite = { channelId, looksLike: (found) => hasValues(found, content) };
		const send = async () => {
			const startedAt = now();
			const answer = post(path, body, key);
			return toRouted(
				await answer.catch(async (error: unknown) => await nameDraft(error, making, startedAt, newPost)),
			);
		};
		const look = async (unconfirmed: UnconfirmedWrite) => {
			const isPatient = unconfirmed.isKeyReleased || !key.idempotencyKey;
			const postId = unconfirmed.postId ?? (await finder.find(making, unconfirmed, isPatient));
			return postId === undefined ? undefined : await read(postId);
		};
		const write = {
			name: key.idempotencyKey ? `POST ${path} ${key.idempotencyKey}` : undefined,
			send,
			look,
			goOn: async (found: RoutedPost) => await goOn(found, newPost),
			repeatsMax: key.idempotencyKey ? 1 : 0,
		};
		return await finder.track(making, async () => await recover(write));
	};
	return async (content, { additionalBody, liveOptions, ...options } = {}) => {
		const { fitsDailyCap: movesOn = false, ...key } = options;
		const create = async (fields: CreatePost, ownKey: KeyedWrite) => {
			const additions = { additionalBody, liveOptions };
			const body = toPostBody(checked(createPostSchema, fields), additions) as NewPost['body'];
			const delivery = body.delivery as Delivery | undefined;
			return await createOnce({ body, delivery, key: ownKey, movesOn });
		};
		return await fittingTheCap(
			async () => await create(content, key),
			async (fitting, ownKey, savedId) => {
				const delivery = { timezone: content.delivery?.timezone, ...fitting };
				if (savedId !== undefined) return await submit(savedId, delivery, ownKey);
				return await create({ ...content, delivery }, ownKey);
			},
			options,
		);
	};
}
