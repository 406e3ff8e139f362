import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scoringSeed } from '../../sandbox/scoring';
import { profile } from '../support/profile';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { accountOf, ended, fieldsOf, start } from './support/scoringProgram';
import { longTestMs } from '../support/longTest';

const sandbox = useScoringSandbox();
const { keys, niche } = scoringSeed;
const project = mkdtempSync(path.join(tmpdir(), 'scoring-project-'));
const cli = path.resolve(__dirname, '../../cli');
let packed: string[] = [];

/** An empty project that contains only the package as it would be published. */
beforeAll(() => {
	const output = execFileSync('npm', ['pack', '--json', '--pack-destination', project], { cwd: cli });
	const [{ filename, files }] = JSON.parse(output.toString()) as [
		{ filename: string; files: Array<{ path: string }> },
	];
	packed = files.map((file) => file.path);
	writeFileSync(path.join(project, 'package.json'), '{"name":"empty","private":true}');
	const install = ['install', '--offline', '--no-audit', '--no-fund', path.join(project, filename)];
	execFileSync('npm', install, { cwd: project, stdio: 'ignore' });
}, longTestMs);
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Writes a program into the project, runs it and returns its output. */
async function run(name: string, text: string, env: Record<string, string> = {}) {
	const file = path.join(project, name);
	writeFileSync(file, text);
	return await ended(start(process.execPath, [file], env));
}

const modules: Array<[string, string, string]> = [
	['ESM', 'main.mjs', `import * as scoring from 'content-scoring';`],
	['CommonJS', 'main.cjs', `const scoring = require('content-scoring');`],
];

/** Part of a program that uses the library, and its environment. */
interface Snippet {
	env: () => Record<string, string>;
	/** The body of an asynchronous function. Its result becomes JSON. */
	body: () => string;
}

const failToStart = `
try { new scoring.ScoringClient(); } catch (error) { return error.name + ' ' + error.message; }`;

const snippets: Record<'everyMethod' | 'options' | 'noKey' | 'noAddress', Snippet> = {
	everyMethod: {
		env: () => accountOf(sandbox()),
		body: () => `
const client = new scoring.ScoringClient();
const url = ${JSON.stringify(scoringSeed.videos.known)};
const answers = [
	await client.score({ title: 'A' }),
	await client.videoHook({ youtubeUrl: url }),
	await client.benchmarkChannel({ url: '@acmestudio' }),
	await client.benchmarkVideo({ url }),
	await client.niches(),
	await client.contentGaps({ niche: '${niche}', gapType: ['stale'], limit: 2, minScore: 1 }),
	await client.me(),
	await client.usage(),
];
return answers.map((answer) => Object.keys(answer));`,
	},
	options: {
		env: () => ({ SERVICE_API_KEY: 'wrong', SERVICE_API_URL: 'http://127.0.0.1:9' }),
		body: () => `
const calls = [];
const counting = async (...args) => { calls.push(args[0]); return await fetch(...args); };
const client = new scoring.ScoringClient({
	apiKey: '${keys.empty}', apiUrl: '${sandbox().url}', timeout: 5000, retries: 0, fetch: counting,
});
const error = await client.score({ title: 'A' }).catch((reason) => reason);
return {
	isTyped: error instanceof scoring.InsufficientCreditsError && error instanceof scoring.ApiError,
	name: error.name, statusCode: error.statusCode, requestId: error.requestId, code: error.envelope.code, calls,
};`,
	},
	noKey: { env: () => ({}), body: () => failToStart },
	noAddress: { env: () => ({ SERVICE_API_KEY: 'x' }), body: () => failToStart },
};

/** A program that runs all snippets in order and prints their results by name. */
const programOf = (head: string): string => `${head}
(async () => {
	const results = {};
	const run = async (name, env, act) => {
		for (const variable of ['SERVICE_API_KEY', 'SERVICE_API_URL']) delete process.env[variable];
		Object.assign(process.env, env);
		results[name] = await act();
	};
${Object.entries(snippets)
	.map(([name, { env, body }]) => `	await run('${name}', ${JSON.stringify(env())}, async () => {${body()}});`)
	.join('\n')}
	console.log(JSON.stringify(results));
})();`;

describe.each(modules)('as %s', (_title, name, head) => {
	let results: Partial<Record<keyof typeof snippets, unknown>> = {};
	let complaints = '';
	beforeAll(async () => {
		const { code, stdout, stderr } = await run(name, programOf(head));
		if (code !== 0) throw new Error(stderr);
		[results, complaints] = [JSON.parse(stdout) as typeof results, stderr];
	});

	test('calls every method with settings from the environment alone (S24, S25)', () => {
		const fields = [
			'percentile',
			'overall_score',
			'channel',
			'video',
			'niches',
			'gaps',
			fieldsOf.account,
			fieldsOf.usage,
		];
		expect(results.everyMethod).toEqual(fields.map((field) => expect.arrayContaining([field])));
	});

	test('prefers options to the environment and throws typed errors (S24, S28)', () => {
		expect(results.options).toEqual({
			isTyped: true,
			name: 'InsufficientCreditsError',
			statusCode: 402,
			requestId: expect.any(String),
			...(profile === 'observed' ? { code: 'insufficient_credits' } : {}),
			calls: [`${sandbox().url}/v1/score/packaging`],
		});
	});

	test.each([
		['key', 'noKey', 'SERVICE_API_KEY'],
		['address', 'noAddress', 'SERVICE_API_URL'],
	] as const)('there is no client without a %s (S24, S27)', (_what, snippet, variable) => {
		expect(results[snippet]).toMatch(/^ConfigurationError There is no API/);
		expect(results[snippet]).toContain(variable);
	});

	test('warns only in a browser (S26)', async () => {
		expect(complaints).toBe('');
		const browser = `globalThis.window = { document: {} };
new scoring.ScoringClient({ apiKey: 'secret-key', apiUrl: 'https://a.example' });`;
		const { stderr } = await run(name, `${head}\n${browser}`);
		expect(stderr).toMatch(/is for servers/);
		expect(stderr).not.toContain('secret-key');
	});
});

describe('the package', () => {
	const typed = `import { ClientError, ScoringClient, RateLimitError, type Answer, type ScoringClientOptions } from 'content-scoring';
const options: ScoringClientOptions = { apiKey: 'x', apiUrl: 'https://a.example', timeout: 1, retries: 0 };
export async function scoreOf(title: string): Promise<number> {
	const client = new ScoringClient({ ...options, headerName: 'X-API-Key', headerScheme: '' });
	const answer: Answer = await client.score({ title }, { idempotencyKey: 'a' });
	await client.contentGaps({ niche: 'a', gapType: ['stale'], limit: 1 });
	const { percentile, score }: { percentile: number; score: number } = await client.score({ title });
	const { overall_score }: { overall_score: number } = await client.videoHook({ youtubeUrl: title });
	const { niche }: { niche: { match_strength: string } } = await client.benchmarkChannel({ url: title });
	const { video }: { video: { engagement_percentiles: unknown } } = await client.benchmarkVideo({ url: title });
	const { niches: [first] } = await client.niches();
	const slug: string | undefined = first?.slug;
	void [answer, niche, video, slug];
	return percentile + score + overall_score;
}
export const factsOf = (error: ClientError): [number | undefined, string | undefined, unknown] =>
	[error.statusCode, error.requestId, error.envelope];
export const waitOf = (error: unknown): number | undefined =>
	error instanceof RateLimitError ? error.retryAfter : undefined;
// @ts-expect-error a title is a text
void new ScoringClient(options).score({ title: 5 });
// @ts-expect-error there is no such type of gaps
void new ScoringClient(options).contentGaps({ niche: 'a', gapType: ['new'] });
`;

	test('has types for both module systems without any other package (S24)', () => {
		const compilerOptions = {
			...{ noEmit: true, strict: true, module: 'node16', target: 'es2022', types: [] },
			// Checks the package's declarations, but not TypeScript's own.
			skipDefaultLibCheck: true,
		};
		const files = ['typed.mts', 'typed.cts'];
		for (const file of files) writeFileSync(path.join(project, file), typed);
		writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
		const compiler = path.resolve(__dirname, '../../node_modules/typescript/bin/tsc');
		const { status, stdout } = spawnSync(process.execPath, [compiler], { cwd: project });
		expect({ status, complaints: stdout.toString() }).toEqual({ status: 0, complaints: '' });
	});

	test('contains exactly the listed files and has no dependency (S19)', () => {
		expect(packed.sort()).toEqual([
			'LICENSE',
			'README.md',
			'dist/THIRD-PARTY.txt',
			'dist/index.cjs',
			'dist/index.d.cts',
			'dist/index.d.mts',
			'dist/index.mjs',
			'dist/library/scoringLibrary.js',
			'dist/scoring.cjs',
			'package.json',
		]);
	});

	test('includes the command (S19)', async () => {
		const bin = path.join(project, 'node_modules', '.bin', 'scoring');
		const { code, stdout } = await ended(start(bin, ['me'], accountOf(sandbox())));
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toHaveProperty(fieldsOf.account);
	});
});
