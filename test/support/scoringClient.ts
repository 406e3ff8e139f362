import { createScoringLibrary } from '../../cli/library/scoringLibrary';
import type { ScoringClient, ScoringOptions } from '../../client/scoring';
import { scoringSeed } from '../../sandbox/scoring';

/** A client over fetch that doesn't sleep. `waits` lists the requested waits in milliseconds. */
export function scoringClientOf(
	{ url }: { url: string },
	apiKey: string = scoringSeed.keys.pro,
	more: Pick<ScoringOptions, 'retries' | 'timeout'> = {},
): ScoringClient & { waits: number[] } {
	const waits: number[] = [];
	const sleep = async (durationMs: number): Promise<void> => void waits.push(durationMs);
	return {
		...createScoringLibrary({ apiKey, apiUrl: url, userAgent: 'test-client/1.0', sleep, ...more }),
		waits,
	};
}
