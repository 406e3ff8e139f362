import { createHash } from 'node:crypto';
import type { PublishingClient } from '../../../client/publishing';
import type { Post } from '../../../client/publishing/schemas';
import { contentParts } from '../../../client/publishing/values';

/** The length of the hash of one part: 96 bits, so no one can find another text with the same hash. */
const hashLength = 16;

const hash = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, hashLength);

/**
 * Returns the version of a post's content: a hash of each part, in a fixed order. The time of the last change can't replace it. It
 * can move without a change, and a service that counts in seconds can have the same time for two versions.
 */
export function versionOf({ posts }: Pick<PublishingClient, 'posts'>, post: Post): string {
	const content = posts.contentOf(post);
	return contentParts.map((part) => hash(content[part])).join('.');
}

/** Names the parts in which two versions differ. Names all parts if one of them isn't a version. */
export function changedParts(version: string, other: string): Array<(typeof contentParts)[number]> {
	const [hashes, others] = [version.split('.'), other.split('.')];
	return contentParts.filter((_part, index) => hashes[index] !== others[index]);
}
