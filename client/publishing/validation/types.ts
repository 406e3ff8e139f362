import type { LiveOptions } from '../posts/content';
import type { ChannelOverride, CreatePost } from '../requests';
import type { MediaType } from '../values';

/** What is known of a file or an asset of a post. */
export interface MediaFacts {
	/** Undefined: it is an asset, and the service does not tell what kind. */
	mediaType?: MediaType;
	/** Seconds; undefined when nobody knows. */
	durationSec?: number;
	/** Undefined when nobody knows. */
	sizeBytes?: number;
}

/** A post as it would be sent, with what is known of its media: those it names, and files that are not uploaded yet. */
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
	media: MediaFacts[];
	/** Options by the channels' own schemas. Options that an override sets itself win. */
	liveOptions?: LiveOptions;
};

/** A fixed limit of the contract is an `error`; what the service or the network may judge otherwise is a `warning`. */
export type Severity = 'error' | 'warning';

/** One thing that is wrong with a post, or may be. */
export interface Finding {
	severity: Severity;
	/** The request's field, as a path such as `perAccount.<id>.boardId`. */
	field: string;
	/** Ends a sentence that begins with the field: `is longer than 300 characters`. */
	problem: string;
	channelId?: string;
	platform?: string;
	handle?: string;
}

/** What one channel gets: its own values where it has some, else those of the post. */
export interface Matter {
	post: PostToCheck;
	own: ChannelOverride;
	caption: string;
	title: string;
	firstComment: string;
}

/** What a rule finds on one channel. `later` is an error when the post is delivered, and a warning for a draft. */
export interface RuleFinding {
	field: string;
	problem: string;
	severity: Severity | 'later';
}
