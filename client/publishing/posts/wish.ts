import { z } from 'zod/v4';
import { recordSchema } from '../../http/fieldSchemas.js';
import { mapValues } from '../../http/json.js';
import { checked } from '../../http/schemaCheck.js';
import {
	createPostSchema,
	describedOptionsSchema,
	updatePostSchema,
	type Delivery,
	type UpdatePost,
} from '../requests.js';
import type { BodyOptions } from './content.js';

/** The media that are wanted for a post. At most one of the lists has entries. */
export interface WantedMedia {
	assetIds: string[];
	/** Files that aren't uploaded yet. They can't be compared, so a post with as many files keeps its own. */
	files: unknown[];
	/** The addresses of such files on the web. */
	urls: string[];
	/** What was chosen and isn't there, as the end of a sentence about the post's media. Then an existing post keeps its own. */
	lost?: string;
}

/** What is wanted of a post: read from a form or a row, planned, and sent. */
export interface PostWish extends BodyOptions {
	/** Texts, channels, and the IDs of media that are uploaded. Values that are left out don't matter, and null means empty. */
	content: UpdatePost;
	/** Null for each value that an existing post loses. A new post has nothing that could be cleared. */
	cleared?: UpdatePost;
	/** The media, before the upload. Undefined for the post's own. */
	media?: WantedMedia;
	/** How the post is to be published. Undefined means a draft. */
	delivery?: Delivery;
}

/** The options from the channels' schemas, as a request has them. */
const describedOverridesSchema = z.object({
	perAccount: recordSchema(z.string(), z.object({ options: describedOptionsSchema })),
});

const requireDescribed = ({ liveOptions = {} }: PostWish): void =>
	void checked(describedOverridesSchema, { perAccount: mapValues(liveOptions, (options) => ({ options })) });

/**
 * Checks a new post before it's sent, and its options from the channels' schemas. Throws an `InvalidRequestError` that names the
 * first wrong field.
 */
export function checkedNewPost(wish: PostWish) {
	requireDescribed(wish);
	return checked(createPostSchema, { ...wish.content, delivery: wish.delivery });
}

/** Checks changes to a post as {@link checkedNewPost} checks a new one. */
export function checkedChanges(wish: PostWish) {
	requireDescribed(wish);
	return checked(updatePostSchema, wish.content);
}
