import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isObject, parseJson } from '../../client/http/json';
import { ConfigurationError } from '../library/configurationError';

/** A profile in the configuration file. */
export interface Profile {
	name: string;
	apiKey?: string;
	apiUrl?: string;
	headerName?: string;
	/** An empty text sends only the key. */
	headerScheme?: string;
}

type Fields = Record<string, unknown>;

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Names of the configuration file, in the order of search. */
const fileNames = ['config.json', 'config.ini'];

/**
 * The path of the configuration file: `SCORING_CONFIG`, or `scoring/config.json` or `scoring/config.ini` in the system's folder
 * for configuration.
 */
function configPath(environment: NodeJS.ProcessEnv): string {
	const base =
		text(environment.XDG_CONFIG_HOME) ?? text(environment.APPDATA) ?? path.join(homedir(), '.config');
	const [usual = '', ...others] = fileNames.map((name) => path.join(base, 'scoring', name));
	return text(environment.SCORING_CONFIG) ?? [usual, ...others].find((file) => existsSync(file)) ?? usual;
}

function readText(file: string): string | undefined {
	try {
		// Some editors begin a file with a byte order mark.
		return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw new ConfigurationError(`The configuration file ${file} can't be read: ${(error as Error).message}`);
	}
}

const iniSection = /^\[([^\]]*)\]$/;
const iniEntry = /^([\w.-]+)\s*[=:](.*)$/;
const iniComment = /^[;#]/;
const iniQuoted = /^(["'])(.*)\1$/;
const unquoted = (value: string): string => iniQuoted.exec(value)?.[2] ?? value;

/**
 * Reads a file in INI format: entries before the first section, and an object for each section. The error for an invalid line
 * doesn't contain the line, because it can be a key.
 */
function parseIni(content: string, file: string): Fields {
	const config = new Map<string, unknown>();
	let entries = config;
	for (const [index, raw] of content.split(/\r?\n/).entries()) {
		const line = raw.trim();
		if (line === '' || iniComment.test(line)) continue;
		const section = iniSection.exec(line)?.[1]?.trim();
		const [, name, value = ''] = iniEntry.exec(line) ?? [];
		if (section !== undefined) {
			entries = new Map(config.get(section) as Map<string, unknown> | undefined);
			config.set(section, entries);
		} else if (name !== undefined) entries.set(name, unquoted(value.trim()));
		else
			throw new ConfigurationError(
				`Line ${index + 1} of the configuration file ${file} must be a [section] or name = value`,
			);
	}
	const asFields = ([name, value]: [string, unknown]) => [
		name,
		value instanceof Map ? Object.fromEntries(value) : value,
	];
	return Object.fromEntries([...config].map(asFields)) as Fields;
}

/** Reads a file in JSON or INI format. */
function parseConfig(content: string, file: string): Fields {
	const json = parseJson(content);
	if (isObject(json)) return json;
	if (json !== undefined || content.trimStart().startsWith('{')) {
		throw new ConfigurationError(`The configuration file ${file} isn't a JSON object`);
	}
	return parseIni(content, file);
}

/** Reads the configuration file. The profiles are in `profiles`, or beside `default`. */
function readConfig(file: string): { chosen?: string; profiles: Fields } | undefined {
	const content = readText(file);
	if (content === undefined) return undefined;
	const { default: chosen, ...others } = parseConfig(content, file);
	return { chosen: text(chosen), profiles: isObject(others.profiles) ? others.profiles : others };
}

/**
 * Reads a profile: the wanted one, or the one that `default` names. Undefined if there is neither. Throws a
 * `ConfigurationError` if the file can't be read or the wanted profile doesn't exist.
 */
export function readProfile(wanted: string | undefined, environment: NodeJS.ProcessEnv): Profile | undefined {
	const file = configPath(environment);
	const config = readConfig(file);
	const name = wanted ?? config?.chosen;
	if (name === undefined) return undefined;
	const profile = Object.hasOwn(config?.profiles ?? {}, name) ? config?.profiles[name] : undefined;
	if (isObject(profile)) {
		const { header_scheme: headerScheme } = profile;
		return {
			name,
			apiKey: text(profile.api_key),
			apiUrl: text(profile.api_url),
			headerName: text(profile.header_name),
			headerScheme: typeof headerScheme === 'string' ? headerScheme : undefined,
		};
	}
	const known = Object.keys(config?.profiles ?? {}).join(', ');
	throw new ConfigurationError(
		config === undefined
			? `There is no profile '${name}': the configuration file ${file} doesn't exist`
			: `There is no profile '${name}' in ${file}${known === '' ? '' : `. It has ${known}`}`,
	);
}
