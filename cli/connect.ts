import type { ScoringClient } from '../client/scoring';
import { ConfigurationError } from './library/configurationError';
import { userAgent } from './library/version';
import { findConnection, required, type Sourced } from './settings/connection';
import type { GlobalOptions } from './settings/globalOptions';
import type { Progress } from './terminal/progress';

/** Waits before a retry, and shows that it does. */
const sleeper = (progress: Progress | undefined) => async (durationMs: number) => {
	progress?.tell(`, trying again in ${Math.ceil(durationMs / 1000)} s`);
	await new Promise((resolve) => setTimeout(resolve, durationMs));
	progress?.tell('');
};

/** A flag that is wrong is a wrong command line, a variable or a file that is wrong a wrong configuration. */
function toConfigurationError(error: unknown, { source }: Sourced): unknown {
	const { field, problem } = error as { field?: string; problem?: string };
	if (field !== 'apiUrl' || source === '--api-url') return error;
	return new ConfigurationError(`The API URL of ${source} ${problem}`);
}

/** Makes the client when a command needs it; what it is made of is loaded only then, which keeps the start short. */
export const connector =
	(globals: GlobalOptions, progress: Progress | undefined) => async (): Promise<ScoringClient> => {
		const connection = findConnection(globals, process.env);
		const { value: apiKey } = required(connection.apiKey, 'API key', '--api-key', 'SERVICE_API_KEY');
		const apiUrl = required(connection.apiUrl, 'API URL', '--api-url', 'SERVICE_API_URL');
		const { createScoringLibrary } = await import('./library/scoringLibrary.js');
		try {
			return createScoringLibrary({ apiKey, apiUrl: apiUrl.value, userAgent, sleep: sleeper(progress) });
		} catch (error) {
			throw toConfigurationError(error, apiUrl);
		}
	};
