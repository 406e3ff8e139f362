import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { DeliveryOptions } from '../../../../client/publishing/posts/perform';
import type { KeyedWrite } from '../../../../client/http/idempotency';
import type { RoutedPost } from '../../../../client/publishing/posts/answers';
import type { Delivery } from '../../../../client/publishing/requests';
import type { Post } from '../../../../client/publishing/schemas';
import { optionsField, parallelRequestsOption, readParallelRequests } from '../../../shared/fields';
import { nameDone, type Operation } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { checkClashes } from '../../clashes/check';
import { reportingClashes } from '../../clashes/output';
import { compareOption } from '../../clashes/option';
import type { ReadItemPost } from '../../clashes/runClashes';
import { idempotencyKeyOption, keyFromOption } from '../../idempotencyKeys';
import { postLocator } from '../../locators';
import { isAllowed } from '../../statusConflicts';
import { withIds } from '../../names';
import { outputPerChannelOption, postOutputFields, readPostOutput } from '../../output';
import { beginWrite, returningPost } from '../../item/writeOnce';
import { dailyLimitOption, readFitsDailyLimit } from '../../form/delivery';
import { postToCompare } from '../../item/comparedItems';
import { checkFirstOption, readCheckFirst } from '../../form/checkFirst';

/** The parts that differ between operations on one post. Each operation returns the post. */
interface PostOperation
	extends Pick<
		Operation<PublishingClient>,
		'name' | 'value' | 'action' | 'description' | 'parallelRequests' | 'canPublish' | 'describeDone'
	> {
	/** The field with the post. Default: {@link postLocator}. */
	postField?: INodeProperties;
	/** Fields that follow the post. */
	fields?: INodeProperties[];
	/** Options in addition to the common ones. */
	options?: INodeProperties[];
	run(client: PublishingClient, postId: string, parameters: ParameterReader): Promise<Post>;
}

/** Builds an operation on one post. Its output is the post. */
export function postOperation({
	postField = postLocator,
	fields = [],
	options = [],
	run,
	...texts
}: PostOperation): Operation<PublishingClient> {
	return {
		...texts,
		fields: [postField, ...fields, ...postOutputFields, optionsField([outputPerChannelOption, ...options])],
		async execute(parameters, client) {
			const postId = parameters.id('postId', 'Post');
			const toOutput = readPostOutput(parameters);
			return toOutput(await run(client, postId, parameters));
		},
	};
}

/** The parts that differ between writes to one post. */
interface PostWriteOperation<Content> extends Omit<PostOperation, 'run'> {
	/** Reads and checks the content to send. */
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

/** Builds a write to one post. A retry of the execution doesn't repeat it. */
export function postWriteOperation<Content>({
	prepare,
	send,
	...others
}: PostWriteOperation<Content>): Operation<PublishingClient> {
	return postOperation({
		...others,
		describeDone: nameDone,
		async run(client, postId, parameters) {
			const { find, keep } = returningPost(client);
			const write = beginWrite(parameters, [others.value, postId]);
			if ('kept' in write) return await find(write.kept);
			const prepared = await prepare(client, postId, parameters, write.mayBeDone);
			return await write.send(prepared, {
				keep,
				send: async (content, key) => await send(client, postId, content, key, parameters),
			});
		},
	});
}

/** A write to one post with an idempotency key. */
interface KeyedPostOperation<Content> extends PostWriteOperation<Content> {
	/** The options with which the user chooses the key. */
	keyOptions?: INodeProperties[];
}

/** Builds a write to one post with an idempotency key, which makes parallel requests possible. */
export const keyedPostOperation = <Content>({
	keyOptions = [idempotencyKeyOption, keyFromOption],
	options = [],
	...others
}: KeyedPostOperation<Content>): Operation<PublishingClient> =>
	postWriteOperation({
		...others,
		parallelRequests: readParallelRequests,
		options: [...keyOptions, parallelRequestsOption, ...options],
	});

/** The content of a write that sends only the post's ID. */
export const noContent = (): undefined => undefined;

/** The parts that differ between operations that deliver a post. */
interface DeliveringOperation<D extends Delivery> extends Omit<KeyedPostOperation<D>, 'prepare' | 'send'> {
	/** Reads the delivery that the user chose. */
	read(parameters: ParameterReader): D;
	send(
		posts: PublishingClient['posts'],
		postId: string,
		delivery: D,
		options: DeliveryOptions,
	): Promise<RoutedPost>;
}

/** Builds an operation that delivers an existing post. Adds the options for the check and for the daily limit. */
export function deliveringOperation<D extends Delivery>({
	read,
	send,
	options = [],
	...others
}: DeliveringOperation<D>): Operation<PublishingClient> {
	const readItem: ReadItemPost = async (parameters, client, listed) => {
		const post = await postToCompare(client, listed, parameters.id('postId', 'Post'));
		if (post === undefined || !isAllowed(others.value, post.status)) return undefined;
		const { delivery } = await withIds(client, { delivery: read(parameters) });
		return { content: client.checks.existingPost(post, delivery), postId: post.id };
	};
	const operation = keyedPostOperation<D>({
		...others,
		canPublish: true,
		options: [checkFirstOption, compareOption, dailyLimitOption, ...options],
		prepare: async (client, postId, parameters, mayBeDone) => {
			const checkFirst = readCheckFirst(parameters, client);
			const { delivery } = await withIds(client, { delivery: read(parameters) });
			const post = checkFirst && (await client.checks.ifTold(client.posts.get(postId)));
			if (post && isAllowed(others.value, post.status))
				await checkFirst({ ...client.checks.existingPost(post, delivery), mayBeDone });
			await checkClashes(parameters, client, readItem, mayBeDone);
			return delivery;
		},
		send: async ({ posts }, postId, delivery, key, parameters) => {
			const fitsDailyLimit = readFitsDailyLimit(parameters);
			return await send(posts, postId, delivery, { ...key, fitsDailyLimit });
		},
	});
	return reportingClashes(operation);
}
