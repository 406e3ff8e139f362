import { NetworkError, ServiceUnavailableError, UnexpectedResponseError } from '../http/errors';
import type { Delivery } from './requests';
import type { Post } from './schemas';

/** Whether a failure leaves open if the service did the work: it failed, hung up, or answered what cannot be read. */
export const isDoubtful = (error: unknown): boolean =>
	[ServiceUnavailableError, NetworkError, UnexpectedResponseError].some((kind) => error instanceof kind);

/** What became of an earlier try: its answer was lost, or the service failed over it, which releases its key. */
export type Doubt = 'failed' | 'lost';

/** Writes of which nobody knows whether they were done, by a name of their own; kept for as long as they may come again. */
export interface Doubts {
	get(write: string): Doubt | undefined;
	set(write: string, doubt: Doubt): unknown;
}

/** Takes a note of a write that ends in doubt. */
export const noting =
	(doubts: Doubts, write: string) =>
	(error: unknown): never => {
		if (isDoubtful(error)) doubts.set(write, error instanceof ServiceUnavailableError ? 'failed' : 'lost');
		throw error;
	};

/** Does a write, but looks first whether an earlier try of it has done the work already. */
export async function lookingFirst<T>(
	doubts: Doubts,
	name: string,
	{ look, write }: { look: () => Promise<T | undefined>; write: () => Promise<T> },
): Promise<T> {
	const done = doubts.get(name) === undefined ? undefined : await look();
	return done ?? (await write().catch(noting(doubts, name)));
}

/** How a write is looked after when its answer may be lost. */
export interface Care<T> {
	/** Gives the result when the work was done, undefined when it was not; a failure of its own tells nothing. */
	look: (error: unknown) => Promise<T | undefined>;
	/** Does the work when it was not done. Absent: the failure is thrown, as without an idempotency key. */
	repeat?: (error: unknown) => Promise<T>;
}

/**
 * Does a write whose answer may get lost: after a failure that leaves it open, the post is looked at before the write is
 * repeated, once (contract section 3: GET before any repeat).
 */
export async function carefully<T>(write: () => Promise<T>, { look, repeat }: Care<T>): Promise<T> {
	const lookAfter = async (error: unknown): Promise<T | undefined> => {
		if (!isDoubtful(error)) throw error;
		// What cannot be seen now is not repeated blindly.
		return await look(error).catch(() => {
			throw error;
		});
	};
	const settle = async (error: unknown): Promise<T> => {
		const found = await lookAfter(error);
		if (found !== undefined) return found;
		throw error;
	};
	return await write().catch(async (error: unknown) => {
		if (!repeat) return await settle(error);
		return (await lookAfter(error)) ?? (await repeat(error).catch(settle));
	});
}

const onItsWay = ['publishing', 'published', 'partially_published'];

const sameTime = (a: string | null | undefined, b: string): boolean =>
	typeof a === 'string' && Date.parse(a) === Date.parse(b);

const hasTime = ({ channels, proposedPublishAt, status }: Post, at: string): boolean =>
	status === 'pending_approval'
		? sameTime(proposedPublishAt, at)
		: channels.some(({ scheduledAt }) => sameTime(scheduledAt, at));

/** Whether a post is where a delivery brings it, directly or through Review (contract section 3). */
export function isDelivered(post: Post, delivery: Delivery): boolean {
	if (delivery.mode === 'at') return hasTime(post, delivery.at);
	const states = delivery.mode === 'now' ? onItsWay : ['queued', ...onItsWay];
	return ['pending_approval', ...states].includes(post.status);
}
