import type { IExecuteFunctions } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { PostToCheck } from '../../../../client/publishing/validation/types';
import { pick, readId } from '../../../shared/parameters';
import { mediaFacts } from './checking';
import { readDelivery } from './delivery';
import { asDelivered } from './existingPost';
import { readNewPost } from './newPost';

/** Where the post to look at comes from: the fields of the node, or the service. */
export type PostSource = 'new' | 'existing';

type Read = (context: IExecuteFunctions, itemIndex: number, client: PublishingClient) => Promise<PostToCheck>;

const readers: Record<PostSource, Read> = {
	new: async (context, itemIndex) => {
		const { post, binaryFields, liveOptions } = readNewPost(context, itemIndex);
		return {
			...post,
			liveOptions,
			media: await mediaFacts(context, itemIndex, post.mediaAssetIds, binaryFields),
		};
	},
	existing: async (context, itemIndex, { posts }) => {
		const postId = readId(context, 'postId', 'Post', itemIndex);
		return asDelivered(await posts.get(postId), readDelivery(context, itemIndex));
	},
};

/** Reads the post that the user wants to have checked. */
export async function readPostToCheck(...call: Parameters<Read>): Promise<PostToCheck> {
	const [context, itemIndex] = call;
	return await pick(readers, context.getNodeParameter('source', itemIndex, 'new'), 'Validate')(...call);
}
