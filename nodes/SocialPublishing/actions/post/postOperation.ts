import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { KeyedWrite } from '../../../../client/publishing/postCalls';
import type { Post } from '../../../../client/publishing/schemas';
import { itemsAtOnceOption, readItemsAtOnce, simplifyField } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { readId } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { idempotencyKeyOption, keyFromOption, readIdempotencyKey } from '../../idempotencyKeys';
import { optionsField } from './fields';
import { outputPerChannelOption, toOutput } from '../../postOutput';

/** What differs between operations that take one post and give one back. */
export interface PostOperation
	extends Pick<Operation<PublishingClient>, 'name' | 'value' | 'action' | 'description' | 'itemsAtOnce'> {
	/** Fields after the post. */
	fields?: INodeProperties[];
	/** Options besides those every such operation has. */
	options?: INodeProperties[];
	run(client: PublishingClient, postId: string, context: IExecuteFunctions, itemIndex: number): Promise<Post>;
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
		async execute(context, itemIndex, client) {
			const postId = readId(context, 'postId', 'Post', itemIndex);
			return toOutput(context, itemIndex, await run(client, postId, context, itemIndex));
		},
	};
}

/** What differs between writes on one post that an idempotency key protects. */
export interface KeyedPostOperation extends Omit<PostOperation, 'run'> {
	/** What is sent besides the post's id; part of a key that is made of the content. */
	content?(context: IExecuteFunctions, itemIndex: number): unknown;
	run(
		client: PublishingClient,
		postId: string,
		key: KeyedWrite,
		context: IExecuteFunctions,
		itemIndex: number,
	): Promise<Post>;
}

/** Builds a write on one post under an idempotency key. */
export function keyedPostOperation({
	run,
	content = () => undefined,
	options = [],
	...others
}: KeyedPostOperation): Operation<PublishingClient> {
	return postOperation({
		...others,
		itemsAtOnce: readItemsAtOnce,
		options: [idempotencyKeyOption, itemsAtOnceOption, keyFromOption, ...options],
		run: async (client, postId, context, itemIndex) => {
			const sent = [others.value, postId, content(context, itemIndex)];
			const key = { idempotencyKey: readIdempotencyKey(context, itemIndex, sent) };
			return await run(client, postId, key, context, itemIndex);
		},
	});
}
