import { ConfigurationError } from '../library/configurationError';
import { readProfile, type Profile } from './configFile';
import type { GlobalOptions } from './globalOptions';

/** A value, and a description of where it came from. */
export interface Sourced {
	value: string;
	source: string;
}

/** The key and the address before anything is sent. */
interface Connection {
	apiKey?: Sourced;
	apiUrl?: Sourced;
	/** The header that carries the key, if it isn't the usual one. */
	headerName?: string;
	headerScheme?: string;
	/** The name of the profile, if one is used. */
	profile?: string;
}

const sourced = (value: string | undefined, source: string): Sourced | undefined =>
	value === undefined || value.trim() === '' ? undefined : { value: value.trim(), source };

/**
 * Chooses a value: from a flag, the environment or the file, in this order. A profile from a flag comes before the environment.
 */
function choose(
	flag: Sourced | undefined,
	environment: Sourced | undefined,
	profile: Sourced | undefined,
	isAsked: boolean,
): Sourced | undefined {
	return flag ?? (isAsked ? (profile ?? environment) : (environment ?? profile));
}

/** Finds the key and the address. Throws a `ConfigurationError` for a wrong file or an unknown profile. */
export function findConnection(
	{ apiKey, apiUrl, profile: wanted }: GlobalOptions,
	environment: NodeJS.ProcessEnv,
): Connection {
	const profile: Profile | undefined = readProfile(wanted, environment);
	const from = `profile '${profile?.name}'`;
	const isAsked = wanted !== undefined;
	const { SERVICE_HEADER_NAME: headerName, SERVICE_HEADER_SCHEME: headerScheme } = environment;
	const own: Partial<Profile> = (isAsked ? profile : undefined) ?? {};
	return {
		headerName: own.headerName ?? (headerName || profile?.headerName),
		headerScheme: own.headerScheme ?? headerScheme ?? profile?.headerScheme,
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

/** Returns the value. If it's missing, throws a `ConfigurationError` that says where to set it. */
export function required(value: Sourced | undefined, what: string, flag: string, variable: string): Sourced {
	if (value !== undefined) return value;
	throw new ConfigurationError(
		`There is no ${what}. Set it with ${flag}, the environment variable ${variable}, or a profile in the configuration file.`,
	);
}
