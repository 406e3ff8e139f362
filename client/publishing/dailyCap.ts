import { PlatformQuotaError } from './errors';
import { followingKey, namingPost, type KeyedWrite } from './postCalls';
import type { Delivery } from './requests';

/** Options of a write that sends a post on its way. */
export interface DeliveryOptions extends KeyedWrite {
	/** Where a channel's daily cap is reached, take the time that the service says fits; default false: an error. */
	fitsDailyCap?: boolean;
}

/** A delivery at a time. */
export type AtDelivery = Extract<Delivery, { mode: 'at' }>;

/** Sends a post, saved or not, for another time, under a key of its own: the body is another one. */
type SendAt<T> = (delivery: AtDelivery, key: KeyedWrite, savedId: string | undefined) => Promise<T>;

/** Each channel of a post may have its own full day. */
const movesMax = 20;

/**
 * Delivers a post; where the caller wants it, a daily cap moves it to the time that the service names, until every
 * channel has room. Without a named time, or otherwise, the `PlatformQuotaError` is thrown.
 */
export async function fittingTheCap<T>(
	deliver: () => Promise<T>,
	sendAt: SendAt<T>,
	{ fitsDailyCap, ...key }: DeliveryOptions,
): Promise<T> {
	const moveOn =
		(move: number, savedId?: string) =>
		async (error: unknown): Promise<T> => {
			const isCap = error instanceof PlatformQuotaError && typeof error.availableAt === 'string';
			if (!fitsDailyCap || !isCap || move > movesMax) return namingPost(savedId)(error);
			const postId = error.postId ?? savedId;
			const delivery: AtDelivery = { mode: 'at', at: error.availableAt as string };
			return await sendAt(delivery, followingKey(key, `move-${move}`), postId).catch(
				moveOn(move + 1, postId),
			);
		};
	return await deliver().catch(moveOn(1));
}
