import { UnexpectedResponseError, type ApiError } from '../http/errors';
import { checked } from '../http/schemaCheck';
import { fittingTheCap, type DeliveryOptions } from './dailyCap';
import { carefully } from './doubt';
import { withLiveOptions, type LiveOptions } from './liveOptions';
import { paths } from './paths';
import {
	followingKey,
	namingPost,
	toRouted,
	type KeyedWrite,
	type PostCalls,
	type RoutedPost,
} from './postCalls';
import { createPostSchema, type CreatePost, type Delivery } from './requests';

/** Options of a write whose body the user may extend. */
export interface BodyOptions {
	/** Properties beyond the known ones, sent as they are: the service judges them. */
	additionalBody?: Record<string, unknown>;
	/** Options by the channels' own schemas. */
	liveOptions?: LiveOptions;
}

/** The body that is sent: what was checked, and what the service alone judges. */
export const withAdditions = (body: object, { additionalBody, liveOptions }: BodyOptions): object => ({
	...withLiveOptions(body, liveOptions),
	...additionalBody,
});

/** Creates a post, and delivers it when asked to. */
export type Create = (post: CreatePost, options?: DeliveryOptions & BodyOptions) => Promise<RoutedPost>;

type Submit = (postId: string, delivery: Delivery, key?: KeyedWrite) => Promise<RoutedPost>;

/** The create call: after a failure the post is known by the id in the answer, or by the key. */
export function createCreate({ post, readIf }: PostCalls, submit: Submit): Create {
	const look = async (error: unknown, { delivery }: CreatePost, { idempotencyKey }: KeyedWrite) => {
		const { postId } = error as Partial<ApiError>;
		if (postId !== undefined) {
			return await readIf(postId, ({ status }) => delivery === undefined || status !== 'draft');
		}
		// The service has done the work, and gives the post again under the same key.
		if (error instanceof UnexpectedResponseError && idempotencyKey) return undefined;
		throw error;
	};
	const createOnce = async (body: CreatePost, additions: BodyOptions, key: KeyedWrite) => {
		const complete = withAdditions(checked(createPostSchema, body), additions);
		const send = async () => toRouted(await post(paths.posts(), complete, key));
		const goOn = async (error: unknown) => {
			const { postId } = error as Partial<ApiError>;
			if (postId === undefined || body.delivery === undefined) return await send();
			return await submit(postId, body.delivery, followingKey(key, 'submit')).catch(namingPost(postId));
		};
		return await carefully(send, {
			look: async (error) => await look(error, body, key),
			repeat: key.idempotencyKey ? goOn : undefined,
		});
	};
	return async (body, { additionalBody, liveOptions, ...options } = {}) =>
		await fittingTheCap(
			async () => await createOnce(body, { additionalBody, liveOptions }, options),
			async (fitting, key, savedId) => {
				const delivery = { timezone: body.delivery?.timezone, ...fitting };
				if (savedId !== undefined) return await submit(savedId, delivery, key);
				return await createOnce({ ...body, delivery }, { additionalBody, liveOptions }, key);
			},
			options,
		);
}
