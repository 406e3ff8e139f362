import type { Check } from '../../api/check';
import type { Account } from '../accounts/account';
import type { ScoringPath } from '../types';

/** A request that got through everything that is the same for all routes. */
export interface ScoringCall<Input> {
	account: Account;
	input: Input;
	/** By the clock. */
	now: number;
}

/** One endpoint. To add one, write one of these and list it in routes.ts. */
export interface ScoringRoute<Input = unknown> {
	/** A POST takes a JSON body and honours an idempotency key, a GET takes a query. */
	method: 'GET' | 'POST';
	path: ScoringPath;
	/** Reads the body or the query. */
	input: Check<Input>;
	/** Query parameters that may be given more than once. */
	lists?: readonly string[];
	/** Credits; taken only when the call succeeds (S-N22). */
	cost(input: Input): number;
	/** How many calls of a key work at once; missing: as many as the plan allows. */
	slots?: number;
	/** Gives the body of the 200. @throws ApiFailure */
	perform(call: ScoringCall<Input>): object;
}
