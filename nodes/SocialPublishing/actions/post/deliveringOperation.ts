import type { PublishingClient } from '../../../../client/publishing';
import type { DeliveryOptions } from '../../../../client/publishing/dailyCap';
import type { RoutedPost } from '../../../../client/publishing/postCalls';
import type { Delivery } from '../../../../client/publishing/requests';
import type { Operation } from '../../../shared/operation';
import { checkFirstOption, checkIfWanted } from './checking';
import { dailyCapOption, readFitsDailyCap } from './dailyCap';
import { asDelivered } from './existingPost';
import { keyedPostOperation, type PostWriteOperation } from './postOperation';
import type { ParameterReader } from '../../../shared/parameters';

/** What differs between operations that send a post on its way. */
export interface DeliveringOperation<D extends Delivery>
	extends Omit<PostWriteOperation<D>, 'prepare' | 'send'> {
	/** The delivery the user chose. */
	read(parameters: ParameterReader): D;
	send(
		posts: PublishingClient['posts'],
		postId: string,
		delivery: D,
		options: DeliveryOptions,
	): Promise<RoutedPost>;
}

/** Builds an operation that delivers a post of the service: with the check before it, and what to do at a daily cap. */
export function deliveringOperation<D extends Delivery>({
	read,
	send,
	options = [],
	...others
}: DeliveringOperation<D>): Operation<PublishingClient> {
	return keyedPostOperation<D>({
		...others,
		options: [checkFirstOption, dailyCapOption, ...options],
		prepare: async (client, postId, parameters) => {
			const delivery = read(parameters);
			await checkIfWanted(parameters, client, async () =>
				asDelivered(await client.posts.get(postId), delivery),
			);
			return delivery;
		},
		send: async ({ posts }, postId, delivery, key, parameters) => {
			const fitsDailyCap = readFitsDailyCap(parameters);
			return await send(posts, postId, delivery, { ...key, fitsDailyCap });
		},
	});
}
