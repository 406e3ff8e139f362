import { followingKey, type KeyedWrite } from '../../http/idempotency.js';

/** Derives the keys of all requests that follow from the key of one piece of work. */

/**
 * The key of a write after refusals. A service can repeat a refusal for as long as it knows the key, so the next try has the next key.
 * A key that the user has chosen is never replaced.
 */
export const keyAfter = (key: KeyedWrite, refusals: number): KeyedWrite =>
	key.isReplaceable && refusals > 0 ? followingKey(key, String(refusals + 1)) : key;

/** The key of a request that moves a post because of a daily limit. The first move is 1. */
export const keyOfMove = (key: KeyedWrite, move: number): KeyedWrite => followingKey(key, `move-${move}`);

/** The key of the submit of a draft that a create has saved. */
export const keyOfSavedDraft = (key: KeyedWrite): KeyedWrite => followingKey(key, 'submit');

/**
 * The purposes of the requests that begin and end an edit of a scheduled or queued post. They don't depend on the content of the
 * edit, so that a later run can find out how far an interrupted edit got.
 */
export const editPurposes = { begin: 'edit', deliver: 'deliver', restore: 'restore' } as const;

/**
 * The key of one request of an edit. It contains the purpose of the request and the version of the post before the edit. The same
 * request for a later version is new work, so it needs another key.
 */
export const keyOfStep = (
	{ idempotencyKey, isReplaceable }: KeyedWrite,
	purpose: string,
	version: string,
): KeyedWrite => followingKey({ idempotencyKey, isReplaceable }, `${purpose}-${Date.parse(version)}`);
