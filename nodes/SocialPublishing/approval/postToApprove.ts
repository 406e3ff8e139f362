import type { IDataObject } from 'n8n-workflow';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Delivery } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { ParameterError } from '../../shared/errors.js';
import type { ParameterReader } from '../../shared/parameters.js';
import { isUnset, pick } from '../../shared/values.js';
import { fieldThatMightPublish } from '../guards/draftsOnly.js';
import { nameOf, statusNames } from '../words/labels.js';
import { asSent, readWish, type ItemWish, type ReadWish } from '../form/wish.js';
import { readExistingWish, readNewWish } from '../item/formWishes.js';
import { prepareItem, writeItem } from '../item/writeItem.js';
import { returningPost } from '../item/writeOnce.js';
import { additionalBodyOption, readAdditionalBody } from '../form/fields.js';
import { postSourceLabel, type PostSource } from '../form/postSource.js';
import { readCheckFirst } from '../form/checkFirst.js';
import { asCreated } from '../item/preflight.js';
import { planLabel } from './settings.js';
import { reviewsTools } from './wait.js';

interface PostToApprove {
	post: Post;
	delivery?: Delivery;
}

type Read = (parameters: ParameterReader, client: PublishingClient) => Promise<PostToApprove | undefined>;

/** Reads the post that an item asks about. A new one is saved first. Undefined if a review of a tool call has none. */
export const readPostToApprove: Read = async (parameters, client) => {
	const read = pick(readers, parameters.value('source', 'existing'), postSourceLabel);
	return await read(parameters, client);
};

/** Saves the draft first, so the approval applies to the post that the service has. */
const saveDraft: Read = async (parameters, client) => {
	const { delivery } = await readWish(parameters, client, readDraft);
	const post = await writeItem(parameters, client, {
		what: ['sendAndWait'],
		read: readDraft,
		content: (wish, attached) => asSent({ ...wish, delivery: undefined }, attached),
		send: async (wish, key) => await client.posts.create(wish, key),
		...returningPost(client),
	});
	requireSavedDraft(post);
	return { post, delivery };
};

/** Reads a new post. It's checked as if it were delivered. */
const readDraft: ReadWish<ItemWish> = async (parameters, client) => {
	requireNothingPublished(parameters);
	const wish = await readNewWish(parameters, client);
	const delivery = whenApproved(wish.delivery);
	return {
		...wish,
		toCheck: async (mayBeDone) => ({
			...(await asCreated(parameters, client, wish)),
			delivery,
			mayBeDone,
		}),
	};
};

/**
 * Returns the delivery to check a post for. An approved post is meant to be published, even if a later node delivers it. A post
 * without a delivery is therefore checked as if it were queued.
 */
const whenApproved = (delivery: Delivery | undefined): Delivery => delivery ?? { mode: 'queue' };

/** Throws if additional fields might publish the post when it's saved, before anyone has approved it. */
function requireNothingPublished(parameters: ParameterReader): void {
	const additionalBody = readAdditionalBody(parameters);
	const field = fieldThatMightPublish(additionalBody ?? {});
	if (field === undefined) return;
	throw new ParameterError(
		`'${additionalBodyOption.displayName}' has '${field}', which might publish the post before anyone approves it`,
		`Remove it there, and set what happens after approval in '${planLabel}'`,
	);
}

/** Throws if the saved post isn't a draft. Then the service has delivered it, or someone has since an earlier try. */
function requireSavedDraft({ id, status }: Post): void {
	if (status === 'draft') return;
	throw new ParameterError(
		`Can't ask for the approval of a post with the status ${nameOf(statusNames, status)}`,
		`The node saved the post ${id} as a draft, and no one approved it here. Check the post in the service`,
	);
}

const readExisting: Read = async (parameters, client) => {
	const isStep = parameters.value('source', '') !== '';
	const { value } = (parameters.value('postId', {}) ?? {}) as IDataObject;
	// A review of a tool call doesn't need a post. But with By ID, the post is missing, and n8n would fail after the approval.
	const needsNone = reviewsTools(parameters.context) && parameters.mode('postId') !== 'id';
	if (needsNone && isUnset(value)) return undefined;
	if (!isStep) return { post: await client.posts.get(parameters.id('postId', 'Post')) };
	const checkFirst = readCheckFirst(parameters, client);
	const wish = await readWish(parameters, client, readReviewed);
	await prepareItem(parameters, client, { read: readReviewed, wish, checkFirst, mayBeDone: false });
	return wish;
};

/** Reads a draft that was created before. */
const readReviewed: ReadWish<ItemWish & PostToApprove> = async (parameters, client) => {
	const wish = await readExistingWish(parameters, client);
	const { delivery } = wish;
	const post = await wish.post.read();
	requireDraft({ post, delivery });
	const isChecked = post.status === 'draft';
	return {
		...wish,
		post,
		toCheck: async () => (isChecked ? client.checks.existingPost(post, whenApproved(delivery)) : undefined),
	};
};

function requireDraft({ post, delivery }: Pick<PostToApprove, 'delivery' | 'post'>): void {
	if (delivery === undefined || post.status === 'draft') return;
	throw new ParameterError(
		`Can't ask for the approval of a post with the status ${nameOf(statusNames, post.status)}`,
		`Only drafts can be submitted after approval. Choose a draft, or choose 'None' in '${planLabel}' and decide later in the workflow`,
	);
}

const readers: Record<PostSource, Read> = { new: saveDraft, existing: readExisting };
