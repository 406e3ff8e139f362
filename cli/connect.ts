import type { ScoringClient } from '../client/scoring';
import { userAgent } from './library/version';
import { findConnection, required } from './settings/connection';
import type { GlobalOptions } from './settings/globalOptions';
import type { Progress } from './terminal/progress';

/** Waits before a repeat, and says so. */
const sleeper = (progress: Progress | undefined) => async (durationMs: number) => {
	progress?.tell(`, trying again in ${Math.ceil(durationMs / 1000)} s`);
	await new Promise((resolve) => setTimeout(resolve, durationMs));
	progress?.tell('');
};

/** Makes the client when a command needs it; what it is made of is loaded only then, which keeps the start short. */
export const connector =
	(globals: GlobalOptions, progress: Progress | undefined) => async (): Promise<ScoringClient> => {
		const { apiKey, apiUrl } = findConnection(globals, process.env);
		const key = required(apiKey, 'API key', '--api-key', 'SERVICE_API_KEY');
		const url = required(apiUrl, 'API URL', '--api-url', 'SERVICE_API_URL');
		const { createScoringLibrary } = await import('./library/scoringLibrary.js');
		return createScoringLibrary({ apiKey: key, apiUrl: url, userAgent, sleep: sleeper(progress) });
	};
