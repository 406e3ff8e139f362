import { NotFoundError, PermissionError } from '../../http/errors';
import { followingKey, type KeyedWrite } from '../../http/idempotency';
import type { Requester } from '../../http/request';
import { IdempotencyInFlightError, IdempotencyMismatchError } from '../errors';
import { paths } from '../paths';

/** Derives the keys of all requests that follow from the key of one piece of work. */

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
export const keyOfStep = (key: KeyedWrite, purpose: string, version: string): KeyedWrite =>
	followingKey(key, `${purpose}-${Date.parse(version)}`);

/** Requests about posts that can't exist, so that they can't change anything. */
const probes = {
	submit: { postId: '00000000-0000-4000-8000-000000000000', body: { delivery: { mode: 'now' } } },
	cancel: { postId: 'ffffffff-ffff-4fff-bfff-ffffffffffff', body: {} },
};

/**
 * Asks whether the service knows a key. It refuses another request with a key that was used or is in use, or repeats its answer
 * (contract section 7, P86). For an unused key, the post isn't found, which releases the key (N23).
 */
export const isKeyKnown = async (
	request: Requester,
	action: keyof typeof probes,
	{ idempotencyKey }: KeyedWrite,
): Promise<boolean> => {
	const { postId, body } = probes[action];
	return await request({ method: 'POST', path: paths.post(postId, action), body, idempotencyKey }).then(
		() => true,
		(error: unknown) => {
			if (error instanceof IdempotencyMismatchError || error instanceof IdempotencyInFlightError) return true;
			// A key without the permission can't have done anything.
			if (error instanceof NotFoundError || error instanceof PermissionError) return false;
			throw error;
		},
	);
};
