import type { FindingCode, Severity } from '../findings.js';
import type { FileFacts } from '../media.js';
import type { LiveOptions } from '../posts/content.js';
import type { ChannelOverride, CreatePost } from '../requests.js';
import type { MediaType } from '../values.js';

/**
 * What is known about a file or an asset of a post. Everything is undefined for an asset, because the service doesn't say what it
 * is. What is undefined breaks no rule.
 */
export interface MediaFacts extends FileFacts {
	mediaType?: MediaType;
	sizeBytes?: number;
	/** Whether nothing but its MIME type says what it is. */
	isUnrecognized?: boolean;
	/** How findings name the file, such as by its binary field. */
	name?: string;
	/** Whether the file was saved without its alt text, because the service refused it. */
	isWithoutAltText?: boolean;
	/** The description that the file gets. */
	altText?: string;
	/** Whether the file is read while it's uploaded. It's checked again then, so what isn't known yet is no reason to warn. */
	isReadLater?: boolean;
	/** What is wrong with a file that couldn't be read, as the end of a sentence about the post's media. */
	problem?: { severity: Severity; text: string };
}

/** A post to check, with what is known about its media, which are assets or files that aren't uploaded yet. */
export type PostToCheck = Pick<
	CreatePost,
	| 'accounts'
	| 'caption'
	| 'title'
	| 'firstComment'
	| 'linkUrl'
	| 'perAccount'
	| 'delivery'
	| 'proposedPublishAt'
> & {
	/** The IDs of media that are assets already. */
	mediaAssetIds?: string[];
	media: MediaFacts[];
	/** Which media were chosen but aren't there, as the end of a sentence about the post's media. */
	lostMedia?: string;
	/** Options from the schemas of the channels. If an override already sets an option, that value stays. */
	liveOptions?: LiveOptions;
	/**
	 * Whether an earlier request with the same idempotency key may have done this write. The service returns the result of that
	 * request, so a time that has passed since then isn't wrong. Default false.
	 */
	mayBeDone?: boolean;
	/** Whether the proposed time is that of an existing post. It isn't sent, so it can have passed. Default false. */
	keepsProposal?: boolean;
};

/** The values of one channel: its own overrides, or otherwise those of the post. */
export interface ChannelContent {
	post: PostToCheck;
	own: ChannelOverride;
	caption: string;
	title: string;
	firstComment: string;
}

/** A finding of a rule about one channel. `later` is an error if the post is delivered, and a warning for a draft. */
export interface RuleFinding {
	code: FindingCode;
	field: string;
	problem: string;
	severity: Severity | 'later';
}
