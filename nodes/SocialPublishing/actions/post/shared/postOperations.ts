import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../../client/publishing';
import type { DeliveryOptions } from '../../../../../client/publishing/posts/dailyLimit';
import type { KeyedWrite } from '../../../../../client/http/idempotency';
import type { RoutedPost } from '../../../../../client/publishing/posts/answers';
import type { Delivery } from '../../../../../client/publishing/requests';
import type { Post } from '../../../../../client/publishing/schemas';
import { parallelRequestsOption, readParallelRequests } from '../../../../shared/fields';
import { nameDone, type Operation } from '../../../../shared/operation';
import type { ParameterReader } from '../../../../shared/parameters';
import { idempotencyKeyOption, keyFromOption } from '../../../idempotencyKeys';
import { postLocator } from '../../../locators';
import { isAllowed } from '../../../statusConflicts';
import { withIds } from '../../../names';
import { outputPerChannelOption, postOutputFields, readPostOutput } from '../../../output';
import { returningPost, writeOnce } from '../../../writeOnce';
import { dailyLimitOption, readFitsDailyLimit } from '../form/delivery';
import { optionsField } from '../form/fields';
import { checkFirstOption, readCheckFirst } from './preflight';

/** The parts in which operations on one post differ. Each returns the post. */
interface PostOperation
	extends Pick<
		Operation<PublishingClient>,
		'name' | 'value' | 'action' | 'description' | 'parallelRequests' | 'canPublish' | 'describeDone'
	> {
	/** Fields after the post. */
	fields?: INodeProperties[];
	/** Options besides those every such operation has. */
	options?: INodeProperties[];
	run(client: PublishingClient, postId: string, parameters: ParameterReader): Promise<Post>;
}

/** Builds an operation on one post, which it returns. */
export function postOperation({
	fields = [],
	options = [],
	run,
	...texts
}: PostOperation): Operation<PublishingClient> {
	return {
		...texts,
		fields: [postLocator, ...fields, ...postOutputFields, optionsField([outputPerChannelOption, ...options])],
		async execute(parameters, client) {
			const postId = parameters.id('postId', 'Post');
			const toOutput = readPostOutput(parameters);
			return toOutput(await run(client, postId, parameters));
		},
	};
}

/** The parts in which writes on one post differ. */
interface PostWriteOperation<Content> extends Omit<PostOperation, 'run'> {
	/** Reads and checks what is sent besides the post's id. */
	prepare(
		client: PublishingClient,
		postId: string,
		parameters: ParameterReader,
		mayBeDone: boolean,
	): Promise<Content> | Content;
	send(
		client: PublishingClient,
		postId: string,
		content: Content,
		key: Required<KeyedWrite>,
		parameters: ParameterReader,
	): Promise<RoutedPost>;
}

/** Builds a write on one post. A retry of the execution doesn't repeat it. */
export function postWriteOperation<Content>({
	prepare,
	send,
	...others
}: PostWriteOperation<Content>): Operation<PublishingClient> {
	return postOperation({
		...others,
		describeDone: nameDone,
		run: async (client, postId, parameters) =>
			await writeOnce(parameters, {
				what: [others.value, postId],
				prepare: async (mayBeDone) => await prepare(client, postId, parameters, mayBeDone),
				send: async (content, key) => await send(client, postId, content, key, parameters),
				...returningPost(client),
			}),
	});
}

/** Builds a write on one post that an idempotency key protects, so that several items can be sent in parallel. */
export const keyedPostOperation = <Content>({
	options = [],
	...others
}: PostWriteOperation<Content>): Operation<PublishingClient> =>
	postWriteOperation({
		...others,
		parallelRequests: readParallelRequests,
		options: [idempotencyKeyOption, parallelRequestsOption, keyFromOption, ...options],
	});

/** Content of a write that sends nothing but the post's id. */
export const noContent = (): undefined => undefined;

/** The parts in which operations that deliver a post differ. */
interface DeliveringOperation<D extends Delivery> extends Omit<PostWriteOperation<D>, 'prepare' | 'send'> {
	/** The delivery the user chose. */
	read(parameters: ParameterReader): D;
	send(
		posts: PublishingClient['posts'],
		postId: string,
		delivery: D,
		options: DeliveryOptions,
	): Promise<RoutedPost>;
}

/** Builds an operation that delivers an existing post. It has the options for the check before and for the daily limit. */
export function deliveringOperation<D extends Delivery>({
	read,
	send,
	options = [],
	...others
}: DeliveringOperation<D>): Operation<PublishingClient> {
	return keyedPostOperation<D>({
		...others,
		canPublish: true,
		options: [checkFirstOption, dailyLimitOption, ...options],
		prepare: async (client, postId, parameters, mayBeDone) => {
			const checkFirst = readCheckFirst(parameters, client, true);
			const { delivery } = await withIds(client, { delivery: read(parameters) });
			await checkFirst(async () => {
				const post = await client.posts.get(postId);
				if (!isAllowed(others.value, post.status)) return undefined;
				return { ...client.checks.existingPost(post, delivery), mayBeDone };
			});
			return delivery;
		},
		send: async ({ posts }, postId, delivery, key, parameters) => {
			const fitsDailyLimit = readFitsDailyLimit(parameters);
			return await send(posts, postId, delivery, { ...key, fitsDailyLimit });
		},
	});
}
