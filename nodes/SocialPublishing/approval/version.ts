import { createHash } from 'node:crypto';
import type { PublishingClient } from '../../../client/publishing/index.js';
import type { Delivery } from '../../../client/publishing/requests.js';
import type { Post } from '../../../client/publishing/schemas.js';
import { contentParts, type ContentPart } from '../../../client/publishing/values.js';
import { inOneOrder } from '../../shared/idempotency.js';

/** What identifies the way in which {@link versionOf} writes a version. */
const format = 'v2';

const separator = '.';

/** The length of the hash of one part: 96 bits, so no one can find another text with the same hash. */
const hashLength = 16;

const hash = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, hashLength);

/**
 * Returns the version of a post's content: a hash of each part, in a fixed order. The time of the last change can't replace it. It
 * can move without a change, and a service that counts in seconds can have the same time for two versions.
 */
export function contentVersionOf({ posts }: Pick<PublishingClient, 'posts'>, post: Post): string {
	const content = posts.contentOf(post);
	return contentParts.map((part) => hash(content[part])).join(separator);
}

/** Names the parts in which two versions of content differ. Names all parts if one of them isn't a version. */
export function changedParts(version: string, other: string): ContentPart[] {
	const [hashes, others] = [version.split(separator), other.split(separator)];
	return contentParts.filter((_part, index) => hashes[index] !== others[index]);
}

/** A plan is sent as it was approved, because the key of its submit allows no other content. */
const planHash = (delivery: Delivery | undefined): string =>
	hash(JSON.stringify(delivery ?? null, inOneOrder));

/** Returns the version of an approval: what was approved, and how it's to be published. */
export const versionOf = (
	client: Pick<PublishingClient, 'posts'>,
	post: Post,
	delivery: Delivery | undefined,
): string => [format, contentVersionOf(client, post), planHash(delivery)].join(separator);

/** What a version of an approval says. */
export interface ApprovedVersion {
	/** As {@link contentVersionOf} returns it. */
	content: string;
	isFor(delivery: Delivery): boolean;
}

/** Reads what {@link versionOf} returned. Undefined for anything else, such as the version of another build of this package. */
export function readVersion(version: string): ApprovedVersion | undefined {
	const [itsFormat, ...hashes] = version.split(separator);
	const plan = hashes.pop();
	if (itsFormat !== format || hashes.length !== contentParts.length) return undefined;
	return { content: hashes.join(separator), isFor: (delivery) => planHash(delivery) === plan };
}
