import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { DeliveryOptions } from '../../../../client/publishing/dailyCap';
import type { Delivery } from '../../../../client/publishing/requests';
import type { Post } from '../../../../client/publishing/schemas';
import type { Operation } from '../../../shared/operation';
import { checkFirstOption, checkIfWanted } from './checking';
import { dailyCapOption, readFitsDailyCap } from './dailyCap';
import { asDelivered } from './existingPost';
import { keyedPostOperation, type KeyedPostOperation } from './postOperation';

/** What differs between operations that send a post on its way. */
export interface DeliveringOperation<D extends Delivery> extends Omit<KeyedPostOperation, 'run'> {
	/** The delivery the user chose. */
	read(context: IExecuteFunctions, itemIndex: number): D;
	send(
		posts: PublishingClient['posts'],
		postId: string,
		delivery: D,
		options: DeliveryOptions,
	): Promise<Post>;
}

/** Builds an operation that delivers a post of the service: with the check before it, and what to do at a daily cap. */
export function deliveringOperation<D extends Delivery>({
	read,
	send,
	options = [],
	...others
}: DeliveringOperation<D>): Operation<PublishingClient> {
	return keyedPostOperation({
		...others,
		content: read,
		options: [checkFirstOption, dailyCapOption, ...options],
		run: async (client, postId, key, context, itemIndex) => {
			const { posts } = client;
			const delivery = read(context, itemIndex);
			await checkIfWanted(context, itemIndex, client, async () =>
				asDelivered(await posts.get(postId), delivery),
			);
			const fitsDailyCap = readFitsDailyCap(context, itemIndex);
			return await send(posts, postId, delivery, { ...key, fitsDailyCap });
		},
	});
}
