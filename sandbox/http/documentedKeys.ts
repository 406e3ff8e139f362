import { ApiFailure, type Answer } from './answers';
import type { Variants } from '../variants';
import { keptMs, newAttempt, type Attempt, type KeyBook } from './idempotency';

/** Whether the first answer is an error that a repeat gets again. A 429 asks to send the same request later. */
const isFinal = (error: unknown): error is ApiFailure =>
	error instanceof ApiFailure && error.status < 500 && error.status !== 429;

const mismatch = new ApiFailure(422, '', 'the same Idempotency-Key with a different body');

const stillRunning = new ApiFailure(409, '', 'a request with the same Idempotency-Key is still running');

/**
 * Stores the writes of each workspace and credential by idempotency key, as far as the contract describes it (sections 7 and 8). A
 * key is kept for 24 hours whatever the first answer was, and only for requests with the same route and body. Such a request gets
 * the outcome of the first one after a success and the same error after a 4xx. After a 429, it's carried on, and after a 5xx the
 * variant `failedKeys` decides.
 */
export class DocumentedKeys implements KeyBook {
	private readonly attempts = new Map<string, Attempt>();
	private readonly refusals = new Map<Attempt, ApiFailure>();

	constructor(private readonly variants: Pick<Variants, 'failedKeys'>) {}

	claim(scope: string, fingerprint: string, now: number): Attempt {
		const known = this.recent(scope, now);
		const attempt = known ?? newAttempt(fingerprint, now);
		this.attempts.set(scope, attempt);
		if (attempt.fingerprint !== fingerprint) throw mismatch;
		if (known?.state === 'running') throw stillRunning;
		const refusal = this.refusals.get(attempt);
		if (refusal !== undefined) throw refusal;
		if (attempt.state === 'failed') attempt.state = 'running';
		return attempt;
	}

	succeed(attempt: Attempt, answer: Answer): void {
		Object.assign(attempt, { state: 'done', answer });
	}

	fail(_scope: string | null, attempt: Attempt, _keepsPost: boolean, error: unknown): void {
		attempt.state = 'failed';
		if (isFinal(error)) this.refusals.set(attempt, error);
	}

	/** Nothing is left to carry on. The draft of a create stays with its key (P71), and an upload's 5xx is temporary (section 7). */
	loseAnswer(
		scope: string | null,
		attempt: Attempt,
		keepsPost: boolean,
		answer: Answer,
		status: number,
	): void {
		const { failedKeys } = this.variants;
		if (failedKeys === 'kept' || attempt.postId === null) this.succeed(attempt, answer);
		else if (failedKeys === 'refused again') {
			attempt.state = 'failed';
			this.refusals.set(
				attempt,
				new ApiFailure(status, '', 'the first request with this Idempotency-Key failed'),
			);
		} else if (keepsPost) attempt.state = 'failed';
		else if (scope !== null) this.attempts.delete(scope);
	}

	private recent(scope: string, now: number): Attempt | undefined {
		const known = this.attempts.get(scope);
		return known !== undefined && known.startedAt + keptMs > now ? known : undefined;
	}
}
