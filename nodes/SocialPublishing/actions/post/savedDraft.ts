import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PublishingClient } from '../../../../client/publishing';
import type { DeliveryOptions } from '../../../../client/publishing/dailyCap';
import type { RoutedPost } from '../../../../client/publishing/postCalls';
import type { BodyOptions } from '../../../../client/publishing/postBody';
import type { CreatePost } from '../../../../client/publishing/requests';
import type { Post } from '../../../../client/publishing/schemas';
import { explain } from '../../../shared/errorTexts';
import { errorFacts } from '../../../shared/nodeErrors';
import type { ParameterReader } from '../../../shared/parameters';
import { publishingErrorTexts } from '../../errorTexts';

/** What happens when the service saved a post and then refused to deliver it. */
export const savedDraftOption: INodeProperties = {
	displayName: 'When Saved but Not Delivered',
	name: 'onSavedDraft',
	type: 'options',
	options: [
		{ name: 'Go On With the Draft', value: 'continue', description: 'The item says why in deliveryError' },
		{ name: 'Stop With an Error', value: 'fail', description: 'The error names the ID of the draft' },
	],
	default: 'fail',
	description: 'What to do when the service saved the post as a draft and refused the delivery',
};

/** A post that was saved and not delivered, and why. */
export type DraftWithError = Post & { routed: string; deliveryError: IDataObject };

/** Handles a failed create: where the user wants it, a draft that was saved (4xx with `post_id`) is the result. */
export function goingOnWithDraft(parameters: ParameterReader, { posts }: PublishingClient) {
	const isWanted = parameters.options.onSavedDraft === 'continue';
	return async (error: unknown): Promise<DraftWithError> => {
		const { postId, statusCode = 500 } = error as { postId?: string; statusCode?: number };
		if (!isWanted || postId === undefined || statusCode >= 500) throw error;
		const draft = await posts.get(postId).catch(() => {
			throw error;
		});
		const deliveryError = { ...explain(error, publishingErrorTexts), ...errorFacts(error) };
		return { ...draft, routed: 'draft', deliveryError };
	};
}

/**
 * Brings the draft of an earlier try to where the new content says: changed, and delivered. A post that went ahead is
 * the result as it is.
 */
export async function finishDraft(
	{ posts }: PublishingClient,
	postId: string,
	{ delivery, ...values }: CreatePost,
	{ additionalBody, liveOptions, ...options }: BodyOptions & DeliveryOptions,
): Promise<RoutedPost> {
	const found = await posts.get(postId);
	if (found.status !== 'draft') {
		return { ...found, routed: found.status === 'pending_approval' ? found.status : 'enacted' };
	}
	const draft = await posts.update(postId, values, { additionalBody, liveOptions });
	return delivery === undefined ? draft : await posts.submit(postId, delivery, options);
}
