import type { Sleep } from '../client/http/types';
import type { ScoringClient } from '../client/scoring';
import type { Host } from './host';
import { ConfigurationError } from './library/configurationError';
import { userAgent } from './library/version';
import { findConnection, required, type Sourced } from './settings/connection';
import type { GlobalOptions } from './settings/globalOptions';
import type { Progress } from './terminal/progress';

/** Waits before a retry, and shows that on the terminal. */
const sleeper = (sleep: Sleep, progress: Progress | undefined) => async (durationMs: number) => {
	progress?.tell(`, trying again in ${Math.ceil(durationMs / 1000)} s`);
	await sleep(durationMs);
	progress?.tell('');
};

/**
 * Turns a wrong address from a variable or the configuration file into a configuration error. From a flag, it's a wrong command
 * line.
 */
function toConfigurationError(error: unknown, { source }: Sourced): unknown {
	const { field, problem } = error as { field?: string; problem?: string };
	if (field !== 'apiUrl' || source === '--api-url') return error;
	return new ConfigurationError(`The API URL of ${source} ${problem}`);
}

/** Creates the client when a command needs it. Its code is loaded only then, so that the program starts fast. */
export const connector =
	({ process, sleep }: Host, globals: GlobalOptions, progress: Progress | undefined) =>
	async (): Promise<ScoringClient> => {
		const connection = findConnection(globals, process.env);
		const { value: apiKey } = required(connection.apiKey, 'API key', '--api-key', 'SERVICE_API_KEY');
		const apiUrl = required(connection.apiUrl, 'API URL', '--api-url', 'SERVICE_API_URL');
		const { createScoringLibrary } = await import('./library/scoringLibrary.js');
		try {
			return createScoringLibrary({
				apiKey,
				apiUrl: apiUrl.value,
				headerName: connection.headerName,
				headerScheme: connection.headerScheme,
				userAgent,
				sleep: sleeper(sleep, progress),
			});
		} catch (error) {
			throw toConfigurationError(error, apiUrl);
		}
	};
