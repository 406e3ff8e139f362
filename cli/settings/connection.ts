import { ConfigurationError } from '../library/configurationError';
import { readProfile, type Profile } from './configFile';
import type { GlobalOptions } from './globalOptions';

/** A value and where it came from, in words. */
export interface Sourced {
	value: string;
	source: string;
}

/** What is known of key and address before anything is sent. */
interface Connection {
	apiKey?: Sourced;
	apiUrl?: Sourced;
	/** Name of the profile, where one is used. */
	profile?: string;
}

const sourced = (value: string | undefined, source: string): Sourced | undefined =>
	value === undefined || value.trim() === '' ? undefined : { value: value.trim(), source };

/** Flag, environment, file; a profile that was asked for by a flag comes before the environment. */
function choose(
	flag: Sourced | undefined,
	environment: Sourced | undefined,
	profile: Sourced | undefined,
	isAsked: boolean,
): Sourced | undefined {
	return flag ?? (isAsked ? (profile ?? environment) : (environment ?? profile));
}

/** Finds key and address. Throws a `ConfigurationError` for a wrong file or an unknown profile. */
export function findConnection(
	{ apiKey, apiUrl, profile: wanted }: GlobalOptions,
	environment: NodeJS.ProcessEnv,
): Connection {
	const profile: Profile | undefined = readProfile(wanted, environment);
	const from = `profile '${profile?.name}'`;
	const isAsked = wanted !== undefined;
	return {
		apiKey: choose(
			sourced(apiKey, '--api-key'),
			sourced(environment.SERVICE_API_KEY, 'SERVICE_API_KEY'),
			sourced(profile?.apiKey, from),
			isAsked,
		),
		apiUrl: choose(
			sourced(apiUrl, '--api-url'),
			sourced(environment.SERVICE_API_URL, 'SERVICE_API_URL'),
			sourced(profile?.apiUrl, from),
			isAsked,
		),
		...(profile === undefined ? {} : { profile: profile.name }),
	};
}

/** The value, or a `ConfigurationError` that says where it may come from. */
export function required(value: Sourced | undefined, what: string, flag: string, variable: string): Sourced {
	if (value !== undefined) return value;
	throw new ConfigurationError(
		`There is no ${what}. Set it with ${flag}, the environment variable ${variable}, or a profile in the configuration file.`,
	);
}
