import { findConnection, required } from '../settings/connection';
import { prettyUsage } from '../terminal/prettyUsage';
import type { CommandSpec, Context } from './command';

/** Hides most of a key, but shows enough to tell keys apart. */
const masked = (key: string): string => (key.length < 16 ? '…' : `${key.slice(0, 4)}…${key.slice(-4)}`);

/** Shows the configuration and, if `isOnline`, whether the key is valid and whose it is. */
async function authStatus({ globals, process, connect }: Context, isOnline: boolean) {
	const { apiKey, apiUrl, profile } = findConnection(globals, process.env);
	const key = required(apiKey, 'API key', '--api-key', 'SERVICE_API_KEY');
	// Checks everything that a call needs, and sends nothing. Offline, only the key is needed.
	const client = apiUrl !== undefined || isOnline ? await connect() : undefined;
	return {
		configured: true,
		api_key: masked(key.value),
		api_key_source: key.source,
		api_url: apiUrl?.value ?? null,
		api_url_source: apiUrl?.source ?? null,
		profile: profile ?? null,
		...(isOnline ? { valid: true, account: await client?.me() } : {}),
	};
}

/** Commands about the account. All of them are free. */
export const accountCommands: readonly CommandSpec[] = [
	{
		path: ['usage'],
		description: 'Show the credit balance and recent usage (free)',
		options: [],
		examples: ['usage', 'usage --pretty'],
		progress: 'Reading usage',
		run: async ({ connect }) => await (await connect()).usage(),
		pretty: prettyUsage,
	},
	{
		path: ['me'],
		description: 'Show the account of the API key (free)',
		options: [],
		examples: ['me'],
		progress: 'Reading the account',
		run: async ({ connect }) => await (await connect()).me(),
	},
	{
		path: ['auth', 'status'],
		description: 'Show the API key and URL in use, and where they come from (free)',
		options: [{ flags: '--online', description: 'ask the service whether the API key is valid' }],
		examples: ['auth status', 'auth status --online --profile work'],
		progress: 'Asking the service',
		run: async (context, { online }) => await authStatus(context, online === true),
	},
];
