import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { KeyedWrite } from '../../../../client/publishing/postWrites';
import type { Post } from '../../../../client/publishing/schemas';
import { simplifyField } from '../../../shared/fields';
import type { Operation } from '../../../shared/operation';
import { readId } from '../../../shared/parameters';
import { postLocator } from '../../locators';
import { idempotencyKeyOption, optionsField, readIdempotencyKey } from './fields';
import { outputPerChannelOption, toOutput } from '../../postOutput';

/** What differs between operations that take one post and give one back. */
export interface PostOperation
	extends Pick<Operation<PublishingClient>, 'name' | 'value' | 'action' | 'description'> {
	/** Fields after the post. */
	fields?: INodeProperties[];
	/** Options besides those every such operation has. */
	options?: INodeProperties[];
	run(
		posts: PublishingClient['posts'],
		postId: string,
		context: IExecuteFunctions,
		itemIndex: number,
	): Promise<Post>;
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
		async execute(context, itemIndex, { posts }) {
			const postId = readId(context, 'postId', 'Post', itemIndex);
			return toOutput(context, itemIndex, await run(posts, postId, context, itemIndex));
		},
	};
}

/** What differs between writes on one post that an idempotency key protects. */
export interface KeyedPostOperation extends Omit<PostOperation, 'run'> {
	run(
		posts: PublishingClient['posts'],
		postId: string,
		key: KeyedWrite,
		context: IExecuteFunctions,
		itemIndex: number,
	): Promise<Post>;
}

/** Builds a write on one post under an idempotency key. */
export function keyedPostOperation({
	run,
	options = [],
	...others
}: KeyedPostOperation): Operation<PublishingClient> {
	return postOperation({
		...others,
		options: [idempotencyKeyOption, ...options],
		run: async (posts, postId, context, itemIndex) => {
			const key = { idempotencyKey: readIdempotencyKey(context, itemIndex) };
			return await run(posts, postId, key, context, itemIndex);
		},
	});
}
