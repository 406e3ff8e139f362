import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scoringSeed } from '../../sandbox/scoring';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { useRecordingServer } from '../support/useRecordingServer';
import { accountOf, runScoring, runScoringProcess, useHome } from './support/scoringProgram';
import { profile } from '../support/profile';

const sandbox = useScoringSandbox();
const server = useRecordingServer();
const home = useHome();
const { free, starter, pro, empty } = scoringSeed.keys;
const file = path.join(home, 'config.json');

/** Writes the configuration file and returns the environment that names it. */
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

const emailOf = async (args: string[], env: Record<string, string>, run = runScoring): Promise<unknown> => {
	const { stdout, stderr } = await run({ args: [...args, 'me'], env });
	return stdout === '' ? stderr : Object.values(JSON.parse(stdout) as object)[0];
};

describe('the choice of the key', () => {
	const key = { SERVICE_API_KEY: pro };
	test.each<[string, string[], Record<string, string>, string]>([
		['the default profile of the file (S27)', [], {}, 'starter'],
		['a profile by its name (S27)', ['--profile', 'home'], {}, 'free'],
		['the environment rather than the file (S27)', [], key, 'pro'],
		['a chosen profile rather than the environment (S27)', ['--profile', 'home'], key, 'free'],
		['the flag rather than the environment (S22, S27)', ['--api-key', empty], key, 'empty'],
		['the flag rather than a profile (S22, S27)', ['--api-key', empty, '--profile', 'home'], key, 'empty'],
		['the default profile if the variable is empty (S27)', [], { SERVICE_API_KEY: ' ' }, 'starter'],
	])('uses %s', async (_title, args, env, name) => {
		const config = configured(profiles());
		expect(await emailOf(args, { ...config, ...env })).toBe(`${name}@acme.example`);
	});

	test('accepts profiles at the same level as default (S27)', async () => {
		const { profiles: beside, ...others } = profiles();
		expect(await emailOf([], configured({ ...others, ...beside }))).toBe('starter@acme.example');
	});

	const ini = () => `; accounts of the team
default = work

[work]
api_key = ${starter}
api_url = ${sandbox().url}

# the second one
[ home ]
api_key="${free}"
api_url: '${sandbox().url}'
`;

	test.each<[string, string[], (text: string) => string, string]>([
		['the default profile', [], (text) => text, 'starter'],
		['a profile by its name', ['--profile', 'home'], (text) => text, 'free'],
		[
			'Windows line endings and a byte order mark',
			[],
			(text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`,
			'starter',
		],
		['a section in two parts', ['--profile', 'home'], (text) => `${text}[work]\n[home]\nnote = x`, 'free'],
	])('reads the INI form: %s (S27)', async (_title, args, edit, name) => {
		expect(await emailOf(args, configured(edit(ini())))).toBe(`${name}@acme.example`);
	});

	test('reads a JSON file that begins with a byte order mark (S27)', async () => {
		const config = configured(`\uFEFF${JSON.stringify(profiles())}`);
		expect(await emailOf([], config)).toBe('starter@acme.example');
	});

	test('finds config.ini if there is no config.json (S27)', async () => {
		const folder = path.join(home, 'ini', 'scoring');
		mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(folder, 'config.ini'), ini());
		const env = { XDG_CONFIG_HOME: path.join(home, 'ini') };
		expect(await emailOf([], env)).toBe('starter@acme.example');
		writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ ...profiles(), default: 'home' }));
		expect(await emailOf([], env)).toBe('free@acme.example');
	});

	test("reads the file in the system's configuration folder (S27)", async () => {
		mkdirSync(path.join(home, '.config', 'scoring'), { recursive: true });
		writeFileSync(path.join(home, '.config', 'scoring', 'config.json'), JSON.stringify(profiles()));
		// The system determines the home folder of a process.
		const emailOfProcess = async (env: Record<string, string>) => await emailOf([], env, runScoringProcess);
		expect(await emailOfProcess({ HOME: home, XDG_CONFIG_HOME: '' })).toBe('starter@acme.example');
		expect(await emailOfProcess({ XDG_CONFIG_HOME: path.join(home, '.config') })).toBe(
			'starter@acme.example',
		);
	});
});

describe('the address', () => {
	const nowhere = 'http://127.0.0.1:9';
	test.each<[string, () => string[], () => Record<string, string>]>([
		[
			'the flag rather than the environment (S22)',
			() => ['--api-url', sandbox().url],
			() => ({ SERVICE_API_URL: nowhere }),
		],
		['the environment rather than the file (S24)', () => [], () => ({ SERVICE_API_URL: sandbox().url })],
		['an address with /v1 and a slash (S24)', () => ['--api-url', `${sandbox().url}/v1/`], () => ({})],
	])('uses %s', async (_title, args, env) => {
		const config = configured({ default: 'a', profiles: { a: { api_key: free, api_url: nowhere } } });
		expect(await emailOf(args(), { ...config, ...env() })).toBe('free@acme.example');
	});
});

describe('the header of the key', () => {
	const profile = () => ({
		api_key: free,
		api_url: server().url,
		header_name: 'X-API-Key',
		header_scheme: '',
	});

	test.each<[string, () => Record<string, string>, string, string]>([
		['is Authorization with Bearer by default', () => ({}), 'authorization', `Bearer ${free}`],
		[
			'follows the environment',
			() => ({ SERVICE_HEADER_NAME: 'X-API-Key', SERVICE_HEADER_SCHEME: '' }),
			'x-api-key',
			free,
		],
		[
			'follows the profile',
			() => configured({ default: 'a', profiles: { a: profile() } }),
			'x-api-key',
			free,
		],
	])('%s (S-N1)', async (_title, env, name, value) => {
		server().answerWith({ body: { email: 'a@b.example' } });
		await runScoring({ args: ['me'], env: { ...accountOf(server(), free), ...env() } });
		const { headers = {} } = server().requests[0] ?? {};
		expect(Object.entries(headers).filter(([, each]) => each.includes(free))).toEqual([[name, value]]);
	});
});

describe('auth status', () => {
	test('shows the settings and their sources offline, never the key (S20)', async () => {
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

	test('needs only a key offline (S20)', async () => {
		const { code, stdout } = await runScoring({
			args: ['auth', 'status'],
			env: { SERVICE_API_KEY: starter },
		});
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ configured: true, api_url: null, api_url_source: null });
	});

	test('requests the account with --online, free of charge (S20)', async () => {
		const env = accountOf(sandbox());
		const { stdout } = await runScoring({ args: ['auth', 'status', '--online'], env });
		expect(JSON.parse(stdout)).toMatchObject({
			valid: true,
			account: { observed: { email: 'pro@acme.example' }, documents: { owner: 'pro@acme.example' } }[profile],
		});
		expect(sandbox().requests).toMatchObject([{ path: '/v1/me/', credits: 0 }]);
	});
});

describe('missing or wrong settings', () => {
	test.each<[string, string[], unknown, Record<string, string>, RegExp]>([
		['no key (S23)', ['me'], {}, { SERVICE_API_URL: 'http://127.0.0.1:9' }, /no API key.*--api-key/],
		['no key offline (S23)', ['auth', 'status'], {}, {}, /no API key/],
		['no address online (S23)', ['auth', 'status', '--online'], {}, { SERVICE_API_KEY: 'x' }, /no API URL/],
		[
			'an unusable address offline (S23)',
			['auth', 'status'],
			{},
			{ SERVICE_API_KEY: 'x', SERVICE_API_URL: 'scoring' },
			/must be a web address/,
		],
		[
			'an unusable header name (S-N1)',
			['auth', 'status'],
			{},
			{ SERVICE_API_KEY: 'x', SERVICE_API_URL: 'http://127.0.0.1:9', SERVICE_HEADER_NAME: 'X Key' },
			/header name must be/,
		],
		...['Host', 'content-length', 'Transfer-Encoding', 'User-Agent'].map(
			(name): [string, string[], unknown, Record<string, string>, RegExp] => [
				`the header ${name}, which every request has for something else (S-N1)`,
				['auth', 'status'],
				{},
				{ SERVICE_API_KEY: 'x', SERVICE_API_URL: 'http://127.0.0.1:9', SERVICE_HEADER_NAME: name },
				/header name must be/,
			],
		),
		[
			"a key that can't be a header value (S-N1)",
			['auth', 'status'],
			{},
			{ SERVICE_API_KEY: 'x\ny', SERVICE_API_URL: 'http://127.0.0.1:9' },
			/characters that a header can't have/,
		],
		['no address (S23)', ['me'], {}, { SERVICE_API_KEY: 'x' }, /no API URL.*--api-url/],
		[
			'an invalid address in a variable (S23)',
			['me'],
			{},
			{ SERVICE_API_KEY: 'x', SERVICE_API_URL: 'scoring' },
			/The API URL of SERVICE_API_URL must be a web address/,
		],
		[
			'an unknown profile (S27)',
			['me', '--profile', 'away'],
			{ profiles: { home: {} } },
			{},
			/no profile 'away'.*home/,
		],
		['a default that is not there (S27)', ['me'], { default: 'gone' }, {}, /no profile 'gone'/],
		["a file that isn't JSON (S27)", ['me'], '{"default": "work"', {}, /isn't a JSON object/],
		[
			'an INI line that is neither a section nor a setting (S27)',
			['me'],
			'default = work\n[work]\nkey-without-a-name',
			{},
			/Line 3 of .* must be a \[section\] or name = value/,
		],
		['an INI default that is not there (S27)', ['me'], 'default = gone', {}, /no profile 'gone'/],
		['a profile of no name (S27)', ['me', '--profile', '__proto__'], {}, {}, /no profile '__proto__'/],
		['a file that is a list (S27)', ['me'], [], {}, /isn't a JSON object/],
	])('exits with 2 after %s', async (_title, args, config, env, message) => {
		const { code, stderr } = await runScoring({ args, env: { ...configured(config), ...env } });
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
	});

	test("doesn't print an invalid INI line, because it can be a key (S27)", async () => {
		const { stderr } = await runScoring({ args: ['me'], env: configured('key-without-a-name') });
		expect(stderr).toMatch(/Line 1/);
		expect(stderr).not.toContain('key-without-a-name');
	});

	test('exits with 2 if a profile has no file (S27)', async () => {
		const { code, stderr } = await runScoring({ args: ['me', '--profile', 'home'] });
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("doesn't exist") });
	});
});
