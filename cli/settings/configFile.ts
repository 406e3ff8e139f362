import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isObject, parseJson } from '../../client/http/json';
import { ConfigurationError } from '../library/configurationError';

/** One entry of the configuration file. */
export interface Profile {
	name: string;
	apiKey?: string;
	apiUrl?: string;
}

type Fields = Record<string, unknown>;

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** `SCORING_CONFIG`, else `scoring/config.json` where the system keeps configuration. */
export function configPath(environment: NodeJS.ProcessEnv): string {
	const base =
		text(environment.XDG_CONFIG_HOME) ?? text(environment.APPDATA) ?? path.join(homedir(), '.config');
	return text(environment.SCORING_CONFIG) ?? path.join(base, 'scoring', 'config.json');
}

function readText(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw new ConfigurationError(
			`The configuration file ${file} cannot be read: ${(error as Error).message}`,
		);
	}
}

/** Profiles stand under `profiles`, or beside `default`. */
function readConfig(file: string): { chosen?: string; profiles: Fields } | undefined {
	const content = readText(file);
	if (content === undefined) return undefined;
	const config = parseJson(content);
	if (!isObject(config)) throw new ConfigurationError(`The configuration file ${file} is not a JSON object`);
	const { default: chosen, ...others } = config;
	return { chosen: text(chosen), profiles: isObject(others.profiles) ? others.profiles : others };
}

/**
 * Reads a profile: the one that is asked for, else the one that `default` names. Undefined when neither is there; throws a
 * `ConfigurationError` for a file that cannot be read and a profile that does not exist.
 */
export function readProfile(wanted: string | undefined, environment: NodeJS.ProcessEnv): Profile | undefined {
	const file = configPath(environment);
	const config = readConfig(file);
	const name = wanted ?? config?.chosen;
	if (name === undefined) return undefined;
	const profile = config?.profiles[name];
	if (isObject(profile)) return { name, apiKey: text(profile.api_key), apiUrl: text(profile.api_url) };
	const known = Object.keys(config?.profiles ?? {}).join(', ');
	throw new ConfigurationError(
		config === undefined
			? `There is no profile '${name}': the configuration file ${file} does not exist`
			: `There is no profile '${name}' in ${file}${known === '' ? '' : `. It has ${known}`}`,
	);
}
