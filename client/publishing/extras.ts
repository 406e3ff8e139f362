import { MethodNotAllowedError, NotFoundError, type ApiError } from '../http/errors.js';
import type { Requester } from '../http/request.js';
import { NotOfferedError, type Extra } from './errors.js';
import { paths } from './paths.js';

const isMissing = (error: unknown): error is ApiError =>
	error instanceof NotFoundError || error instanceof MethodNotAllowedError;

/**
 * Runs a call about a post that isn't part of the base contract. A 404 or 405 means that the service doesn't have this call, so
 * it throws a `NotOfferedError`, unless the post itself doesn't exist.
 */
export async function ifOffered<T>(
	request: Requester,
	extra: Extra,
	postId: string,
	call: () => Promise<T>,
): Promise<T> {
	return await call().catch(async (error: unknown) => {
		if (!isMissing(error)) throw error;
		const reason = await request({ method: 'GET', path: paths.post(postId) }).then(
			() => undefined,
			(failure: unknown) => failure,
		);
		throw reason instanceof NotFoundError ? error : new NotOfferedError(error, extra);
	});
}
