import { ApiFailure, type Answer } from './answers';

const keptMs = 86_400_000;

/** One write under an idempotency key, and its result. */
export interface Attempt {
	/** What was asked: route, path and body. */
	readonly fingerprint: string;
	state: 'running' | 'done' | 'failed';
	/** The post that the attempt is about; for create the draft, kept even when the attempt fails (P71). */
	postId: string | null;
	/** Set once a create has delivered its draft: a retry must not deliver it again. */
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

/**
 * What is remembered under idempotency keys, for 24 hours, by workspace and credential (N23).
 *
 * A failed first attempt releases its key, so that any request may follow. A create that failed after its draft was
 * saved keeps draft and key together: only the same request may follow, and it goes on with that draft.
 */
export class IdempotencyBook {
	private readonly attempts = new Map<string, Attempt>();

	/**
	 * @returns the attempt to work on, or one that is done and whose answer is to be repeated.
	 * @throws ApiFailure 422 `idempotency_mismatch`, or 409 `idempotency_in_flight`.
	 */
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

	/** @param keepsPost whether what was saved under the key stays with it: for create alone. */
	fail(scope: string | null, attempt: Attempt, keepsPost: boolean): void {
		attempt.state = 'failed';
		if (scope !== null && !(keepsPost && attempt.postId !== null)) this.attempts.delete(scope);
	}

	private remember(scope: string, attempt: Attempt): Attempt {
		this.attempts.set(scope, attempt);
		return attempt;
	}

	/** Removes old attempts. They are in the order of their start, so the oldest come first. */
	private forgetOld(now: number): void {
		for (const [scope, { startedAt, state }] of this.attempts) {
			if (startedAt + keptMs > now) return;
			if (state !== 'running') this.attempts.delete(scope);
		}
	}
}
