import { followingKey, type KeyedWrite } from '../../http/idempotency';
import { PlatformQuotaError } from '../errors';
import type { Delivery } from '../requests';
import { namingPost, type RoutedPost } from './answers';

/** Options of a write that schedules, queues or publishes a post. */
export interface DeliveryOptions extends KeyedWrite {
	/**
	 * Whether to move the post to the time that the service names if a channel's daily limit is reached. Default false, which
	 * makes it an error.
	 */
	fitsDailyLimit?: boolean;
}

type AtDelivery = Extract<Delivery, { mode: 'at' }>;

/** Enough moves for 20 channels, each of which can have a full day of its own. */
const movesMax = 20;

/** The time that a daily limit error names, if it's later than the last time that was asked for. */
function laterTime(error: unknown, asked: string | undefined): string | undefined {
	const time = error instanceof PlatformQuotaError ? error.availableAt : undefined;
	if (typeof time !== 'string') return undefined;
	return asked === undefined || Date.parse(time) > Date.parse(asked) ? time : undefined;
}

/** The key of a request that moves a post because of a daily limit. The first move is 1. */
export const keyOfMove = (key: KeyedWrite, move: number): KeyedWrite => followingKey(key, `move-${move}`);

/**
 * Delivers a post. With `fitsDailyLimit`, moves a post that exceeds a daily limit to the time that the service names, until
 * every channel has room. Each move is a separate request with its own idempotency key. Throws the `PlatformQuotaError` if the
 * service names no time, or a time that isn't later than the last one.
 * @param deliver gets the post's ID if an earlier request has saved the post
 */
export async function withinDailyLimit<Wanted extends Delivery | undefined>(
	wanted: Wanted,
	{ fitsDailyLimit, ...firstKey }: DeliveryOptions,
	deliver: (
		delivery: Wanted | AtDelivery,
		key: KeyedWrite,
		savedPostId: string | undefined,
	) => Promise<RoutedPost>,
): Promise<RoutedPost> {
	let delivery: Wanted | AtDelivery = wanted;
	let key: KeyedWrite = firstKey;
	let asked: string | undefined;
	let savedPostId: string | undefined;
	for (let move = 1; ; move++) {
		const outcome = await deliver(delivery, key, savedPostId).then(
			(post) => ({ post }),
			(error: unknown) => ({ error }),
		);
		if ('post' in outcome) return outcome.post;
		const { error } = outcome;
		const at = laterTime(error, asked);
		if (!fitsDailyLimit || at === undefined || move > movesMax) return namingPost(savedPostId)(error);
		savedPostId = (error as PlatformQuotaError).postId ?? savedPostId;
		delivery = { timezone: wanted?.timezone, mode: 'at', at };
		key = keyOfMove(firstKey, move);
		asked = at;
	}
}
