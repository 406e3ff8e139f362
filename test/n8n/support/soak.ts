/** What one execution reports about its posts. */
export interface Told {
	names: string[];
	read: { name: string; post: { caption: string; status: string } }[];
	failed: string[];
	isDone: (post: { status: string }) => boolean;
}

/** Where store and outputs agree, and where they don't. */
interface Verdict {
	read: number;
	failed: number;
	failedStored: number;
	disagreements: string[];
}

/** The result of a soak. `memory` is n8n's, in MiB. */
export interface SoakResult {
	posts: number;
	verdict: Verdict;
	faults: { name: string; times: number }[];
	memory: { heap: number }[];
}

declare global {
	/** The soak of `npm run soak`. */
	var soak: {
		/** Starts its own n8n and sandbox, and stops them at the end. */
		run(posts: number, seed: number): Promise<SoakResult>;
		compare(tellings: Told[], store: { caption: string; status: string }[]): Verdict;
		/** The reasons why a result isn't acceptable. Empty if there are none. */
		failuresOf(result: SoakResult): string[];
	};
}
