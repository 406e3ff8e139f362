import { ApiFailure, type Answer } from './answers';

/** How long a key is kept, in milliseconds (P107). */
export const keptMs = 86_400_000;

/** A write with an idempotency key, and its result. */
export interface Attempt {
	/** The route, ID and body of the request. Empty without a key. */
	readonly fingerprint: string;
	state: 'running' | 'done' | 'failed';
	/** The post of this write. For create it's the draft, which is kept even if the write fails (P71). */
	postId: string | null;
	/** Set after a create has delivered its draft, so that a retry doesn't deliver it again. */
	routed: 'enacted' | 'pending_approval' | null;
	answer: Answer | null;
	readonly startedAt: number;
}

export const newAttempt = (fingerprint: string, now: number): Attempt => ({
	fingerprint,
	state: 'running',
	postId: null,
	routed: null,
	answer: null,
	startedAt: now,
});

/** The writes with an idempotency key. */
export interface KeyBook {
	/**
	 * @returns the attempt to work on, or a finished one whose answer has to be repeated.
	 * @throws ApiFailure 422 for a key of another request, 409 while the first request is running.
	 */
	claim(scope: string, fingerprint: string, now: number): Attempt;
	succeed(attempt: Attempt, answer: Answer): void;
	/**
	 * @param keepsPost whether the saved post stays with the key. Only create needs this.
	 * @param error what the request failed with.
	 */
	fail(scope: string | null, attempt: Attempt, keepsPost: boolean, error: unknown): void;
	/** The work is done, but the client gets an error with this status instead of the answer. */
	loseAnswer(
		scope: string | null,
		attempt: Attempt,
		keepsPost: boolean,
		answer: Answer,
		status: number,
	): void;
}

/**
 * Stores the writes of each workspace and credential by idempotency key, for 24 hours (N23).
 *
 * A failed write releases its key, so any request can use the key next. If a create fails after it has saved its draft, the
 * draft stays with the key. Then only the same request can use the key, and it continues with that draft.
 */
export class IdempotencyBook implements KeyBook {
	private readonly attempts = new Map<string, Attempt>();

	claim(scope: string, fingerprint: string, now: number): Attempt {
		this.forgetOld(now);
		const known = this.attempts.get(scope);
		if (known === undefined) return this.remember(scope, newAttempt(fingerprint, now));
		if (known.fingerprint !== fingerprint) {
			throw new ApiFailure(
				422,
				'idempotency_mismatch',
				'Idempotency-Key: was used with another request before',
			);
		}
		if (known.state === 'running') {
			throw new ApiFailure(
				409,
				'idempotency_in_flight',
				'Idempotency-Key: the first request is still running',
			);
		}
		if (known.state === 'failed') known.state = 'running';
		return known;
	}

	succeed(attempt: Attempt, answer: Answer): void {
		Object.assign(attempt, { state: 'done', answer });
	}

	fail(scope: string | null, attempt: Attempt, keepsPost: boolean): void {
		attempt.state = 'failed';
		if (scope !== null && !(keepsPost && attempt.postId !== null)) this.attempts.delete(scope);
	}

	loseAnswer(scope: string | null, attempt: Attempt, keepsPost: boolean): void {
		this.fail(scope, attempt, keepsPost);
	}

	private remember(scope: string, attempt: Attempt): Attempt {
		this.attempts.set(scope, attempt);
		return attempt;
	}

	/** Removes attempts after 24 hours. The oldest come first in the map. */
	private forgetOld(now: number): void {
		for (const [scope, { startedAt, state }] of this.attempts) {
			if (startedAt + keptMs > now) return;
			if (state !== 'running') this.attempts.delete(scope);
		}
	}
}
