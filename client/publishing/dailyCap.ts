import { followingKey, type KeyedWrite } from '../http/idempotency';
import { PlatformQuotaError } from './errors';
import { namingPost } from './postCalls';
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

/** Each channel of a post can have a full day of its own. */
const movesMax = 20;

/** The time that a daily limit names, when it is one that was not asked for before. */
function laterTime(error: unknown, asked: string | undefined): string | undefined {
	const time = error instanceof PlatformQuotaError ? error.availableAt : undefined;
	if (typeof time !== 'string') return undefined;
	return asked === undefined || Date.parse(time) > Date.parse(asked) ? time : undefined;
}

/**
 * Delivers a post. Where the caller wants it, a daily limit moves the post to the time that the service names, until every
 * channel has room. The `PlatformQuotaError` is thrown where the service names no time, or none after the one that was
 * asked for.
 */
export async function fittingTheCap<T>(
	deliver: () => Promise<T>,
	sendAt: SendAt<T>,
	{ fitsDailyCap, ...key }: DeliveryOptions,
): Promise<T> {
	const moveOn =
		(move: number, asked?: string, savedId?: string) =>
		async (error: unknown): Promise<T> => {
			const at = laterTime(error, asked);
			if (!fitsDailyCap || at === undefined || move > movesMax) return namingPost(savedId)(error);
			const { postId = savedId } = error as PlatformQuotaError;
			return await sendAt({ mode: 'at', at }, followingKey(key, `move-${move}`), postId).catch(
				moveOn(move + 1, at, postId),
			);
		};
	return await deliver().catch(moveOn(1));
}
