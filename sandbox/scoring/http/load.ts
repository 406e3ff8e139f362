import { scoringPaths, type InFlight, type ScoringPath } from '../types';

const idle = (): InFlight => ({ now: 0, peak: 0, working: 0, workingPeak: 0 });

const isScoringPath = (path: string): path is ScoringPath => scoringPaths.some((each) => each === path);

/** Counts what is under way, so that a test can see how many calls a client has open at once. */
export class Load {
	private readonly counts = {
		all: idle(),
		...(Object.fromEntries(scoringPaths.map((path) => [path, idle()])) as Record<ScoringPath, InFlight>),
	};

	view(): Record<ScoringPath | 'all', InFlight> {
		return structuredClone(this.counts);
	}

	/** A request has come; gives what to call when it is answered. */
	enter(path: string): () => void {
		const counts = this.countsOf(path);
		for (const each of counts) each.peak = Math.max(each.peak, (each.now += 1));
		return () => {
			for (const each of counts) each.now -= 1;
		};
	}

	/** A request has got its slot; gives what to call when its work is done. */
	startWork(path: string): () => void {
		const counts = this.countsOf(path);
		for (const each of counts) each.workingPeak = Math.max(each.workingPeak, (each.working += 1));
		return () => {
			for (const each of counts) each.working -= 1;
		};
	}

	private countsOf(path: string): InFlight[] {
		return isScoringPath(path) ? [this.counts.all, this.counts[path]] : [this.counts.all];
	}
}
