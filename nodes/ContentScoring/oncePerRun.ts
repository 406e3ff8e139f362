import type { ScoringClient } from '../../client/scoring';

const runs = new WeakMap<ScoringClient, Map<string, Promise<unknown>>>();

/** What a call gave, and whether it was made for this item: others get what it gave and cost nothing. */
interface Once<T> {
	value: T;
	isFirst: boolean;
}

/**
 * Does work once for each client, which lives for one run of a node: what costs credits is not paid for again by the
 * next item. A failure is not kept.
 * @param what tells calls apart; anything that JSON can hold
 */
export async function oncePerRun<T>(
	client: ScoringClient,
	what: unknown,
	work: () => Promise<T>,
): Promise<Once<T>> {
	const known = runs.get(client) ?? new Map<string, Promise<unknown>>();
	runs.set(client, known);
	const key = JSON.stringify(what);
	const earlier = known.get(key) as Promise<T> | undefined;
	if (earlier) return { value: await earlier, isFirst: false };
	const value = work();
	known.set(key, value);
	value.catch(() => known.delete(key));
	return { value: await value, isFirst: true };
}
