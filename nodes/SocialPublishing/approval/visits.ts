/** How long a decision counts that n8n hasn't acted on, such as because its database failed. Then someone can decide again. */
const keptMs = 60_000;

/** Pages of one request that are shown in a minute, at most. Each takes some requests of the API key, of which a minute has 300 reads. */
const pagesMax = 30;

const minuteMs = 60_000;

/** What a POST came to: the page for everybody who comes after a decision, or undefined if nothing was decided. */
type DecidedPage = string | undefined;

/** A decision that is being made, or was made just now. */
interface Decision {
	page: Promise<DecidedPage>;
	/** In milliseconds since 1970; undefined while it is being made. */
	madeAt?: number;
}

/** The visits of this process to its requests, by the nonce of a request. Keeps little, and not for long. */
export interface Visits {
	/**
	 * Lets the first POST of a request decide. One that comes meanwhile waits for it, such as the second click of a double click.
	 * @returns the page of the decision if another POST made it; undefined if this one was let through
	 */
	decideOnce(nonce: string, decide: () => Promise<DecidedPage>): Promise<DecidedPage>;
	/** Counts a page that is about to be shown. False if there were too many of the request. */
	mayShow(nonce: string): boolean;
	/** How many decisions and counts are kept. */
	size(): number;
}

/** Creates what one process knows of visits. @param now returns milliseconds since 1970 */
export function createVisits(now: () => number): Visits {
	const decisions = new Map<string, Decision>();
	const shown = new Map<string, { since: number; count: number }>();
	const forgetOld = (): void => {
		for (const [nonce, { madeAt }] of decisions)
			if (madeAt !== undefined && madeAt + keptMs <= now()) decisions.delete(nonce);
		for (const [nonce, { since }] of shown) if (since + minuteMs <= now()) shown.delete(nonce);
	};
	return {
		decideOnce: async (nonce, decide) => {
			forgetOld();
			for (let other = decisions.get(nonce); other !== undefined; other = decisions.get(nonce)) {
				const page = await other.page.catch(() => undefined);
				if (page !== undefined) return page;
				if (decisions.get(nonce) === other) decisions.delete(nonce);
			}
			const decision: Decision = { page: decide() };
			decisions.set(nonce, decision);
			const page = await decision.page.catch((error: unknown) => {
				decisions.delete(nonce);
				throw error;
			});
			decision.madeAt = now();
			if (page === undefined) decisions.delete(nonce);
			return undefined;
		},
		mayShow: (nonce) => {
			forgetOld();
			const entry = shown.get(nonce) ?? { since: now(), count: 0 };
			shown.set(nonce, entry);
			entry.count += 1;
			return entry.count <= pagesMax;
		},
		size: () => decisions.size + shown.size,
	};
}
