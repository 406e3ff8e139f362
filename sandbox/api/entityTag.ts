import { createHash, randomUUID } from 'node:crypto';
import type { Answer, Call } from './route';

const tagOf = (...parts: string[]): string => {
	const hash = createHash('sha1');
	for (const part of parts) hash.update(part).update('\0');
	return `"${hash.digest('base64url')}"`;
};

const names = (header: string, tag: string): boolean =>
	header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);

/**
 * Answers a post read with its `ETag`, or 304 without a body when the caller has seen just this (P65). Where the
 * service gives a new tag with every answer, there is no 304 (N42).
 *
 * @param visible what the tag stands for, together with the key and the exact query; a list leaves its
 * `serverTime` out, which is no content.
 */
export const answerTagged = (call: Call, visible: unknown, body: unknown): Answer => {
	if (call.world.variants.entityTags === 'fresh') {
		return { status: 200, body, headers: { ETag: tagOf(randomUUID()) } };
	}
	const tag = tagOf(call.credential.id, call.id, call.search, JSON.stringify(visible));
	const headers = { ETag: tag };
	if (call.ifNoneMatch !== undefined && names(call.ifNoneMatch, tag)) return { status: 304, headers };
	return { status: 200, body, headers };
};
