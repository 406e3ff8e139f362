import type { INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { KeyedWrite } from '../../../../client/http/idempotency';
import type { RoutedPost } from '../../../../client/publishing/postCalls';
import type { Post } from '../../../../client/publishing/schemas';
import { itemsAtOnceOption, readItemsAtOnce, simplifyField } from '../../../shared/fields';
import { nameDone, type Operation } from '../../../shared/operation';
import type { ParameterReader } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { idempotencyKeyOption, keyFromOption } from '../../idempotencyKeys';
import { returningPost, writeOnce } from '../../writeOnce';
import { optionsField } from './fields';
import { outputPerChannelOption, toOutput } from '../../postOutput';

/** What differs between operations that take one post and give one back. */
export interface PostOperation
	extends Pick<
		Operation<PublishingClient>,
		'name' | 'value' | 'action' | 'description' | 'itemsAtOnce' | 'describeDone'
	> {
	/** Fields after the post. */
	fields?: INodeProperties[];
	/** Options besides those every such operation has. */
	options?: INodeProperties[];
	run(client: PublishingClient, postId: string, parameters: ParameterReader): Promise<Post>;
}

/** Builds an operation that takes one post and gives it back. */
export function postOperation({
	fields = [],
	options = [],
	run,
	...texts
}: PostOperation): Operation<PublishingClient> {
	return {
		...texts,
		fields: [postLocator, ...fields, simplifyField, optionsField([outputPerChannelOption, ...options])],
		async execute(parameters, client) {
			const postId = parameters.id('postId', 'Post');
			return toOutput(parameters, await run(client, postId, parameters));
		},
	};
}

/** What differs between writes on one post. */
export interface PostWriteOperation<Content> extends Omit<PostOperation, 'run'> {
	/** Reads and checks what is sent besides the post's id. */
	prepare(client: PublishingClient, postId: string, parameters: ParameterReader): Promise<Content> | Content;
	send(
		client: PublishingClient,
		postId: string,
		content: Content,
		key: Required<KeyedWrite>,
		parameters: ParameterReader,
	): Promise<RoutedPost>;
}

/** Builds a write on one post, which a retry of the execution doesn't do again. */
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
				prepare: async () => await prepare(client, postId, parameters),
				send: async (content, key) => await send(client, postId, content, key, parameters),
				...returningPost(client),
			}),
	});
}

/** The same for a write that an idempotency key protects. */
export const keyedPostOperation = <Content>({
	options = [],
	...others
}: PostWriteOperation<Content>): Operation<PublishingClient> =>
	postWriteOperation({
		...others,
		itemsAtOnce: readItemsAtOnce,
		options: [idempotencyKeyOption, itemsAtOnceOption, keyFromOption, ...options],
	});

/** Content of a write that sends nothing but the post's id. */
export const noContent = (): undefined => undefined;
