import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scoringSeed } from '../../sandbox/scoring';
import { useScoringSandbox } from '../support/scoring';
import { accountOf, runScoring, useHome } from './support/scoringProgram';

const sandbox = useScoringSandbox();
const home = useHome();
const { free, starter, pro, empty } = scoringSeed.keys;
const file = path.join(home, 'config.json');

/** Writes the configuration file and gives the environment that names it. */
function configured(config: unknown): Record<string, string> {
	writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
	return { SCORING_CONFIG: file };
}

const profiles = () => ({
	default: 'work',
	profiles: {
		work: { api_key: starter, api_url: sandbox().url },
		home: { api_key: free, api_url: sandbox().url },
	},
});

const emailOf = async (args: string[], env: Record<string, string>): Promise<unknown> => {
	const { stdout, stderr } = await runScoring({ args: [...args, 'me'], env });
	return stdout === '' ? stderr : (JSON.parse(stdout) as { email: string }).email;
};

describe('whose key it is', () => {
	const key = { SERVICE_API_KEY: pro };
	test.each<[string, string[], Record<string, string>, string]>([
		['S27 the default profile of the file', [], {}, 'starter'],
		['S27 a profile by its name', ['--profile', 'home'], {}, 'free'],
		['S27 the environment before the file', [], key, 'pro'],
		['S27 a profile that is asked for before the environment', ['--profile', 'home'], key, 'free'],
		['S22 S27 the flag before the environment', ['--api-key', empty], key, 'empty'],
		['S22 S27 the flag before a profile', ['--api-key', empty, '--profile', 'home'], key, 'empty'],
		['S27 an empty variable counts as none', [], { SERVICE_API_KEY: ' ' }, 'starter'],
	])('%s', async (_title, args, env, name) => {
		const config = configured(profiles());
		expect(await emailOf(args, { ...config, ...env })).toBe(`${name}@acme.example`);
	});

	test('S27 profiles may stand beside default', async () => {
		const { profiles: beside, ...others } = profiles();
		expect(await emailOf([], configured({ ...others, ...beside }))).toBe('starter@acme.example');
	});

	test('S27 the file lies where the system keeps configuration', async () => {
		mkdirSync(path.join(home, '.config', 'scoring'), { recursive: true });
		writeFileSync(path.join(home, '.config', 'scoring', 'config.json'), JSON.stringify(profiles()));
		expect(await emailOf([], { HOME: home, XDG_CONFIG_HOME: '' })).toBe('starter@acme.example');
		expect(await emailOf([], { XDG_CONFIG_HOME: path.join(home, '.config') })).toBe('starter@acme.example');
	});
});

describe('the address', () => {
	const nowhere = 'http://127.0.0.1:9';
	test.each<[string, () => string[], () => Record<string, string>]>([
		[
			'S22 the flag before the environment',
			() => ['--api-url', sandbox().url],
			() => ({ SERVICE_API_URL: nowhere }),
		],
		['S24 the environment before the file', () => [], () => ({ SERVICE_API_URL: sandbox().url })],
		['S24 with /v1 and a slash', () => ['--api-url', `${sandbox().url}/v1/`], () => ({})],
	])('%s', async (_title, args, env) => {
		const config = configured({ default: 'a', profiles: { a: { api_key: free, api_url: nowhere } } });
		expect(await emailOf(args(), { ...config, ...env() })).toBe('free@acme.example');
	});
});

describe('auth status', () => {
	test('S20 tells offline what is used and where it comes from, and never the key', async () => {
		const env = { ...configured(profiles()), SERVICE_API_URL: 'http://127.0.0.1:9' };
		const { code, stdout } = await runScoring({ args: ['auth', 'status'], env });
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			configured: true,
			api_key: `${starter.slice(0, 4)}…${starter.slice(-4)}`,
			api_key_source: "profile 'work'",
			api_url: 'http://127.0.0.1:9',
			api_url_source: 'SERVICE_API_URL',
			profile: 'work',
		});
		expect(stdout).not.toContain(starter);
		expect(sandbox().requests).toEqual([]);
	});

	test('S20 --online asks the account, free of charge', async () => {
		const env = accountOf(sandbox());
		const { stdout } = await runScoring({ args: ['auth', 'status', '--online'], env });
		expect(JSON.parse(stdout)).toMatchObject({ valid: true, account: { email: 'pro@acme.example' } });
		expect(sandbox().requests).toMatchObject([{ path: '/v1/me/', credits: 0 }]);
	});
});

describe('what is missing or wrong', () => {
	test.each<[string, string[], unknown, Record<string, string>, RegExp]>([
		['S23 no key', ['me'], {}, { SERVICE_API_URL: 'http://127.0.0.1:9' }, /no API key.*--api-key/],
		['S23 no key offline', ['auth', 'status'], {}, {}, /no API key/],
		['S23 no address', ['me'], {}, { SERVICE_API_KEY: 'x' }, /no API URL.*--api-url/],
		[
			'S23 an address that is none, in a variable',
			['me'],
			{},
			{ SERVICE_API_KEY: 'x', SERVICE_API_URL: 'scoring' },
			/The API URL of SERVICE_API_URL is not a web address/,
		],
		[
			'S27 an unknown profile',
			['me', '--profile', 'away'],
			{ profiles: { home: {} } },
			{},
			/no profile 'away'.*home/,
		],
		['S27 a default that is not there', ['me'], { default: 'gone' }, {}, /no profile 'gone'/],
		['S27 a file that is no JSON', ['me'], 'default = work', {}, /is not a JSON object/],
		['S27 a file that is a list', ['me'], [], {}, /is not a JSON object/],
	])('%s ends with 2', async (_title, args, config, env, message) => {
		const { code, stderr } = await runScoring({ args, env: { ...configured(config), ...env } });
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
	});

	test('S27 a profile without a file ends with 2', async () => {
		const { code, stderr } = await runScoring({ args: ['me', '--profile', 'home'] });
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('does not exist') });
	});
});
