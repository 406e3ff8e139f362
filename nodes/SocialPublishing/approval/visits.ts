/** How long a decision counts if n8n hasn't acted on it, for example after a database failure. Then someone can decide again. */
const keptMs = 60_000;

/** The maximum views of one link per minute. */
const viewsMax = 30;

/** Half of the reads that an API key has per minute (contract section 8), and those of a view besides its posts. */
const readsMax = 150;
const otherReads = 3;

/** How often a link to a page with this many posts can be opened per minute, so that workflows with the same key keep running. */
export const viewsFor = (postCount: number): number =>
	Math.min(viewsMax, Math.floor((readsMax - 1) / (postCount + otherReads)));

const minuteMs = 60_000;

/** Where a request stands after a form. Only a decision ends it. */
interface Standing {
	is: string;
}

/** A form that is being carried out, or that just decided a request. */
interface Carried<State> {
	form: string;
	state: Promise<State>;
	/** In milliseconds since 1970. Undefined while the form is being carried out. */
	madeAt?: number;
}

/** Where a request stands after a POST that decided it first, that repeats the decision, or that came too late with another one. */
interface Decided<State> {
	state: State;
	is: 'first' | 'repeated' | 'late';
}

/** Tracks visits to the pages of this process, by the nonce of a link. Keeps little data, and only briefly. */
interface Visits<State extends Standing> {
	/**
	 * Lets the first POST of a request decide. Another one waits for it meanwhile, such as the second click of a double click.
	 * @param form what was sent, and by whom. The same form again is the same decision.
	 * @returns where the request stands, and what this POST has to do with it
	 */
	decideOnce(nonce: string, form: string, decide: () => Promise<State>): Promise<Decided<State>>;
	/** Counts a page view. Returns false if the link had more than `max` within a minute. */
	mayShow(nonce: string, max: number): boolean;
	/** Returns the number of decisions and counts that are kept. */
	size(): number;
}

/** Creates a tracker of visits for one process. @param now returns milliseconds since 1970 */
export function createVisits<State extends Standing>(now: () => number): Visits<State> {
	const decisions = new Map<string, Carried<State>>();
	const shown = new Map<string, { since: number; count: number }>();
	const forgetOld = (): void => {
		for (const [nonce, { madeAt }] of decisions)
			if (madeAt !== undefined && madeAt + keptMs <= now()) decisions.delete(nonce);
		for (const [nonce, { since }] of shown) if (since + minuteMs <= now()) shown.delete(nonce);
	};
	return {
		decideOnce: async (nonce, form, decide) => {
			forgetOld();
			for (let other = decisions.get(nonce); other !== undefined; other = decisions.get(nonce)) {
				const state = await other.state.catch(() => undefined);
				if (state?.is === 'decided') return { state, is: other.form === form ? 'repeated' : 'late' };
				if (decisions.get(nonce) === other) decisions.delete(nonce);
			}
			const own: Carried<State> = { form, state: decide() };
			decisions.set(nonce, own);
			const state = await own.state.catch((error: unknown) => {
				decisions.delete(nonce);
				throw error;
			});
			own.madeAt = now();
			if (state.is !== 'decided') decisions.delete(nonce);
			return { state, is: 'first' };
		},
		mayShow: (nonce, max) => {
			forgetOld();
			const entry = shown.get(nonce) ?? { since: now(), count: 0 };
			shown.set(nonce, entry);
			entry.count += 1;
			return entry.count <= max;
		},
		size: () => decisions.size + shown.size,
	};
}
