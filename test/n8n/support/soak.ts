/** What one execution says about its posts. */
export interface Told {
	names: string[];
	read: { name: string; post: { caption: string; status: string } }[];
	failed: string[];
	isDone: (post: { status: string }) => boolean;
}

/** Where store and outputs agree, and where they do not. */
export interface Verdict {
	read: number;
	failed: number;
	failedStored: number;
	disagreements: string[];
}

/** What came of a soak; `memory` is n8n's, in MiB. */
export interface SoakResult {
	posts: number;
	verdict: Verdict;
	faults: { name: string; times: number }[];
	memory: { heap: number }[];
}

declare global {
	/** The soak of `npm run soak`. */
	var soak: {
		/** Starts an n8n and a sandbox of its own, and ends them. */
		run(posts: number, seed: number): Promise<SoakResult>;
		compare(tellings: Told[], store: { caption: string; status: string }[]): Verdict;
		/** What speaks against a result. */
		failuresOf(result: SoakResult): string[];
	};
}
