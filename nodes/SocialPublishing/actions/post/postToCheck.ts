import type { PublishingClient } from '../../../../client/publishing';
import type { PostToCheck } from '../../../../client/publishing/validation/types';
import { pick, type ParameterReader } from '../../../shared/parameters';
import { mediaFacts } from './checking';
import { readDelivery } from './delivery';
import { asDelivered } from './existingPost';
import { readNewPost } from './newPost';

/** Where the post to look at comes from: the fields of the node, or the service. */
export type PostSource = 'new' | 'existing';

type Read = (parameters: ParameterReader, client: PublishingClient) => Promise<PostToCheck>;

const readers: Record<PostSource, Read> = {
	new: async (parameters) => {
		const { post, binaryFields, liveOptions } = readNewPost(parameters);
		return {
			...post,
			liveOptions,
			media: await mediaFacts(parameters, post.mediaAssetIds, binaryFields),
		};
	},
	existing: async (parameters, { posts }) => {
		const postId = parameters.id('postId', 'Post');
		return asDelivered(await posts.get(postId), readDelivery(parameters));
	},
};

/** Reads the post that the user wants to have checked. */
export async function readPostToCheck(...call: Parameters<Read>): Promise<PostToCheck> {
	const [parameters] = call;
	return await pick(readers, parameters.value('source', 'new'), 'Validate')(...call);
}
