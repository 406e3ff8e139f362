import { followingKey, type KeyedWrite } from '../../http/idempotency';
import { PlatformQuotaError } from '../errors';
import type { Delivery } from '../requests';
import { namingPost, type RoutedPost } from './answers';

/** Options of a write that delivers a post. */
export interface DeliveryOptions extends KeyedWrite {
	/** Whether a channel's daily limit moves the post to the time that the service names; default false: it's an error. */
	fitsDailyLimit?: boolean;
}

type AtDelivery = Extract<Delivery, { mode: 'at' }>;

/** Each channel of a post can have a full day of its own. */
const movesMax = 20;

/** The time that a daily limit names, when it is one that was not asked for before. */
function laterTime(error: unknown, asked: string | undefined): string | undefined {
	const time = error instanceof PlatformQuotaError ? error.availableAt : undefined;
	if (typeof time !== 'string') return undefined;
	return asked === undefined || Date.parse(time) > Date.parse(asked) ? time : undefined;
}

/**
 * Delivers a post as it is wanted. Where the caller allows it, a daily limit moves the post to the time that the service
 * names, until every channel has room. Each move is a request of its own, so it has a key of its own. Throws the
 * `PlatformQuotaError` where the service names no time, or none after the one that was asked for.
 * @param deliver gets the post's ID where an earlier request has saved it
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
		key = followingKey(firstKey, `move-${move}`);
		asked = at;
	}
}
