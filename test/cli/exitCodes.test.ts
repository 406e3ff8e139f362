import { scoringSeed } from '../../sandbox/scoring';
import { profile } from '../support/profile';
import { useScoringSandbox } from '../support/useScoringSandbox';
import { accountOf, runScoring, runScoringProcess, type Outcome } from './support/scoringProgram';

const sandbox = useScoringSandbox();
const { keys, videos, niche } = scoringSeed;
const title = ['score', '--title', 'x'];

interface Failure {
	args: string[];
	key?: string;
	/** Scripted before the request. */
	fault?: object;
	code: number;
	type: string;
	status?: number;
	says: RegExp;
}

const page = { status: 200, kind: 'body', body: '<html>', contentType: 'text/html' };

const refusedByProxy = { code: 2, type: 'AuthenticationError', says: /./ };

const failures: Array<[string, Failure]> = [
	[
		'402',
		{ args: title, key: keys.empty, code: 1, type: 'InsufficientCreditsError', status: 402, says: /credits/ },
	],
	[
		'404',
		{
			args: ['benchmark', 'video', '--url', videos.missing],
			code: 1,
			type: 'NotFoundError',
			status: 404,
			says: /video/,
		},
	],
	[
		'400',
		{
			args: ['score-video-hook', '--url', 'https://a.example'],
			code: 1,
			type: 'BadRequestError',
			status: 400,
			says: /./,
		},
	],
	['401', { args: title, key: 'wrong', code: 2, type: 'AuthenticationError', status: 401, says: /key/ }],
	[
		'403',
		{
			args: title,
			fault: { status: 403, kind: 'status' },
			code: 2,
			type: 'AuthenticationError',
			status: 403,
			says: /./,
		},
	],
	[
		'401 as a page of a proxy',
		{ args: title, fault: { ...page, status: 401 }, ...refusedByProxy, status: 401 },
	],
	[
		'403 as a page of a proxy',
		{ args: title, fault: { ...page, status: 403 }, ...refusedByProxy, status: 403 },
	],
	[
		'a 503 that persists',
		{
			args: title,
			fault: { status: 503, kind: 'status', retryAfter: 0, times: 6 },
			code: 3,
			type: 'ServiceUnavailableError',
			status: 503,
			says: /./,
		},
	],
	[
		'an HTML page that persists',
		{
			args: title,
			fault: { ...page, times: 3 },
			code: 3,
			type: 'UnexpectedResponseError',
			status: 200,
			says: /isn't JSON/,
		},
	],
	[
		'a redirect',
		{
			args: title,
			fault: { status: 302, kind: 'status', headers: { Location: 'https://b.example' } },
			code: 3,
			type: 'RedirectError',
			status: 302,
			says: /./,
		},
	],
	['an unknown flag', { args: ['me', '--wat'], code: 4, type: 'UsageError', says: /--wat/ }],
	['an unknown command', { args: ['scor'], code: 4, type: 'UsageError', says: /scor.*Did you mean score/s }],
	['no command', { args: [], code: 4, type: 'UsageError', says: /A command is missing/ }],
	['half a command', { args: ['benchmark'], code: 4, type: 'UsageError', says: /A command is missing/ }],
	['an extra argument', { args: ['me', 'you'], code: 4, type: 'UsageError', says: /too many arguments/ }],
	['a missing flag', { args: ['score-video-hook'], code: 4, type: 'UsageError', says: /--url/ }],
	['a missing value', { args: ['score', '--title'], code: 4, type: 'UsageError', says: /--title/ }],
	[
		'an unknown gap type',
		{
			args: ['content-gaps', '--niche', 'a', '--gap-type', 'new'],
			code: 4,
			type: 'UsageError',
			says: /underserved/,
		},
	],
	[
		'a limit of zero',
		{
			args: ['content-gaps', '--niche', 'a', '--limit', '0'],
			code: 4,
			type: 'UsageError',
			says: /whole number/,
		},
	],
	[
		'an invalid score',
		{
			args: ['content-gaps', '--niche', 'a', '--min-score', 'x'],
			code: 4,
			type: 'UsageError',
			says: /number/,
		},
	],
	[
		'an invalid address',
		{
			args: ['me', '--api-url', 'scoring'],
			code: 4,
			type: 'InvalidRequestError',
			says: /--api-url must be a web address/,
		},
	],
];

const addFault = (fault: object | undefined) => {
	if (fault) sandbox().faults.add({ path: '/v1/score/packaging', ...fault } as never);
};

test.each(failures)(
	'%s has an exit code, and is explained on standard error as text and as one JSON document (S22, S23)',
	async (_title, { args, key, fault, code, type, status, says }) => {
		const env = accountOf(sandbox(), key);
		addFault(fault);
		const outcome = await runScoring({ args, env });
		expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(says) });
		expect(outcome.stderr).toMatch(/^scoring: /);
		expect(outcome.stderr).not.toMatch(/\n\s+at |undefined/);
		sandbox().faults.clear();
		addFault(fault);
		const { stderr, code: ended } = await runScoring({ args: [...args, '--json-errors'], env });
		const { error } = JSON.parse(stderr) as { error: Record<string, unknown> };
		expect(ended).toBe(code);
		expect(error).toMatchObject({ type, exit_code: code, message: expect.stringMatching(/./) });
		expect(error.status_code).toBe(status);
		expect(stderr).not.toContain(keys.pro);
	},
);

const firstOfEachCode = failures.filter(
	([, { code }], index) => failures.findIndex(([, failure]) => failure.code === code) === index,
);

const withoutRequestId = (outcome: Outcome): Outcome => ({
	...outcome,
	stderr: outcome.stderr.replaceAll(/req_\d+/g, 'req_'),
});

describe.each(firstOfEachCode)('%s, in a process', (_title, { args, key, fault, code }) => {
	test.each([
		['text', []],
		['JSON', ['--json-errors']],
	])(`exits with ${code} and writes the same %s (S22, S23)`, async (_form, flags) => {
		const command = { args: [...args, ...flags], env: accountOf(sandbox(), key) };
		addFault(fault);
		const expected = await runScoring(command);
		addFault(fault);
		const outcome = await runScoringProcess(command);
		expect(withoutRequestId(outcome)).toEqual({ ...withoutRequestId(expected), code });
	});
});

const outOfCredits = {
	observed: { code: 'insufficient_credits', request_id: expect.any(String) as unknown },
	documents: { errors: [{ id: 'E2402', title: expect.any(String) as unknown }] },
}[profile];

test('writes the body of the answer unchanged to standard error (S23)', async () => {
	const { stderr } = await runScoring({ args: title, env: accountOf(sandbox(), keys.empty) });
	const body: unknown = JSON.parse(stderr.slice(stderr.indexOf('\n')));
	expect(body).toMatchObject(outOfCredits);
	expect(stderr).toContain('status 402');
});

test('writes code, request ID and the whole envelope with --json-errors (S28)', async () => {
	const args = [...title, '--json-errors'];
	const { stderr } = await runScoring({ args, env: accountOf(sandbox(), keys.empty) });
	expect(JSON.parse(stderr)).toMatchObject({
		error: {
			...(profile === 'observed' ? { code: 'insufficient_credits' } : {}),
			request_id: expect.any(String),
			envelope: outOfCredits,
		},
	});
});

test('exits with 3 if the service is unreachable (S23)', async () => {
	const { code, stderr } = await runScoring({ args: ['me'], env: accountOf({ url: 'http://127.0.0.1:9' }) });
	expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("Can't reach the service") });
});

describe('a body that is not JSON', () => {
	const long = `Down for maintenance. ${'x'.repeat(3000)} The end.`;

	test.each<[string, string[], string, number, string]>([
		['of an error (S23)', title, '/v1/score/packaging', 403, long],
		['of a page with status 200 (S28)', ['usage'], '/v1/usage/', 200, `<html>${long}</html>`],
	])('is shown whole on standard error: %s', async (_title, args, path, status, body) => {
		const fault = { path, kind: 'body', status, body, contentType: 'text/plain', times: 9 } as const;
		sandbox().faults.add(fault);
		const { stderr } = await runScoring({ args, env: accountOf(sandbox()) });
		expect(stderr).toContain(body);
		const json = await runScoring({ args: [...args, '--json-errors'], env: accountOf(sandbox()) });
		expect(JSON.parse(json.stderr)).toMatchObject({
			error: { envelope: body, status_code: status, request_id: expect.any(String) },
		});
	});

	test('is cut after 4 kB (S23)', async () => {
		const body = `begin ${'y'.repeat(9000)}`;
		sandbox().faults.add({ path: '/v1/me/', kind: 'body', status: 403, body, contentType: 'text/plain' });
		const { stderr } = await runScoring({ args: ['me'], env: accountOf(sandbox()) });
		expect(stderr).toContain(body.slice(0, 4096));
		expect(stderr).not.toContain(body.slice(0, 4098));
	});
});

describe('an answer that gets lost', () => {
	test.each<[string, string[], string, number]>([
		['score', title, '/v1/score/packaging', 1],
		['niches', ['niches'], '/v1/research/niches', 1],
		['content-gaps', ['content-gaps', '--niche', niche], '/v1/research/content-gaps', 5],
	])("doesn't request %s again and names the price (S-N24)", async (_name, args, path, price) => {
		sandbox().faults.add({ path, kind: 'dropAfter', times: 2 });
		const { stderr, code } = await runScoring({ args, env: accountOf(sandbox()) });
		expect({ code, requests: sandbox().requests.length }).toEqual({ code: 3, requests: 1 });
		expect(stderr).toContain(`This call may have cost ${price === 1 ? '1 credit' : `${price} credits`}.`);
		const json = await runScoring({ args: [...args, '--json-errors'], env: accountOf(sandbox()) });
		expect(JSON.parse(json.stderr)).toMatchObject({ error: { possible_credits: price } });
	});
});
